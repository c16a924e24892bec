//! Baseline 1: every code in turn.

use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Color, Rng, Size, Turn};

/// Guesses every code in lexicographic order and ignores the feedback.
#[derive(Clone, Debug)]
pub struct Baseline1 {
    size: Size,
}

impl Player for Baseline1 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let next = turns.last().and_then(|turn| turn.guess.successor(self.size));
        next.unwrap_or_else(|| Code::uniform(self.size, Color::A))
    }
}

impl Entrant for Baseline1 {
    const NAME: &'static str = "baseline-1";
    const SUMMARY: &'static str = "guesses every code in lexicographic order and ignores the feedback";

    fn prepare(briefing: &Briefing) -> Result<Baseline1, Refusal> {
        Ok(Baseline1 { size: briefing.size })
    }
}
