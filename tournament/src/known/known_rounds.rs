//! What was played of a tournament before.

use crate::{FileError, Match, RoundCounts, Status, batch::Batch};
use std::{fmt, time::Duration};

/// What is known of a match before it is played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownMatch {
    /// The number of known rounds: those from 1 to this number.
    pub rounds: u64,
    /// The round at which the player's process started that played the last of them. A player that learns starts there again.
    pub start: u64,
    /// The CPU times of preparing the player.
    pub preparations: Vec<Duration>,
    /// Why the player does not play the match.
    pub refusal: Option<String>,
    /// How and why the match ended before its last round.
    pub ended: Option<(Status, String)>,
    /// The known rounds, counted; empty where nothing has read them.
    pub counts: RoundCounts,
}

/// Rounds of a tournament that were played before: of each match the first ones.
pub trait KnownRounds: fmt::Debug {
    /// What is known of a match.
    fn of_match(&self, game: &Match) -> KnownMatch;

    /// Some of the known rounds of a match, from that one on.
    ///
    /// # Errors
    /// [`FileError`] when they cannot be read, or are not those of the tournament.
    fn read(&mut self, game: &Match, first: u64) -> Result<Batch, FileError>;
}

/// No rounds.
impl KnownRounds for () {
    fn of_match(&self, _game: &Match) -> KnownMatch {
        KnownMatch::default()
    }

    fn read(&mut self, _game: &Match, _first: u64) -> Result<Batch, FileError> {
        Ok(Batch::default())
    }
}
