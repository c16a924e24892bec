//! Why a problem was not solved.

use super::{monitor::Bounds, strategy::RankStrategy};
use std::{error::Error, fmt};

/// Why a problem was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// It is proved that no strategy finds every secret with this number of guesses.
    Impossible(usize),
    /// The search was stopped, or has used up a budget: the bounds that it has proved, and a strategy whose total is
    /// no less than [`Bounds::upper`].
    Stopped(Bounds, Option<RankStrategy>),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Impossible(guesses) => write!(f, "no strategy finds every secret with {guesses} guesses"),
            SolveError::Stopped(bounds, _) => {
                write!(f, "the search was stopped: at least {} guesses are needed", bounds.lower)
            }
        }
    }
}

impl Error for SolveError {}
