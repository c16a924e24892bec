//! The scheduler: decides which rounds a worker plays next.

use crate::{plan::Match, play::protocol::Job};
use std::collections::{HashMap, VecDeque};
use std::{ops::RangeInclusive, time::Duration};

/// The intended duration of a job: short enough for balanced loads and frequent reports, long enough for the cost of handing
/// it over not to matter.
const JOB_TIME: Duration = Duration::from_millis(100);
const MOST_ROUNDS: u64 = 100_000;
/// Towards the end of a match its jobs become smaller, down to this fraction of their usual length.
const SMALLEST_FRACTION: u64 = 32;
/// A worker joins a match that another one plays if this much work is left for each of them. A worker that joins must start a
/// process and prepare the player.
const WORTH_JOINING: Duration = Duration::from_millis(500);
/// In breadth-first order, the rounds that each match gets first.
const FIRST_STAGE: u64 = 8;
/// In breadth-first order, how many times as many rounds each match has after the next stage.
const STAGE_GROWTH: u64 = 8;
/// The approximate time of starting a process for a match.
const START: Duration = Duration::from_millis(10);
/// A worker stays with a match to its end if that takes at most this many times as long as starting it again.
const WORTH_STAYING: u32 = 10;
/// When this many later preparations of a match in a row ended their processes, while no other worker had the player, it is given up.
/// One that was ended by chance, as often as not, is given up in one of 32 cases.
const MOST_FAILED_PREPARATIONS: usize = 5;

/// In which order rounds are handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayOrder {
    /// All rounds of a match, then those of the next one. Few rounds wait to be recorded.
    MatchByMatch,
    /// The first rounds of every match, then more of every match, in growing stages: all matches are known a little before one is
    /// known well. A player that learns plays its match in one piece, after the first rounds of the others.
    BreadthFirst,
}

#[derive(Clone, Copy, Debug)]
struct Asking<'a> {
    worker: usize,
    last: &'a [Option<usize>],
}

/// Cuts the matches of a tournament into jobs.
///
/// A worker stays with a match until the rounds of the stage are handed out, then takes the first match that no worker has or that has
/// much work left. Match by match, there is one stage with all rounds.
#[derive(Debug)]
pub struct Scheduler<'a> {
    matches: &'a [Match],
    workers: u64,
    progress: Vec<MatchProgress>,
    first: usize,
    stage: u64,
    /// The matches that others follow: one is not begun before all rounds of the one that it follows are handed out, unless nothing
    /// else is left.
    follows: Vec<Option<usize>>,
    /// The first match of the only player whose matches are handed out, if players are played one after the other.
    only_player: Option<usize>,
}

impl<'a> Scheduler<'a> {
    pub fn new(matches: &'a [Match], workers: usize, order: PlayOrder) -> Scheduler<'a> {
        Scheduler {
            matches,
            workers: workers.max(1) as u64,
            progress: matches.iter().map(MatchProgress::new).collect(),
            first: 0,
            stage: match order {
                PlayOrder::MatchByMatch => u64::MAX,
                PlayOrder::BreadthFirst => FIRST_STAGE,
            },
            follows: vec![None; matches.len()],
            only_player: None,
        }
    }

    /// In breadth-first order, a player begins its matches against a codemaker one after the other: what the rules make of the first
    /// may exclude it from the next.
    pub fn in_sequence(mut self) -> Scheduler<'a> {
        let mut latest = HashMap::new();
        for (index, match_) in self.matches.iter().enumerate() {
            self.follows[index] = latest.insert((match_.player.name(), match_.codemaker.name()), index);
        }
        self
    }

