//! The referee of a round.

use crate::record::batch::{Round, RoundTime};
use cpu_time::{ProcessTime, ThreadTime};
use player_api::registry::{RefereedPlayer, catch_panic};
use player_api::{Ending, Fault, Limit, Outcome};
use scsa::{Code, Game, Rng, Turn};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::{thread, time::Duration};

/// Plays rounds: answers guesses, enforces the limits, and turns whatever the player does into an [`Ending`].
#[derive(Debug)]
pub struct Referee {
    game: Game,
    guess_limit: usize,
    stopwatch: Stopwatch,
    turns: Vec<Turn>,
    /// The number of the next round.
    pub(crate) number: u64,
    requested: usize,
    heartbeat: Arc<Heartbeat>,
}

impl Referee {
    /// A referee for the rounds of a match, each with so many guesses and so much CPU time of the player.
    pub fn new(game: Game, guess_limit: usize, time: Duration) -> Referee {
        Referee::observed(game, (guess_limit, time), CpuClock::Thread, Arc::default())
    }

    /// A referee that counts CPU time by that clock and shows a watchdog what the player is doing.
    pub(crate) fn observed(
        game: Game,
        (guess_limit, time): (usize, Duration),
        clock: CpuClock,
        heartbeat: Arc<Heartbeat>,
    ) -> Referee {
        Referee {
            game,
            guess_limit,
            stopwatch: Stopwatch::new(time, clock),
            // Most rounds are short, whatever the limit.
            turns: Vec::with_capacity(guess_limit.min(128)),
            number: 1,
            requested: 0,
            heartbeat,
        }
    }

    /// Plays a round: requests guesses until one of them is the secret, a limit is reached or the player fails. `timed`
    /// says whether the CPU time is measured. The referee costs about 5 ns a guess, and half a microsecond a timed round.
    pub fn play(&mut self, player: &mut dyn RefereedPlayer, secret: &Code, rng: &mut Rng, timed: bool) -> Round {
        self.turns.clear();
        self.requested = 0;
        self.heartbeat.begin(self.stopwatch.limit);
        self.stopwatch.start(timed, player);
        let outcome = catch_panic(|| {
            player.begin_round(self.number);
            let outcome = self.guesses(player, secret, rng, timed);
            player.finish_round(&self.turns, outcome)
        });
        self.heartbeat.end();
        let outcome = outcome.unwrap_or_else(|message| Outcome::Failure(Fault::Exception(message)));
        let guesses = self.turns.len();
        let time = timed.then(|| self.stopwatch.stop(self.requested, player));
        self.number += 1;
        Round { ending: Ending::of(&outcome, self.game), guesses, time }
    }

    fn guesses(&mut self, player: &mut dyn RefereedPlayer, secret: &Code, rng: &mut Rng, timed: bool) -> Outcome {
        while self.turns.len() < self.guess_limit {
            self.requested += 1;
            let guess = match player.answer(&self.turns, rng) {
                Ok(guess) if self.game.is_legal(&guess) => Ok(guess),
                Ok(guess) => Err(Fault::Illegal(guess)),
                Err(Outcome::Failure(fault @ Fault::NoCode(_))) => Err(fault),
                Err(outcome) => return outcome,
            };
            if self.stopwatch.is_late(timed, player) {
                return Outcome::Loss(Limit::Time(None));
            }
            let guess = match guess {
                Ok(guess) => guess,
                Err(fault) => return Outcome::Failure(fault),
            };
            let turn = Turn::new(self.game, guess, secret);
            self.turns.push(turn);
            self.heartbeat.guesses.store(self.turns.len() as u64, Ordering::Relaxed);
            if turn.feedback.is_win(self.game) {
                return Outcome::Win;
            }
        }
        Outcome::Loss(Limit::Guesses)
    }

    /// The turns of the round played last.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }
}

