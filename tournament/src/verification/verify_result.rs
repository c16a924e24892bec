//! The result of a verification.

use super::finding::Finding;

/// The result of a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// What was found.
    pub findings: Vec<Finding>,
    /// The number of rows of `rounds.csv` that were checked.
    pub rows: u64,
    /// The number of rounds that were compared with those played again.
    pub replayed: u64,
}
