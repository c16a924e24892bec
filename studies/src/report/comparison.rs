//! A published figure beside the one measured here.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use tournament::{Results, SCORE_ROUNDS, Summary, TimingSummary};

/// The figures of the report ("Project Report", Dino's entry in a Mastermind tournament of 2019, Tables 1 to 14), in its order. Those of
/// Tables 7 and 8 are columns of Table 4.
const PUBLISHED: &str = include_str!("published.csv");
pub const SIZES: [&str; 5] = ["4x6", "6x10", "8x10", "15x20", "20x26"];
pub const SCSAS: [&str; 6] =
    ["insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last"];
/// Two figures disagree when they differ by more standard errors: by chance that happens once in 370 comparisons.
const DISAGREEMENT: f64 = 3.0;
/// The fewest rounds whose spread gives a usable standard error.
const ENOUGH_ROUNDS: u64 = 30;
/// A larger z-score comes from rounds that all ended alike, whose standard error is a rounding error.
const MOST_Z_SCORE: f64 = 1e6;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PublishedFigure {
    pub table: u8,
    pub player: String,
    pub scsa: String,
    pub pegs: usize,
    pub colors: usize,
    pub quantity: Quantity,
    /// The value; none where the report says that the player does not win.
    pub published: Option<f64>,
    /// The number of rounds that it comes from. Those of the tables with times are one game: every mean time is a whole number of
    /// microseconds divided by the guesses of one game, although the report speaks of about five.
    pub published_rounds: u64,
}

/// The quantity of a figure. SCORE, weighted wins, losses and failures are those of 100 rounds; times are in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    WorstGuesses,
    MeanGuesses,
    Score,
    WeightedWins,
    Losses,
    Failures,
    FirstGuessUs,
    /// The mean of the guesses after the first.
    LaterGuessUs,
    GuessUs,
    RoundUs,
}

impl Quantity {
    pub const fn name(self) -> &'static str {
        match self {
            Quantity::WorstGuesses => "worst",
            Quantity::MeanGuesses => "guesses",
            Quantity::Score => "SCORE",
            Quantity::WeightedWins => "weighted wins",
            Quantity::Losses => "losses",
            Quantity::Failures => "failures",
            Quantity::FirstGuessUs => "first guess",
            Quantity::LaterGuessUs => "later guess",
            Quantity::GuessUs => "guess",
            Quantity::RoundUs => "round",
        }
    }

    pub const fn is_time(self) -> bool {
        matches!(self, Quantity::FirstGuessUs | Quantity::LaterGuessUs | Quantity::GuessUs | Quantity::RoundUs)
    }
}

impl PublishedFigure {
    pub fn all() -> &'static [PublishedFigure] {
        static ALL: LazyLock<Vec<PublishedFigure>> =
            LazyLock::new(|| csv::Reader::from_reader(PUBLISHED.as_bytes()).into_deserialize().flatten().collect());
        &ALL
    }
}

/// The cause of a disagreement, where it is known.
pub fn remark(figure: &PublishedFigure) -> Option<&'static str> {
    Some(match (figure.table, &*figure.scsa) {
        (2, "insert-colors") => {
            "Table 4, which comes from an older version of the report's program, has the same figure."
        }
        (4 | 8, _) => "The figure comes from an older version of the report's program, whose method is not known.",
        (12, "only-once") if figure.player == "dino-only-once" => {
            "The report does not say how its dino-only-once used its knowledge."
        }
        _ => return None,
    })
}

#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    pub figure: &'static PublishedFigure,
    /// The same quantity, measured here; none when no round gives it.
    pub measured: Option<f64>,
    /// The standard error of the measured figure.
    pub se: Option<f64>,
    /// The rounds of the measured figure; for guesses the rounds won.
    pub rounds: u64,
    /// The z-score: measured less published, in standard errors of the difference. None for times, which come from different
    /// machines, for guesses where not all rounds were won, and with fewer than 30 rounds.
    pub z_score: Option<f64>,
}

