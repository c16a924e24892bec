//! Optimal strategies, proved and replayed.
//!
//! An [`OptimalProblem`] is solved by [`prove`]; a [`ReplayedStrategy`] plays the strategy that was found against every secret, with the
//! feedback of the referee.

mod problem;
mod replay;

pub use problem::{OptimalProblem, OptimalStrategy, ProofError, prove};
pub use replay::{ReplayError, ReplayedStrategy};