/// What a player is doing, for another thread to see. Only the player's thread writes.
#[derive(Debug, Default)]
pub struct Heartbeat {
    /// The number of activities begun: preparations and rounds.
    activities: AtomicU64,
    /// The CPU time in milliseconds that the present activity may take; 0 while there is none.
    allowance: AtomicU64,
    pub guesses: AtomicU64,
    /// The memory that the process may use, in megabytes.
    pub memory_mb: AtomicU64,
}

impl Heartbeat {
    /// An activity begins that may take this much CPU time.
    pub fn begin(&self, allowance: Duration) {
        self.guesses.store(0, Ordering::Relaxed);
        // One thread writes, so that the addition need not be atomic.
        self.activities.store(self.activities() + 1, Ordering::Relaxed);
        self.allowance.store((allowance.as_millis() as u64).max(1), Ordering::Relaxed);
    }

    pub fn end(&self) {
        self.allowance.store(0, Ordering::Relaxed);
    }

    pub fn activities(&self) -> u64 {
        self.activities.load(Ordering::Relaxed)
    }

    /// The CPU time that the present activity may take; none while there is no activity.
    pub fn allowance(&self) -> Option<Duration> {
        let allowance = self.allowance.load(Ordering::Relaxed);
        (allowance > 0).then(|| Duration::from_millis(allowance))
    }
}

static TICKS: AtomicU64 = AtomicU64::new(0);

/// The time between two ticks.
pub const TICK: Duration = Duration::from_millis(5);

/// The number of ticks since the ticker was first needed.
pub fn ticks() -> u64 {
    TICKS.load(Ordering::Relaxed)
}

/// Starts the ticker unless it runs, and says whether it does.
fn start_ticker() -> bool {
    static IS_RUNNING: OnceLock<bool> = OnceLock::new();
    *IS_RUNNING.get_or_init(|| {
        let tick = || loop {
            thread::sleep(TICK);
            TICKS.fetch_add(1, Ordering::Relaxed);
        };
        thread::Builder::new().name("ticker".to_owned()).spawn(tick).is_ok()
    })
}

/// Whose CPU time counts as the player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CpuClock {
    /// That of the calling thread. Threads that a player starts are not counted.
    Thread,
    /// That of the whole process, where the process plays with one player only.
    Process,
}

impl CpuClock {
    /// The CPU time so far; zero where the system has no such clock.
    pub fn now(self) -> Duration {
        let time = match self {
            CpuClock::Thread => ThreadTime::try_now().map(|now| now.as_duration()),
            CpuClock::Process => ProcessTime::try_now().map(|now| now.as_duration()),
        };
        time.unwrap_or_default()
    }
}

/// The stopwatch of a referee: it enforces the time limit, and times the rounds that it is asked to time.
#[derive(Debug)]
pub struct Stopwatch {
    clock: CpuClock,
    limit: Duration,
    /// Whether the clock is read at every guess, because there is no ticker or the limit is too short for it.
    is_strict: bool,
    /// The last reading of the clock, and the number of ticks at that time.
    last: (Duration, u64),
    start: Duration,
    first: Option<Duration>,
}

impl Stopwatch {
    pub fn new(limit: Duration, clock: CpuClock) -> Stopwatch {
        let is_strict = !start_ticker() || limit < 20 * TICK;
        let now = clock.now();
        Stopwatch { clock, limit, is_strict, last: (now, ticks()), start: now, first: None }
    }

    /// A round begins. An untimed round starts at the last reading, which is at most one tick old.
    pub fn start(&mut self, timed: bool, player: &dyn RefereedPlayer) {
        if timed || self.is_strict || ticks() != self.last.1 {
            self.read(player);
        }
        self.start = self.last.0;
        self.first = None;
    }

    /// A guess was made. Returns whether it was too late.
    pub fn is_late(&mut self, timed: bool, player: &dyn RefereedPlayer) -> bool {
        let first = timed && self.first.is_none();
        if first || self.is_strict || ticks() != self.last.1 {
            self.read(player);
            if first {
                self.first = Some(self.last.0.saturating_sub(self.start));
            }
        }
        self.last.0.saturating_sub(self.start) > self.limit
    }

