//! A piece of a match, as it is handed to a worker, and what the worker reports of it.

use super::plan::{Match, Plan};
use crate::{
    Codemaker, Limits, Rules, Seed, clock, panics,
    record::Rows,
    referee::{Pulse, Referee, Round},
    seed::Streams,
    tally::{Tally, TimingTally},
};
use players::{Briefing, Fault, Knowledge, Outcome, Prepared, Refusal};
use scsa::{Code, Scsa, Size, algorithms};
use serde::{Deserialize, Serialize};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Consecutive rounds of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The number of the match.
    pub of: usize,
    pub player: String,
    pub codemaker: String,
    /// The name that the random streams are derived from.
    pub stream: String,
    pub size: Size,
    pub seed: u64,
    pub limits: Limits,
    pub rules: Rules,
    /// The first round to report; rounds count from 1.
    pub first: u64,
    /// The last round to report.
    pub last: u64,
    /// Where the player starts: before `first` when it learns and the rounds between were reported already.
    pub start: u64,
    /// Whether each round is reported as soon as it is played, so that a crash tells which round it was.
    pub one_by_one: bool,
    /// The secrets of the rounds from `start` on, where they come from a file.
    pub secrets: Option<Vec<Code>>,
}

/// What a worker reports.
#[derive(Debug, Serialize, Deserialize)]
pub enum Report {
    /// The worker is there.
    Ready,
    /// Rounds were played, from the first that was not yet reported on.
    Played(Box<Batch>),
    /// The job is done. With rules that end a match at a failure, rounds behind a failure were not played.
    Done,
    /// The player does not play this match.
    Refused(String),
    /// The next round has used up its time without an end, after so many guesses.
    Stuck(usize),
}

/// The records of consecutive rounds.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Batch {
    pub rounds: u64,
    #[serde(with = "serde_bytes")]
    pub rows: Vec<u8>,
    #[serde(with = "serde_bytes")]
    pub timing_rows: Vec<u8>,
    pub tally: Tally,
    pub timing: TimingTally,
}

/// How long a report may be held back while rounds are played.
const REPORT_AFTER: Duration = Duration::from_millis(50);
/// A report is sent when it holds so many rounds: some 100 KB of rows.
const REPORT_ROUNDS: u64 = 2000;
/// A preparation may take so many times the time of a round.
const PREPARATION: u32 = 12;
/// In a longer match of fast rounds only one round in so many is timed: reading the clock costs as much as the round.
const TIMED_ONE_IN: u64 = 16;
const ALL_TIMED_UP_TO: u64 = 1000;
const FAST: Duration = Duration::from_micros(20);

impl Job {
    /// The job of playing these rounds of a match.
    pub fn new(plan: &Plan, game: &Match, first: u64, last: u64) -> Job {
        let mut job = Job {
            of: game.number,
            player: game.player.name.to_owned(),
            codemaker: game.codemaker.name().to_owned(),
            stream: game.codemaker.stream_name().to_owned(),
            size: game.size,
            seed: plan.seed.0,
            limits: plan.limits,
            rules: plan.rules,
            first,
            last,
            start: first,
            one_by_one: false,
            secrets: None,
        };
        job.load_secrets(&game.codemaker);
        job
    }

    /// Takes the secrets from the codemaker's file, where it has one.
    pub fn load_secrets(&mut self, codemaker: &Codemaker) {
        if let Codemaker::Codes { codes, .. } = codemaker {
            let range = self.start as usize - 1..self.last as usize;
            self.secrets = codes.codes().get(range).map(<[Code]>::to_vec);
        }
    }

    fn briefing(&self) -> Briefing {
        let knowledge = match (&self.secrets, algorithms::find(&self.codemaker)) {
            (None, Some(scsa)) => Codemaker::Algorithm(scsa).knowledge(),
            _ => Knowledge::Nothing,
        };
        Briefing { size: self.size, guess_limit: self.limits.guesses, codemaker: self.codemaker.clone(), knowledge }
    }
}

/// What came of preparing a player.
#[derive(Clone, Debug)]
enum Preparation {
    Ready(Prepared),
    Refused(Refusal),
    /// It panicked: then it fails in every round.
    Broken(Fault),
}

/// The player that was prepared last, so that the jobs of a match share its tables.
#[derive(Debug, Default)]
pub struct LastPrepared(Mutex<Option<(usize, Preparation)>>);

impl LastPrepared {
    fn get(&self, job: &Job, pulse: &Pulse) -> Preparation {
        let mut last = lock(&self.0);
        if let Some((of, preparation)) = &*last
            && *of == job.of
        {
            return preparation.clone();
        }
        pulse.begin(job.limits.time * PREPARATION);
        let prepared = panics::catch(|| match players::find(&job.player) {
            Some(entry) => entry.prepare(&job.briefing()),
            None => Err(Refusal(format!("there is no player {}", job.player))),
        });
        pulse.end();
        let preparation = match prepared {
            Ok(Ok(prepared)) => Preparation::Ready(prepared),
            Ok(Err(refusal)) => Preparation::Refused(refusal),
            Err(message) => Preparation::Broken(Fault::Panic(message)),
        };
        *last = Some((job.of, preparation.clone()));
        preparation
    }
}

