//! Rule families without fitted parameters.

pub mod palettes;
pub mod patterns;
