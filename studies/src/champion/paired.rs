//! Paired differences: two players in the same rounds.

use super::experiment::{GUESS_LIMIT, PLAYER};
use crate::estimate::MeanEstimate;
use serde::Deserialize;
use std::{collections::BTreeMap, path::Path};
use tournament::{FileError, Summary, files};

/// The table of the ablation, which records the differences.
pub const ABLATION: &str = "ablation.csv";

/// How many more guesses a player took than the player of the study in the same rounds, a round that is not won counted at the guess
/// limit.
#[derive(Debug, Default)]
pub struct PairedDifferences(BTreeMap<MatchKey, MeanEstimate>);

/// Player, codemaker, pegs and colors.
type MatchKey = (String, String, usize, usize);

/// The fields of a row of `rounds.csv` that are read.
#[derive(Deserialize)]
struct RoundRow {
    player: String,
    scsa: String,
    pegs: usize,
    colors: usize,
    round: u64,
    outcome: RoundOutcome,
    guesses: u64,
}

/// The outcome of a round.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RoundOutcome {
    Win,
    Loss,
    Failure,
}

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

impl PairedDifferences {
    /// Adds the differences of the rounds of a results folder.
    ///
    /// # Errors
    /// [`FileError`] when `rounds.csv` cannot be read.
    pub fn add_rounds(&mut self, folder: &Path) -> Result<(), FileError> {
        let mut matches: BTreeMap<MatchKey, BTreeMap<u64, f64>> = BTreeMap::new();
        for row in files::read_rows::<RoundRow>(&folder.join(files::ROUNDS), |_| None)? {
            let guesses = if row.outcome == RoundOutcome::Win { row.guesses as f64 } else { GUESS_LIMIT as f64 };
            let key = (row.player, row.scsa, row.pegs, row.colors);
            matches.entry(key).or_default().insert(row.round, guesses);
        }
        for (key, rounds) in matches.iter().filter(|(key, _)| key.0 != PLAYER) {
            let Some(own) = matches.get(&(PLAYER.to_owned(), key.1.clone(), key.2, key.3)) else { continue };
            let differences: Vec<f64> =
                rounds.iter().filter_map(|(round, guesses)| Some(guesses - own.get(round)?)).collect();
            if let Some(difference) = MeanEstimate::of(&differences) {
                self.0.insert(key.clone(), difference.rounded());
            }
        }
        Ok(())
    }

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
    use std::fs;
    use tournament::{Rules, Tally};

    #[test]
    fn all_rounds_are_compared() {
        let folder = tempfile::tempdir().unwrap();
        let head = tournament::ROUND_COLUMNS.join(",");
        let round = |player: &str, round: u64, outcome: &str, guesses: u64| {
            format!("{player},ab-color,4,6,{round},AABB,{outcome},,{guesses},1.0")
        };
        let rows = [
            head,
            round("bayes", 1, "win", 3),
            round("bayes", 2, "win", 5),
            round("bayes", 3, "win", 4),
            round("bayes", 4, "loss", 12),
            round("bayes:1", 1, "win", 4),
            round("bayes:1", 2, "win", 9),
            round("bayes:1", 3, "failure", 2),
            round("bayes:1", 4, "win", 2),
        ];
        fs::write(folder.path().join(files::ROUNDS), rows.join("\n")).unwrap();
        let mut differences = PairedDifferences::default();
        differences.add_rounds(folder.path()).unwrap();
        let row = |player: &str, size: &str| {
            Tally::default().summary(player, "ab-color", size.parse().unwrap(), Rules::Report)
        };
        // What is not won counts as 100 guesses, whatever it took.
        let wanted = MeanEstimate::of(&[1.0, 4.0, 96.0, -98.0]).map(MeanEstimate::rounded);
        assert_eq!(differences.of(&row("bayes:1", "4x6")), wanted);
        assert_eq!(differences.of(&row("bayes", "4x6")), None);
        assert_eq!(differences.of(&row("bayes:1", "6x10")), None);
    }
}
