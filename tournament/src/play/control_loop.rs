//! The control loop of a tournament: assigns jobs to workers, and takes their reports and exits.

use crate::plan::{Match, Plan};
use crate::play::PlayError;
use crate::play::protocol::{Job, MatchSetup, Report};
use crate::play::scheduler::{PlayOrder, Scheduler};
use crate::play::workers::{Event, WorkerPool};
use crate::record::batch::{Batch, Round, unreported};
use crate::record::journal::{Journal, JournalEntry};
use crate::record::writer::{ResultWriter, UNREPORTED};
use crate::record::{Observer, Progress, known::KnownMatch, tally::RoundCounts};
use player_api::CrashCause;
use std::time::{Duration, Instant};
use std::{collections::BTreeMap, ops::RangeInclusive, sync::Arc};

/// The longest time between two calls of [`Observer::progress`].
pub const WAIT: Duration = Duration::from_millis(100);

/// Plays the rounds that a recorder does not know: of each match those after the known ones, up to the last one of the match.
pub fn play_matches<'a>(
    recorder: ResultWriter<'a>,
    order: PlayOrder,
    journal: Option<Journal>,
    pool: &mut dyn WorkerPool,
    observer: &mut dyn Observer,
) -> Result<(ResultWriter<'a>, Option<Journal>), PlayError> {
    let (plan, matches, before) = (recorder.plan, recorder.matches, recorder.known());
    let setups = matches.iter().map(|match_| Arc::new(MatchSetup::new(plan, match_))).collect();
    let running = (0..pool.workers()).map(|_| None).collect::<Vec<_>>();
    let last = vec![None; running.len()];
    let mut scheduler = Scheduler::new(matches, pool.workers(), order);
    if plan.rules.most_timeouts().is_some() {
        scheduler = scheduler.in_sequence();
    }
    if plan.separate {
        scheduler = scheduler.one_player_at_a_time();
    }
    let is_over: Vec<bool> = before.iter().map(|before| before.refusal.is_some() || before.ended.is_some()).collect();
    for (match_, before) in matches.iter().zip(&before) {
        scheduler.skip(match_.number, before.start.max(1), before.rounds + 1);
        if is_over[match_.number] {
            scheduler.stop_at(match_.number, 0);
        }
        if let Some(reason) = &before.refusal {
            observer.refused(match_, reason);
        }
        observer.reported(match_, &before.counts);
    }
    let by_match: Vec<u64> = before.iter().map(|before| before.rounds - before.elsewhere).collect();
    let tournament = Tournament {
        plan,
        matches,
        before,
        setups,
        scheduler,
        recorder,
        journal,
        running,
        last,
        by_match,
        time_by_match: vec![Duration::ZERO; matches.len()],
        is_over,
        latest: 0,
        killed: vec![0; matches.len()],
        streaks: vec![BTreeMap::new(); matches.len()],
        ends: vec![u64::MAX; matches.len()],
        observer,
    };
    tournament.play(pool)
}

struct RunningJob {
    match_: usize,
    job: Job,
    since: Instant,
    reported: Instant,
    rounds: u64,
    is_preparing: bool,
    /// The result of the present round, if the worker stopped it. The process of the worker ends then.
    stopped: Option<Round>,
}

struct Tournament<'a, 'o> {
    plan: &'a Plan,
    matches: &'a [Match],
    before: Vec<KnownMatch>,
    setups: Vec<Arc<MatchSetup>>,
    scheduler: Scheduler<'a>,
    recorder: ResultWriter<'a>,
    journal: Option<Journal>,
    running: Vec<Option<RunningJob>>,
    last: Vec<Option<usize>>,
    by_match: Vec<u64>,
    time_by_match: Vec<Duration>,
    /// Whether the rest of the rounds of a match will not be played, by match.
    is_over: Vec<bool>,
    latest: usize,
    killed: Vec<usize>,
    /// The rounds in a row in which the player did not work, by match: the first and the last ones of all such runs.
    streaks: Vec<BTreeMap<u64, u64>>,
    /// The last round that a match needs, if the rounds so far suffice to end it.
    ends: Vec<u64>,
    observer: &'o mut dyn Observer,
}

