//! How far a match is handed out to workers.

use crate::{Match, protocol::Job};
use std::{collections::VecDeque, time::Duration};

/// The rounds of the first job of a match. Later jobs follow from how long it took.
const FIRST_ROUNDS: u64 = 8;

/// How far the player of a match is prepared.
#[derive(Clone, Copy, Debug)]
pub enum PreparationState {
    /// No worker has begun.
    Not,
    /// The first worker prepares it. Other workers wait for the result, so that what becomes of a match does not depend on
    /// how many of them there are.
    Running,
    Done,
    /// The preparation ended the worker's process. No round is handed out.
    Failed,
}

/// How far a match is handed out.
#[derive(Clone, Debug)]
pub struct MatchProgress {
    pub rounds: u64,
    pub learns: bool,
    pub preparation: PreparationState,
    /// The CPU time of the last preparation.
    pub preparation_time: Duration,
    /// The next round to hand out.
    pub next: u64,
    /// The round at which a player that learns starts.
    pub start: u64,
    /// The workers that play it at present.
    pub workers: u64,
    /// The time of a round, as last measured.
    pub per_round: Option<Duration>,
    /// The rounds of the next job.
    pub job_rounds: u64,
    /// Jobs that broke off, to be played again from where they did.
    pub again: VecDeque<Job>,
}

impl MatchProgress {
    /// A match of which nothing is handed out.
    pub fn new(game: &Match) -> MatchProgress {
        MatchProgress {
            rounds: game.rounds,
            learns: game.learns(),
            preparation: PreparationState::Not,
            preparation_time: Duration::ZERO,
            next: 1,
            start: 1,
            workers: 0,
            per_round: None,
            job_rounds: FIRST_ROUNDS,
            again: VecDeque::new(),
        }
    }

    /// The number of rounds up to that one that are not handed out; all of them if the player learns.
    pub fn left(&self, last: u64) -> u64 {
        let last = if self.learns { self.rounds } else { last.min(self.rounds) };
        (last + 1).saturating_sub(self.next)
    }

    /// Whether there are rounds up to that one to hand out.
    pub fn has_rounds(&self, last: u64) -> bool {
        self.left(last) > 0 || !self.again.is_empty()
    }

    /// Whether there are rounds up to that one that can be handed out now.
    pub fn is_ready(&self, last: u64) -> bool {
        // Nobody has begun a match, or the only worker that had was killed.
        self.has_rounds(last) && matches!(self.preparation, PreparationState::Done | PreparationState::Not)
    }

    /// The work up to that round that is not handed out, for each of the workers if one more joined.
    pub fn work_for_one_more(&self, last: u64) -> Duration {
        let nanos = self.per_round.map_or(0, |time| time.as_nanos() as u64).saturating_mul(self.left(last));
        Duration::from_nanos(nanos / (self.workers + 1))
    }
}
