//! Exact counts of candidates: how many codes are possible before and after every guess, and how much information a guess gives.
//!
//! A *candidate* is a code that is consistent with all turns so far and that the codemaker can make. Codes in a list, and those of small
//! boards, are filtered. Where few codes are left of a larger board, an exhaustive search finds them. Otherwise they are counted by dynamic
//! programming over the pegs, which is exact at every board of up to 2²² codes, mostly at 8x10, and in the first turns at 20x26. Where that
//! needs too many states, it counts a part of the codes: more than four million of them prove that [many](Count::Many) are left, and
//! otherwise the number is not known.

mod analysis;
mod candidate_set;
mod possible_colors;
mod state_counts;
mod suspects;

pub use analysis::{GuessFigures, TurnFigures, analyze};
pub use candidate_set::{Candidates, Count, Known};
pub use possible_colors::{Possibility, PossibleColors};
pub use suspects::{Correction, Suspect, suspects};
