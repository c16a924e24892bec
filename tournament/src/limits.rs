//! The limits of a round.

use player_api::Briefing;
use serde::{Deserialize, Serialize};
use std::{ops::RangeInclusive, time::Duration};

/// The limits of a round, and of the process that plays it.
///
/// ```
/// use std::time::Duration;
/// use tournament::Limits;
/// assert_eq!(Limits::default(), Limits { guesses: 100, time: Duration::from_secs(5), memory_mb: 2048 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The number of guesses.
    pub guesses: usize,
    /// The CPU time of the player.
    pub time: Duration,
    /// The memory of the player's process, in megabytes (2^20 bytes). Threads of the tournament's own process have no limit.
    pub memory_mb: u64,
}

impl Limits {
    /// What [`Limits::guesses`] may be.
    pub const GUESSES: RangeInclusive<usize> = 1..=1_000_000;
    /// What [`Limits::time`] may be, in seconds.
    pub const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;
    /// What [`Limits::memory_mb`] may be. A process needs some to start.
    pub const MEGABYTES: RangeInclusive<u64> = 64..=1 << 20;
    /// The longest CPU time that is read from a file: more than a round and its preparation can take. The sum of the squares of a million
    /// such times in nanoseconds fits into 128 bits.
    pub const LONGEST: Duration = Duration::from_secs(10_000_000);

    /// The CPU time that preparing a player may take, as a multiple of [`Limits::time`].
    pub const PREPARATION_FACTOR: u32 = Briefing::PREPARATION_FACTOR;

    /// The CPU time that preparing a player may take: one minute with the default limits.
    #[must_use]
    pub fn preparation(&self) -> Duration {
        self.time * Limits::PREPARATION_FACTOR
    }
}

impl Default for Limits {
    /// 100 guesses and 5 seconds, as in the report's contest, and 2 GiB.
    fn default() -> Limits {
        Limits { guesses: Briefing::GUESS_LIMIT, time: Briefing::TIME_LIMIT, memory_mb: 2048 }
    }
}
