//! The agents of the report's team, Dino: "Project Report", on its entry in a Mastermind tournament of 2019. They are its
//! program's `Dino` and the functions that `Dino` chooses from.

mod ab_color;
mod assuming;
mod cycle;
mod dispatcher;

pub use ab_color::DinoAbColor;
pub use assuming::{DinoFirstAndLast, DinoOnlyOnce};
pub use cycle::{DinoMystery2, DinoTwoColorAlternating};
pub use dispatcher::Dino;
