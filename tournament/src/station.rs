//! Where jobs are played.

use crate::{
    Seed, clock, panics,
    referee::{Pulse, Referee, Round},
};
use crate::{
    draft::Draft,
    job::{Job, Report, Secrets},
    witness::Witnessed,
};
use players::{Fault, Limit, Outcome, Player, PlayerInstance, Refusal};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// How many ticks of the clock a report may be held back while rounds are played: 50 ms.
const REPORT_AFTER_TICKS: u64 = 10;
/// A report is sent when it holds so many rounds: some 100 KB of rows.
const REPORT_ROUNDS: u64 = 2000;
/// A preparation may take so many times the time of a round.
const PREPARATION: u32 = 12;
/// In a longer match of fast rounds only one round in so many is timed: reading the clock costs as much as the round.
const TIMED_ONE_IN: u64 = 64;
const ALL_TIMED_UP_TO: u64 = 1000;
const FAST: Duration = Duration::from_micros(20);

/// What came of preparing a player.
#[derive(Clone, Debug)]
enum Preparation {
    Ready(PlayerInstance),
    Refused(Refusal),
    /// It panicked: then it fails in every round.
    Broken(Fault),
}

/// The player that was prepared last, so that the jobs of a match share its tables.
#[derive(Debug, Default)]
pub struct LastPrepared(Mutex<Option<(usize, Preparation)>>);

impl LastPrepared {
    fn get<E>(&self, job: &Job, pulse: &Pulse, report: impl Fn(Report) -> Result<(), E>) -> Result<Preparation, E> {
        let mut last = lock(&self.0);
        if let Some((of, preparation)) = &*last
            && *of == job.of
        {
            return Ok(preparation.clone());
        }
        report(Report::Preparing)?;
        pulse.begin(job.limits.time * PREPARATION);
        let prepared = panics::catch(|| match players::find(&job.player) {
            Ok(entry) => entry.prepare(&job.briefing()),
            Err(e) => Err(Refusal::new(format!("{}: {e}", job.player))),
        });
        pulse.end();
        let preparation = match prepared {
            Ok(Ok(prepared)) => Preparation::Ready(prepared),
            Ok(Err(refusal)) => Preparation::Refused(refusal),
            Err(message) => Preparation::Broken(Fault::Panic(message)),
        };
        report(Report::Prepared)?;
        *last = Some((job.of, preparation.clone()));
        Ok(preparation)
    }
}

/// Who plays jobs: what it keeps from one job to the next, and what others may look at meanwhile.
#[derive(Debug, Default)]
pub struct Station {
    pub pulse: Arc<Pulse>,
    /// The rounds of the job at hand that are not reported yet.
    pub draft: Mutex<Option<Draft>>,
}

impl Station {
    /// Plays a job and hands over reports as they come, the last of them `Done` or `Refused`.
    ///
    /// # Errors
    /// What `report` returns; then the job is given up.
    pub fn play<E>(
        &self,
        job: &Job,
        prepared: &LastPrepared,
        report: impl Fn(Report) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        let draft = Draft::new(&job.player, &job.codemaker, job.size, job.rules);
        *lock(&self.draft) = Some(draft);
        let mut seat = match prepared.get(job, &self.pulse, &report)? {
            Preparation::Ready(prepared) => Ok(prepared),
            Preparation::Refused(refusal) => return report(Report::Refused(refusal)),
            Preparation::Broken(fault) => Err(fault),
        };
        let secrets = Secrets::of(job);
        let streams = Seed(job.seed).player(job.size, &job.stream, &job.player);
        let tell = |guess| {
            // The watchdog, which may report at the same time, holds this lock, too. An error comes again at the next report.
            let _draft = lock(&self.draft);
            let _ = report(Report::Answered(guess));
        };
        let mut referee = Referee::watched(job.size, job.limits, Arc::clone(&self.pulse));
        let (mut timing_all, mut panicked) = (true, false);
        let mut reported = (clock::ticks(), clock::cpu_time());
        for number in job.start..=job.last {
            let Some(secret) = secrets.of_round(number) else { break };
            let timed = number <= ALL_TIMED_UP_TO || timing_all || number % TIMED_ONE_IN == 0;
            // What a panic leaves behind may be in pieces.
            let fresh = !job.learns || panicked;
            let round = match seated(&mut seat, fresh) {
                Ok(player) if job.guess_by_guess => {
                    referee.play(&mut Witnessed::new(player, &tell), &secret, &mut streams.round(number), timed)
                }
                Ok(player) => referee.play(player, &secret, &mut streams.round(number), timed),
                Err(fault) => Round { outcome: Outcome::Failure(fault), guesses: 0, time: None },
            };
            panicked = matches!(round.outcome, Outcome::Failure(Fault::Panic(_)));
            if let Some(time) = &round.time {
                timing_all = time.whole > FAST;
            }
            if number < job.first {
                continue;
            }
            let due = {
                let mut draft = lock(&self.draft);
                let Some(draft) = draft.as_mut() else { break };
                draft.add(number, &secret, &round);
                let waited = clock::ticks().wrapping_sub(reported.0) >= REPORT_AFTER_TICKS;
                // A player is barred after so many of these, not after some more.
                let counts = job.rules.barred_after().is_some() && round.outcome == Outcome::Loss(Limit::Time);
                let due = job.one_by_one || draft.rounds() >= REPORT_ROUNDS || waited || counts;
                due.then(|| draft.take(clock::cpu_time().saturating_sub(reported.1))).flatten()
            };
            if let Some(batch) = due {
                report(Report::Played(batch))?;
                reported = (clock::ticks(), clock::cpu_time());
            }
            if job.rules.ends_at_failure() && matches!(round.outcome, Outcome::Failure(_)) {
                break;
            }
        }
        let spent = clock::cpu_time().saturating_sub(reported.1);
        let rest = lock(&self.draft).as_mut().and_then(|draft| draft.take(spent));
        if let Some(batch) = rest {
            report(Report::Played(batch))?;
        }
        report(Report::Done)
    }
}

/// The player that sits down to a round, made anew if it is to be fresh; or why there is none.
fn seated(seat: &mut Result<PlayerInstance, Fault>, fresh: bool) -> Result<&mut dyn Player, Fault> {
    let prepared = seat.as_mut().map_err(|fault| fault.clone())?;
    if fresh {
        panics::catch(|| prepared.reset()).map_err(Fault::Panic)?;
    }
    Ok(prepared.player())
}

/// A lock that a panicking thread held is as good as any: nothing here is left half-done by a panic.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
