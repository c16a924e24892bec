//! The results of one rule: a row of the table.

use super::{
    matches::PlayerKnowledge,
    prediction::{FRESH_CODES, Prediction, SAMPLES},
    rounds::LearningGuesses,
    rules::{RuleEntry, RuleGroup},
};
use documented::DocumentedFields;
use scsa::Size;
use serde::Serialize;
use tournament::compare::Interval;

/// One row a rule.
pub const TABLE: &str = "learning.csv";

/// The results of one rule: a row of `learning.csv`, whose columns are these fields in this order. Numbers are rounded to six
/// decimals.
#[derive(Clone, Debug, PartialEq, Serialize, DocumentedFields)]
pub struct LearningRow {
    /// `rules of the table`, `development` or `held out`.
    pub group: &'static str,
    /// The codemaker's name.
    pub rule: &'static str,
    /// The rule in words.
    pub title: &'static str,
    /// The pegs of the game.
    pub pegs: usize,
    /// The colors of the game.
    pub colors: usize,
    /// The number of codes that are learned from.
    pub samples: u64,
    /// The number of other codes on which the next columns are measured.
    pub fresh_codes: u64,
    /// The cross-entropy of the posterior on the fresh codes, in bits a code.
    pub bits: f64,
    /// The cross-entropy of the rule itself on the same codes, in bits a code.
    pub true_bits: f64,
    /// The posterior weight of the model with the largest one.
    pub model_weight: f64,
    /// That model in words.
    pub model: String,
    /// The rounds that the player with the samples played; empty columns follow if there are none.
    pub rounds: u64,
    /// Its rounds that were lost or failed. Such a round counts as 100 guesses, the guess limit.
    pub not_won: usize,
    /// Its mean number of guesses.
    pub mean_guesses: Option<f64>,
    /// The lower end of the 95 % confidence interval of `mean_guesses`; empty with fewer than two rounds.
    pub ci95_low: Option<f64>,
    /// The upper end of the 95 % confidence interval of `mean_guesses`; empty with fewer than two rounds.
    pub ci95_high: Option<f64>,
    /// The same as `not_won` for the player that knows the rule.
    pub known_not_won: usize,
    /// The mean number of guesses of the player that knows the rule.
    pub known_mean_guesses: Option<f64>,
    /// The lower end of the 95 % confidence interval of `known_mean_guesses`; empty with fewer than two rounds.
    pub known_ci95_low: Option<f64>,
    /// The upper end of the 95 % confidence interval of `known_mean_guesses`; empty with fewer than two rounds.
    pub known_ci95_high: Option<f64>,
    /// `mean_guesses` divided by `known_mean_guesses`.
    pub ratio: Option<f64>,
    /// The lower end of the 95 % confidence interval of `ratio`; empty with fewer than two rounds.
    pub ratio_ci95_low: Option<f64>,
    /// The upper end of the 95 % confidence interval of `ratio`; empty with fewer than two rounds.
    pub ratio_ci95_high: Option<f64>,
}

impl LearningRow {
    /// The columns, in order.
    pub const COLUMNS: &[&str] = <LearningRow as DocumentedFields>::FIELD_NAMES;

    /// What the columns contain, in the same order.
    pub const COLUMN_DOCS: &[&str] = <LearningRow as DocumentedFields>::FIELD_DOCS;

    pub(super) fn new(
        group: RuleGroup,
        entry: &RuleEntry,
        size: Size,
        prediction: &Prediction,
        rounds: &LearningGuesses,
    ) -> LearningRow {
        let [learned, known] = PlayerKnowledge::ALL.map(|knowledge| rounds.mean(entry.name, knowledge));
        let [interval, known_interval] = [learned, known].map(|mean| mean.and_then(|mean| mean.interval()));
        let [not_won, known_not_won] = PlayerKnowledge::ALL.map(|knowledge| rounds.not_won(entry.name, knowledge));
        let ratio = rounds.ratio(entry.name);
        let ratio_interval = ratio.and_then(|ratio| ratio.interval());
        let low = |interval: Option<Interval>| interval.map(|interval| millionths(interval.low));
        let high = |interval: Option<Interval>| interval.map(|interval| millionths(interval.high));
        LearningRow {
            group: group.name(),
            rule: entry.name,
            title: entry.title,
            pegs: size.pegs(),
            colors: size.colors(),
            samples: SAMPLES,
            fresh_codes: FRESH_CODES,
            bits: millionths(prediction.bits),
            true_bits: millionths(prediction.true_bits),
            model_weight: millionths(prediction.model_weight),
            model: prediction.model.clone(),
            rounds: learned.map_or(0, |mean| mean.count),
            not_won,
            mean_guesses: learned.map(|mean| millionths(mean.mean)),
            ci95_low: low(interval),
            ci95_high: high(interval),
            known_not_won,
            known_mean_guesses: known.map(|mean| millionths(mean.mean)),
            known_ci95_low: low(known_interval),
            known_ci95_high: high(known_interval),
            ratio: ratio.map(|ratio| millionths(ratio.ratio)),
            ratio_ci95_low: low(ratio_interval),
            ratio_ci95_high: high(ratio_interval),
        }
    }

    /// How many bits a code are lost because the rule is not known.
    pub(super) fn excess(&self) -> f64 {
        self.bits - self.true_bits
    }
}

fn millionths(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
