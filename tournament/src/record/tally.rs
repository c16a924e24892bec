//! Counting the rounds of a match, and statistics of whole numbers.

use crate::plan::{MatchKey, Rules};
use crate::record::batch::{Batch, RoundTime};
use crate::record::summary::{Status, Summary, TimingSummary};
use player_api::{Ending, FailureKind};
use scsa::Game;
use std::{collections::BTreeMap, time::Duration};

/// How the rounds of a match ended, counted. The counts are integers, so that they do not depend on the order in which rounds are counted,
/// nor on how they are grouped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    wins: Histogram,
    /// The rounds that earn no points, and those that cost points, each by kind in the order of [`FailureKind::ALL`].
    losses: KindCounts,
    failures: KindCounts,
}

type KindCounts = [u64; FailureKind::ALL.len()];

impl Tally {
    /// Counts a round.
    pub fn count(&mut self, ending: &Ending, guesses: usize) {
        match ending {
            Ending::Win => self.wins.count(guesses),
            Ending::Loss(cause) => self.losses[cause.kind as usize] += 1,
            Ending::Failure(cause) => self.failures[cause.kind as usize] += 1,
        }
    }

    /// Adds the rounds of another tally.
    pub fn add(&mut self, other: &Tally) {
        self.wins.add(&other.wins);
        let counts = self.losses.iter_mut().chain(&mut self.failures);
        counts.zip(other.losses.iter().chain(&other.failures)).for_each(|(count, more)| *count += more);
    }

    /// The rounds counted, of which some may not have been played.
    pub fn rounds(&self) -> u64 {
        self.wins.total() + self.losses.iter().sum::<u64>() + self.failures()
    }

    /// The rounds that were not won, by kind.
    pub const fn of_kind(&self, kind: FailureKind) -> u64 {
        self.losses[kind as usize] + self.failures[kind as usize]
    }

    /// The rounds played: all but those that were given up.
    pub fn played(&self) -> u64 {
        self.rounds() - self.of_kind(FailureKind::GivenUp)
    }

    /// The rounds that cost points, for any reason.
    pub fn failures(&self) -> u64 {
        self.failures.iter().sum()
    }

    /// The sum of 1/sqrt(guesses) over the rounds won.
    pub fn weighted_wins(&self) -> f64 {
        self.wins.sum_of(|guesses| 1.0 / (guesses as f64).sqrt())
    }

    /// The points of the match by these rules.
    pub fn points(&self, rules: Rules, game: Game) -> f64 {
        rules.match_points(game, self.weighted_wins(), self.failures())
    }

    /// The standard error of the points: √rounds times the standard deviation of the points of a round.
    fn points_se(&self, rules: Rules, game: Game) -> Option<f64> {
        let rounds = self.rounds();
        if rounds < 2 {
            return None;
        }
        let mean = self.points(rules, game) / rounds as f64;
        let square = |points: f64| (points - mean) * (points - mean);
        let lost = self.losses.iter().sum::<u64>() as f64 * square(0.0);
        let failed = self.failures() as f64 * square(rules.failure_points(game));
        let won = self.wins.sum_of(|guesses| square(rules.win_points(game, guesses)));
        let variance = (lost + failed + won) / (rounds - 1) as f64;
        Some((rounds as f64 * variance).sqrt())
    }

    /// The match as a row of `summary.csv`, of so many rounds that were planned, with a guess limit.
    pub fn summary(&self, match_: MatchKey, (planned, guess_limit): (u64, usize), rules: Rules) -> Summary {
        let MatchKey { player, codemaker, game } = match_;
        Summary {
            player,
            scsa: codemaker,
            game,
            pegs: game.pegs(),
            colors: game.colors(),
            status: Status::Played,
            planned,
            played: self.played(),
            given_up: self.of_kind(FailureKind::GivenUp),
            wins: self.wins.total(),
            losses_guesses: self.of_kind(FailureKind::Guesses),
            losses_time: self.of_kind(FailureKind::Time),
            failures_illegal: self.of_kind(FailureKind::Illegal),
            failures_exception: self.of_kind(FailureKind::Exception),
            failures_crash: self.of_kind(FailureKind::Crash),
            failures_memory: self.of_kind(FailureKind::Memory),
            failures_silence: self.of_kind(FailureKind::Silence),
            failures_protocol: self.of_kind(FailureKind::Protocol),
            failures_not_loaded: self.of_kind(FailureKind::NotLoaded),
            weighted_wins: self.weighted_wins(),
            points: self.points(rules, game),
            points_se: self.points_se(rules, game),
            mean_guesses: self.wins.mean(),
            mean_guesses_se: self.wins.standard_error(),
            median_guesses: self.wins.median(),
            max_guesses: self.wins.max().map(|guesses| guesses as u64),
            guess_limit,
            note: String::new(),
        }
    }
}