/// Rounds that were played and not reported yet.
#[derive(Debug)]
pub struct Draft {
    rows: Rows,
    batch: Batch,
}

impl Draft {
    pub fn new(player: &str, scsa: &str, size: Size, rules: Rules) -> Draft {
        Draft { rows: Rows::new(player, scsa, size, rules), batch: Batch::default() }
    }

    pub fn add(&mut self, number: u64, secret: &Code, round: &Round) {
        self.batch.rounds += 1;
        self.batch.tally.count(&round.outcome, round.guesses);
        if let Some(time) = &round.time {
            self.batch.timing.count(time);
        }
        self.rows.push(number, secret, round);
    }

    /// Takes what there is to report, if anything.
    pub fn take(&mut self) -> Option<Box<Batch>> {
        if self.batch.rounds == 0 {
            return None;
        }
        let mut batch = Box::new(std::mem::take(&mut self.batch));
        (batch.rows, batch.timing_rows) = self.rows.take();
        Some(batch)
    }
}

/// Who plays jobs: what it keeps from one job to the next, and what others may look at meanwhile.
#[derive(Debug, Default)]
pub struct Bench {
    pub pulse: Arc<Pulse>,
    /// The rounds of the job at hand that are not reported yet.
    pub draft: Mutex<Option<Draft>>,
}

impl Bench {
    /// Plays a job and hands over reports as they come, the last of them `Done` or `Refused`.
    ///
    /// # Errors
    /// What `report` returns; then the job is given up.
    pub fn play<E>(
        &self,
        job: &Job,
        prepared: &LastPrepared,
        report: impl Fn(Report) -> Result<(), E>,
    ) -> Result<(), E> {
        let draft = Draft::new(&job.player, &job.codemaker, job.size, job.rules);
        *lock(&self.draft) = Some(draft);
        let mut seat = match prepared.get(job, &self.pulse) {
            Preparation::Ready(prepared) => Ok(prepared),
            Preparation::Refused(refusal) => return report(Report::Refused(refusal.0)),
            Preparation::Broken(fault) => Err(fault),
        };
        let learns = players::find(&job.player).is_some_and(|entry| entry.learns);
        let secrets = Secrets::of(job);
        let streams = Seed(job.seed).player(job.size, &job.stream, &job.player);
        let mut referee = Referee::new(job.size, job.limits, Arc::clone(&self.pulse));
        let mut timing_all = true;
        let mut reported = clock::ticks();
        for number in job.start..=job.last {
            let Some(secret) = secrets.of_round(number) else { break };
            let timed = number <= ALL_TIMED_UP_TO || timing_all || number % TIMED_ONE_IN == 0;
            let round = match &mut seat {
                Ok(seat) => {
                    if !learns {
                        seat.renew();
                    }
                    referee.play(seat.player(), &secret, &mut streams.round(number), timed)
                }
                Err(fault) => Round { outcome: Outcome::Failure(fault.clone()), guesses: 0, time: None },
            };
            if let Some(time) = &round.time {
                timing_all = time.whole > FAST;
            }
            if let (Outcome::Failure(Fault::Panic(_)), Ok(seat)) = (&round.outcome, &mut seat) {
                // What a panic leaves behind may be in pieces.
                seat.renew();
            }
            if number < job.first {
                continue;
            }
            let due = {
                let mut draft = lock(&self.draft);
                let Some(draft) = draft.as_mut() else { break };
                draft.add(number, &secret, &round);
                let waited = clock::ticks().wrapping_sub(reported) >= REPORT_AFTER.as_millis() as u64 / TICK_MS;
                let due = job.one_by_one || draft.batch.rounds >= REPORT_ROUNDS || waited;
                due.then(|| draft.take()).flatten()
            };
            if let Some(batch) = due {
                report(Report::Played(batch))?;
                reported = clock::ticks();
            }
            if job.rules.ends_at_failure() && matches!(round.outcome, Outcome::Failure(_)) {
                break;
            }
        }
        let rest = lock(&self.draft).as_mut().and_then(Draft::take);
        if let Some(batch) = rest {
            report(Report::Played(batch))?;
        }
        report(Report::Done)
    }
}

const TICK_MS: u64 = clock::TICK.as_millis() as u64;

/// Where the secrets of a job come from.
enum Secrets<'a> {
    Drawn(&'static dyn Scsa, Streams, Size),
    Listed(&'a [Code], u64),
}

impl Secrets<'_> {
    fn of(job: &Job) -> Secrets<'_> {
        match (&job.secrets, algorithms::find(&job.codemaker)) {
            (None, Some(scsa)) => {
                let streams = Seed(job.seed).secrets(job.size, &job.stream);
                Secrets::Drawn(scsa, streams, job.size)
            }
            (listed, _) => Secrets::Listed(listed.as_deref().unwrap_or_default(), job.start),
        }
    }

    fn of_round(&self, number: u64) -> Option<Code> {
        match self {
            Secrets::Drawn(scsa, streams, size) => Some(scsa.draw(*size, &mut streams.round(number))),
            Secrets::Listed(codes, start) => codes.get((number - start) as usize).copied(),
        }
    }
}

/// A lock that a panicking thread held is as good as any: nothing here is left half-done by a panic.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
