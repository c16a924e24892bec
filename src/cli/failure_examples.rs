//! The failures of a tournament, by example.

use super::{Failure, outcome::cause};
use player_api::{Fault, Outcome};
use scsa::Size;
use std::{mem::Discriminant, path::Path};
use tournament::{Match, RoundRecord, files};

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
        self.add(game.player.name(), game.codemaker.name(), game.size, record.number, &record.round.outcome);
    }

    /// Counts the failed rounds of a results folder, at one size or at all, if it has a row for every round.
    pub fn read(&mut self, folder: &Path, size: Option<Size>) -> Result<(), Failure> {
        let path = folder.join(files::ROUNDS);
        if !folder_files::exists(&path) {
            return Ok(());
        }
        let unreadable = |e: csv::Error| Failure::input(format!("cannot read {}: {e}", path.display()));
        for row in files::open_rows(&path).map_err(|e| Failure::input(e.to_string()))?.into_records() {
            let row = row.map_err(unreadable)?;
            let field = |index: usize| row.get(index).unwrap_or_default();
            let played = format!("{}x{}", field(2), field(3)).parse().ok().zip(field(4).parse().ok());
            // Rows that are none are a matter of `verify`.
            let Some(((played, number), outcome)) = played.zip(Outcome::from_texts(field(6), field(7)).ok()) else {
                continue;
            };
            if size.is_none_or(|size| size == played) {
                self.add(field(0), field(1), played, number, &outcome);
            }
        }
        Ok(())
    }

    fn add(&mut self, player: &str, codemaker: &str, size: Size, number: u64, outcome: &Outcome) {
        let Outcome::Failure(fault) = outcome else { return };
        let kind = std::mem::discriminant(fault);
        match self.0.iter_mut().find(|known| known.kind == kind && known.player == player) {
            Some(known) => known.rounds += 1,
            None => self.0.push(FailureExample {
                player: player.to_owned(),
                first: format!("{codemaker} at {size}, round {number}"),
                cause: cause(outcome, size),
                rounds: 1,
                kind,
            }),
        }
    }
}