    /// A timed round ended after this many requested guesses.
    pub fn stop(&mut self, guesses: usize, player: &dyn RefereedPlayer) -> RoundTime {
        self.read(player);
        let whole = self.last.0.saturating_sub(self.start);
        RoundTime { first: self.first.unwrap_or(whole), whole, guesses }
    }

    /// Reads the clock of the player: its own, if it is a program of its own.
    fn read(&mut self, player: &dyn RefereedPlayer) {
        // In this order a tick between the two readings is noticed at the next guess.
        let ticks = ticks();
        self.last = (player.own_cpu_time().unwrap_or_else(|| self.clock.now()), ticks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use player_api::{FailureKind, Player};
    use std::time::Duration;

    /// Plays a script: a code, or `None` for a panic, and says that it spent that much CPU time on every guess.
    struct ScriptedPlayer {
        script: Vec<Option<&'static str>>,
        think: Duration,
        spent: Duration,
    }

    impl Player for ScriptedPlayer {
        fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
            self.spent += self.think;
            // The referee reads the clock when it has ticked.
            let start = ticks();
            while !self.think.is_zero() && ticks() == start {
                thread::yield_now();
            }
            self.script[turns.len()].expect("the script ends here").parse().unwrap()
        }
    }

    impl RefereedPlayer for ScriptedPlayer {
        fn own_cpu_time(&self) -> Option<Duration> {
            Some(self.spent)
        }
    }

    fn play(script: &[Option<&'static str>], think: Duration, (guess_limit, time): (usize, Duration)) -> Round {
        let mut referee = Referee::new("4x6".parse().unwrap(), guess_limit, time);
        let mut player = ScriptedPlayer { script: script.to_vec(), think, spent: Duration::ZERO };
        let round = referee.play(&mut player, &"ABCA".parse().unwrap(), &mut Rng::new(0), true);
        assert_eq!(referee.turns().len(), round.guesses);
        round
    }

    fn ended(script: &[Option<&'static str>]) -> (Ending, usize) {
        let round = play(script, Duration::ZERO, (3, Duration::from_secs(5)));
        (round.ending, round.guesses)
    }

    #[test]
    fn a_round_ends_in_every_way() {
        let code = |text: &str| text.parse::<Code>().unwrap();
        assert_eq!(ended(&[Some("ABCA")]), (Ending::Win, 1));
        assert_eq!(ended(&[Some("AAAA"), Some("BBBB"), Some("ABCA")]), (Ending::Win, 3));
        let lost = [Some("AAAA"), Some("BBBB"), Some("CCCC"), Some("ABCA")];
        assert_eq!(ended(&lost), (Ending::OUT_OF_GUESSES, 3));
        for wrong in ["ABC", "ABCAA", "ABCG"] {
            let illegal = Outcome::Failure(Fault::Illegal(code(wrong)));
            assert_eq!(ended(&[Some("AAAA"), Some(wrong)]), (Ending::of(&illegal, "4x6".parse().unwrap()), 1));
        }
        let (ending, guesses) = ended(&[Some("AAAA"), None]);
        assert_eq!((ending.kind(), guesses), (Some(FailureKind::Exception), 1));
        assert!(ending.cause().starts_with("the script ends here"), "{ending:?}");
    }

    #[test]
    fn a_guess_that_comes_too_late_loses_even_if_it_is_right() {
        let late = Ending::from(&Outcome::Loss(Limit::Time(None)));
        let limits = (100, Duration::from_millis(20));
        let round = play(&[Some("AAAA"), Some("ABCA")], Duration::from_millis(15), limits);
        assert_eq!((round.ending, round.guesses), (late.clone(), 1));
        let limits = (100, Duration::from_millis(200));
        let round = play(&[Some("ABCA")], Duration::from_millis(250), limits);
        assert_eq!((round.ending, round.guesses), (late, 0));
    }
}
