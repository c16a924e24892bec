//! What a search tells while it runs.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What a search tells while it runs, and how it is told to stop. Threads share it.
#[derive(Debug)]
pub struct Watch {
    stop: AtomicBool,
    /// How many sets of candidates were looked at, and may be.
    looks: AtomicU64,
    most: u64,
    bounds: [AtomicU64; 2],
    within: AtomicU64,
}

/// The search was told to stop, or has done all the work that it may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// What is known of the fewest guesses that all secrets take together, each times its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least so many.
    pub least: u64,
    /// A strategy with so many was found, if there is one.
    pub most: Option<u64>,
    /// With no more guesses for any secret than so many, if they are limited.
    pub within: Option<usize>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch::new(u64::MAX)
    }
}

impl Watch {
    /// Over a search that may look at so many sets of candidates.
    #[must_use]
    pub const fn new(most: u64) -> Watch {
        Watch {
            stop: AtomicBool::new(false),
            looks: AtomicU64::new(0),
            most,
            bounds: [AtomicU64::new(0), AtomicU64::new(u64::MAX)],
            within: AtomicU64::new(u64::MAX),
        }
    }

    /// Tells the search to stop.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// How many sets of candidates were looked at.
    #[must_use]
    pub fn looks(&self) -> u64 {
        self.looks.load(Relaxed)
    }

    /// What is known so far.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let [least, most] = self.bounds.each_ref().map(|bound| bound.load(Relaxed));
        let within = self.within.load(Relaxed);
        Bounds {
            least: least.min(most),
            most: (most < u64::MAX).then_some(most),
            within: (within < u64::MAX).then_some(within as usize),
        }
    }

    /// One more set is looked at.
    pub(crate) fn look(&self) -> Result<(), Stopped> {
        let looks = self.looks.fetch_add(1, Relaxed);
        if looks >= self.most { Err(Stopped) } else { self.go_on() }
    }

    /// Whether nobody said to stop.
    pub(crate) fn go_on(&self) -> Result<(), Stopped> {
        if self.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// Whether it was told to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Another question begins.
    pub(crate) fn ask(&self, within: Option<usize>) {
        self.within.store(within.map_or(u64::MAX, |within| within as u64), Relaxed);
        self.bounds[0].store(0, Relaxed);
        self.bounds[1].store(u64::MAX, Relaxed);
    }

    pub(crate) fn at_least(&self, guesses: u64) {
        self.bounds[0].fetch_max(guesses, Relaxed);
    }

    pub(crate) fn at_most(&self, guesses: u64) {
        self.bounds[1].fetch_min(guesses, Relaxed);
    }
}
