//! The one-step heuristics: players that look at the cells of one guess.

mod criterion;
mod descent;
mod guesses;
mod lanes;
mod listed;
mod planes;
mod player;
mod scan;
mod strategy;
mod widest;

pub use criterion::Criterion;
pub use player::OneStep;
pub use strategy::{Position, Strategy};
