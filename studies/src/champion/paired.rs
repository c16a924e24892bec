//! Two players beside each other in the same rounds.

use super::PLAYER;
use crate::{FileError, Summary, files};
use serde::Deserialize;
use std::{collections::BTreeMap, path::Path};

/// How many guesses each player took in each round that it won.
#[derive(Debug, Default)]
pub struct Rounds(BTreeMap<Match, BTreeMap<u64, u64>>);

/// Player, codemaker, pegs and colors.
type Match = (String, String, usize, usize);

/// What is read of a row of `rounds.csv`.
#[derive(Deserialize)]
struct Round {
    player: String,
    scsa: String,
    pegs: usize,
    colors: usize,
    round: u64,
    outcome: String,
    guesses: u64,
}

/// How many more guesses a player took than another in the same rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    pub mean: f64,
    /// Its standard error, from the spread of the differences; none of fewer than two rounds.
    pub se: Option<f64>,
}

impl Rounds {
    /// Adds the rounds of a results folder.
    pub fn read(&mut self, folder: &Path) -> Result<(), FileError> {
        for row in files::read_rows::<Round>(&folder.join(files::ROUNDS), |_| None)? {
            if row.outcome == "win" {
                let game = (row.player, row.scsa, row.pegs, row.colors);
                self.0.entry(game).or_default().insert(row.round, row.guesses);
            }
        }
        Ok(())
    }

    /// How many more guesses the player of a match took than the one that it is all about, in the rounds that both won.
    /// None of that one itself, and where there is no such round.
    pub fn difference(&self, row: &Summary) -> Option<Difference> {
        let of = |player: &str| self.0.get(&(player.to_owned(), row.scsa.clone(), row.pegs, row.colors));
        let (ours, theirs) = (of(PLAYER)?, of(&row.player)?);
        let differences: Vec<f64> =
            theirs.iter().filter_map(|(round, guesses)| Some(*guesses as f64 - *ours.get(round)? as f64)).collect();
        (row.player != PLAYER && !differences.is_empty()).then(|| Difference::of(&differences))
    }
}

impl Difference {
    fn of(differences: &[f64]) -> Difference {
        let rounds = differences.len() as f64;
        let mean = differences.iter().sum::<f64>() / rounds;
        let squares: f64 = differences.iter().map(|one| (one - mean) * (one - mean)).sum();
        Difference { mean, se: (differences.len() > 1).then(|| (squares / (rounds - 1.0) / rounds).sqrt()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use std::fs;
    use tournament::Tally;

    #[test]
    fn rounds_are_compared_that_both_won() {
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
            round("bayes", 4, "loss", 100),
            round("bayes:1", 1, "win", 4),
            round("bayes:1", 2, "win", 9),
            round("bayes:1", 3, "loss", 100),
            round("bayes:1", 4, "win", 2),
        ];
        fs::write(folder.path().join(files::ROUNDS), rows.join("\n")).unwrap();
        let mut rounds = Rounds::default();
        rounds.read(folder.path()).unwrap();
        let row = |player: &str, size: &str| {
            Tally::default().summary(player, "ab-color", size.parse().unwrap(), Rules::Report)
        };
        // Differences of 1 and 4.
        let difference = rounds.difference(&row("bayes:1", "4x6")).unwrap();
        assert_eq!((difference.mean, difference.se), (2.5, Some(1.5)));
        assert_eq!(rounds.difference(&row("bayes", "4x6")), None);
        assert_eq!(rounds.difference(&row("bayes:1", "6x10")), None);
    }
}
