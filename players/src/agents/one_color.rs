//! The player that guesses codes of a single color.

use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Color, Rng, Size, Turn};

/// Guesses AAAA, BBBB, CCCC, … and begins again after the last color. It finds only secrets of a single color.
#[derive(Clone, Debug)]
pub struct OneColor {
    size: Size,
}

impl Player for OneColor {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let color = Color::new(turns.len() % self.size.colors()).unwrap_or(Color::A);
        Code::uniform(self.size, color)
    }
}

impl Entrant for OneColor {
    const NAME: &'static str = "one-color";
    const SUMMARY: &'static str = "guesses AAAA, BBBB, CCCC, …, which finds only secrets of a single color";

    fn prepare(briefing: &Briefing) -> Result<OneColor, Refusal> {
        Ok(OneColor { size: briefing.size })
    }
}