/// The CPU times of the rounds of a match that were played to an end, won or lost, summed in integer nanoseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimingTally {
    first: Times,
    later: Times,
    any: Times,
    round: Times,
    longest: Duration,
    /// The rounds that were lost by time, in which the last guess was not finished.
    unfinished: u64,
    /// The CPU time of preparing the player, over the processes that did.
    preparation: Times,
}

/// Times of samples of one or more things: the mean of a thing, and the median over the samples of their means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Times {
    all: Ratio,
    means: Histogram,
}

/// The leading bits to which times are rounded of which a median is taken, so that a match of any length has few different ones: a
/// median is exact to 0.01 %, and below 65 µs to the nanosecond.
const MEDIAN_BITS: u32 = 16;

impl Times {
    fn sample(&mut self, nanos: u128, count: u64) {
        self.all.sample(nanos, count);
        if let Some(mean) = nanos.checked_div(u128::from(count)) {
            let mean = u64::try_from(mean).unwrap_or(u64::MAX);
            let unit = (u64::BITS - mean.leading_zeros()).saturating_sub(MEDIAN_BITS);
            self.means.count((mean >> unit << unit) as usize);
        }
    }

    fn add(&mut self, other: &Times) {
        self.all.add(&other.all);
        self.means.add(&other.means);
    }

    fn mean_us(&self) -> Option<f64> {
        self.all.mean().map(|nanos| nanos / 1e3)
    }

    fn median_us(&self) -> Option<f64> {
        self.means.median().map(|nanos| nanos / 1e3)
    }

    fn error_us(&self) -> Option<f64> {
        self.all.standard_error().map(|nanos| nanos / 1e3)
    }
}

impl TimingTally {
    /// Counts a timed round. A failure has no time that compares: the player may not even have begun.
    pub fn count(&mut self, ending: &Ending, time: &RoundTime) {
        if ending.is_failure() {
            return;
        }
        self.unfinished += u64::from(ending.kind() == Some(FailureKind::Time));
        let (first, whole) = (time.first.as_nanos(), time.whole.as_nanos());
        let guesses = time.guesses as u64;
        self.first.sample(first, guesses.min(1));
        self.later.sample(whole.saturating_sub(first), guesses.saturating_sub(1));
        self.any.sample(whole, guesses);
        self.round.sample(whole, 1);
        self.longest = self.longest.max(time.whole);
    }

    /// Counts the preparation of the player in one process.
    pub fn count_preparation(&mut self, time: Duration) {
        self.preparation.sample(time.as_nanos(), 1);
    }

    /// Adds the rounds and preparations of another tally.
    pub fn add(&mut self, other: &TimingTally) {
        self.preparation.add(&other.preparation);
        self.first.add(&other.first);
        self.later.add(&other.later);
        self.any.add(&other.any);
        self.round.add(&other.round);
        self.longest = self.longest.max(other.longest);
        self.unfinished += other.unfinished;
    }

    /// The match as a row of `timing-summary.csv`, or `None` when no round was counted.
    ///
    /// Rounds are independent, the guesses of one round are not: the standard errors are those of ratios over rounds
    /// ([`Ratio::standard_error`]).
    pub fn summary(&self, match_: MatchKey) -> Option<TimingSummary> {
        let MatchKey { player, codemaker, game } = match_;
        (self.round.all.samples > 0).then(|| TimingSummary {
            player,
            scsa: codemaker,
            game,
            pegs: game.pegs(),
            colors: game.colors(),
            rounds_timed: self.round.all.samples,
            is_bound: self.unfinished > 0,
            first_guess_us: self.first.mean_us().unwrap_or(0.0),
            first_guess_us_se: self.first.error_us(),
            first_guess_us_median: self.first.median_us(),
            later_guess_us: self.later.mean_us(),
            later_guess_us_se: self.later.error_us(),
            later_guess_us_median: self.later.median_us(),
            guess_us: self.any.mean_us().unwrap_or(0.0),
            guess_us_se: self.any.error_us(),
            guess_us_median: self.any.median_us(),
            round_us: self.round.mean_us().unwrap_or(0.0),
            round_us_se: self.round.error_us(),
            round_us_median: self.round.median_us(),
            round_us_max: self.longest.as_nanos() as f64 / 1e3,
            prepare_us: self.preparation.mean_us(),
            prepare_us_median: self.preparation.median_us(),
        })
    }
}