impl<'a> Tournament<'a, '_> {
    fn play(mut self, pool: &mut dyn WorkerPool) -> Result<(ResultWriter<'a>, Option<Journal>), PlayError> {
        if self.matches.is_empty() {
            return Ok((self.recorder, self.journal));
        }
        self.recorder.write(false, self.observer)?;
        loop {
            for worker in 0..self.running.len() {
                if self.running[worker].is_none() {
                    self.assign(worker, pool)?;
                }
            }
            if self.running.iter().all(Option::is_none) {
                self.recorder.write(false, self.observer)?;
                return Ok((self.recorder, self.journal));
            }
            let event = pool.next_event(WAIT)?;
            if let Some(Event::Report(worker, _) | Event::Exit(worker, _)) = &event
                && let Some(running) = &self.running[*worker]
            {
                self.latest = running.match_;
            }
            // Before the event is handled: an interrupt from the terminal ends worker processes, too, and is not a crash.
            let latest = &self.matches[self.latest];
            let (by_match, time_by_match, is_over) = (&self.by_match, &self.time_by_match, &self.is_over);
            let (rounds, total) = (by_match.iter().sum(), self.total());
            let progress = Progress { rounds, total, latest, by_match, time_by_match, is_over };
            if self.observer.progress(&progress).is_break() {
                self.recorder.write(true, self.observer)?;
                return Err(PlayError::Stopped);
            }
            match event {
                Some(Event::Report(worker, report)) => self.on_report(worker, report)?,
                Some(Event::Exit(worker, cause)) => self.on_exit(worker, &cause)?,
                None => {}
            }
        }
    }

    fn assign(&mut self, worker: usize, pool: &mut dyn WorkerPool) -> Result<(), PlayError> {
        if self.scheduler.next_player() {
            pool.end_processes()?;
            self.last.fill(None);
        }
        while let Some((match_, job)) = self.scheduler.assign(worker, &self.last) {
            if self.recorder.is_over(match_) {
                self.scheduler.ended(match_, 0, Duration::ZERO);
                self.stop(match_);
                continue;
            }
            pool.assign(worker, &self.setups[match_], &job)?;
            self.last[worker] = Some(match_);
            let (since, stopped) = (Instant::now(), None);
            self.running[worker] =
                Some(RunningJob { match_, job, since, reported: since, rounds: 0, is_preparing: false, stopped });
            return Ok(());
        }
        // Its player could compute at the expense of others, and nobody would count that.
        pool.end_process(worker);
        self.last[worker] = None;
        Ok(())
    }

    fn on_report(&mut self, worker: usize, report: Report) -> Result<(), PlayError> {
        let Some(running) = &mut self.running[worker] else { return Ok(()) };
        let match_ = running.match_;
        match report {
            Report::Ready | Report::Guess(_) => {}
            Report::Preparing => running.is_preparing = true,
            Report::Prepared(time) => {
                running.is_preparing = false;
                self.scheduler.prepared(match_, time);
                self.keep(match_, &JournalEntry::Prepared(time))?;
                self.recorder.prepared(match_, time);
            }
            Report::Rounds(batch) => {
                let rounds = batch.len() as u64;
                running.rounds += rounds;
                self.time_by_match[match_] += running.reported.elapsed();
                running.reported = Instant::now();
                running.job.first = batch.next();
                self.add(match_, *batch)?;
            }
            Report::Done => self.end_job(worker),
            Report::Refused(refusal) => {
                self.keep(match_, &JournalEntry::Refused(refusal.to_string()))?;
                self.recorder.refused(match_, refusal.to_string());
                self.observer.refused(&self.matches[match_], &refusal.to_string());
                self.end_job(worker);
                self.stop(match_);
                self.recorder.write(false, self.observer)?;
            }
            Report::Stopped(ending, guesses) => running.stopped = Some(Round::stopped(ending, guesses)),
            Report::Unknown(name) => return Err(PlayError::Unknown(name)),
        }
        Ok(())
    }

    /// The rounds of all matches, without those that will not be played, and those of other shards.
    fn total(&self) -> u64 {
        let own = |match_: &Match| match_.rounds - self.before[match_.number].elsewhere;
        let rounds =
            |match_: &Match| if self.is_over[match_.number] { self.by_match[match_.number] } else { own(match_) };
        self.matches.iter().map(rounds).sum()
    }

    fn stop(&mut self, match_: usize) {
        self.scheduler.stop_at(match_, 0);
        self.is_over[match_] = true;
    }

    fn end_job(&mut self, worker: usize) {
        if let Some(RunningJob { match_, rounds, since, .. }) = self.running[worker].take() {
            self.scheduler.ended(match_, rounds, since.elapsed());
        }
    }

    /// The process of a worker ended. Its job goes on with another process, after the round in which it ended.
    fn on_exit(&mut self, worker: usize, cause: &CrashCause) -> Result<(), PlayError> {
        self.last[worker] = None;
        let Some(running) = self.running[worker].take() else { return Ok(()) };
        let RunningJob { match_, mut job, stopped, is_preparing, rounds, since, reported } = running;
        self.time_by_match[match_] += reported.elapsed();
        self.scheduler.ended(match_, rounds, since.elapsed());
        // Somebody else may have killed it, such as the system when memory is short: the round is played again. Whoever kills all
        // workers at once may kill the one that plays the round again, too. More deaths than that are the player's doing.
        let is_killed = stopped.is_none() && *cause == CrashCause::KILLED;
        self.killed[match_] += usize::from(is_killed);
        let is_excused = is_killed && self.killed[match_] <= 2 * (self.running.len() + 1);
        if self.scheduler.is_first_preparation(match_) && (is_excused || !is_preparing) {
            // It did not come to the preparation, or not to its end.
            self.scheduler.prepare_again(match_);
        }
        if is_excused {
            self.observer.played_again(&self.matches[match_]);
            self.play_again(match_, job);
            return Ok(());
        }
        let is_known = stopped.is_some() || job.one_by_one;
        let round = stopped.unwrap_or_else(|| Round::crashed(cause));
        if is_preparing {
            let round = Round::stopped(round.ending.before_first_round(), round.guesses);
            self.scheduler.again(match_, job);
            // Where another worker has the player, this one may have run out of memory beside it.
            let is_alone = !self.last.contains(&Some(match_));
            let rest = self.scheduler.preparation_failed(match_, is_alone);
            return self.fail_rest(match_, rest, &round);
        }
        if is_known && job.first <= job.last {
            // The rounds before it are reported, so the process ended in the next one.
            self.add_unreported(match_, job.first, 1, &round)?;
            job.first += 1;
            // The player starts afresh after it.
            job.start = job.first;
        }
        self.play_again(match_, job);
        Ok(())
    }

    /// Hands out the rest of a job once more, in which a worker reports every round at once.
    fn play_again(&mut self, match_: usize, mut job: Job) {
        if !self.matches[match_].learns() {
            job.start = job.first;
        }
        job.one_by_one = true;
        job.last = job.last.min(self.ends[match_]);
        if job.first <= job.last {
            let job = job.with_secrets(&self.matches[match_]);
            self.scheduler.again(match_, job);
        }
    }

    fn add(&mut self, match_: usize, batch: Batch) -> Result<(), PlayError> {
        self.by_match[match_] += batch.len() as u64;
        if self.plan.rules.ends_at_failure() && batch.has_failure() {
            self.end_at(match_, batch.first);
        }
        let failed = (batch.first..).zip(batch.endings()).filter(|(_, (ending, _))| ending.stops_working());
        failed.for_each(|(number, _)| self.count_streak(match_, number));
        let place = self.journal.as_mut().map(|journal| journal.rounds(match_, &batch)).transpose()?;
        self.observer.reported(&self.matches[match_], &RoundCounts::of(&batch));
        Ok(self.recorder.add(match_, batch, place, self.observer)?)
    }

    /// Rounds of a match after that one are not needed any more.
    fn end_at(&mut self, match_: usize, last: u64) {
        self.ends[match_] = self.ends[match_].min(last);
        self.scheduler.stop_at(match_, last + 1);
        self.is_over[match_] = true;
    }

    /// The player did not work in that round. Rounds are reported in any order; a match is given up after the first run that is long
    /// enough, or earlier if rounds that are still played make another one.
    fn count_streak(&mut self, match_: usize, number: u64) {
        let runs = &mut self.streaks[match_];
        let before = runs.range(..number).next_back().filter(|(_, last)| **last + 1 == number).map(|(first, _)| *first);
        let (first, last) = (before.unwrap_or(number), runs.remove(&(number + 1)).unwrap_or(number));
        runs.insert(first, last);
        let limits = self.plan.limits;
        if limits.gives_up_after(last + 1 - first) {
            self.end_at(match_, first + limits.give_up - 1);
        }
    }

    fn keep(&mut self, match_: usize, entry: &JournalEntry<'_>) -> Result<(), PlayError> {
        if let Some(journal) = &mut self.journal {
            journal.append(match_, entry)?;
        }
        Ok(())
    }

    fn add_unreported(&mut self, match_: usize, first: u64, rounds: u64, round: &Round) -> Result<(), PlayError> {
        let batch = unreported(self.plan, &self.matches[match_], first, rounds, round);
        if batch.is_empty() { Ok(()) } else { self.add(match_, batch) }
    }

    /// Records that result for the rounds of a match that are left and whose player could not be prepared.
    fn fail_rest(&mut self, match_: usize, rest: Vec<RangeInclusive<u64>>, round: &Round) -> Result<(), PlayError> {
        for range in rest {
            for first in range.clone().step_by(UNREPORTED as usize) {
                if self.recorder.is_over(match_) {
                    return Ok(());
                }
                self.add_unreported(match_, first, UNREPORTED.min(range.end() + 1 - first), round)?;
            }
        }
        Ok(())
    }
}
