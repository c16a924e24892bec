//! A game that was played.

use super::explanation::Explanation;
use crate::cli::outcome;
use player_api::{Fault, Limit, Outcome};
use scsa::{Code, Size};
use tournament::Transcript;

/// The match that a game belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    pub player: String,
    pub scsa: String,
    pub size: Size,
    pub seed: u64,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    pub heading: Heading,
    pub transcript: Transcript,
    /// Whether the player could not be prepared.
    pub is_unprepared: bool,
    /// What is to be said about the secret.
    pub note: Option<String>,
    pub explanation: Option<Explanation>,
}

impl PlayedGame {
    pub const fn outcome(&self) -> &Outcome {
        &self.transcript.record.round.outcome
    }

    /// The cause of a loss or a failure in words; empty after a win.
    pub fn cause(&self) -> String {
        outcome::cause(self.outcome(), self.heading.size)
    }

    /// The number of the guess at which the player failed or ran out of time, if it did at a guess.
    pub fn failed_guess(&self) -> Option<usize> {
        let is_found = self.transcript.turns.last().is_some_and(|turn| turn.guess == self.transcript.record.secret);
        let has_failed = match self.outcome() {
            Outcome::Win | Outcome::Loss(Limit::Guesses) => false,
            Outcome::Loss(Limit::Time) | Outcome::Failure(_) => true,
        };
        (has_failed && !is_found && !self.is_unprepared).then_some(self.transcript.turns.len() + 1)
    }

    /// The illegal guess, if that ended the game.
    pub const fn illegal_guess(&self) -> Option<&Code> {
        match self.outcome() {
            Outcome::Failure(Fault::Illegal(guess)) => Some(guess),
            _ => None,
        }
    }
}
