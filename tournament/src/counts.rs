//! Rounds of a match, counted.

use crate::{Tally, TimingTally, batch::Batch};

/// Rounds of a match, counted: their outcomes, and the times of those that were timed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundCounts {
    /// The outcomes.
    pub rounds: Tally,
    /// The times.
    pub times: TimingTally,
}

impl RoundCounts {
    /// The rounds of a batch.
    pub(crate) fn of(batch: &Batch) -> RoundCounts {
        let mut counts = RoundCounts::default();
        batch.outcomes().for_each(|(outcome, guesses)| counts.rounds.count(outcome, guesses));
        batch.times().for_each(|time| counts.times.count(time));
        counts
    }

    /// Adds other rounds.
    pub fn add(&mut self, other: &RoundCounts) {
        self.rounds.add(&other.rounds);
        self.times.add(&other.times);
    }
}
