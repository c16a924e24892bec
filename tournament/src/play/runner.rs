//! The job runner: plays jobs, in a thread or in a process of its own.

use crate::play::protocol::{AnsweredGuess, Job, MatchSetup, Report};
use crate::play::referee::{CpuClock, Heartbeat, Referee, ticks};
use crate::record::batch::{Batch, Round, Streak};
use player_api::registry::{PlayerInstance, RefereedPlayer, catch_panic};
use player_api::{Ending, FailureKind, Fault, Outcome, Player, Refusal};
use scsa::{Code, Rng, Turn};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::Ordering};
use std::{collections::VecDeque, time::Duration};

/// Rounds are reported after this many ticks of the clock: 50 ms.
const REPORT_AFTER_TICKS: u64 = 10;
/// Rounds are reported when there are this many: some 30 KB.
const MOST_UNREPORTED: usize = 2000;
/// The first rounds of a match are all timed. Of later rounds that are fast only one in [`TIMED_ONE_IN`] is, because reading
/// the clock costs as much as the round.
const ALL_TIMED_UP_TO: u64 = 1000;
const TIMED_ONE_IN: u64 = 64;
/// A faster round is fast.
const FAST: Duration = Duration::from_micros(20);

/// The fault is that of a player that panicked; it fails every round.
type PreparationResult = Result<Result<PlayerInstance, Refusal>, Fault>;

/// The prepared players of the matches in play, each of which the jobs of its match share.
#[derive(Debug)]
pub struct PreparedPlayers {
    /// The matches by number, that of the latest job last.
    slots: Mutex<VecDeque<(usize, PreparationSlot)>>,
    /// The number of matches that are in play at a time.
    capacity: usize,
}

/// What the preparation came to, and its time until a job with rounds has reported that.
type PreparationSlot = Arc<Mutex<Option<(PreparationResult, Option<Duration>)>>>;

impl PreparedPlayers {
    pub fn new(workers: usize) -> PreparedPlayers {
        PreparedPlayers { slots: Mutex::default(), capacity: workers }
    }

    /// The slot of a match, which becomes the latest; the oldest is dropped if there are too many.
    fn slot(&self, number: usize) -> PreparationSlot {
        let mut slots = lock(&self.slots);
        let found = slots.iter().position(|(other, _)| *other == number).and_then(|index| slots.remove(index));
        let slot = found.map(|(_, slot)| slot).unwrap_or_default();
        slots.push_back((number, Arc::clone(&slot)));
        while slots.len() > self.capacity {
            slots.pop_front();
        }
        slot
    }

    fn get<E>(
        &self,
        setup: &MatchSetup,
        job: &Job,
        clock: CpuClock,
        heartbeat: &Heartbeat,
        report: impl Fn(Report) -> Result<(), E>,
    ) -> Result<PreparationResult, E> {
        let slot = self.slot(setup.number);
        let mut prepared_before = lock(&slot);
        let unreported = |time| Some(time).filter(|_| job.last < job.first);
        if let Some((preparation, time)) = &mut *prepared_before {
            if let Some(known) = time.take() {
                report(Report::Preparing)?;
                report(Report::Prepared(known))?;
                *time = unreported(known);
            }
            return Ok(preparation.clone());
        }
        report(Report::Preparing)?;
        let start = clock.now();
        heartbeat.memory_mb.store(setup.limits.memory_mb, Ordering::Relaxed);
        heartbeat.begin(setup.limits.preparation());
        let prepared = catch_panic(|| setup.player.prepare(&setup.briefing()));
        heartbeat.end();
        let mut preparation = prepared.map_err(Fault::NotLoaded);
        let own_time = match &mut preparation {
            Ok(Ok(instance)) => instance.player().own_cpu_time(),
            Ok(Err(_)) | Err(_) => None,
        };
        let time = own_time.unwrap_or_else(|| clock.now().saturating_sub(start));
        report(Report::Prepared(time))?;
        *prepared_before = Some((preparation.clone(), unreported(time)));
        Ok(preparation)
    }
}

