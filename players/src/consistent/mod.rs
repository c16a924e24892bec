//! Players that guess by a simple rule a code that all answers admit, as a web log of 2016 compares them: the lowest, one
//! at random, or the one that a person would come upon.
//!
//! The source is "Dave Computes Mastermind Strategy", 2016-08-08. Its figures are for 4x6; the players play larger boards,
//! too, as far as there is time to go through the codes ([`walk`]).

mod by_color;
mod lowest;
mod opening;
mod uniform;
mod walk;

pub use by_color::{Advanced, Easy};
pub use lowest::Lowest;
pub use uniform::Uniform;

use opening::Opening;
use walk::walk;

/// Where only some codes of a walk are needed there may be so many codes: 8x10 has a tenth of them.
const MOST_CODES: u64 = 1_000_000_000;
