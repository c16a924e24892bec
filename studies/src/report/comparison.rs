//! A published figure beside the one measured here.

use super::published::{FigureQuantity, PublishedFigure};
use tournament::{Limits, MeanGuesses, Results, Summary, TimingSummary};

/// The report's SCORE is that of this many rounds.
const SCORE_ROUNDS: f64 = 100.0;
/// Two figures disagree when they differ by more standard errors: by chance that happens once in 370 comparisons.
pub const DISAGREEMENT: f64 = 3.0;
/// The fewest rounds whose spread gives a usable standard error.
const ENOUGH_ROUNDS: u64 = 30;
/// A larger z-score comes from rounds that all ended alike, whose standard error is a rounding error.
const MOST_Z_SCORE: f64 = 1e6;

/// A published figure and ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The published figure.
    pub figure: PublishedFigure,
    /// The same quantity, measured here; none when no round gives it.
    pub measured: Option<f64>,
    /// The standard error of the measured figure.
    pub se: Option<f64>,
    /// The standard error of the published figure, from our spread and its number of rounds.
    pub published_se: Option<f64>,
    /// The rounds of the measured figure; for guesses the rounds won.
    pub rounds: u64,
    /// Whether every round was won.
    pub all_won: bool,
    /// The mean guesses of all rounds, also of those that were not won.
    pub guesses_of_all: Option<MeanGuesses>,
    /// The z-score: measured less published, in standard errors of the difference. None for times, which come from different
    /// machines, for guesses where not all rounds were won, and with fewer than 30 rounds.
    pub z_score: Option<f64>,
}

impl Comparison {
    /// Compares a figure with the results of a player, which need not be the player of the figure.
    pub fn new(figure: PublishedFigure, player: &str, results: &Results) -> Comparison {
        let is_match = |name: &str, scsa: &str, pegs: usize, colors: usize| {
            name == player && scsa == figure.scsa && format!("{pegs}x{colors}") == figure.size
        };
        let summary = results.summaries.iter().find(|row| is_match(&row.player, &row.scsa, row.pegs, row.colors));
        let timing = results.timings.iter().find(|row| is_match(&row.player, &row.scsa, row.pegs, row.colors));
        let measurement = if figure.quantity.is_time() {
            timing.map(|row| time(figure.quantity, row))
        } else {
            summary.filter(|row| row.rounds > 0).map(|row| count(figure.quantity, row))
        };
        let Measurement { value: measured, se, rounds, deviation } = measurement.unwrap_or_default();
        let all_won = summary.is_some_and(|row| row.wins == row.rounds);
        let published_se = deviation.map(|deviation| deviation / (figure.rounds as f64).sqrt());
        let z_score = match (measured, figure.value, se, published_se) {
            (Some(measured), Some(value), Some(se), Some(published_se))
                if rounds >= ENOUGH_ROUNDS && (all_won || figure.quantity != FigureQuantity::Guesses) =>
            {
                Some((measured - value) / (se * se + published_se * published_se).sqrt())
            }
            _ => None,
        };
        let z_score = z_score.filter(|z| z.abs() < MOST_Z_SCORE);
        // The report's limit is the usual one.
        let guesses_of_all = summary.and_then(|row| row.mean_guesses_of_all_rounds(Limits::default().guesses));
        Comparison { figure, measured, se, published_se, rounds, all_won, guesses_of_all, z_score }
    }

    /// The same in another unit.
    pub fn scaled(&self, unit: f64) -> Comparison {
        let figure = PublishedFigure { value: self.figure.value.map(|value| value * unit), ..self.figure };
        Comparison {
            figure,
            measured: self.measured.map(|value| value * unit),
            se: self.se.map(|se| se * unit),
            ..*self
        }
    }

    /// The published figure divided by the measured one.
    pub fn ratio(&self) -> Option<f64> {
        let ratio = self.figure.value? / self.measured?;
        ratio.is_finite().then_some(ratio)
    }

    /// Whether the difference is too large to be chance.
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

fn count(quantity: FigureQuantity, row: &Summary) -> Measurement {
    let rounds = row.rounds as f64;
    let share = SCORE_ROUNDS / rounds;
    // The standard error of a SCORE of 100 rounds is ten times the standard deviation of a round's points. It is divided by the square
    // root of the rounds of the figure, 100, so that the deviation is 100 times that of a round.
    let scored = |value: f64, se: Option<f64>| Measurement {
        value: Some(value * share),
        se: se.map(|se| se * share),
        rounds: row.rounds,
        deviation: se.map(|se| se / rounds.sqrt() * SCORE_ROUNDS),
    };
    match quantity {
        FigureQuantity::WorstGuesses => {
            Measurement { value: row.max_guesses.map(|most| most as f64), rounds: row.wins, ..Measurement::default() }
        }
        FigureQuantity::Score => scored(row.score, row.score_se),
        // Without failures the SCORE is five times this.
        FigureQuantity::WeightedWins if row.failures() == 0 => {
            scored(row.weighted_wins, row.score_se.map(|se| se / 5.0))
        }
        FigureQuantity::WeightedWins => scored(row.weighted_wins, None),
        FigureQuantity::Losses => scored(row.losses() as f64, None),
        FigureQuantity::Failures => scored(row.failures() as f64, None),
        _ => Measurement {
            value: row.mean_guesses,
            se: row.mean_guesses_se,
            rounds: row.wins,
            deviation: row.mean_guesses_se.map(|se| se * (row.wins as f64).sqrt()),
        },
    }
}

/// The spread of the report's times is not known.
fn time(quantity: FigureQuantity, row: &TimingSummary) -> Measurement {
    let (value, se) = match quantity {
        FigureQuantity::FirstGuess => (Some(row.first_guess_us), row.first_guess_us_se),
        FigureQuantity::LaterGuess => (row.later_guess_us, row.later_guess_us_se),
        FigureQuantity::Round => (Some(row.round_us), row.round_us_se),
        _ => (Some(row.guess_us), row.guess_us_se),
    };
    Measurement { value, se, rounds: row.rounds_timed, deviation: None }
}

/// The figures of one match after another.
pub fn by_match(comparisons: &[Comparison]) -> impl Iterator<Item = &[Comparison]> {
    let key = |one: &Comparison| (one.figure.player, one.figure.scsa, one.figure.size);
    comparisons.chunk_by(move |a, b| key(a) == key(b))
}

/// The figure of that quantity among those of a match.
pub fn pick(figures: &[Comparison], quantity: FigureQuantity) -> Option<&Comparison> {
    figures.iter().find(|one| one.figure.quantity == quantity)
}
