//! Problems with few secrets on boards with too many codes to be listed.
//!
//! Pegs that have the same color in every secret form a block ([`blocks`]), and only the number of pegs of each color on each
//! block of a guess matters. A set of candidates has a canonical form up to the names of colors ([`candidates`]). The guesses
//! up to symmetry are enumerated color by color, as long as their lower bounds ([`size_bound`], [`one_block`]) are below a
//! limit ([`evaluator`]); [`hill_climb`] finds good ones for upper bounds. A [`table`] holds the bounds of sets, and the
//! [`search`] improves them.

mod blocks;
mod candidates;
mod evaluator;
mod hill_climb;
mod one_block;
mod problem;
mod search;
mod size_bound;
mod table;

pub use problem::{BoundedSolution, SparseProblem};
