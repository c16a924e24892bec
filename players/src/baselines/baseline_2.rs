//! Baseline 2: the next consistent code.

use super::lexicographic::next_consistent;
use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Color, Rng, Size, Turn};

/// The steps of a round, 2 to 3 s of work.
const ROUND_STEPS: u64 = 60_000_000;

/// The steps of a guess when those of the round are spent.
const SPARE_STEPS: u64 = 50_000;

/// Guesses the lexicographically next code that is consistent with every turn so far.
///
/// Its work is counted in steps of the search: a guess may take half of what is left of 60 million for the round, and
/// 50000 at least. Half of the rounds at 20x26 take less than 0.1 million; the hardest known of the contest's sizes took
/// 30 million. Where the steps are too few (on boards of 24 pegs and more) it guesses a consistent code that need not be
/// the next one, or else the next arrangement of the colors it knows. When the turns contradict each other it repeats its
/// last guess.
#[derive(Clone, Debug)]
pub struct Baseline2 {
    size: Size,
    /// No code below is consistent.
    floor: Code,
    steps: u64,
}

impl Player for Baseline2 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let Some(last) = turns.last() else {
            return Code::uniform(self.size, Color::A);
        };
        let granted = (self.steps / 2).max(SPARE_STEPS);
        let mut left = granted;
        let next = next_consistent(self.size, turns, &self.floor, &mut left);
        self.steps = self.steps.saturating_sub(granted - left);
        next.map_or(last.guess, |next| {
            self.floor = next.floor;
            next.guess
        })
    }
}

impl Entrant for Baseline2 {
    const NAME: &'static str = "baseline-2";
    const SUMMARY: &'static str = "guesses the next code in lexicographic order that all answers admit";

    fn prepare(briefing: &Briefing) -> Result<Baseline2, Refusal> {
        Ok(Baseline2 { size: briefing.size, floor: Code::uniform(briefing.size, Color::A), steps: ROUND_STEPS })
    }
}
