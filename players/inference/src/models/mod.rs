//! Rule families without fitted parameters, one a file.

pub mod contest;
pub mod disjoint_palettes;
pub mod equality_pattern;
pub mod independent_parts;
pub mod neighbors;
pub mod noisy_pattern;
pub mod palette;
pub mod patterned;
pub mod peg_map;
pub mod progression;
pub mod rearranged;
pub mod repeated_permutation;
pub mod shape;
pub mod transformed_half;
pub mod unimodal;
