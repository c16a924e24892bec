//! The player that guesses codes of one color.

use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Color, Rng, Size, Turn};

/// Guesses AAAA, BBBB, CCCC, … in turn, over and over: it wins against secrets of one color only.
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
    const SUMMARY: &'static str = "guesses AAAA, BBBB, CCCC, … in turn: finds secrets of one color only";

    fn prepare(briefing: &Briefing) -> Result<OneColor, Refusal> {
        Ok(OneColor { size: briefing.size })
    }
}
