//! Baseline 2: the next consistent code.

use super::lexicographic::next_consistent;
use crate::{Briefing, Entrant, Player, Refusal};
use scsa::{Code, Color, Rng, Size, Turn};

/// The search steps of a round, which take 2 to 3 s.
const ROUND_STEPS: u64 = 60_000_000;

/// The least search steps of a guess, even when those of the round are used up.
const LEAST_STEPS: u64 = 50_000;

/// Guesses the lexicographically next code that is consistent with every turn so far.
///
/// Its work is counted in search steps. A guess may take half of what is left of the 60 million steps of a round, and at
/// least 50000. The median round at 20x26 takes less than 0.1 million steps; the hardest known round at a size of the contest
/// took 30 million. If the steps run out, which happens from 24 pegs on, it guesses a consistent code that need not be the next
/// one, or if none is known the next permutation of the colors it knows. If no code is consistent with all turns it
/// repeats its last guess.
#[derive(Clone, Debug)]
pub struct Baseline2 {
    size: Size,
    /// No code below this one is consistent.
    floor: Code,
    /// The search steps left for the round.
    steps: u64,
}

impl Player for Baseline2 {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let Some(last) = turns.last() else {
            return Code::uniform(self.size, Color::A);
        };
        let granted = (self.steps / 2).max(LEAST_STEPS);
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
    const SUMMARY: &'static str = "guesses the next consistent code in lexicographic order";

    fn prepare(briefing: &Briefing) -> Result<Baseline2, Refusal> {
        Ok(Baseline2 { size: briefing.size, floor: Code::uniform(briefing.size, Color::A), steps: ROUND_STEPS })
    }
}
