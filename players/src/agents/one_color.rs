//! The player that guesses codes of a single color.

use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Color, Rng, Size, Turn};

/// Guesses AAAA, BBBB, CCCC, … and begins again after the last color: of the colors that were guessed the fewest times, the first.
/// It finds only secrets of a single color.
#[derive(Clone, Debug)]
pub struct OneColor {
    size: Size,
    /// How many of the turns that were read guess each color alone.
    times: [usize; Color::MAX],
    read: usize,
}

impl Player for OneColor {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        for turn in turns.iter().skip(self.read) {
            if let Some(color) = turn.guess.pegs().next().filter(|_| turn.guess.distinct() == 1) {
                self.times[color.index()] += 1;
            }
        }
        self.read = turns.len();
        let color = self.size.palette().min_by_key(|color| self.times[color.index()]);
        Code::uniform(self.size, color.unwrap_or(Color::A))
    }
}

impl Entrant for OneColor {
    const NAME: &'static str = "one-color";
    const SUMMARY: &'static str = "guesses AAAA, BBBB, CCCC, …, which finds only secrets of a single color";

    fn prepare(briefing: &Briefing) -> Result<OneColor, Refusal> {
        Ok(OneColor { size: briefing.size, times: [0; Color::MAX], read: 0 })
    }
}
