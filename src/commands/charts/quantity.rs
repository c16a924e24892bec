//! What grows with the size of the game.

use scsa::Size;
use std::str::FromStr;
use tournament::{Results, Status, Summary, TimingSummary, compare::growth::Point};

/// What grows with the size of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Guesses,
    Points,
    Time,
    Preparation,
}

#[derive(Clone, Debug, Default)]
pub struct Measured {
    pub points: Vec<Point>,
    /// The sizes without a point because some rounds were not won: the mean number of guesses is only a lower bound there.
    pub bounds: usize,
}

/// A value of a match with its standard error, and whether it is a lower bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchValue {
    pub value: f64,
    pub standard_error: Option<f64>,
    pub is_lower_bound: bool,
}

impl Quantity {
    pub const ALL: [Quantity; 4] = [Quantity::Guesses, Quantity::Points, Quantity::Time, Quantity::Preparation];

    pub const fn id(self) -> &'static str {
        match self {
            Quantity::Guesses => "guesses",
            Quantity::Points => "points",
            Quantity::Time => "time",
            Quantity::Preparation => "preparation",
        }
    }

    /// The quantity in words, with its unit.
    pub const fn name(self) -> &'static str {
        match self {
            Quantity::Guesses => "mean guesses of a round",
            Quantity::Points => "mean points of a round",
            Quantity::Time => "CPU time of a round, µs",
            Quantity::Preparation => "CPU time of preparing the player, µs",
        }
    }

    /// The points of a player: at each size the mean over these codemakers, if it has a value against all of them.
    pub fn measure(self, player: &str, scsas: &[String], results: &Results, guess_limit: usize) -> Measured {
        let mut sizes: Vec<Size> = Vec::new();
        let own = results.summaries.iter().filter(|row| row.player == player && row.rounds > 0);
        for size in own.filter_map(Summary::size) {
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
        let mut measured = Measured::default();
        for size in sizes {
            let values: Option<Vec<MatchValue>> =
                scsas.iter().map(|scsa| self.of_match(player, scsa, size, results, guess_limit)).collect();
            let Some(values) = values.filter(|values| !values.is_empty()) else { continue };
            if values.iter().any(|value| value.is_lower_bound) {
                measured.bounds += 1;
                continue;
            }
            let value = values.iter().map(|value| value.value).sum::<f64>() / values.len() as f64;
            measured.points.push(Point { size, value });
        }
        measured
    }

    pub fn of_match(
        self,
        player: &str,
        scsa: &str,
        size: Size,
        results: &Results,
        guess_limit: usize,
    ) -> Option<MatchValue> {
        let summary = || {
            let is_it = |row: &&Summary| row.player == player && row.scsa == scsa && row.size() == Some(size);
            results.summaries.iter().find(is_it).filter(|row| row.rounds > 0)
        };
        let timing = || {
            let is_it = |row: &&TimingSummary| row.player == player && row.scsa == scsa && row.size() == Some(size);
            results.timings.iter().find(is_it)
        };
        let exact = |value, standard_error| Some(MatchValue { value, standard_error, is_lower_bound: false });
        match self {
            Quantity::Guesses => {
                let mean = summary()?.mean_guesses_of_all_rounds(guess_limit)?;
                let is_lower_bound = mean.is_lower_bound;
                Some(MatchValue { value: mean.mean, standard_error: mean.standard_error, is_lower_bound })
            }
            Quantity::Points => {
                let row = summary()?;
                let n = results.rounds_scored(row) as f64;
                // A match that the rules ended early is one observation.
                exact(row.score / n, row.score_se.filter(|_| row.status == Status::Played).map(|error| error / n))
            }
            Quantity::Time => exact(timing()?.round_us, timing()?.round_us_se),
            Quantity::Preparation => exact(timing()?.prepare_us?, None),
        }
    }
}

impl FromStr for Quantity {
    type Err = String;

    fn from_str(text: &str) -> Result<Quantity, String> {
        Quantity::ALL
            .into_iter()
            .find(|quantity| quantity.id() == text)
            .ok_or_else(|| format!("'{text}' is no quantity; give {}", Quantity::ALL.map(Quantity::id).join(", ")))
    }
}
