//! The agents of the report's team, Dino.
//!
//! "Project Report", Dino's entry in a Mastermind tournament of 2019 (its program's `Dino` and the functions that it
//! chooses from).

mod ab_color;
mod cycle;
mod dispatcher;
mod presuming;

pub use ab_color::DinoAbColor;
pub use cycle::{DinoMystery2, DinoTwoColorAlternating};
pub use dispatcher::Dino;
pub use presuming::{DinoFirstAndLast, DinoOnlyOnce};
