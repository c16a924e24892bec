//! The baselines 1 to 3 of the course that the tournament belongs to. The fourth is Rao's method ([`rao`](super::rao)).

mod baseline_1;
mod baseline_2;
mod baseline_2_zero;
mod baseline_3;
mod lexicographic;

pub use baseline_1::Baseline1;
pub use baseline_2::Baseline2;
pub use baseline_2_zero::Baseline2Zero;
pub use baseline_3::{Baseline3, PermutingMethod};
