//! The player that guesses codes of a single color.

use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Color, Rng, Size, Turn};

/// Guesses AAAA, BBBB, CCCC, … and begins again after the last color: of the colors that were guessed the fewest times, the first.
/// It finds only secrets of a single color.
#[derive(Clone, Debug)]
pub struct OneColor {
    size: Size,
}

impl Player for OneColor {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let guesses = self.size.palette().map(|color| Code::uniform(self.size, color));
        let times = |guess: &Code| turns.iter().filter(|turn| turn.guess == *guess).count();
        guesses.min_by_key(times).unwrap_or_else(|| Code::uniform(self.size, Color::A))
    }
}

impl Entrant for OneColor {
    const NAME: &'static str = "one-color";
    const SUMMARY: &'static str = "guesses AAAA, BBBB, CCCC, …, which finds only secrets of a single color";

    fn prepare(briefing: &Briefing) -> Result<OneColor, Refusal> {
        Ok(OneColor { size: briefing.size })
    }
}
