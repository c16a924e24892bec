//! Why shards do not make a tournament.

use super::ranges::number_ranges;
use std::{error::Error, fmt, path::PathBuf};

/// Why shards do not make a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// There is no shard.
    None,
    /// Two shards are of different tournaments, which differ in this.
    Foreign(PathBuf, PathBuf, String),
    /// A shard is there twice.
    Repeated(PathBuf, PathBuf),
    /// Shards of these numbers are missing, of that many.
    Missing(Vec<usize>, usize),
    /// The shards are not of this plan.
    OtherPlan(PathBuf),
    /// A match has other rounds in these shards than it should.
    Rounds(PathBuf, String),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::None => f.write_str("there is no shard"),
            MergeError::Foreign(one, two, difference) => {
                write!(f, "{} and {} are of different tournaments ({difference})", one.display(), two.display())
            }
            MergeError::Repeated(one, two) => {
                write!(f, "{} and {} are the same shard", one.display(), two.display())
            }
            MergeError::Missing(numbers, count) => {
                let shards = if numbers.len() == 1 { "shard" } else { "shards" };
                write!(
                    f,
                    "{shards} {} of {count} {}",
                    number_ranges(numbers),
                    if numbers.len() == 1 { "is missing" } else { "are missing" }
                )
            }
            MergeError::OtherPlan(path) => write!(f, "{} is a shard of another plan", path.display()),
            MergeError::Rounds(path, reason) => write!(f, "{}: {reason}", path.display()),
        }
    }
}

impl Error for MergeError {}
