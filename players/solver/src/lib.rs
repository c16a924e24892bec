//! The best strategies there are, with proof.

mod costs;
mod game;
mod labels;
mod looks;
mod memo;
mod search;
mod solve;
mod strategy;
mod watch;

pub use game::{Game, Guessing};
pub use solve::{Answer, Goal, Means, Unsolved, solve};
pub use strategy::Strategy;
pub use watch::{Bounds, Watch};