impl Comparison {
    pub fn new(figure: &'static PublishedFigure, player: &str, results: &Results) -> Comparison {
        let is_match = |name: &str, scsa: &str, game: (usize, usize)| {
            name == player && scsa == figure.scsa && game == (figure.pegs, figure.colors)
        };
        let summary = results.summaries.iter().find(|row| is_match(&row.player, &row.scsa, (row.pegs, row.colors)));
        let timing = results.timings.iter().find(|row| is_match(&row.player, &row.scsa, (row.pegs, row.colors)));
        let measurement = if figure.quantity.is_time() {
            timing.map(|row| time(figure.quantity, row))
        } else {
            summary.filter(|row| row.counted() > 0).map(|row| count(figure.quantity, row))
        };
        let Measurement { value: measured, se, rounds, deviation } = measurement.unwrap_or_default();
        let all_won = summary.is_some_and(|row| row.wins == row.counted());
        // That of the published figure, from our spread and its number of rounds.
        let published_se = deviation.map(|deviation| deviation / (figure.published_rounds as f64).sqrt());
        let is_compared = rounds >= ENOUGH_ROUNDS && (all_won || figure.quantity != Quantity::MeanGuesses);
        let z_score = || {
            let (se, published_se) = (se?, published_se?);
            Some((measured? - figure.published?) / (se * se + published_se * published_se).sqrt())
        };
        let z_score = z_score().filter(|z| is_compared && z.abs() < MOST_Z_SCORE);
        Comparison { figure, measured, se, rounds, z_score }
    }

    pub fn ratio(&self) -> Option<f64> {
        let ratio = self.figure.published? / self.measured?;
        ratio.is_finite().then_some(ratio)
    }

    pub fn disagrees(&self) -> bool {
        self.z_score.is_some_and(|z| z.abs() > DISAGREEMENT)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Measurement {
    value: Option<f64>,
    se: Option<f64>,
    rounds: u64,
    /// The standard error that the published figure would have, had it come from one round.
    deviation: Option<f64>,
}

fn count(quantity: Quantity, row: &Summary) -> Measurement {
    let rounds = row.counted() as f64;
    let share = SCORE_ROUNDS / rounds;
    // The standard error of a SCORE of 100 rounds is ten times the standard deviation of a round's points. It is divided by the square
    // root of the rounds of the figure, 100, so that the deviation is 100 times that of a round.
    let scored = |value: f64, se: Option<f64>| Measurement {
        value: Some(value * share),
        se: se.map(|se| se * share),
        rounds: row.counted(),
        deviation: se.map(|se| se / rounds.sqrt() * SCORE_ROUNDS),
    };
    match quantity {
        Quantity::WorstGuesses => {
            Measurement { value: row.max_guesses.map(|most| most as f64), rounds: row.wins, ..Measurement::default() }
        }
        Quantity::Score => scored(row.points, row.points_se),
        // Without failures the SCORE is five times this.
        Quantity::WeightedWins if row.failures() == 0 => scored(row.weighted_wins, row.points_se.map(|se| se / 5.0)),
        Quantity::WeightedWins => scored(row.weighted_wins, None),
        Quantity::Losses => scored(row.losses() as f64, None),
        Quantity::Failures => scored(row.failures() as f64, None),
        _ => Measurement {
            value: row.mean_guesses,
            se: row.mean_guesses_se,
            rounds: row.wins,
            deviation: row.mean_guesses_se.map(|se| se * (row.wins as f64).sqrt()),
        },
    }
}

/// The spread of the report's times is not known.
fn time(quantity: Quantity, row: &TimingSummary) -> Measurement {
    let (value, se) = match quantity {
        Quantity::FirstGuessUs => (Some(row.first_guess_us), row.first_guess_us_se),
        Quantity::LaterGuessUs => (row.later_guess_us, row.later_guess_us_se),
        Quantity::RoundUs => (Some(row.round_us), row.round_us_se),
        _ => (Some(row.guess_us), row.guess_us_se),
    };
    Measurement { value, se, rounds: row.rounds_timed, deviation: None }
}

pub fn of_table(all: &[Comparison], table: u8) -> &[Comparison] {
    all.chunk_by(|a, b| a.figure.table == b.figure.table).find(|own| own[0].figure.table == table).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_read() {
        assert_eq!(PublishedFigure::all().len(), PUBLISHED.lines().count() - 1);
        assert!((1..=14).all(|table| PublishedFigure::all().iter().any(|figure| figure.table == table)));
    }
}
