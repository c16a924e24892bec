//! The schedule: which job is handed out next, and how large it is.

use crate::{
    job::Job,
    plan::{Match, Plan},
};
use std::{collections::VecDeque, time::Duration};

/// A job aims to take so long: short enough for even loads and progress, long enough for the handing over not to count.
const AIM: Duration = Duration::from_millis(100);
/// The first job of a match has so many rounds; later ones go by how long it took.
const FIRST_ROUNDS: u64 = 8;
const MOST_ROUNDS: u64 = 100_000;
/// Towards the end of a match jobs become smaller, down to this part of their size.
const LEAST_PART: u64 = 32;

/// Cuts matches into jobs, in the order of the plan.
#[derive(Debug)]
pub struct Schedule<'a> {
    plan: &'a Plan,
    matches: &'a [Match],
    workers: u64,
    /// The match that is being cut, and the rounds of it that are handed out.
    current: usize,
    handed: u64,
    /// How many rounds the next job of the current match has.
    rounds: u64,
    next_number: u64,
    /// Jobs to be done again from where they broke off.
    again: VecDeque<(u64, Job)>,
}

impl<'a> Schedule<'a> {
    pub fn new(plan: &'a Plan, matches: &'a [Match], workers: usize) -> Schedule<'a> {
        Schedule {
            plan,
            matches,
            workers: workers.max(1) as u64,
            current: 0,
            handed: 0,
            rounds: FIRST_ROUNDS,
            next_number: 0,
            again: VecDeque::new(),
        }
    }

    /// A job that broke off, to be handed out before all others.
    pub fn again(&mut self, number: u64, job: Job) {
        self.again.push_back((number, job));
    }

    /// A job that broke off, if there is one.
    pub fn next_again(&mut self) -> Option<(u64, Job)> {
        self.again.pop_front()
    }

    /// The next new job with its number; matches that are over are passed over.
    pub fn next_new(&mut self, is_over: impl Fn(usize) -> bool) -> Option<(u64, Job)> {
        loop {
            let game = self.matches.get(self.current)?;
            if self.handed >= game.rounds || is_over(self.current) {
                self.current += 1;
                self.handed = 0;
                self.rounds = FIRST_ROUNDS;
                continue;
            }
            // What a player learned is in one place only: the whole match is one job.
            let rounds =
                if game.player.learns(&game.knowledge) { game.rounds } else { self.share(game.rounds - self.handed) };
            let last = game.rounds.min(self.handed + rounds);
            let job = Job::new(self.plan, game, self.handed + 1, last);
            self.handed = last;
            self.next_number += 1;
            return Some((self.next_number, job));
        }
    }

    /// How many of the rounds that are left the next job gets: less and less towards the end, so that all workers end at
    /// about the same time.
    fn share(&self, left: u64) -> u64 {
        let even = left / (2 * self.workers);
        even.clamp(self.rounds.div_ceil(LEAST_PART), self.rounds)
    }

    /// So many rounds of a match took a worker so long: the next job of that match is made to fit.
    pub fn learn(&mut self, of: usize, rounds: u64, took: Duration) {
        if of == self.current && rounds > 0 {
            let per_round = took.as_nanos() as u64 / rounds;
            let fitting = AIM.as_nanos() as u64 / per_round.max(1);
            // At most eightfold at once: a few rounds say little of thousands.
            self.rounds = fitting.clamp(1, (rounds * 8).min(MOST_ROUNDS));
        }
    }
}
