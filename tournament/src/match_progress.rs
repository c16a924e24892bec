//! How far a match is handed out to workers.

use crate::{Match, protocol::Job};
use std::{collections::VecDeque, ops::RangeInclusive, time::Duration};

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
    /// A worker prepared it, and a later preparation ended the process of a worker. The number is how many of them did so in a
    /// row while no other worker had the player. One worker at a time begins, and only while no other one has the player: as if
    /// there were one worker.
    Unreliable(usize),
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

    /// Whether there are rounds up to that one that can be handed out now. `must_wait` says whether the worker that asks does not have
    /// the player and another one has.
    pub fn is_ready(&self, last: u64, must_wait: bool) -> bool {
        self.has_rounds(last)
            && match self.preparation {
                // Nobody has begun a match, or the only worker that had was killed.
                PreparationState::Not | PreparationState::Done => true,
                PreparationState::Unreliable(_) => !must_wait,
                PreparationState::Running | PreparationState::Failed => false,
            }
    }

    /// The rounds that are neither reported nor being played, in order. They are not handed out any more.
    pub fn take_rest(&mut self) -> Vec<RangeInclusive<u64>> {
        let mut rest: Vec<RangeInclusive<u64>> = self.again.drain(..).map(|job| job.first..=job.last).collect();
        rest.push(self.next..=self.rounds);
        self.next = self.rounds + 1;
        rest.retain(|range| !range.is_empty());
        rest.sort_by_key(|range| *range.start());
        // Where jobs were cut is nothing that a record may depend on.
        rest.into_iter().fold(Vec::new(), |mut joined: Vec<RangeInclusive<u64>>, range| {
            match joined.last_mut() {
                Some(last) if last.end() + 1 == *range.start() => *last = *last.start()..=*range.end(),
                _ => joined.push(range),
            }
            joined
        })
    }

    /// The work up to that round that is not handed out, for each of the workers if one more joined.
    pub fn work_for_one_more(&self, last: u64) -> Duration {
        let nanos = self.per_round.map_or(0, |time| time.as_nanos() as u64).saturating_mul(self.left(last));
        Duration::from_nanos(nanos / (self.workers + 1))
    }
}
