//! Rounds that were played before: they are recorded again without being played.

mod finished;
mod known_rounds;

pub use finished::FinishedRounds;
pub(crate) use finished::{MatchIdentity, key};
pub use known_rounds::{KnownMatch, KnownRounds};
