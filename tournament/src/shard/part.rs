//! A part of a shard.

use serde::{Deserialize, Serialize};

/// Consecutive rounds of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Part {
    /// The index of the match in [`Plan::matches`](crate::Plan::matches).
    pub game: usize,
    /// The first round, from 1.
    pub first: u64,
    /// The last round.
    pub last: u64,
}
