//! A published figure beside the one computed here.

use super::published::{Figure, Quantity};
use crate::{Results, Summary, TimingSummary};

/// The report's SCORE is that of so many rounds.
const SCORE_ROUNDS: f64 = 100.0;
/// So many standard errors apart, two figures do not agree.
pub const FAR: f64 = 3.0;
/// With fewer rounds their spread says too little of how far figures may be apart.
const ENOUGH_ROUNDS: u64 = 30;
/// Rounds that all end alike have a spread of nothing but rounding.
const SENSELESS: f64 = 1e6;

/// A published figure and ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// What is published.
    pub figure: Figure,
    /// The same quantity, computed here; none when no round tells it.
    pub here: Option<f64>,
    /// Its standard error.
    pub se: Option<f64>,
    /// The standard error of the published figure, from our spread and its rounds.
    pub published_se: Option<f64>,
    /// The rounds that it comes from: of guesses the rounds won.
    pub rounds: u64,
    /// Whether every round was won.
    pub all_won: bool,
    /// Our figure less the published one, in standard errors of the difference. None of times, which come from different
    /// machines, of guesses where not all rounds were won, and with few rounds.
    pub apart: Option<f64>,
}

impl Comparison {
    /// Compares a figure with what that player, or another one in its place, did.
    pub fn new(figure: Figure, player: &str, results: &Results) -> Comparison {
        let is_it = |name: &str, scsa: &str, pegs: usize, colors: usize| {
            name == player && scsa == figure.scsa && format!("{pegs}x{colors}") == figure.size
        };
        let summary = results.summaries.iter().find(|row| is_it(&row.player, &row.scsa, row.pegs, row.colors));
        let timing = results.timings.iter().find(|row| is_it(&row.player, &row.scsa, row.pegs, row.colors));
        let measured = if figure.quantity.is_time() {
            timing.map(|row| time(figure.quantity, row))
        } else {
            summary.filter(|row| row.rounds > 0).map(|row| counted(figure.quantity, row))
        };
        let Measured { value: here, se, rounds, spread } = measured.unwrap_or_default();
        let all_won = summary.is_some_and(|row| row.wins == row.rounds);
        let published_se = spread.map(|spread| spread / (figure.rounds as f64).sqrt());
        let apart = match (here, figure.value, se, published_se) {
            (Some(here), Some(value), Some(se), Some(published))
                if rounds >= ENOUGH_ROUNDS && (all_won || figure.quantity != Quantity::Guesses) =>
            {
                Some((here - value) / (se * se + published * published).sqrt())
            }
            _ => None,
        };
        Comparison {
            figure,
            here,
            se,
            published_se,
            rounds,
            all_won,
            apart: apart.filter(|apart| apart.abs() < SENSELESS),
        }
    }

    /// The same in another unit.
    pub fn scaled(&self, unit: f64) -> Comparison {
        let figure = Figure { value: self.figure.value.map(|value| value * unit), ..self.figure };
        Comparison { figure, here: self.here.map(|here| here * unit), se: self.se.map(|se| se * unit), ..*self }
    }

    /// The published figure over ours.
    pub fn ratio(&self) -> Option<f64> {
        let ratio = self.figure.value? / self.here?;
        ratio.is_finite().then_some(ratio)
    }

    /// Whether the figures are too far apart for chance.
    pub fn is_far(&self) -> bool {
        self.apart.is_some_and(|apart| apart.abs() > FAR)
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Measured {
    value: Option<f64>,
    se: Option<f64>,
    rounds: u64,
    /// The published figure's standard error, were it from one round.
    spread: Option<f64>,
}

fn counted(quantity: Quantity, row: &Summary) -> Measured {
    let rounds = row.rounds as f64;
    let share = SCORE_ROUNDS / rounds;
    // The spread of a SCORE of 100 rounds is ten times that of a round; as if from one round it is 100 times that.
    let scored = |value: f64, se: Option<f64>| Measured {
        value: Some(value * share),
        se: se.map(|se| se * share),
        rounds: row.rounds,
        spread: se.map(|se| se / rounds.sqrt() * SCORE_ROUNDS),
    };
    match quantity {
        Quantity::WorstGuesses => {
            Measured { value: row.max_guesses.map(|most| most as f64), rounds: row.wins, ..Measured::default() }
        }
        Quantity::Score => scored(row.score, row.score_se),
        // Without failures the SCORE is five times this.
        Quantity::WeightedWins if row.failures() == 0 => scored(row.weighted_wins, row.score_se.map(|se| se / 5.0)),
        Quantity::WeightedWins => scored(row.weighted_wins, None),
        Quantity::Losses => scored(row.losses() as f64, None),
        Quantity::Failures => scored(row.failures() as f64, None),
        _ => Measured {
            value: row.mean_guesses,
            se: row.mean_guesses_se,
            rounds: row.wins,
            spread: row.mean_guesses_se.map(|se| se * (row.wins as f64).sqrt()),
        },
    }
}

/// Nothing is known of how the report's times spread.
fn time(quantity: Quantity, row: &TimingSummary) -> Measured {
    let (value, se) = match quantity {
        Quantity::FirstGuess => (Some(row.first_guess_us), row.first_guess_us_se),
        Quantity::LaterGuess => (row.later_guess_us, row.later_guess_us_se),
        Quantity::Round => (Some(row.round_us), row.round_us_se),
        _ => (Some(row.guess_us), row.guess_us_se),
    };
    Measured { value, se, rounds: row.rounds_timed, spread: None }
}

/// The figures of one match after another.
pub fn by_match(comparisons: &[Comparison]) -> impl Iterator<Item = &[Comparison]> {
    let key = |one: &Comparison| (one.figure.player, one.figure.scsa, one.figure.size);
    comparisons.chunk_by(move |a, b| key(a) == key(b))
}

/// The figure of a match that measures that.
pub fn pick(figures: &[Comparison], quantity: Quantity) -> Option<&Comparison> {
    figures.iter().find(|one| one.figure.quantity == quantity)
}
