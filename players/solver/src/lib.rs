//! Optimal strategies, with proof.
//!
//! A [`ListedProblem`] says which secrets there are, how probable each is, and which guesses are allowed; an [`Objective`]
//! what to minimize; and [`solve()`] finds the optimal [`Strategy`], by branch and bound with a transposition table that
//! identifies sets of candidates that are equal up to the names of pegs and colors.
//!
//! ```
//! use solver::{AllowedGuesses, ListedProblem, Objective, Resources, SearchMonitor, solve};
//! let problem = ListedProblem::new("4x4".parse()?, AllowedGuesses::Consistent).unwrap();
//! let resources = Resources::for_problem(&problem);
//! let solution = solve(&problem, Objective::default(), resources, &SearchMonitor::default()).unwrap();
//! // All 256 codes together take 908 guesses if all are consistent, and 905 if any are allowed.
//! assert_eq!(solution.cost, 908);
//! # Ok::<(), scsa::GameError>(())
//! ```

mod archive;
mod best;
mod certificate;
mod evaluator;
mod monitor;
pub mod partition;
mod problem;
mod proof;
mod search;
mod solve;
mod table;

pub use archive::{Archive, Fact, Piece, PieceBound};
pub use certificate::Lemma;
pub use monitor::{Bounds, PieceProgress, SearchMonitor};
pub use problem::{AllowedGuesses, ListedProblem, Resources, Strategy};
pub use solve::{Keep, Minimized, Objective, Solution, SolveError, solve, solve_and_keep};
