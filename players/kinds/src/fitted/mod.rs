//! Rules whose parameters are fitted to codes: one a file.

pub mod affine;
pub mod bound;
pub mod color_set;
pub mod count_of;
pub mod counts;
mod evenly;
pub mod frequencies;
mod hull;
mod linear;
pub mod list;
pub mod markov;
pub mod palettes;
pub mod pegs;
pub mod pinned;
pub mod recency;
mod relations;
pub mod run_lengths;
pub mod shapes;
pub mod steps;

use scsa::Code;

/// How much all shares are together.
fn total(codes: &[(Code, f64)]) -> f64 {
    codes.iter().map(|(_, share)| share).sum()
}
