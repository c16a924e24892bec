//! The scheduler: decides which rounds a worker plays next.

use crate::{Match, protocol::Job};
use std::{collections::VecDeque, time::Duration};

/// The intended duration of a job: short enough for balanced loads and frequent reports, long enough for the cost of handing
/// it over not to matter.
const JOB_TIME: Duration = Duration::from_millis(100);
/// The rounds of the first job of a match. Later jobs follow from how long it took.
const FIRST_ROUNDS: u64 = 8;
/// The most rounds of a job.
const MOST_ROUNDS: u64 = 100_000;
/// Towards the end of a match its jobs become smaller, down to this fraction of their size.
const SMALLEST_FRACTION: u64 = 32;
/// A worker joins a match that another one plays if this much work is left for each of them. A worker that joins must start a
/// process and prepare the player.
const WORTH_JOINING: Duration = Duration::from_millis(500);

/// How far the player of a match is prepared.
#[derive(Clone, Copy, Debug)]
enum PreparationState {
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
struct MatchProgress {
    rounds: u64,
    learns: bool,
    preparation: PreparationState,
    /// The next round to hand out.
    next: u64,
    /// The round at which a player that learns starts.
    start: u64,
    /// The workers that play it at present.
    workers: u64,
    /// The time of a round, as last measured.
    per_round: Option<Duration>,
    /// The rounds of the next job.
    job_rounds: u64,
    /// Jobs that broke off, to be played again from where they did.
    again: VecDeque<Job>,
}

impl MatchProgress {
    fn has_rounds(&self) -> bool {
        self.next <= self.rounds || !self.again.is_empty()
    }

    fn is_ready(&self) -> bool {
        // No worker has begun a match that is begun: the only one that had was killed.
        self.has_rounds() && matches!(self.preparation, PreparationState::Done | PreparationState::Not)
    }

    /// The work that is not handed out, for each of the workers if one more joined.
    fn work_for_one_more(&self) -> Duration {
        let left = (self.rounds + 1).saturating_sub(self.next);
        let nanos = self.per_round.map_or(0, |time| time.as_nanos() as u64).saturating_mul(left);
        Duration::from_nanos(nanos / (self.workers + 1))
    }
}

/// A job of a match.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The index of the match.
    pub game: usize,
    pub job: Job,
}

/// Cuts the matches of a tournament into jobs.
///
/// A worker stays with a match until all its rounds are handed out, then joins the first match with much work left, then begins
/// the next match in the order of the plan. So every match before the last one begun has a worker until its rounds are handed
/// out.
#[derive(Debug)]
pub struct Scheduler<'a> {
    matches: &'a [Match],
    workers: u64,
    progress: Vec<MatchProgress>,
    /// The first match that may have rounds to hand out.
    first: usize,
    /// The first match that is not begun.
    next: usize,
}

