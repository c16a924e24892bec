//! What a player is doing, for the watchdog thread to see.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// What a player is doing, for another thread to see. Only the player's thread writes.
#[derive(Debug, Default)]
pub struct Heartbeat {
    /// The number of activities begun: preparations and rounds.
    activities: AtomicU64,
    /// The CPU time in milliseconds that the present activity may take; 0 while there is none.
    allowance: AtomicU64,
    /// The guesses answered in this round.
    guesses: AtomicU64,
    /// The memory that the process may use, in megabytes.
    memory_mb: AtomicU64,
}

impl Heartbeat {
    /// An activity begins that may take this much CPU time.
    pub fn begin(&self, allowance: Duration) {
        self.guesses.store(0, Ordering::Relaxed);
        // One thread writes, so that the addition need not be atomic.
        self.activities.store(self.activities() + 1, Ordering::Relaxed);
        self.allowance.store((allowance.as_millis() as u64).max(1), Ordering::Relaxed);
    }

    /// The activity ends.
    pub fn end(&self) {
        self.allowance.store(0, Ordering::Relaxed);
    }

    /// A guess was answered: the round now has this many.
    pub fn answered(&self, guesses: usize) {
        self.guesses.store(guesses as u64, Ordering::Relaxed);
    }

    /// The number of activities begun.
    pub fn activities(&self) -> u64 {
        self.activities.load(Ordering::Relaxed)
    }

    /// The CPU time that the present activity may take; none while there is no activity.
    pub fn allowance(&self) -> Option<Duration> {
        let allowance = self.allowance.load(Ordering::Relaxed);
        (allowance > 0).then(|| Duration::from_millis(allowance))
    }

    /// From now on the process may use that much memory, in megabytes.
    pub fn limit_memory(&self, megabytes: u64) {
        self.memory_mb.store(megabytes, Ordering::Relaxed);
    }

    /// The memory that the process may use, in megabytes.
    pub fn memory_mb(&self) -> u64 {
        self.memory_mb.load(Ordering::Relaxed)
    }

    /// The guesses answered in this round.
    pub fn guesses(&self) -> usize {
        self.guesses.load(Ordering::Relaxed) as usize
    }
}