/// Plays jobs one after the other. Its fields are what a watchdog thread may look at meanwhile.
#[derive(Debug)]
pub struct JobRunner {
    clock: CpuClock,
    pub heartbeat: Arc<Heartbeat>,
    /// The rounds of the present job that are not reported yet.
    pub unreported: Mutex<Batch>,
}

impl JobRunner {
    pub fn new(clock: CpuClock) -> JobRunner {
        JobRunner { clock, heartbeat: Arc::default(), unreported: Mutex::default() }
    }

    /// Plays a job and passes on its reports, the last of them `Done` or `Refused`.
    pub fn play<E>(
        &self,
        setup: &MatchSetup,
        job: &Job,
        prepared: &PreparedPlayers,
        report: impl Fn(Report) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        *lock(&self.unreported) = Batch::default();
        // An external player is watched and stopped by what talks to it.
        let heartbeat = match setup.player.definition() {
            Some(_) => Arc::default(),
            None => Arc::clone(&self.heartbeat),
        };
        let mut instance = match prepared.get(setup, job, self.clock, &heartbeat, &report)? {
            Ok(Ok(instance)) => Ok(instance),
            Ok(Err(refusal)) => return report(Report::Refused(refusal)),
            Err(fault) => Err(fault),
        };
        let (streams, secret_streams) = (setup.player_streams(), setup.secret_streams());
        let secret_of = |round: u64| match &job.secrets {
            Some(codes) => codes.get((round - job.start) as usize).copied(),
            None => setup.codemaker.secret(setup.game, round, &mut secret_streams.round(round)),
        };
        let report_guess = |guess| {
            // The lock keeps the watchdog, which may report at the same time, from writing in between. An error occurs again
            // at the next report.
            let _unreported = lock(&self.unreported);
            let _ = report(Report::Guess(guess));
        };
        let limits = (setup.guess_limit, setup.limits.time);
        let mut referee = Referee::observed(setup.game, limits, self.clock, heartbeat);
        let (mut all_timed, mut panicked, mut streak) = (true, false, Streak::default());
        let mut reported = (ticks(), self.clock.now());
        for number in job.start..=job.last {
            let Some(secret) = secret_of(number) else { break };
            let timed = number <= ALL_TIMED_UP_TO || all_timed || number % TIMED_ONE_IN == 0;
            // A panic may leave a player that learns in an inconsistent state.
            let is_reset = !setup.learns() || panicked;
            let mut rng = streams.round(number);
            referee.number = number;
            let round = match player(&mut instance, is_reset) {
                Ok(player) if job.report_guesses => {
                    let (reported, time) = (0, Duration::ZERO);
                    let report = &report_guess;
                    let mut player = ObservedPlayer { player, clock: self.clock, report, reported, time };
                    referee.play(&mut player, &secret, &mut rng, timed)
                }
                Ok(player) => referee.play(player, &secret, &mut rng, timed),
                Err(fault) => Round::stopped(Ending::of(&Outcome::Failure(fault), setup.game), 0),
            };
            if let Some(time) = &round.time {
                all_timed = time.whole > FAST;
            }
            let has_failed = round.ending.is_failure();
            let in_a_row = streak.count(&round.ending);
            panicked = round.ending.kind() == Some(FailureKind::Exception);
            if number < job.first {
                continue;
            }
            // A timeout may disqualify the player: the tournament must know of it at once.
            let is_urgent = job.one_by_one
                || setup.rules.most_timeouts().is_some() && round.ending.kind() == Some(FailureKind::Time);
            let batch = {
                let mut unreported = lock(&self.unreported);
                unreported.push(number, &secret, round);
                if setup.player.definition().is_some() {
                    unreported.push_codes(referee.turns().iter().map(|turn| turn.guess));
                }
                let is_due = is_urgent
                    || unreported.len() >= MOST_UNREPORTED
                    || ticks().wrapping_sub(reported.0) >= REPORT_AFTER_TICKS;
                is_due.then(|| self.take(&mut unreported, reported.1))
            };
            if let Some(batch) = batch {
                report(Report::Rounds(Box::new(batch)))?;
                reported = (ticks(), self.clock.now());
            }
            if setup.rules.ends_at_failure() && has_failed || setup.limits.gives_up_after(in_a_row) {
                break;
            }
        }
        let rest = self.take(&mut lock(&self.unreported), reported.1);
        if !rest.is_empty() {
            report(Report::Rounds(Box::new(rest)))?;
        }
        report(Report::Done)
    }