/// Rounds of a match, counted: their outcomes, and the times of those that were timed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundCounts {
    /// The number of the first of them; 0 without a round.
    pub first: u64,
    /// The outcomes.
    pub rounds: Tally,
    /// The outcomes up to the first failure, which ends a match by some rules; none without a failure.
    pub to_failure: Option<Tally>,
    /// The times.
    pub times: TimingTally,
}

impl RoundCounts {
    pub(crate) fn of(batch: &Batch) -> RoundCounts {
        let mut counts = RoundCounts { first: batch.first, ..RoundCounts::default() };
        for (ending, guesses) in batch.endings() {
            counts.rounds.count(ending, guesses);
            if counts.to_failure.is_none() && ending.is_failure() {
                counts.to_failure = Some(counts.rounds.clone());
            }
        }
        batch.times().for_each(|(ending, time)| counts.times.count(ending, time));
        counts
    }

    /// Adds later rounds.
    pub fn add(&mut self, other: &RoundCounts) {
        if self.first == 0 {
            self.first = other.first;
        }
        if let (None, Some(rounds)) = (&self.to_failure, &other.to_failure) {
            self.to_failure.insert(self.rounds.clone()).add(rounds);
        }
        self.rounds.add(&other.rounds);
        self.times.add(&other.times);
    }
}

/// How often each number occurred.
///
/// Everything that is computed from it goes through the numbers in ascending order, so that it does not depend on the
/// order in which they were counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// By number. Memory does not depend on how large the numbers are.
    counts: BTreeMap<usize, u64>,
}

impl Histogram {
    /// Counts a number.
    pub fn count(&mut self, number: usize) {
        *self.counts.entry(number).or_default() += 1;
    }

    /// Adds the counts of another one.
    pub fn add(&mut self, other: &Histogram) {
        for (number, count) in other.entries() {
            *self.counts.entry(number).or_default() += count;
        }
    }

    fn entries(&self) -> impl DoubleEndedIterator<Item = (usize, u64)> + '_ {
        self.counts.iter().map(|(number, count)| (*number, *count))
    }

    /// How many numbers were counted.
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The sum of a function of all numbers counted.
    pub fn sum_of(&self, f: impl Fn(usize) -> f64) -> f64 {
        self.entries().fold(0.0, |sum, (number, count)| sum + count as f64 * f(number))
    }

    /// The mean, or `None` of no numbers.
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        (total > 0).then(|| self.sum_of(|number| number as f64) / total as f64)
    }

    /// The standard error of the mean, or `None` of fewer than two numbers.
    pub fn standard_error(&self) -> Option<f64> {
        let total = self.total();
        let mean = self.mean().filter(|_| total > 1)?;
        let squares = self.sum_of(|number| (number as f64 - mean) * (number as f64 - mean));
        Some((squares / (total - 1) as f64 / total as f64).sqrt())
    }

    /// The median, or `None` of no numbers. Of an even number of numbers it lies halfway between the middle two.
    pub fn median(&self) -> Option<f64> {
        let total = self.total();
        let lower = self.at(total.checked_sub(1)? / 2)?;
        let upper = self.at(total / 2)?;
        Some((lower + upper) as f64 / 2.0)
    }

    /// The number at that place of the ascending order, the first place being 0.
    fn at(&self, place: u64) -> Option<usize> {
        let mut passed = 0;
        self.entries()
            .find(|(_, count)| {
                passed += count;
                passed > place
            })
            .map(|(number, _)| number)
    }

    /// The largest number.
    pub fn max(&self) -> Option<usize> {
        self.entries().next_back().map(|(number, _)| number)
    }
}

