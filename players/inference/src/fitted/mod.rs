//! Rule families with parameters fitted to codes, one a file.

pub mod affine;
mod affine_span;
pub mod color_set;
mod context_table;
pub mod context_tree;
pub mod count_list;
pub mod dirichlet;
pub mod fixed_counts;
pub mod frequencies;
pub mod key_code;
pub mod latent_classes;
mod linear;
pub mod list;
pub mod neighbor_order;
pub mod nested;
pub mod number_of_colors;
pub mod part_list;
pub mod pattern_list;
pub mod peg_frequencies;
pub mod peg_network;
pub mod peg_offsets;
pub mod recency;
mod relations;
pub mod run_lengths;
pub mod shapes;
pub mod template;
mod uniform_subset;
pub mod words;

use crate::{model::WeightedSample, models::neighbors::ColorDistribution};
use scsa::{Color, Size};

/// For each peg how often each color is there.
fn colors_of_pegs(home: Size, codes: WeightedSample) -> Vec<ColorDistribution> {
    let mut seen = vec![[0.0; Color::MAX]; home.pegs()];
    for (code, share) in codes {
        for (seen, color) in seen.iter_mut().zip(code.pegs()) {
            seen[color.index()] += share;
        }
    }
    seen
}
