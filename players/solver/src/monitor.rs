//! The budget, the progress and the stop signal of a search.

use crate::archive::Piece;
use crate::problem::ListedProblem;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The budget, the progress and the stop signal of a search. Threads share it.
///
/// A node is a set of candidates that is evaluated.
#[derive(Debug)]
pub struct SearchMonitor {
    stop: AtomicBool,
    nodes: AtomicU64,
    node_budget: u64,
    bounds: Mutex<Bounds>,
    piece: Mutex<Option<PieceProgress>>,
}

/// How much of a piece is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceProgress {
    /// The piece.
    pub piece: Piece,
    /// The second guesses that were searched.
    pub searched: usize,
    /// All second guesses of the piece, of which the last ones may be known to be no better.
    pub guesses: usize,
}

/// The search was told to stop, or has used up its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Bounds on the cost of a strategy: the guesses that all secrets take together, each times its weight, or the weight of the
/// secrets that take the last guess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// It is proved that it is no less.
    pub lower: u64,
    /// The cost of the best strategy found so far, if there is one.
    pub upper: Option<u64>,
    /// The most guesses that a secret may take in this part of the search, if they are limited.
    pub max_guesses: Option<usize>,
    /// Whether only the secrets that take the last guess count.
    pub at_last: bool,
    /// The sum of all weights where they differ: means are shown then.
    pub weight: Option<u64>,
}

impl fmt::Display for Bounds {
    /// As "at least 34711 and at most 37109 guesses", "… with no game over 7", or "… secrets at guess 7".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |cost: u64| match self.weight {
            Some(weight) => format!("{:.6}", cost as f64 / weight as f64),
            None => cost.to_string(),
        };
        let most = self.upper.map(|upper| format!(" and at most {}", shown(upper))).unwrap_or_default();
        write!(f, "at least {}{most} ", shown(self.lower))?;
        match self.max_guesses {
            Some(last) if self.at_last && self.weight.is_some() => write!(f, "of the probability at guess {last}"),
            Some(last) if self.at_last => write!(f, "secrets at guess {last}"),
            Some(last) => write!(f, "guesses with no game over {last}"),
            None => f.write_str("guesses"),
        }
    }
}

impl Default for SearchMonitor {
    /// A monitor without a limit on the nodes.
    fn default() -> SearchMonitor {
        SearchMonitor::new(u64::MAX)
    }
}

impl SearchMonitor {
    /// A monitor of a search that may evaluate `node_budget` nodes.
    pub const fn new(node_budget: u64) -> SearchMonitor {
        SearchMonitor {
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_budget,
            bounds: Mutex::new(Bounds { lower: 0, upper: None, max_guesses: None, at_last: false, weight: None }),
            piece: Mutex::new(None),
        }
    }

    /// Tells the search to stop.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// The number of nodes evaluated so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The bounds proved so far.
    pub fn bounds(&self) -> Bounds {
        let bounds = *self.lock();
        Bounds { lower: bounds.lower.min(bounds.upper.unwrap_or(u64::MAX)), ..bounds }
    }

    /// How much is searched of the piece that was begun last.
    pub fn piece(&self) -> Option<PieceProgress> {
        *self.piece.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn begin_piece(&self, piece: Piece) {
        let begun = PieceProgress { piece, searched: 0, guesses: 0 };
        *self.piece.lock().unwrap_or_else(PoisonError::into_inner) = Some(begun);
    }

    pub(crate) fn searched_of_piece(&self, searched: usize, guesses: usize) {
        if let Some(progress) = &mut *self.piece.lock().unwrap_or_else(PoisonError::into_inner) {
            (progress.searched, progress.guesses) = (searched, guesses);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Bounds> {
        self.bounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more node.
    pub(crate) fn count_node(&self) -> Result<(), Stopped> {
        let nodes = self.nodes.fetch_add(1, Relaxed);
        if nodes >= self.node_budget { Err(Stopped) } else { self.check() }
    }

    /// An error once the search was told to stop.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.stop.load(Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Resets the bounds for another search of a problem with this limit on the guesses.
    pub(crate) fn begin(&self, problem: &ListedProblem, max_guesses: Option<usize>, at_last: bool) {
        let weight = problem.weights.as_ref().map(|weights| weights.iter().map(|&weight| u64::from(weight)).sum());
        *self.lock() = Bounds { max_guesses, at_last, weight, ..Bounds::default() };
        *self.piece.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Raises the lower bound to `cost`, if it is lower.
    pub(crate) fn raise_lower(&self, cost: u64) {
        let mut bounds = self.lock();
        bounds.lower = bounds.lower.max(cost);
    }

    /// Reduces the upper bound to `cost`, if it is higher; `u64::MAX` is none.
    pub(crate) fn reduce_upper(&self, cost: u64) {
        let mut bounds = self.lock();
        let upper = bounds.upper.unwrap_or(u64::MAX).min(cost);
        bounds.upper = (upper < u64::MAX).then_some(upper);
    }
}