    /// Takes the unreported rounds, which were played since the CPU clock showed `since`.
    fn take(&self, unreported: &mut Batch, since: Duration) -> Batch {
        let mut batch = std::mem::take(unreported);
        batch.cpu_time = self.clock.now().saturating_sub(since);
        batch
    }
}

/// The player for a round, reset if it is to be; or why there is none.
fn player(instance: &mut Result<PlayerInstance, Fault>, is_reset: bool) -> Result<&mut dyn RefereedPlayer, Fault> {
    let instance = instance.as_mut().map_err(|fault| fault.clone())?;
    if is_reset {
        catch_panic(|| instance.reset()).map_err(Fault::Exception)?;
    }
    Ok(instance.player())
}

/// Locks a mutex. Panics of players are caught elsewhere, so that its value is never in an inconsistent state.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A player whose guesses are reported as they are answered, so that they are known even if the round never ends.
struct ObservedPlayer<'a> {
    player: &'a mut dyn RefereedPlayer,
    clock: CpuClock,
    report: &'a (dyn Fn(AnsweredGuess) + Sync),
    reported: usize,
    /// The CPU time of the newest guess. That of the first includes the beginning of the round.
    time: Duration,
}

impl ObservedPlayer<'_> {
    fn report_new(&mut self, turns: &[Turn]) {
        for turn in &turns[self.reported..] {
            (self.report)(AnsweredGuess { guess: turn.guess, time: self.time });
            self.time = Duration::ZERO;
        }
        self.reported = turns.len();
    }

    fn timed<T>(&mut self, call: impl FnOnce(&mut dyn RefereedPlayer) -> T) -> T {
        let start = self.now();
        let result = call(self.player);
        self.time += self.now().saturating_sub(start);
        result
    }

    fn now(&self) -> Duration {
        self.player.own_cpu_time().unwrap_or_else(|| self.clock.now())
    }
}

impl Player for ObservedPlayer<'_> {
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        self.report_new(turns);
        self.timed(|player| player.guess(turns, rng))
    }
}

impl RefereedPlayer for ObservedPlayer<'_> {
    fn answer(&mut self, turns: &[Turn], rng: &mut Rng) -> Result<Code, Outcome> {
        self.report_new(turns);
        self.timed(|player| player.answer(turns, rng))
    }

    fn own_cpu_time(&self) -> Option<Duration> {
        self.player.own_cpu_time()
    }

    fn begin_round(&mut self, number: u64) {
        self.timed(|player| player.begin_round(number));
    }

    fn finish_round(&mut self, turns: &[Turn], outcome: Outcome) -> Outcome {
        self.report_new(turns);
        self.player.finish_round(turns, outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jobs of as many matches as there are workers take turns, and each match keeps its player.
    #[test]
    fn a_player_is_kept_as_long_as_its_match_is_in_play() {
        let players = PreparedPlayers::new(2);
        let first = players.slot(1);
        for _ in 0..3 {
            players.slot(2);
            assert!(Arc::ptr_eq(&first, &players.slot(1)));
        }
        players.slot(3);
        assert!(Arc::ptr_eq(&first, &players.slot(1)));
        players.slot(4);
        players.slot(5);
        assert!(!Arc::ptr_eq(&first, &players.slot(1)));
    }
}
