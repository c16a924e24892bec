//! What grows with the size of the game.

use scsa::Size;
use std::str::FromStr;
use tournament::{MeanGuesses, Results, Status, Summary, TimingSummary, compare::growth::Point, in_order};

/// What grows with the size of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Guesses,
    Points,
    Time,
    Preparation,
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

    /// The points of a player: at each size the mean over these codemakers, if it has a value against all of them. And the number of
    /// sizes without a point because some rounds were not won: the mean number of guesses is only a lower bound there.
    pub fn measure(self, player: &str, scsas: &[String], results: &Results, guess_limit: usize) -> (Vec<Point>, usize) {
        let own = results.summaries.iter().filter(|row| row.player == player && row.rounds > 0);
        let (mut points, mut bounds) = (Vec::new(), 0);
        for size in in_order(own, Summary::size).into_iter().flatten() {
            let values: Option<Vec<MeanGuesses>> =
                scsas.iter().map(|scsa| self.of_match(player, scsa, size, results, guess_limit)).collect();
            let Some(values) = values.filter(|values| !values.is_empty()) else { continue };
            if values.iter().any(|value| value.is_lower_bound) {
                bounds += 1;
                continue;
            }
            let value = values.iter().map(|value| value.mean).sum::<f64>() / values.len() as f64;
            points.push(Point { size, value });
        }
        (points, bounds)
    }

    /// The mean of this quantity in a match.
    pub fn of_match(
        self,
        player: &str,
        scsa: &str,
        size: Size,
        results: &Results,
        guess_limit: usize,
    ) -> Option<MeanGuesses> {
        let summary = || {
            let is_it = |row: &&Summary| row.player == player && row.scsa == scsa && row.size() == Some(size);
            results.summaries.iter().find(is_it).filter(|row| row.rounds > 0)
        };
        let timing = || {
            let is_it = |row: &&TimingSummary| row.player == player && row.scsa == scsa && row.size() == Some(size);
            results.timings.iter().find(is_it)
        };
        let exact = |mean, standard_error| Some(MeanGuesses { mean, standard_error, is_lower_bound: false });
        match self {
            Quantity::Guesses => summary()?.mean_guesses_of_all_rounds(guess_limit),
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
