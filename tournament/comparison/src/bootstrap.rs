//! The stratified paired bootstrap.

use crate::{
    common_rounds::{CommonMatch, CommonRounds},
    measure::Measure,
    round_table::MatchEnd,
};
use intervals::Interval;
use scsa::Rng;

/// How a bootstrap is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BootstrapOptions {
    /// The number of resamples. Intervals need a thousand or more.
    pub resamples: usize,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The level of the interval: 0.95 for 95 %.
    pub level: f64,
}

impl Default for BootstrapOptions {
    /// 2000 resamples, seed 1, 95 %.
    fn default() -> BootstrapOptions {
        BootstrapOptions { resamples: 2000, seed: 1, level: 0.95 }
    }
}

/// The distribution of the mean difference between two players over resamples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// The mean difference of the rounds, the first player less the second.
    pub mean: f64,
    /// The standard deviation of the mean differences of the resamples.
    pub standard_error: f64,
    /// The percentile interval of the mean difference.
    pub interval: Interval,
}

/// Compares the players at two positions of [`CommonRounds::players`] by the stratified paired bootstrap: a resample draws,
/// within each match, as many rounds with replacement as the match has, and both players of a round together. None if a position
/// has no player, if there is no common round, if the rules ended a match early for one of the players, with fewer than two resamples,
/// and if the level is not between 0 and 1.
///
/// With few rounds in a match the standard error is too small by the factor √((n − 1)/n), and a match of one round adds nothing
/// to it. With 30 rounds that is 1.7 %.
///
/// Source: B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 8 for several samples, chapter 13 for
/// the interval. With B resamples its bounds are the k-th smallest mean and the k-th largest, k = ⌊(B + 1)·(1 − level)/2⌋.
///
/// Cost: about 3 ns for each round and resample, and 8 bytes for each resample and for each round of the longest match.
///
/// ```
/// use comparison::{BootstrapOptions, CommonRounds, Measure, RoundTable, bootstrap};
/// let mut rows = "player,scsa,pegs,colors,round,secret,outcome,cause,guesses,points\n".to_owned();
/// for round in 1..=100 {
///     let (first, second) = (4 + round % 2, 5 + round % 3);
///     rows += &format!("rao,only-once,4,6,{round},ABCD,win,,{first},1\n");
///     rows += &format!("dino,only-once,4,6,{round},ABCD,win,,{second},1\n");
/// }
/// let table = RoundTable::from_csv("rounds.csv", rows.as_bytes())?;
/// let measure = Measure::Guesses { limit: 100 };
/// let found = bootstrap(&CommonRounds::ranked(&table), 0, 1, measure, &BootstrapOptions::default()).unwrap();
/// assert!((found.mean + 1.5).abs() < 0.02);
/// assert!(found.interval.low < -1.6 && found.interval.high > -1.4);
/// # Ok::<(), comparison::TableError>(())
/// ```
#[must_use]
pub fn bootstrap(
    common: &CommonRounds,
    first: usize,
    second: usize,
    measure: Measure,
    options: &BootstrapOptions,
) -> Option<Bootstrap> {
    let rounds = common.round_count() as f64;
    let has_ended =
        |game: &CommonMatch| [first, second].map(|position| game.end(position)).contains(&Some(MatchEnd::Ended));
    let is_known = first.max(second) < common.players().len() && !common.matches().iter().any(has_ended);
    let is_valid = is_known && rounds > 0.0 && options.resamples > 1 && options.level > 0.0 && options.level < 1.0;
    if !is_valid {
        return None;
    }
    let mut rng = Rng::new(options.seed.into());
    let mut sums = vec![0.0; options.resamples];
    let mut sum = 0.0;
    for game in common.matches() {
        let pairs = game.rounds(first).iter().zip(game.rounds(second));
        let differences: Vec<f64> = pairs.map(|(a, b)| measure.value(a) - measure.value(b)).collect();
        sum += differences.iter().sum::<f64>();
        sums.iter_mut().for_each(|sum| *sum += resampled_sum(&differences, &mut rng));
    }
    sums.sort_unstable_by(f64::total_cmp);
    let mut means = sums;
    means.iter_mut().for_each(|sum| *sum /= rounds);
    let n = means.len() as f64;
    let center = means.iter().sum::<f64>() / n;
    let variance = means.iter().map(|mean| (mean - center).powi(2)).sum::<f64>() / (n - 1.0);
    let rank = ((n + 1.0) * (1.0 - options.level) / 2.0).floor().max(1.0) as usize;
    let interval = Interval { low: *means.get(rank - 1)?, high: *means.get(means.len() - rank)? };
    Some(Bootstrap { mean: sum / rounds, standard_error: variance.sqrt(), interval })
}

/// The sum of as many differences as there are, drawn with replacement.
fn resampled_sum(differences: &[f64], rng: &mut Rng) -> f64 {
    differences.iter().map(|_| differences[rng.below(differences.len())]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::round_table::RoundTable;

    #[test]
    fn resamples_have_the_mean_and_the_variance_of_the_differences() {
        let differences = [vec![0.0; 700], vec![1.0; 200], vec![-3.0; 100]].concat();
        let mut rng = Rng::new(1);
        let sums: Vec<f64> = (0..4000).map(|_| resampled_sum(&differences, &mut rng)).collect();
        let mean = sums.iter().sum::<f64>() / 4000.0;
        let deviation = (sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / 3999.0).sqrt();
        // The variance of a round is 0.2 + 0.9 - 0.1² = 1.09. The bounds are 4 standard errors.
        assert!((mean + 100.0).abs() < 4.0 * 1090f64.sqrt() / 4000f64.sqrt(), "{mean}");
        assert!((deviation - 1090f64.sqrt()).abs() < 4.0 * 1090f64.sqrt() / 8000f64.sqrt(), "{deviation}");
    }

    #[test]
    fn intervals_need_rounds_resamples_and_a_level() {
        let mut rows = "player,scsa,pegs,colors,round,secret,outcome,guesses,points\n".to_owned();
        for (player, round) in [("a", 1), ("a", 2), ("b", 1), ("b", 2)] {
            rows += &format!("{player},x,4,6,{round},ABCD,win,{},1.0\n", 3 + round);
        }
        let table = RoundTable::from_csv("rounds.csv", rows.as_bytes()).unwrap();
        let (common, measure) = (CommonRounds::ranked(&table), Measure::Guesses { limit: 100 });
        let options = BootstrapOptions::default();
        let found = bootstrap(&common, 0, 1, measure, &options).unwrap();
        let zero = Interval { low: 0.0, high: 0.0 };
        assert_eq!(found, Bootstrap { mean: 0.0, standard_error: 0.0, interval: zero });
        // Without a second player there are no differences.
        assert_eq!(bootstrap(&common, 0, 2, measure, &options), None);
        for (resamples, level) in [(1, 0.95), (100, 0.0), (100, 1.0), (100, f64::NAN)] {
            let options = BootstrapOptions { resamples, level, ..options };
            assert_eq!(bootstrap(&common, 0, 1, measure, &options), None);
        }
        let nobody = RoundTable::default();
        assert_eq!(bootstrap(&CommonRounds::ranked(&nobody), 0, 1, measure, &options), None);
    }
}
