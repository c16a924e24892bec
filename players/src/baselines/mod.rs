//! The baselines of the tournament's course, but for the fourth, which is Rao's method.

mod baseline_1;
mod baseline_2;
mod baseline_2_zero;
mod baseline_3;
mod lexicographic;

pub use baseline_1::Baseline1;
pub use baseline_2::Baseline2;
pub use baseline_2_zero::Baseline2Zero;
pub use baseline_3::Baseline3;