    /// Players are played one after the other: no round of one is handed out before all rounds of the one before have ended.
    pub fn one_player_at_a_time(mut self) -> Scheduler<'a> {
        self.only_player = Some(0);
        self
    }

    /// Goes on to the next player if all rounds of the present one have ended. Returns whether it did: no worker plays then.
    pub fn next_player(&mut self) -> bool {
        let Some(present) = self.only_player else { return false };
        let is_busy =
            |match_: &usize| self.progress[*match_].workers > 0 || self.progress[*match_].has_rounds(u64::MAX);
        let busy: Vec<usize> = (0..self.matches.len()).filter(is_busy).collect();
        match busy.first() {
            Some(&next) if !busy.iter().any(|match_| self.is_same_player(*match_, present)) => {
                self.only_player = Some(next);
                true
            }
            _ => false,
        }
    }

    fn is_same_player(&self, one: usize, other: usize) -> bool {
        self.matches[one].player.name() == self.matches[other].player.name()
    }

    /// The match and the next job of a worker, which is given by its index. `last` is the match that the process of each worker played last.
    pub fn assign(&mut self, worker: usize, last: &[Option<usize>]) -> Option<(usize, Job)> {
        let asking = Asking { worker, last };
        while self.first < self.progress.len() && !self.progress[self.first].has_rounds(u64::MAX) {
            self.first += 1;
        }
        let match_ = self.choose(asking)?;
        let (workers, stage) = (self.workers, self.stage);
        let progress = &mut self.progress[match_];
        if matches!(progress.preparation, PreparationState::Not) {
            progress.preparation = PreparationState::Running;
        }
        progress.workers += 1;
        if let Some(job) = progress.again.pop_front() {
            return Some((match_, job));
        }
        let left = progress.left(u64::MAX);
        // What a player learns is in one place only: its match is one job.
        let rounds = if progress.learns {
            left
        } else {
            let even = left / (2 * workers);
            let rounds = even.clamp(progress.job_rounds.div_ceil(SMALLEST_FRACTION), progress.job_rounds);
            // A worker that stays with the match goes beyond the stage.
            match progress.left(stage) {
                0 => rounds,
                left => rounds.min(left),
            }
        };
        let (first, last) = (progress.next, progress.rounds.min(progress.next + rounds - 1));
        progress.next = last + 1;
        let job = Job::new(&self.matches[match_], first, last);
        let start = if progress.learns { progress.start } else { first };
        Some((match_, Job { start, ..job }.with_secrets(&self.matches[match_])))
    }

    /// The match of the next job, of the earliest stage that has one.
    fn choose(&mut self, asking: Asking<'_>) -> Option<usize> {
        loop {
            if let Some(match_) = self.choose_in_stage(asking) {
                return Some(match_);
            }
            let most = self.progress.iter().map(|progress| progress.rounds).max().unwrap_or(0);
            if self.stage >= most.max(FIRST_STAGE + 1) {
                let mut rest = self.first..self.progress.len();
                return rest.find(|&match_| self.is_ready(match_, u64::MAX, asking));
            }
            self.stage = self.stage.saturating_mul(STAGE_GROWTH);
        }
    }

    fn choose_in_stage(&self, asking: Asking<'_>) -> Option<usize> {
        let is_ready = |match_: usize| self.is_ready(match_, self.stage, asking) && !self.is_early(match_);
        if let Some(match_) = asking.last[asking.worker]
            && (is_ready(match_) || self.is_worth_staying(match_, asking))
        {
            return Some(match_);
        }
        (self.first..self.progress.len()).find(|&match_| {
            let progress = &self.progress[match_];
            is_ready(match_)
                && (progress.workers == 0
                    || !progress.again.is_empty()
                    || progress.work_for_one_more(self.stage) > WORTH_JOINING)
        })
    }

    /// Whether a worker that asks can be given rounds of a match up to that one.
    fn is_ready(&self, match_: usize, last: u64, asking: Asking<'_>) -> bool {
        // A worker that does not have the player of a match, or prepare it, waits for one that does.
        let must_wait = asking.last[asking.worker] != Some(match_) && asking.last.contains(&Some(match_));
        self.only_player.is_none_or(|present| self.is_same_player(match_, present))
            && self.progress[match_].is_ready(last, must_wait)
    }

    /// Whether another stage, or another match, comes before this one.
    fn is_early(&self, match_: usize) -> bool {
        if self.stage == u64::MAX {
            return false;
        }
        let is_behind = self.follows[match_].is_some_and(|before| self.progress[before].has_rounds(u64::MAX));
        is_behind || self.stage == FIRST_STAGE && self.progress[match_].learns
    }

    /// Whether a worker that plays a match plays it to its end, though other matches have fewer rounds.
    fn is_worth_staying(&self, match_: usize, asking: Asking<'_>) -> bool {
        let progress = &self.progress[match_];
        let again = WORTH_STAYING * (progress.preparation_time + START);
        self.is_ready(match_, u64::MAX, asking) && progress.work_for_one_more(u64::MAX) <= again
    }

    /// The rounds of a match before `next` are not handed out. A player that learns plays them again from round `start` on.
    pub fn skip(&mut self, match_: usize, start: u64, next: u64) {
        let progress = &mut self.progress[match_];
        (progress.start, progress.next) = (start, next);
    }

    /// The player of a match was prepared in this CPU time.
    pub fn prepared(&mut self, match_: usize, time: Duration) {
        let progress = &mut self.progress[match_];
        (progress.preparation, progress.preparation_time) = (PreparationState::Done, time);
    }

    /// Whether no worker has prepared the player of a match yet.
    pub fn is_first_preparation(&self, match_: usize) -> bool {
        matches!(self.progress[match_].preparation, PreparationState::Not | PreparationState::Running)
    }

    /// The first preparation of a match did not come to its end, through no fault of the player: another worker begins.
    pub fn prepare_again(&mut self, match_: usize) {
        self.progress[match_].preparation = PreparationState::Not;
    }

    /// A preparation of a match ended the worker's process, after its job was handed back. `is_alone` says whether no other worker has the
    /// player. The first one is given up at once, later ones after some: the result is the rounds of which there will be no report, in order.
    pub fn preparation_failed(&mut self, match_: usize, is_alone: bool) -> Vec<RangeInclusive<u64>> {
        let is_first = self.is_first_preparation(match_);
        let progress = &mut self.progress[match_];
        let failed = match progress.preparation {
            PreparationState::Unreliable(failed) => failed,
            _ => 0,
        } + usize::from(is_alone);
        if is_first || failed >= MOST_FAILED_PREPARATIONS {
            progress.preparation = PreparationState::Failed;
            return progress.take_rest();
        }
        progress.preparation = PreparationState::Unreliable(failed);
        Vec::new()
    }

    /// The rounds of a match from that one on are not needed any more. Jobs that broke off before it are.
    pub fn stop_at(&mut self, match_: usize, round: u64) {
        let progress = &mut self.progress[match_];
        progress.next = progress.rounds + 1;
        progress.again.retain(|job| job.first < round);
    }

    /// A worker ended its job of a match, after it played that many rounds in that time.
    pub fn ended(&mut self, match_: usize, rounds: u64, time: Duration) {
        let progress = &mut self.progress[match_];
        progress.workers -= 1;
        if let Some(per_round) = (time.as_nanos() as u64).checked_div(rounds) {
            progress.per_round = Some(Duration::from_nanos(per_round));
            // A few rounds do not predict thousands: at most eight times as many.
            let fitting = JOB_TIME.as_nanos() as u64 / per_round.max(1);
            progress.job_rounds = fitting.clamp(1, (rounds * 8).min(MOST_ROUNDS));
        }
    }

    /// A job broke off; it is handed out again before other rounds of its match.
    pub fn again(&mut self, match_: usize, job: Job) {
        self.progress[match_].again.push_back(job);
        self.first = self.first.min(match_);
    }
}

