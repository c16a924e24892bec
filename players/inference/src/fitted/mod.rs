//! Rule families with parameters fitted to codes.

pub mod base_codes;
pub mod classes;
pub mod count_weights;
pub mod frequencies;
pub mod lists;
pub mod log_linear;
pub mod peg_network;
pub mod span;
pub mod words;
