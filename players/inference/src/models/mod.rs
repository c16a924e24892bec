//! Rule families without fitted parameters, one a file.

pub mod balanced;
pub mod color_blocks;
pub mod color_sum;
pub mod contest;
pub mod disjoint_palettes;
pub mod equality_pattern;
pub mod exact_palette;
pub mod independent_parts;
pub mod neighbors;
pub mod noisy_pattern;
pub mod noisy_progression;
pub mod palette;
pub mod patterned;
pub mod progression;
pub mod rearranged;
pub mod repeated_permutation;
pub mod transformed_half;
pub mod unimodal;
pub mod unique_color;