/// The rounds of the first job of a match. Later jobs follow from how long it took.
const FIRST_ROUNDS: u64 = 8;

/// How far the player of a match is prepared.
#[derive(Clone, Copy, Debug)]
pub enum PreparationState {
    Not,
    /// The first worker prepares it. Other workers wait for the result, so that what becomes of a match does not depend on
    /// how many of them there are.
    Running,
    Done,
    /// A worker prepared it, and a later preparation ended the process of a worker. The number is how many of them did so in a row while no
    /// other worker had the player. One worker at a time begins, and only while no other one has the player: as if there were one worker.
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
    pub preparation_time: Duration,
    /// The next round to hand out.
    pub next: u64,
    /// The round at which a player that learns starts.
    pub start: u64,
    pub workers: u64,
    /// The time of a round, as last measured.
    pub per_round: Option<Duration>,
    pub job_rounds: u64,
    /// Jobs that broke off, to be played again from where they did.
    pub again: VecDeque<Job>,
}

impl MatchProgress {
    pub fn new(match_: &Match) -> MatchProgress {
        MatchProgress {
            rounds: match_.rounds,
            learns: match_.learns(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;

    fn matches(players: &[&str], sizes: &[&str], rounds: u64) -> Vec<Match> {
        Plan::of_names(players, &["insert-colors"], sizes).rounds(rounds).matches()
    }

    fn rounds(assignment: Option<(usize, Job)>) -> Option<(usize, u64, u64)> {
        assignment.map(|(match_, job)| (match_, job.first, job.last))
    }

    #[test]
    fn a_match_is_shared_once_its_player_is_prepared_and_work_is_left() {
        let matches = matches(&["rao", "dino"], &["4x6"], 1_000_000);
        let mut scheduler = Scheduler::new(&matches, 2, PlayOrder::MatchByMatch);
        assert_eq!(rounds(scheduler.assign(0, &[None])), Some((0, 1, 8)));
        // The first match is being prepared: the other worker begins the next one.
        assert_eq!(rounds(scheduler.assign(0, &[None])), Some((1, 1, 8)));
        scheduler.prepared(0, Duration::ZERO);
        scheduler.ended(0, 8, Duration::from_millis(8));
        assert_eq!(rounds(scheduler.assign(0, &[Some(0)])), Some((0, 9, 72)));
        scheduler.prepared(1, Duration::ZERO);
        scheduler.ended(1, 8, Duration::from_millis(8));
        assert_eq!(rounds(scheduler.assign(0, &[Some(1)])), Some((1, 9, 72)));
        // A third worker helps with the first match.
        assert_eq!(rounds(scheduler.assign(0, &[None])), Some((0, 73, 136)));
    }

    /// Plays all matches with three workers that take turns, and returns the jobs in order.
    fn play_all(mut scheduler: Scheduler<'_>, round: Duration) -> Vec<(usize, u64, u64)> {
        let (mut jobs, mut before) = (Vec::new(), [None; 3]);
        for worker in (0..3).cycle() {
            let Some((match_, job)) = scheduler.assign(worker, &before) else { break };
            scheduler.prepared(match_, Duration::from_millis(1));
            scheduler.ended(match_, job.last + 1 - job.first, round * (job.last + 1 - job.first) as u32);
            before[worker] = Some(match_);
            jobs.push((match_, job.first, job.last));
        }
        jobs
    }

    #[test]
    fn every_round_is_handed_out_once() {
        let matches = matches(&["rao", "dino", "bayes:1"], &["4x6"], 1000);
        for order in [PlayOrder::MatchByMatch, PlayOrder::BreadthFirst] {
            for micros in [1, 100, 20_000] {
                let mut seen = vec![vec![0u32; 1001]; 3];
                for (match_, first, last) in play_all(Scheduler::new(&matches, 3, order), Duration::from_micros(micros))
                {
                    (first..=last).for_each(|round| seen[match_][round as usize] += 1);
                }
                assert!(seen.iter().all(|rounds| rounds[1..].iter().all(|&count| count == 1)), "{order:?}");
            }
        }
    }

    #[test]
    fn every_match_gets_its_first_rounds_early() {
        let matches = matches(&["rao", "dino", "knuth", "minimax"], &["4x6"], 1000);
        let jobs =
            |micros| play_all(Scheduler::new(&matches, 2, PlayOrder::BreadthFirst), Duration::from_micros(micros));
        let slow = jobs(1000);
        assert_eq!(slow[..4], [(0, 1, 8), (1, 1, 8), (2, 1, 8), (3, 1, 8)]);
        let stage_ends = |match_, end| slow.iter().position(|job| (job.0, job.2) == (match_, end));
        assert!(stage_ends(3, 64) < stage_ends(0, 512), "{slow:?}");
        // The first worker does not leave a match that is nearly over.
        let fast: Vec<usize> = jobs(1)[..4].iter().map(|job| job.0).collect();
        assert_eq!(fast, [0, 1, 2, 0]);
    }

    #[test]
    fn a_player_begins_its_matches_in_sequence() {
        let matches = matches(&["rao"], &["4x6", "5x6"], 100);
        let jobs = play_all(Scheduler::new(&matches, 1, PlayOrder::BreadthFirst).in_sequence(), JOB_TIME);
        let second = jobs.iter().position(|job| job.0 == 1).unwrap();
        assert_eq!(jobs[second - 1].2, 100, "{jobs:?}");
    }

    #[test]
    fn players_are_played_one_after_the_other() {
        let matches = matches(&["rao", "dino"], &["4x6", "5x6"], 100);
        for order in [PlayOrder::MatchByMatch, PlayOrder::BreadthFirst] {
            let mut scheduler = Scheduler::new(&matches, 2, order).one_player_at_a_time();
            let (mut players, mut last) = (Vec::new(), [None; 2]);
            for worker in [0, 1].into_iter().cycle() {
                let begins = scheduler.next_player();
                let Some((match_, job)) = scheduler.assign(worker, &last) else { break };
                // While this round is played, nothing of the other player begins, though all is handed out.
                assert!(!scheduler.next_player());
                scheduler.prepared(match_, Duration::ZERO);
                scheduler.ended(match_, job.last + 1 - job.first, JOB_TIME);
                last[worker] = Some(match_);
                players.push((matches[match_].player.name(), begins));
            }
            let second = players.iter().position(|(name, _)| *name == "dino").unwrap();
            assert!(players[..second].iter().all(|player| *player == ("rao", false)), "{players:?}");
            assert_eq!(players[second], ("dino", true));
            assert!(players[second + 1..].iter().all(|player| *player == ("dino", false)), "{players:?}");
        }
    }

    #[test]
    fn a_job_that_broke_off_comes_first() {
        let matches = matches(&["rao"], &["4x6"], 100);
        let mut scheduler = Scheduler::new(&matches, 1, PlayOrder::MatchByMatch);
        let (match_, job) = scheduler.assign(0, &[None]).unwrap();
        scheduler.prepared(match_, Duration::ZERO);
        scheduler.ended(match_, 3, Duration::from_millis(1));
        scheduler.again(match_, Job { first: 4, start: 4, ..job.clone() });
        assert_eq!(rounds(scheduler.assign(0, &[None])), Some((0, 4, 8)));
        scheduler.again(match_, Job { first: 5, start: 5, ..job.clone() });
        scheduler.again(match_, Job { first: 7, start: 7, ..job });
        scheduler.stop_at(0, 7);
        assert_eq!(rounds(scheduler.assign(0, &[None])), Some((0, 5, 8)));
        assert_eq!(rounds(scheduler.assign(0, &[None])), None, "a failure in round 7 ends the match");
        scheduler.stop_at(0, 0);
        assert_eq!(rounds(scheduler.assign(0, &[None])), None);
    }
}