impl<'a> Scheduler<'a> {
    /// A scheduler of these matches for that many workers.
    pub fn new(matches: &'a [Match], workers: usize) -> Scheduler<'a> {
        let progress = matches.iter().map(|game| MatchProgress {
            rounds: game.rounds,
            learns: game.learns(),
            preparation: PreparationState::Not,
            next: 1,
            start: 1,
            workers: 0,
            per_round: None,
            job_rounds: FIRST_ROUNDS,
            again: VecDeque::new(),
        });
        Scheduler { matches, workers: workers.max(1) as u64, progress: progress.collect(), first: 0, next: 0 }
    }

    /// The next job of a worker that played that match before. With `only`, no job of another match.
    pub fn assign(&mut self, before: Option<usize>, only: Option<usize>) -> Option<Assignment> {
        while self.first < self.next && !self.progress[self.first].has_rounds() {
            self.first += 1;
        }
        let game = self.choose(before, only)?;
        let workers = self.workers;
        let progress = &mut self.progress[game];
        if matches!(progress.preparation, PreparationState::Not) {
            progress.preparation = PreparationState::Running;
            self.next = self.next.max(game + 1);
        }
        progress.workers += 1;
        if let Some(job) = progress.again.pop_front() {
            return Some(Assignment { game, job });
        }
        let left = progress.rounds + 1 - progress.next;
        // What a player learns is in one place only: its match is one job.
        let rounds = if progress.learns {
            left
        } else {
            let even = left / (2 * workers);
            even.clamp(progress.job_rounds.div_ceil(SMALLEST_FRACTION), progress.job_rounds)
        };
        let (first, last) = (progress.next, progress.rounds.min(progress.next + rounds - 1));
        progress.next = last + 1;
        let job = Job::new(&self.matches[game], first, last);
        let start = if progress.learns { progress.start } else { first };
        Some(Assignment { game, job: Job { start, ..job }.with_secrets(&self.matches[game]) })
    }

    fn choose(&mut self, before: Option<usize>, only: Option<usize>) -> Option<usize> {
        let is_ready = |game: &usize| self.progress[*game].is_ready();
        if let Some(only) = only {
            let is_new = only >= self.next && self.progress[only].has_rounds();
            return (is_new || is_ready(&only)).then_some(only);
        }
        if let Some(game) = before.filter(is_ready) {
            return Some(game);
        }
        let begun = self.first..self.next;
        let joinable = |game: &usize| {
            let progress = &self.progress[*game];
            progress.is_ready()
                && (progress.workers == 0 || !progress.again.is_empty() || progress.work_for_one_more() > WORTH_JOINING)
        };
        if let Some(game) = begun.clone().find(joinable) {
            return Some(game);
        }
        while self.next < self.matches.len() && !self.progress[self.next].has_rounds() {
            self.next += 1;
        }
        if self.next < self.matches.len() {
            return Some(self.next);
        }
        begun.into_iter().find(is_ready)
    }

    /// The rounds of a match before `next` are not handed out. A player that learns plays them again from round `start` on.
    pub fn skip(&mut self, game: usize, start: u64, next: u64) {
        let progress = &mut self.progress[game];
        (progress.start, progress.next) = (start, next);
    }

    /// The player of a match is prepared.
    pub fn prepared(&mut self, game: usize) {
        self.progress[game].preparation = PreparationState::Done;
    }

    /// Whether no worker has prepared the player of a match yet.
    pub fn is_first_preparation(&self, game: usize) -> bool {
        matches!(self.progress[game].preparation, PreparationState::Not | PreparationState::Running)
    }

    /// The first preparation of a match did not come to its end, through no fault of the player: another worker begins.
    pub fn prepare_again(&mut self, game: usize) {
        self.progress[game].preparation = PreparationState::Not;
    }

    /// The first preparation of a match ended the worker's process: no round of it is handed out any more.
    pub fn preparation_failed(&mut self, game: usize) {
        self.progress[game].preparation = PreparationState::Failed;
        self.stop(game);
    }

    /// No more rounds of a match are needed.
    pub fn stop(&mut self, game: usize) {
        let progress = &mut self.progress[game];
        progress.next = progress.rounds + 1;
        progress.again.clear();
    }

    /// The rounds of a match from that one on are not needed any more. Jobs that broke off before it are.
    pub fn stop_at(&mut self, game: usize, round: u64) {
        let progress = &mut self.progress[game];
        progress.next = progress.rounds + 1;
        progress.again.retain(|job| job.first < round);
    }

    /// A worker ended its job of a match, after it played that many rounds in that time.
    pub fn ended(&mut self, game: usize, rounds: u64, time: Duration) {
        let progress = &mut self.progress[game];
        progress.workers -= 1;
        if let Some(per_round) = (time.as_nanos() as u64).checked_div(rounds) {
            progress.per_round = Some(Duration::from_nanos(per_round));
            // A few rounds do not predict thousands: at most eight times as many.
            let fitting = JOB_TIME.as_nanos() as u64 / per_round.max(1);
            progress.job_rounds = fitting.clamp(1, (rounds * 8).min(MOST_ROUNDS));
        }
    }

    /// A job broke off; it is handed out again before other rounds of its match.
    pub fn again(&mut self, game: usize, job: Job) {
        self.progress[game].again.push_back(job);
        self.first = self.first.min(game);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codemakers, Plan};

    fn matches(players: &[&str], rounds: u64) -> Vec<Match> {
        let codemaker = Codemakers::builtin().find("insert-colors").unwrap().unwrap();
        let players = players.iter().map(|name| players::find(name).unwrap());
        Plan::new(players, [codemaker], ["4x6".parse().unwrap()]).rounds(rounds).matches()
    }

    fn rounds(assignment: Option<Assignment>) -> Option<(usize, u64, u64)> {
        assignment.map(|Assignment { game, job }| (game, job.first, job.last))
    }

    #[test]
    fn a_match_is_shared_once_its_player_is_prepared_and_work_is_left() {
        let matches = matches(&["rao", "dino"], 1_000_000);
        let mut scheduler = Scheduler::new(&matches, 2);
        assert_eq!(rounds(scheduler.assign(None, None)), Some((0, 1, 8)));
        // The first match is being prepared: the other worker begins the next one.
        assert_eq!(rounds(scheduler.assign(None, None)), Some((1, 1, 8)));
        scheduler.prepared(0);
        scheduler.ended(0, 8, Duration::from_millis(8));
        assert_eq!(rounds(scheduler.assign(Some(0), None)), Some((0, 9, 72)));
        scheduler.prepared(1);
        scheduler.ended(1, 8, Duration::from_millis(8));
        assert_eq!(rounds(scheduler.assign(Some(1), None)), Some((1, 9, 72)));
        // A third worker helps with the first match.
        assert_eq!(rounds(scheduler.assign(None, None)), Some((0, 73, 136)));
    }

    #[test]
    fn every_round_is_handed_out_once() {
        let matches = matches(&["rao", "dino", "bayes:1"], 1000);
        let mut scheduler = Scheduler::new(&matches, 3);
        let (mut seen, mut before) = (vec![vec![0u32; 1001]; 3], None);
        while let Some(Assignment { game, job }) = scheduler.assign(before, None) {
            scheduler.prepared(game);
            (job.first..=job.last).for_each(|round| seen[game][round as usize] += 1);
            scheduler.ended(game, job.last + 1 - job.first, Duration::from_millis(20));
            before = Some(game);
        }
        assert!(seen.iter().all(|rounds| rounds[1..].iter().all(|&count| count == 1)));
    }

    #[test]
    fn a_job_that_broke_off_comes_first() {
        let matches = matches(&["rao"], 100);
        let mut scheduler = Scheduler::new(&matches, 1);
        let Assignment { game, job } = scheduler.assign(None, None).unwrap();
        scheduler.prepared(game);
        scheduler.ended(game, 3, Duration::from_millis(1));
        scheduler.again(game, Job { first: 4, start: 4, ..job.clone() });
        assert_eq!(rounds(scheduler.assign(None, None)), Some((0, 4, 8)));
        scheduler.again(game, Job { first: 5, start: 5, ..job.clone() });
        scheduler.again(game, Job { first: 7, start: 7, ..job });
        scheduler.stop_at(0, 7);
        assert_eq!(rounds(scheduler.assign(None, None)), Some((0, 5, 8)));
        assert_eq!(rounds(scheduler.assign(None, None)), None, "a failure in round 7 ends the match");
        scheduler.stop(0);
        assert_eq!(rounds(scheduler.assign(None, None)), None);
    }
}
