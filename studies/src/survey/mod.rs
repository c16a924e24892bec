//! Optimal strategies of all small games.

mod games;
mod page;
mod published;
mod study;
mod tables;

pub use games::{SearchLimits, SmallGame, SolvedGame};
pub use published::{PublishedProblem, PublishedSolution};
pub use study::SurveyStudy;
