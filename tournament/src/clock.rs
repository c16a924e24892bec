//! Measuring the CPU time of a player cheaply.
//!
//! Reading the CPU clock of a thread costs a quarter of a microsecond, which is as much as several guesses of a fast
//! player. So a guess is normally not timed: a ticker counts up a few hundred times a second, and only a guess during which it
//! ticked is looked at with the real clock.

use cpu_time::ThreadTime;
use std::{
    sync::{
        Once,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

static TICKS: AtomicU64 = AtomicU64::new(0);

/// The time from one tick to the next.
pub const TICK: Duration = Duration::from_millis(5);

/// The number of ticks since the ticker was first asked for.
pub fn ticks() -> u64 {
    TICKS.load(Ordering::Relaxed)
}

/// Starts the ticker if it is not running. Where no thread can be had it does not tick, and clocks read strictly.
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

/// How long a round took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundTime {
    /// The time of the first guess.
    pub first: Duration,
    /// The time of all guesses.
    pub whole: Duration,
    /// The number of guesses that the player was asked for, the last one included when it was not answered.
    pub guesses: usize,
}

/// The stopwatch of a referee: it holds players to the time limit, and times the rounds that it is asked to.
#[derive(Debug)]
pub struct Stopwatch {
    limit: Duration,
    /// Whether the clock is read at every guess, because the limit is so short that ticks are too coarse.
    strict: bool,
    /// The last reading of the clock, and how many ticks there had been.
    last: (Duration, u64),
    start: Duration,
    first: Option<Duration>,
}

impl Stopwatch {
    pub fn new(limit: Duration) -> Stopwatch {
        let strict = !start_ticker() || limit < 20 * TICK;
        let now = cpu_time();
        Stopwatch { limit, strict, last: (now, ticks()), start: now, first: None }
    }

    /// A round begins. One that is not to be timed counts from the last reading, at most a tick and a few fast rounds
    /// ago.
    pub fn start(&mut self, timed: bool) {
        if timed || self.strict || ticks() != self.last.1 {
            self.read();
        }
        self.start = self.last.0;
        self.first = None;
    }

    /// A guess was made; whether it came too late.
    pub fn is_late(&mut self, timed: bool) -> bool {
        let first = timed && self.first.is_none();
        if first || self.strict || ticks() != self.last.1 {
            self.read();
            if first {
                self.first = Some(self.last.0 - self.start);
            }
        }
        self.last.0 - self.start > self.limit
    }

    /// A timed round ended after so many guesses.
    pub fn stop(&mut self, guesses: usize) -> RoundTime {
        self.read();
        let whole = self.last.0 - self.start;
        RoundTime { first: self.first.unwrap_or(whole), whole, guesses }
    }

    fn read(&mut self) {
        // In this order: a tick between the two is seen again, not lost.
        let ticks = ticks();
        self.last = (cpu_time(), ticks);
    }
}

/// The CPU time of this thread so far; zero where the system has no such clock.
pub fn cpu_time() -> Duration {
    ThreadTime::try_now().map(|now| now.as_duration()).unwrap_or_default()
}
