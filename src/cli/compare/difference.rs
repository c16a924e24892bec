//! A difference between two players as CSV and JSON give it.

use documented::DocumentedFields;
use scsa::Size;
use serde::Serialize;
use tournament::compare::CONFIDENCE;
use tournament::compare::{CommonRounds, Estimate, Measure, PairComparison};

/// The difference between two players: the first less the second, in the mean of a round. Intervals are at 95 %.
#[derive(Clone, Debug, Serialize, DocumentedFields)]
pub struct DifferenceRecord {
    /// The first player.
    pub first: String,
    /// The second player. Of two folders, `first` is a player in the second one, and `second` the same player in the first one.
    pub second: String,
    /// The codemaker; empty for all.
    pub scsa: String,
    /// The size; empty for all.
    pub size: String,
    /// The rounds that both players have, those among them that the rules did not let one play, which count as not won.
    pub rounds: u64,
    /// The mean number of guesses of the first player; a round that was not won counts as the guess limit.
    pub first_guesses: f64,
    /// That of the second player.
    pub second_guesses: f64,
    /// The mean difference in guesses, the first player less the second.
    pub guesses_difference: f64,
    /// The lower bound of its 95 % interval; empty where no match has two rounds, as are the next two columns.
    pub guesses_low: Option<f64>,
    /// The upper bound of its 95 % interval.
    pub guesses_high: Option<f64>,
    /// The p value of the paired t test of the difference in guesses.
    pub guesses_p: Option<f64>,
    /// The mean points of a round of the first player.
    pub first_points: f64,
    /// Those of the second player.
    pub second_points: f64,
    /// The mean difference in points, the first player less the second.
    pub points_difference: f64,
    /// The lower bound of its 95 % interval.
    pub points_low: Option<f64>,
    /// The upper bound of its 95 % interval.
    pub points_high: Option<f64>,
    /// The p value of the paired t test of the difference in points.
    pub points_p: Option<f64>,
    /// Of the rounds that both played, those that the first player won in fewer guesses, or that only it won.
    pub first_better: u64,
    /// The rounds that ended alike.
    pub ties: u64,
    /// The rounds that the second player won in fewer guesses, or that only it won.
    pub second_better: u64,
    /// The p value of what `--by` compares, adjusted for all pairs; empty where only one pair is compared.
    pub p_adjusted: Option<f64>,
}

impl DifferenceRecord {
    /// The difference between the players at two positions.
    pub fn new(common: &CommonRounds, [first, second]: [usize; 2], limit: usize) -> DifferenceRecord {
        let mean = |position, measure| common.estimate(position, measure).mean;
        let low_high =
            |estimate: &Estimate| estimate.interval(CONFIDENCE).map(|interval| (interval.low, interval.high)).unzip();
        let measure = Measure::Guesses { limit };
        let guesses = PairComparison::new(common, first, second, measure).all;
        let points = PairComparison::new(common, first, second, Measure::Score).all.estimate;
        let (guesses_low, guesses_high) = low_high(&guesses.estimate);
        let (points_low, points_high) = low_high(&points);
        DifferenceRecord {
            first: common.name(first).to_owned(),
            second: common.name(second).to_owned(),
            scsa: String::new(),
            size: String::new(),
            rounds: common.round_count(),
            first_guesses: mean(first, measure),
            second_guesses: mean(second, measure),
            guesses_difference: guesses.estimate.mean,
            guesses_low,
            guesses_high,
            guesses_p: guesses.estimate.p_value(),
            first_points: mean(first, Measure::Score),
            second_points: mean(second, Measure::Score),
            points_difference: points.mean,
            points_low,
            points_high,
            points_p: points.p_value(),
            first_better: guesses.wins,
            ties: guesses.ties,
            second_better: guesses.losses,
            p_adjusted: None,
        }
    }

    /// The same for a part of the matches.
    pub fn of(self, scsa: Option<&str>, size: Option<Size>) -> DifferenceRecord {
        let size = size.map(|size| size.to_string()).unwrap_or_default();
        DifferenceRecord { scsa: scsa.unwrap_or_default().to_owned(), size, ..self }
    }
}
