//! Baseline 1: every code in turn.

use crate::{Briefing, Entrant, Player, Refusal, asking::lowest_unguessed_from};
use scsa::{Code, Color, Rng, Size, Turn};

/// Guesses every code in lexicographic order, except for those that were guessed, and ignores the feedback.
#[derive(Clone, Debug)]
pub struct Baseline1 {
    size: Size,
    /// All codes below this one were guessed.
    floor: Code,
}

impl Player for Baseline1 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.floor = lowest_unguessed_from(self.floor, self.size, turns);
        self.floor
    }
}

impl Entrant for Baseline1 {
    const NAME: &'static str = "baseline-1";
    const SUMMARY: &'static str = "guesses every code in lexicographic order and ignores the feedback";

    fn prepare(briefing: &Briefing) -> Result<Baseline1, Refusal> {
        Ok(Baseline1 { size: briefing.size, floor: Code::uniform(briefing.size, Color::A) })
    }
}
