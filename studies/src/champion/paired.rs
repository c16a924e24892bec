//! Paired differences: two players in the same rounds.

use super::experiment::{GUESS_LIMIT, PLAYER};
use crate::estimate::MeanEstimate;
use players::Outcome;
use serde::Deserialize;
use std::{collections::BTreeMap, path::Path};
use tournament::{FileError, Match, RoundRecord, Summary, files};

/// The table of the ablation, which records the differences.
pub const ABLATION: &str = "ablation.csv";

/// How many more guesses a player took than the player of the study in the same rounds, a round that is not won counted at the guess
/// limit.
#[derive(Debug, Default)]
pub struct PairedDifferences(BTreeMap<MatchNames, MeanEstimate>);

/// Player, codemaker, pegs and colors.
type MatchNames = (String, String, usize, usize);

/// The guesses of the rounds of the ablation, by match and number of the round; collected while they are played.
#[derive(Debug, Default)]
pub struct RoundGuesses(BTreeMap<MatchNames, BTreeMap<u64, f64>>);

/// The fields of a row of [`ABLATION`] that are read.
#[derive(Deserialize)]
struct DifferenceRow {
    player: String,
    scsa: String,
    pegs: usize,
    colors: usize,
    rounds: u64,
    difference: Option<f64>,
    difference_se: Option<f64>,
}

impl RoundGuesses {
    /// Adds a round.
    pub fn add(&mut self, game: &Match, record: &RoundRecord) {
        let guesses = if record.round.outcome == Outcome::Win { record.round.guesses } else { GUESS_LIMIT };
        let (pegs, colors) = (game.size.pegs(), game.size.colors());
        let key = (game.player.name().to_owned(), game.codemaker.name().to_owned(), pegs, colors);
        self.0.entry(key).or_default().insert(record.number, guesses as f64);
    }

    /// The paired differences of all players.
    pub fn differences(&self) -> PairedDifferences {
        let mut differences = PairedDifferences::default();
        for (key, rounds) in self.0.iter().filter(|(key, _)| key.0 != PLAYER) {
            let Some(own) = self.0.get(&(PLAYER.to_owned(), key.1.clone(), key.2, key.3)) else { continue };
            let pairs = rounds.iter().filter_map(|(round, guesses)| Some(guesses - own.get(round)?));
            if let Some(difference) = MeanEstimate::of(&pairs.collect::<Vec<f64>>()) {
                differences.0.insert(key.clone(), difference.rounded());
            }
        }
        differences
    }
}

impl PairedDifferences {
    /// The differences that are recorded in an [`ABLATION`] table.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be read.
    pub fn recorded(table: &Path) -> Result<PairedDifferences, FileError> {
        let mut differences = PairedDifferences::default();
        for row in files::read_rows::<DifferenceRow>(table, |_| None)? {
            if let Some(mean) = row.difference {
                let key = (row.player, row.scsa, row.pegs, row.colors);
                differences.0.insert(key, MeanEstimate { mean, se: row.difference_se, count: row.rounds });
            }
        }
        Ok(differences)
    }

    /// The difference of the player of a match. None for the player of the study itself.
    pub fn of(&self, row: &Summary) -> Option<MeanEstimate> {
        self.0.get(&(row.player.clone(), row.scsa.clone(), row.pegs, row.colors)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::{CrashCause, Fault, Limit};
    use tournament::{Codemakers, Plan, Round, Rules, Tally};

    #[test]
    fn all_rounds_are_compared() {
        let codemaker = Codemakers::builtin().find("ab-color").unwrap().unwrap();
        let names = ["bayes", "bayes:1"].map(|name| players::find(name).unwrap());
        let matches = Plan::new(names, [codemaker], ["4x6".parse().unwrap()]).matches();
        let (win, loss, failure) =
            (Outcome::Win, Outcome::Loss(Limit::Guesses), Outcome::Failure(Fault::Crash(CrashCause::KILLED)));
        let own = [(&win, 3), (&win, 5), (&win, 4), (&loss, 12)];
        let others = [(&win, 4), (&win, 9), (&failure, 2), (&win, 2)];
        let mut rounds = RoundGuesses::default();
        for (game, played) in matches.iter().zip([own, others]) {
            for (number, (outcome, guesses)) in (1..).zip(played) {
                let round = Round { outcome: outcome.clone(), guesses, time: None };
                rounds.add(game, &RoundRecord { number, secret: "AABB".parse().unwrap(), round });
            }
        }
        let differences = rounds.differences();
        let row = |player: &str, size: &str| {
            Tally::default().summary(player, "ab-color", size.parse().unwrap(), Rules::Report)
        };
        // A round that is not won counts as 100 guesses, whatever it took.
        let wanted = MeanEstimate::of(&[1.0, 4.0, 96.0, -98.0]).map(MeanEstimate::rounded);
        assert_eq!(differences.of(&row("bayes:1", "4x6")), wanted);
        assert_eq!(differences.of(&row("bayes", "4x6")), None);
        assert_eq!(differences.of(&row("bayes:1", "6x10")), None);
    }
}
