//! Rounds of a match, counted.

use crate::{Tally, TimingTally, batch::Batch};
use player_api::Outcome;

/// Rounds of a match, counted: their outcomes, and the times of those that were timed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundCounts {
    /// The number of the first of them; 0 without a round.
    pub first: u64,
    /// The outcomes.
    pub rounds: Tally,
    /// The outcomes up to the first failure, which ends a match by some rules; none without a failure.
    pub to_failure: Option<Tally>,
    /// The times.
    pub times: TimingTally,
}

impl RoundCounts {
    /// The rounds of a batch.
    pub(crate) fn of(batch: &Batch) -> RoundCounts {
        let mut counts = RoundCounts { first: batch.first(), ..RoundCounts::default() };
        for (outcome, guesses) in batch.outcomes() {
            counts.rounds.count(outcome, guesses);
            if counts.to_failure.is_none() && matches!(outcome, Outcome::Failure(_)) {
                counts.to_failure = Some(counts.rounds.clone());
            }
        }
        batch.times().for_each(|(outcome, time)| counts.times.count(outcome, time));
        counts
    }

    /// Adds later rounds.
    pub fn add(&mut self, other: &RoundCounts) {
        if self.first == 0 {
            self.first = other.first;
        }
        if self.to_failure.is_none() && other.to_failure.is_some() {
            let mut to_failure = self.rounds.clone();
            other.to_failure.iter().for_each(|rounds| to_failure.add(rounds));
            self.to_failure = Some(to_failure);
        }
        self.rounds.add(&other.rounds);
        self.times.add(&other.times);
    }
}
