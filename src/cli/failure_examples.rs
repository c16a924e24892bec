//! The failures of a tournament, by example.

use super::outcome::cause;
use player_api::{Fault, Outcome};
use std::mem::Discriminant;
use tournament::{Match, RoundRecord};

/// The first failure of a player with that cause, and how many there were.
#[derive(Clone, Debug)]
pub struct FailureExample {
    pub player: String,
    /// Where it occurred first: the codemaker, the size and the round.
    pub first: String,
    pub cause: String,
    pub rounds: u64,
    kind: Discriminant<Fault>,
}

/// The failures of a tournament, one example for each player and kind of cause.
#[derive(Clone, Debug, Default)]
pub struct FailureExamples(Vec<FailureExample>);

impl FailureExamples {
    /// The examples, in the order in which they occurred.
    pub fn all(&self) -> &[FailureExample] {
        &self.0
    }

    /// Counts a round if it failed.
    pub fn count(&mut self, game: &Match, record: &RoundRecord) {
        let Outcome::Failure(fault) = &record.round.outcome else { return };
        let kind = std::mem::discriminant(fault);
        let known = self.0.iter_mut().find(|known| known.kind == kind && known.player == game.player.name());
        match known {
            Some(known) => known.rounds += 1,
            None => self.0.push(FailureExample {
                player: game.player.name().to_owned(),
                first: format!("{} at {}, round {}", game.codemaker.name(), game.size, record.number),
                cause: cause(&record.round.outcome, game.size),
                rounds: 1,
                kind,
            }),
        }
    }
}
