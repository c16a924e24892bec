//! Rounds that were played before: they are recorded again without being played.

mod finished;
mod known_rounds;
mod outcome_text;

pub use finished::FinishedRounds;
pub(crate) use finished::{MatchIdentity, key};
pub use known_rounds::{KnownMatch, KnownRounds};
pub use outcome_text::parse as parse_outcome;
