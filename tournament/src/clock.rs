//! Measuring the CPU time of a player cheaply.
//!
//! Reading a CPU clock costs a quarter of a microsecond for a thread and more for a process, as much as several guesses of a
//! fast player. So most guesses are not timed: a ticker thread counts up every 5 ms, and only a guess during which it ticked
//! is checked against the real clock.

use cpu_time::{ProcessTime, ThreadTime};
use player_api::Player;
use serde::{Deserialize, Serialize};
use std::{
    sync::{
        Once,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

static TICKS: AtomicU64 = AtomicU64::new(0);

/// The time between two ticks.
pub const TICK: Duration = Duration::from_millis(5);

/// The number of ticks since the ticker was first needed.
pub fn ticks() -> u64 {
    TICKS.load(Ordering::Relaxed)
}

/// Starts the ticker if it is not running, and returns whether it runs.
fn start_ticker() -> bool {
    static START: Once = Once::new();
    static RUNNING: AtomicU64 = AtomicU64::new(0);
    START.call_once(|| {
        let ticker = thread::Builder::new().name("ticker".to_owned()).spawn(|| {
            loop {
                thread::sleep(TICK);
                TICKS.fetch_add(1, Ordering::Relaxed);
            }
        });
        RUNNING.store(u64::from(ticker.is_ok()), Ordering::Relaxed);
    });
    RUNNING.load(Ordering::Relaxed) == 1
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

/// The CPU time of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundTime {
    /// The time of the first guess.
    pub first: Duration,
    /// The time of all guesses.
    pub whole: Duration,
    /// The number of guesses requested, including a last one that was not answered.
    pub guesses: usize,
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
    /// A stopwatch for rounds with a time limit.
    pub fn new(limit: Duration, clock: CpuClock) -> Stopwatch {
        let is_strict = !start_ticker() || limit < 20 * TICK;
        let now = clock.now();
        Stopwatch { clock, limit, is_strict, last: (now, ticks()), start: now, first: None }
    }

    /// A round begins. An untimed round starts at the last reading, which is at most one tick old.
    pub fn start(&mut self, timed: bool, player: &dyn Player) {
        if timed || self.is_strict || ticks() != self.last.1 {
            self.read(player);
        }
        self.start = self.last.0;
        self.first = None;
    }

    /// A guess was made. Returns whether it was too late.
    pub fn is_late(&mut self, timed: bool, player: &dyn Player) -> bool {
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
    pub fn stop(&mut self, guesses: usize, player: &dyn Player) -> RoundTime {
        self.read(player);
        let whole = self.last.0.saturating_sub(self.start);
        RoundTime { first: self.first.unwrap_or(whole), whole, guesses }
    }

    /// Reads the clock of the player: its own, if it is a program of its own.
    fn read(&mut self, player: &dyn Player) {
        // In this order a tick between the two readings is noticed at the next guess.
        let ticks = ticks();
        self.last = (player.own_cpu_time().unwrap_or_else(|| self.clock.now()), ticks);
    }
}
