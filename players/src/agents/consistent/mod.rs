//! Players that guess consistent codes by a simple rule: the lowest one, or one at random.
//!
//! The source is "Dave Computes Mastermind Strategy", a blog post of 2016-08-08 on 4x6. The players also play larger sizes, as
//! long as there is time to [enumerate](visit_consistent) the codes.

mod enumerate;
mod lowest;
mod opening;
mod uniform;

pub use enumerate::{Exhausted, lowest_consistent, visit_consistent};
pub use lowest::Lowest;
pub use uniform::Uniform;

use opening::Opening;

/// The largest number of codes at which the first consistent code of an enumeration, or a list of few, is found in time. 8x10
/// has a tenth of it.
pub const MAX_CODES: u64 = 1_000_000_000;
