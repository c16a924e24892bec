//! Rules whose parameters are fitted to codes: one a file.

pub mod affine;
pub mod bound;
pub mod color_set;
pub mod count_of;
pub mod counts;
mod evenly;
pub mod frequencies;
mod hull;
pub mod key;
mod linear;
pub mod links;
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
mod tally;

use crate::{kinds::chain::Row, law::Shares};
use scsa::{Color, Size};

/// For each peg how often each color is there.
fn colors_of_pegs(home: Size, codes: Shares) -> Vec<Row> {
    let mut seen = vec![[0.0; Color::MAX]; home.pegs()];
    for (code, share) in codes {
        for (seen, color) in seen.iter_mut().zip(code.pegs()) {
            seen[color.index()] += share;
        }
    }
    seen
}