/// The ratio of two totals over independent samples, as of the time of all guesses to their number over rounds. Sums of whole numbers do
/// not depend on the order of the samples. Beyond a total of 2^63, which is 292 years in nanoseconds, there is no standard error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ratio {
    samples: u64,
    /// The sums of the values, of the counts, of the squares of both, and of their products.
    sums: [u128; 5],
}

impl Ratio {
    pub fn sample(&mut self, value: u128, count: u64) {
        let count = u128::from(count);
        let sums = [value, count, value.saturating_mul(value), count * count, value.saturating_mul(count)];
        self.add(&Ratio { samples: 1, sums });
    }

    pub fn add(&mut self, other: &Ratio) {
        self.samples = self.samples.saturating_add(other.samples);
        self.sums.iter_mut().zip(other.sums).for_each(|(sum, more)| *sum = sum.saturating_add(more));
    }

    /// The total of the values over the total of the counts, or `None` when nothing was counted.
    pub fn mean(&self) -> Option<f64> {
        let [values, counts, ..] = self.sums;
        (counts > 0).then(|| values as f64 / counts as f64)
    }

    /// The standard error of the mean, by the delta method: of n samples with values y and counts x and the ratio R it is
    /// sqrt(n / (n - 1) · Σ (y - R x)²) / Σ x. Where every count is 1 that is the standard error of a plain mean. `None`
    /// when fewer than two samples count anything, because one alone always lies on its own ratio.
    ///
    /// Source: W. G. Cochran, "Sampling Techniques", 3rd edition (1977), section 2.11, without the correction for a finite population.
    pub fn standard_error(&self) -> Option<f64> {
        // The square of a sum of whole numbers is the sum of their squares when at most one of them is not zero.
        let [values, counts, values_squared, counts_squared, products] = self.sums;
        if self.samples < 2 || counts.checked_mul(counts)? == counts_squared {
            return None;
        }
        // The whole part of the ratio is taken off in whole numbers: in floating point the squares of long steady times
        // would cancel out to nothing but rounding.
        let whole = values / counts;
        let part = (values % counts) as f64 / counts as f64;
        let of_counts = whole.checked_mul(counts_squared)?;
        let both = values_squared.checked_add(whole.checked_mul(of_counts)?)?;
        let rest_squared = both.checked_sub(whole.checked_mul(products)?.checked_mul(2)?)?;
        let rest_products = i128::try_from(products).ok()?.checked_sub(i128::try_from(of_counts).ok()?)?;
        let squares = rest_squared as f64 - 2.0 * part * rest_products as f64 + part * part * counts_squared as f64;
        let samples = self.samples as f64;
        Some((squares.max(0.0) * samples / (samples - 1.0)).sqrt() / counts as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use player_api::Cause;
    use proptest::prelude::*;

    #[test]
    fn times_have_means_and_standard_errors_over_rounds() {
        let mut tally = TimingTally::default();
        let key = MatchKey { player: "rao".into(), codemaker: "ab-color".into(), game: "4x6".parse().unwrap() };
        let mut count = |ending, first, whole, guesses| {
            let [first, whole] = [first, whole].map(Duration::from_micros);
            tally.count(&ending, &RoundTime { first, whole, guesses });
            tally.summary(key.clone())
        };
        assert_eq!(count(Ending::Failure(Cause::new(FailureKind::Memory, "")), 0, 0, 1), None);
        let row = count(Ending::Win, 4, 10, 4).unwrap();
        assert_eq!((row.rounds_timed, row.first_guess_us, row.later_guess_us), (1, 4.0, Some(2.0)));
        assert_eq!((row.guess_us, row.round_us, row.round_us_max, row.guess_us_se), (2.5, 10.0, 10.0, None));
        let row = count(Ending::Win, 8, 14, 3).unwrap();
        assert_eq!(
            (row.first_guess_us, row.later_guess_us, row.round_us, row.round_us_max),
            (6.0, Some(2.4), 12.0, 14.0)
        );
        // Two samples: sqrt(2 (d² + d²)) / Σ x, d being how far either lies from the ratio.
        let expected = [(2.0, 2.0), (6.0 - 2.4 * 3.0, 5.0), (10.0 - 24.0 / 7.0 * 4.0, 7.0), (2.0, 2.0)];
        let errors = [row.first_guess_us_se, row.later_guess_us_se, row.guess_us_se, row.round_us_se];
        for (error, (distance, counts)) in errors.into_iter().zip(expected) {
            assert!((error.unwrap() - 2.0 * f64::abs(distance) / counts).abs() < 1e-9, "{error:?}");
        }
        assert!(!row.is_bound);
        // One long round moves the mean, and not the median: that of 10, 14 and 1392 µs, and of 2.5, 4.667 and 464 µs.
        let row = count(Ending::Win, 8, 1392, 3).unwrap();
        assert_eq!((row.round_us_median, row.guess_us_median), (Some(14.0), Some(4.666)));
        let row = count(Ending::Loss(Cause::new(FailureKind::Time, "")), 8, 5_000_000, 1).unwrap();
        assert!(row.is_bound && row.round_us > 1e6);
    }

    #[test]
    fn small_differences_of_long_times_count() {
        let mut ratio = Ratio::default();
        for value in [5_000_000_000, 5_000_000_001, 5_000_000_002, 5_000_000_003] {
            ratio.sample(value, 1);
        }
        // The standard deviation of 0, 1, 2, 3 is sqrt(5/3).
        let expected = (5.0f64 / 3.0 / 4.0).sqrt();
        assert!((ratio.standard_error().unwrap() - expected).abs() < 1e-6);
    }

    proptest! {
        #[test]
        fn a_ratio_agrees_with_the_plain_formula(
            samples in prop::collection::vec((0u64..1_000_000, 0u64..30), 2..60),
            cut in 0usize..60,
        ) {
            let (mut all, mut rest, mut backwards) = (Ratio::default(), Ratio::default(), Ratio::default());
            let cut = cut.min(samples.len());
            samples[..cut].iter().for_each(|&(y, x)| all.sample(y.into(), x));
            samples[cut..].iter().for_each(|&(y, x)| rest.sample(y.into(), x));
            samples.iter().rev().for_each(|&(y, x)| backwards.sample(y.into(), x));
            all.add(&rest);
            prop_assert_eq!(&all, &backwards);
            let n = samples.len() as f64;
            let y_mean = samples.iter().map(|&(y, _)| y as f64).sum::<f64>() / n;
            let x_mean = samples.iter().map(|&(_, x)| x as f64).sum::<f64>() / n;
            if samples.iter().filter(|&&(_, x)| x > 0).count() > 1 {
                let ratio = y_mean / x_mean;
                let squares: f64 = samples.iter().map(|&(y, x)| (y as f64 - ratio * x as f64).powi(2)).sum();
                let expected = (squares / (n - 1.0) / n).sqrt() / x_mean;
                prop_assert!((all.mean().unwrap() - ratio).abs() <= 1e-9 * ratio);
                prop_assert!((all.standard_error().unwrap() - expected).abs() <= 1e-9 * (expected + ratio));
            } else {
                prop_assert_eq!(all.standard_error(), None);
            }
        }

        #[test]
        fn agrees_with_the_plain_formulas(numbers in prop::collection::vec(0usize..120, 0..60), cut in 0usize..60) {
            let (mut all, mut rest) = (Histogram::default(), Histogram::default());
            let cut = cut.min(numbers.len());
            numbers[..cut].iter().for_each(|&n| all.count(n));
            numbers[cut..].iter().for_each(|&n| rest.count(n));
            all.add(&rest);
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            let n = numbers.len() as f64;
            let mean = numbers.iter().sum::<usize>() as f64 / n;
            prop_assert_eq!(all.total(), numbers.len() as u64);
            prop_assert_eq!(all.max(), sorted.last().copied());
            if numbers.is_empty() {
                prop_assert_eq!((all.mean(), all.median()), (None, None));
            } else {
                prop_assert!((all.mean().unwrap() - mean).abs() < 1e-9);
                let median = (sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2]) as f64 / 2.0;
                prop_assert_eq!(all.median(), Some(median));
            }
            if numbers.len() > 1 {
                let variance = numbers.iter().map(|&x| (x as f64 - mean).powi(2)).sum::<f64>() / (n - 1.0);
                prop_assert!((all.standard_error().unwrap() - (variance / n).sqrt()).abs() < 1e-9);
            } else {
                prop_assert_eq!(all.standard_error(), None);
            }
        }
    }
}
