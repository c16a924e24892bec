//! A mean and a sum over strata, with their standard errors; confidence intervals and tests by Student's t distribution.

use crate::compare::round_table::RoundResult;
use crate::plan::{Rules, SCORE_ROUNDS};
use scsa::Game;
use statrs::distribution::{Binomial, Continuous, ContinuousCDF, DiscreteCDF, Normal, StudentsT};
use std::iter::repeat_n;

/// The observations of a stratum, as far as an [`Estimate`] needs them: the rounds of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stratum {
    /// The number of observations.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// Their sample variance; none with fewer than two.
    pub variance: Option<f64>,
}

/// A mean and a sum over strata. Strata are fixed; the observations of a stratum are independent draws.
///
/// Source: W. G. Cochran, "Sampling Techniques", 3rd edition (1977), sections 5.3 and 5.4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number of observations.
    pub count: u64,
    /// Their sum.
    pub sum: f64,
    /// Their mean: the sum over the count, 0 without observations.
    pub mean: f64,
    /// The standard error of the mean; none where no stratum has two observations.
    pub standard_error: Option<f64>,
    /// The degrees of freedom of the standard error; none where it is none or 0.
    pub degrees_of_freedom: Option<f64>,
    /// The possible means.
    range: [f64; 2],
    /// The observations of strata whose mean is above 0, and below.
    signs: [u64; 2],
}

/// The variance of a sum, and the sum by which Satterthwaite's degrees of freedom divide its square.
type Spread = [f64; 2];

/// The unit of sums of observations is 1 over this number. In whole numbers, sums do not depend on the order of the observations.
const UNITS: f64 = (1u64 << 32) as f64;

impl Stratum {
    /// The stratum of these observations, in any order, in units of 2^-32. That of equal observations has the variance 0 exactly, and
    /// that of negated ones has the same variance exactly.
    pub fn of(observations: impl IntoIterator<Item = f64>) -> Stratum {
        let (mut count, mut sum, mut squares) = (0u64, 0i128, 0i128);
        for observation in observations {
            let units = observation * UNITS;
            // The nearest whole number. A cast to 64 bits takes a fraction of the time.
            let nearest = units + 0.5f64.copysign(units);
            let value = if units.abs() < 9e18 { i128::from(nearest as i64) } else { nearest as i128 };
            count += 1;
            sum += value;
            squares = squares.saturating_add(value.saturating_mul(value));
        }
        let n = i128::from(count);
        let variance = (count > 1).then(|| {
            // Deviations from the whole part of the mean lose no digits, whatever the mean.
            let mean = sum / n;
            let rest = (sum - n * mean) as f64;
            let of_mean = mean.saturating_mul(2 * sum - n * mean);
            let deviations = squares.saturating_sub(of_mean) as f64 - rest * rest / n as f64;
            (deviations / (n - 1) as f64 / (UNITS * UNITS)).max(0.0)
        });
        Stratum { count, sum: sum as f64 / UNITS, variance }
    }
}

impl Estimate {
    /// The estimate from all strata. Every observation counts the same.
    ///
    /// Of strata with n observations and the sample variance s², the variance of the sum is Σ n·s². Its degrees of freedom are
    /// (Σ n·s²)² / Σ (n·s²)²/(n − 1) (Satterthwaite 1946; Cochran, equation 5.16). A stratum with one observation has no sample
    /// variance; the pooled variance of the others, Σ (n − 1)·s² / Σ (n − 1), takes its place.
    pub fn stratified(strata: &[Stratum]) -> Estimate {
        Estimate::projected(&strata.iter().map(|stratum| (*stratum, stratum.count)).collect::<Vec<_>>())
    }

    /// The estimate of the same sum and mean from the sums of the strata as the sample, each one observation: where the observations of a
    /// stratum depend on each other. The variance of the sum of K strata is K times the sample variance of their sums, with K − 1 degrees
    /// of freedom. There is no standard error of one stratum.
    ///
    /// ```
    /// use tournament::compare::{Estimate, Stratum};
    /// let matches = [Stratum::of([1.0, 2.0, 3.0]), Stratum::of([5.0, 9.0])];
    /// let estimate = Estimate::over_strata(&matches);
    /// // The sums are 6 and 14, with the variance 32.
    /// assert_eq!((estimate.sum, estimate.sum_standard_error(), estimate.degrees_of_freedom), (20.0, Some(8.0), Some(1.0)));
    /// ```
    pub fn over_strata(strata: &[Stratum]) -> Estimate {
        let sums = Stratum::of(strata.iter().map(|stratum| stratum.sum));
        let spread = spread_of(&[(sums, sums.count)]);
        let estimate = Estimate::new(strata.iter().map(|stratum| (1, stratum.sum)), spread);
        estimate.with_total(strata.iter().map(|stratum| stratum.count).sum(), estimate.sum)
    }

    /// The same estimate of another number of observations with another sum: its standard error is that of the sum before.
    #[must_use]
    pub(crate) fn with_total(self, count: u64, sum: f64) -> Estimate {
        let n = count.max(1) as f64;
        let standard_error = self.sum_standard_error().map(|error| error / n);
        Estimate { count, sum, mean: sum / n, standard_error, ..self }
    }

    #[must_use]
    pub(crate) fn without_error(self) -> Estimate {
        Estimate { standard_error: None, degrees_of_freedom: None, ..self }
    }

    /// The estimate of the sum and the mean of strata that are not complete, from their observations so far: each stratum is taken to
    /// have the mean of its observations. With each stratum, the number of its observations when it is complete. Strata without
    /// observations must be left out.
    ///
    /// Of a stratum with N observations in all, n so far and their sample variance s², the variance of the sum is N²·s²/n.
    ///
    /// ```
    /// use tournament::compare::{Estimate, Stratum};
    /// let estimate = Estimate::projected(&[(Stratum::of([1.0, 2.0, 3.0]), 30), (Stratum::of([5.0, 9.0]), 10)]);
    /// assert_eq!((estimate.count, estimate.sum, estimate.mean), (40, 130.0, 3.25));
    /// // 30² · 1 / 3 + 10² · 8 / 2 = 700.
    /// assert!((estimate.sum_standard_error().unwrap() - 700f64.sqrt()).abs() < 1e-12);
    /// ```
    pub fn projected(strata: &[(Stratum, u64)]) -> Estimate {
        Estimate::new(strata.iter().map(|part| (part.1, part.0.sum * weight(part))), spread_of(strata))
    }

    /// The estimate of the difference between two samples of strata that are not complete ([`Estimate::projected`]), taken as independent,
    /// by Welch's method: variances add up, and so do the sums of Satterthwaite's formula (B. L. Welch 1947). Both samples must have the
    /// same strata, with the same numbers of observations when they are complete.
    pub fn projected_difference(first: &[(Stratum, u64)], second: &[(Stratum, u64)]) -> Estimate {
        let sum = |part: &(Stratum, u64)| part.0.sum * weight(part);
        let sums = first.iter().zip(second).map(|(first, second)| (first.1, sum(first) - sum(second)));
        let both = spread_of(first).zip(spread_of(second));
        Estimate::new(sums, both.map(|(first, second)| [first[0] + second[0], first[1] + second[1]]))
    }

    /// The estimate from the counts and sums of the strata, and the spread of the sum.
    fn new(strata: impl Iterator<Item = (u64, f64)>, spread: Option<Spread>) -> Estimate {
        let (mut count, mut total, mut signs) = (0, 0i128, [0, 0]);
        for (observations, sum) in strata {
            count += observations;
            total += (sum * UNITS).round() as i128;
            signs[0] += if sum > 0.0 { observations } else { 0 };
            signs[1] += if sum < 0.0 { observations } else { 0 };
        }
        let (n, total) = (count.max(1) as f64, total as f64 / UNITS);
        Estimate {
            count,
            sum: total,
            mean: total / n,
            standard_error: spread.map(|[variance, _]| variance.sqrt() / n),
            degrees_of_freedom: spread
                .filter(|[_, divisor]| *divisor > 0.0)
                .map(|[variance, divisor]| variance.powi(2) / divisor),
            range: [f64::NEG_INFINITY, f64::INFINITY],
            signs,
        }
    }

    /// The same estimate, of observations that lie in ranges: each with the number of them.
    #[must_use]
    pub(crate) fn within(self, ranges: impl Iterator<Item = ([f64; 2], u64)>) -> Estimate {
        let add = |(sum, all): ([f64; 2], u64), ([low, high], count): ([f64; 2], u64)| {
            ([sum[0] + count as f64 * low, sum[1] + count as f64 * high], all + count)
        };
        let (sum, all) = ranges.fold(([0.0; 2], 0), add);
        let range = if all > 0 { sum.map(|sum| sum / all as f64) } else { self.range };
        Estimate { range, ..self }
    }

    /// The estimate of the same observations with their signs changed.
    #[must_use]
    pub fn negated(self) -> Estimate {
        // Not -0.
        Estimate {
            sum: 0.0 - self.sum,
            mean: 0.0 - self.mean,
            range: [-self.range[1], -self.range[0]],
            signs: [self.signs[1], self.signs[0]],
            ..self
        }
    }

    /// The standard error of the sum.
    pub fn sum_standard_error(&self) -> Option<f64> {
        self.standard_error.map(|error| error * self.count as f64)
    }

    /// The confidence interval of the mean at a level such as 0.95, by Student's t distribution, without what is not possible. It is the mean alone where the
    /// standard error is 0. None without a standard error, and if the level is not between 0 and 1.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let half = critical_value(level, self.degrees_of_freedom.unwrap_or(1.0))? * self.standard_error?;
        Some(Interval::around(self.mean, half).within(self.range))
    }

    /// The two-sided p value of the hypothesis that the true mean is 0, by Student's t distribution. None without a standard error.
    ///
    /// Where the standard error is 0, all observations of a stratum are the same, and t does not exist. The sign test of the
    /// observations takes its place: 1 if all are 0, and 2^(1 − n) if n are 3.
    pub fn p_value(&self) -> Option<f64> {
        match self.degrees_of_freedom {
            Some(freedom) => p_value(self.mean / self.standard_error?, freedom),
            None => self.standard_error.and_then(|_| sign_test(self.signs[0], self.signs[1])),
        }
    }
}

/// By what the sum of a stratum is multiplied when it has all of its observations.
fn weight((stratum, total): &(Stratum, u64)) -> f64 {
    *total as f64 / stratum.count.max(1) as f64
}

/// The spread of the sum of strata with their numbers of observations. None where no stratum has two observations.
fn spread_of(strata: &[(Stratum, u64)]) -> Option<Spread> {
    // In an order of their own, so that the sums do not depend on that of the matches.
    let mut strata: Vec<(Stratum, f64)> = strata.iter().map(|part| (part.0, weight(part))).collect();
    strata.sort_unstable_by(|(a, weight), (b, other)| {
        let variances = [a, b].map(|stratum| stratum.variance.unwrap_or(-1.0));
        a.count.cmp(&b.count).then(weight.total_cmp(other)).then(variances[0].total_cmp(&variances[1]))
    });
    let varying = || {
        let parts = strata.iter().filter_map(|(stratum, weight)| Some((stratum.count, weight, stratum.variance?)));
        parts.map(|(count, weight, variance)| (count as f64, weight * weight, variance))
    };
    let freedom: f64 = varying().map(|(n, ..)| n - 1.0).sum();
    let singles = strata.iter().filter(|(stratum, _)| stratum.variance.is_none());
    let single: f64 = singles.map(|(stratum, weight)| stratum.count as f64 * weight * weight).sum();
    let add = |[variance, divisor]: Spread, (n, squared_weight, of_stratum): (f64, f64, f64)| {
        let weighted = (n * squared_weight + single * (n - 1.0) / freedom) * of_stratum;
        [variance + weighted, divisor + weighted * weighted / (n - 1.0)]
    };
    (freedom > 0.0).then(|| varying().fold([0.0; 2], add))
}

/// The p values adjusted for their number, in the same order. Tests whose adjusted p value is at most α have together an error
/// of the first kind with probability α or less, however they depend on each other.
///
/// The i-th smallest of m values is multiplied by m − i + 1; an adjusted value is at least that of every smaller one, and at most 1.
/// A value that is not a number counts as 1.
///
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let p = |index: usize| if p_values[index].is_nan() { 1.0 } else { p_values[index] };
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p(a).total_cmp(&p(b)));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut least = 0.0f64;
    for (rank, index) in order.into_iter().enumerate() {
        least = least.max((p_values.len() - rank) as f64 * p(index)).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

/// The letters of items in order of rank: two items share a letter if and only if they do not differ significantly.
///
/// `differ(i, j)` says whether the items i < j differ significantly. The first item has the letter a. After z come a', b' and so on.
///
/// A letter stands for a set of items of which no two differ, and to which no item can be added. H.-P. Piepho, "An algorithm for a
/// letter-based representation of all-pairwise comparisons", Journal of Computational and Graphical Statistics 13 (2004) finds all
/// such sets, by inserting and absorbing. There can be exponentially many, and not all are needed. So sets are grown from pairs
/// that have no letter yet, and those that others make redundant are removed: the growing of cliques and the sweeping that are
/// compared in J. Gramm et al., "Algorithms for compact letter displays", Computational Statistics and Data Analysis 52 (2007).
///
/// Cost: up to n⁴ steps.
pub fn letters(items: usize, differ: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let mut letters = vec![String::new(); items];
    for (index, set) in sets(items, &differ).iter().enumerate() {
        let letter: String = ('a'..='z').nth(index % 26).into_iter().chain(repeat_n('\'', index / 26)).collect();
        set.iter().for_each(|&item| letters[item] += &letter);
    }
    letters
}

/// The sets of items that share a letter, in the order of the letters. Each is ascending.
fn sets(items: usize, differ: &impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let is_joinable = |set: &[usize], item: usize| {
        set.iter().all(|&other| other != item && !differ(other.min(item), other.max(item)))
    };
    let mut sets: Vec<Vec<usize>> = Vec::new();
    // The number of sets that a pair is in. An item is a pair with itself, so that every item gets a letter.
    let mut shared = vec![vec![0u32; items]; items];
    for (i, j) in (0..items).flat_map(|i| (i..items).map(move |j| (i, j))) {
        let has_company = i == j && (0..items).any(|other| is_joinable(&[i], other));
        if has_company || shared[i][j] > 0 || (i != j && differ(i, j)) {
            continue;
        }
        let mut set = if i == j { vec![i] } else { vec![i, j] };
        for item in 0..items {
            if is_joinable(&set, item) {
                set.push(item);
            }
        }
        set.sort_unstable();
        pairs(&set).for_each(|(i, j)| shared[i][j] += 1);
        sets.push(set);
    }
    sets.retain(|set| {
        let is_redundant = pairs(set).all(|(i, j)| shared[i][j] > 1);
        if is_redundant {
            pairs(set).for_each(|(i, j)| shared[i][j] -= 1);
        }
        !is_redundant
    });
    sets.sort_unstable();
    sets
}

/// All pairs of a set, with those of an item and itself.
fn pairs(set: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    set.iter().enumerate().flat_map(|(index, &i)| set[index..].iter().map(move |&j| (i, j)))
}

/// What of a round is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The points of a round times [`SCORE_ROUNDS`]. Their mean is the SCORE. More are better.
    Score,
    /// The number of guesses. A round that was not won counts as the guess limit. Fewer are better.
    Guesses,
    /// 1 for a round won, else 0. More are better.
    Wins,
}

impl Measure {
    /// The value of a round of a match with a guess limit.
    pub fn value(self, round: &RoundResult, guess_limit: usize) -> f64 {
        match self {
            Measure::Score => round.points * SCORE_ROUNDS,
            Measure::Guesses if round.is_won() => f64::from(round.guesses),
            Measure::Guesses => guess_limit as f64,
            Measure::Wins => f64::from(u8::from(round.is_won())),
        }
    }

    /// The least and the largest value of a round with a guess limit.
    pub fn range(self, rules: Rules, game: Game, guess_limit: usize) -> [f64; 2] {
        match self {
            Measure::Score => {
                [rules.failure_points(game), rules.win_points(game, 1)].map(|points| points * SCORE_ROUNDS)
            }
            Measure::Guesses => [1.0, guess_limit as f64],
            Measure::Wins => [0.0, 1.0],
        }
    }

    /// Whether more are better.
    pub const fn is_gain(self) -> bool {
        !matches!(self, Measure::Guesses)
    }
}

/// The probability with which the intervals of this program contain the true value, unless another one is given: 95 %.
pub const CONFIDENCE: f64 = 0.95;

/// Whether a p value rejects its hypothesis at the level that belongs to [`CONFIDENCE`]: up to 0.05.
pub fn is_significant(p_value: f64) -> bool {
    p_value <= 1.0 - CONFIDENCE
}

/// A confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Interval {
    /// The interval with this center and half width.
    pub fn around(center: f64, half_width: f64) -> Interval {
        Interval { low: center - half_width, high: center + half_width }
    }

    /// The interval of the mean of so many independent observations with this standard error, at the level [`CONFIDENCE`], by Student's t
    /// distribution. None with fewer than two observations.
    pub fn of_mean(mean: f64, standard_error: f64, observations: u64) -> Option<Interval> {
        let freedom = observations.checked_sub(1).filter(|freedom| *freedom > 0)?;
        Some(Interval::around(mean, critical_value(CONFIDENCE, freedom as f64)? * standard_error))
    }

    /// The part of it between these numbers.
    #[must_use]
    pub fn within(self, [low, high]: [f64; 2]) -> Interval {
        Interval { low: self.low.max(low).min(high), high: self.high.min(high).max(low) }
    }

    /// Whether a number lies in it, the bounds included.
    pub fn contains(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// Half of its width.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// With this number of degrees of freedom or more, the normal distribution approximates the t distribution. The relative change of
/// the p value of |t| = 4 is below 1e-4.
const NORMAL: f64 = 1e6;

/// The two-sided p value of a t statistic. None where it or the degrees of freedom are not numbers.
pub fn p_value(t: f64, degrees_of_freedom: f64) -> Option<f64> {
    let below = Some(-t.abs()).filter(|t| !t.is_nan())?;
    let tail = if degrees_of_freedom < NORMAL {
        StudentsT::new(0.0, 1.0, degrees_of_freedom).ok()?.cdf(below)
    } else {
        Normal::standard().cdf(below)
    };
    Some((2.0 * tail).min(1.0))
}

/// The critical value of the t distribution: half the width of the interval of that level, in standard errors. It is 1.96 for the level 0.95
/// and many degrees of freedom, right to ten digits. None if the level is not between 0 and 1, or without degrees of freedom.
pub fn critical_value(level: f64, degrees_of_freedom: f64) -> Option<f64> {
    let probability = 0.5 + level / 2.0;
    if !(level > 0.0 && probability < 1.0) {
        return None;
    }
    if degrees_of_freedom >= NORMAL {
        return Some(Normal::standard().inverse_cdf(probability));
    }
    let distribution = StudentsT::new(0.0, 1.0, degrees_of_freedom).ok()?;
    let t = distribution.inverse_cdf(probability);
    // The inversion is right to six digits; a Newton step makes it right to ten.
    let t = t - (distribution.cdf(t) - probability) / distribution.pdf(t);
    t.is_finite().then_some(t)
}

/// The two-sided p value of the sign test, from the numbers of observations above and below 0. It is 1 without observations.
pub fn sign_test(above: u64, below: u64) -> Option<f64> {
    let distribution = Binomial::new(0.5, above + below).ok()?;
    Some((2.0 * distribution.cdf(above.min(below))).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_near(found: f64, wanted: f64) -> bool {
        (found - wanted).abs() < 1e-6 * wanted.abs().max(1e-3)
    }

    /// The additional hours of sleep with two drugs: Student, "The probable error of a mean", Biometrika 6 (1908), the first illustration.
    #[test]
    fn one_stratum_is_the_paired_t_test() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let differences = first.iter().zip(second).map(|(first, second)| first - second);
        let estimate = Estimate::stratified(&[Stratum::of(differences)]);
        // R: t.test(extra ~ group, data = sleep, paired = TRUE).
        assert!(is_near(estimate.mean, -1.58));
        assert_test(estimate, [-2.459_885_8, -0.700_114_2], 9.0, 0.002_832_890);
        // R: t.test(extra ~ group, data = sleep).
        let welch = Estimate::projected_difference(&[(Stratum::of(first), 10)], &[(Stratum::of(second), 10)]);
        assert_test(welch, [-3.365_483_2, 0.205_483_2], 17.776_474, 0.079_394_14);
    }

    fn assert_test(estimate: Estimate, [low, high]: [f64; 2], freedom: f64, p_value: f64) {
        let interval = estimate.interval(0.95).unwrap();
        let found = [interval.low, interval.high, estimate.degrees_of_freedom.unwrap(), estimate.p_value().unwrap()];
        assert!(found.into_iter().zip([low, high, freedom, p_value]).all(|(one, two)| is_near(one, two)), "{found:?}");
    }

    #[test]
    fn variances_add_up_over_strata() {
        let strata = [Stratum::of([1.0, 2.0, 3.0]), Stratum::of([5.0, 9.0])];
        let estimate = Estimate::stratified(&strata);
        assert!(is_near(estimate.standard_error.unwrap(), 19f64.sqrt() / 5.0));
        // 19² / (3²/2 + 16²/1)
        assert!(is_near(estimate.degrees_of_freedom.unwrap(), 361.0 / 260.5));
        // A stratum of one observation has the pooled variance (2 · 1 + 1 · 8) / 3: 19 + 10/3 in all.
        let single = Estimate::stratified(&[strata[0], strata[1], Stratum::of([4.0])]);
        assert!(is_near(single.sum_standard_error().unwrap(), (19.0 + 10.0 / 3.0f64).sqrt()));
        // (67/3)² / ((3 + 2/3)²/2 + (16 + 8/3)²/1)
        let freedom = (67.0f64 / 3.0).powi(2) / ((11.0f64 / 3.0).powi(2) / 2.0 + (56.0f64 / 3.0).powi(2));
        assert!(is_near(single.degrees_of_freedom.unwrap(), freedom), "{single:?}");
    }

    #[test]
    fn without_spread_nothing_is_nan() {
        let none = Estimate::stratified(&[]);
        assert_eq!((none.mean, none.standard_error, none.interval(0.95), none.p_value()), (0.0, None, None, None));
        let one = Estimate::stratified(&[Stratum::of([2.0]), Stratum::of([3.0])]);
        assert_eq!((one.mean, one.standard_error, one.p_value()), (2.5, None, None));
        let zero = Estimate::stratified(&[Stratum::of([0.0; 7]), Stratum::of([0.0])]);
        assert_eq!((zero.standard_error, zero.p_value()), (Some(0.0), Some(1.0)));
        assert_eq!(zero.interval(0.95), Some(Interval { low: 0.0, high: 0.0 }));
        let tenth = Estimate::stratified(&[Stratum::of([0.1; 5]), Stratum::of([])]);
        assert_eq!((tenth.standard_error, tenth.degrees_of_freedom), (Some(0.0), None));
        assert!(is_near(tenth.p_value().unwrap(), 0.0625), "the sign test of five");
        let wholes = Estimate::over_strata(&[Stratum::of([0.5; 8]), Stratum::of([0.5; 8]), Stratum::of([0.5; 8])]);
        assert_eq!((wholes.count, wholes.standard_error), (24, Some(0.0)));
        assert!(is_near(wholes.p_value().unwrap(), 0.25), "the sign test of three strata");
        let half = Estimate::stratified(&[Stratum::of([0.0; 3]), Stratum::of([1.0, 2.0])]);
        assert!(is_near(half.degrees_of_freedom.unwrap(), 1.0) && half.p_value().unwrap() > 0.1, "{half:?}");
    }

    #[test]
    fn p_values_that_are_none_count_as_one() {
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.7, 0.6]), [1.0, 1.0]);
        assert_eq!(holm(&[f64::NAN, 0.02, 0.0]), [1.0, 0.04, 0.0]);
    }

    proptest! {
        /// The definition: the largest (m − j + 1)·p(j) over the j-th smallest values up to this one.
        #[test]
        fn agrees_with_the_definition(p_values in prop::collection::vec(0.0f64..=1.0, 0..20)) {
            let mut sorted = p_values.clone();
            sorted.sort_by(f64::total_cmp);
            let adjusted = holm(&p_values);
            for (p, found) in p_values.iter().zip(adjusted) {
                let upto = sorted.iter().enumerate().filter(|(_, other)| *other <= p);
                let wanted = upto.map(|(j, other)| (sorted.len() - j) as f64 * other).fold(0.0, f64::max).min(1.0);
                prop_assert_eq!(found, wanted);
            }
        }

        #[test]
        fn a_letter_is_shared_if_and_only_if_items_do_not_differ(
            items in 1usize..10,
            matrix in prop::collection::vec(any::<bool>(), 100),
        ) {
            let differ = |i: usize, j: usize| matrix[i * 10 + j];
            let found = sets(items, &differ);
            // No item can be added to a set.
            let fits = |set: &[usize], item: usize| {
                !set.contains(&item) && set.iter().all(|&other| !differ(item.min(other), item.max(other)))
            };
            prop_assert!(!found.iter().any(|set| (0..items).any(|item| fits(set, item))), "{:?}", found);
            for i in 0..items {
                prop_assert!(found.iter().any(|set| set.contains(&i)));
                for j in i + 1..items {
                    let is_shared = found.iter().any(|set| set.contains(&i) && set.contains(&j));
                    prop_assert_eq!(is_shared, !differ(i, j));
                }
            }
        }
    }

    #[test]
    fn letters_of_no_pairs_all_pairs_and_exponentially_many_sets() {
        assert_eq!(letters(0, |_, _| true), Vec::<String>::new());
        assert_eq!(letters(3, |_, _| false), ["a", "a", "a"]);
        assert_eq!(letters(3, |_, _| true), ["a", "b", "c"]);
        let last = letters(54, |_, _| true)[25..=52].concat();
        assert_eq!(last, "za'b'c'd'e'f'g'h'i'j'k'l'm'n'o'p'q'r's't'u'v'w'x'y'z'a''");
        // Items 2i and 2i + 1 differ: there are 2^32 maximal sets.
        let letters = letters(64, |i, j| i / 2 == j / 2);
        assert!(letters.iter().all(|letters| !letters.is_empty()));
    }

    #[test]
    fn quantiles_are_those_of_tables() {
        // R: qt(0.975, c(1, 2, 3, 999)), qt(0.995, 9), qnorm(0.975).
        for (level, freedom, t) in [
            (0.95, 1.0, 12.706_204_736),
            (0.95, 2.0, 4.302_652_730),
            (0.95, 3.0, 3.182_446_305),
            (0.95, 999.0, 1.962_341_461),
            (0.99, 9.0, 3.249_835_542),
            (0.95, 1e9, 1.959_963_985),
        ] {
            let found = critical_value(level, freedom).unwrap();
            assert!((found - t).abs() < 1e-8 * t, "{level} {freedom}: {found}");
        }
        assert_eq!(critical_value(0.95, 0.0), None);
        for level in [0.0, 1.0, -1.0, 2.0, f64::NAN] {
            assert_eq!(critical_value(level, 5.0), None, "{level}");
        }
    }

    #[test]
    fn p_values_are_those_of_tables() {
        // R: 2 * pt(-4.0621277, 9), 2 * pnorm(-1.959964); half the probability of t with 1 degree of freedom is beyond 1.
        for (t, freedom, p) in [(4.062_127_7, 9.0, 0.002_832_890), (-1.0, 1.0, 0.5), (1.959_964, 1e7, 0.05)] {
            let found = p_value(t, freedom).unwrap();
            assert!((found - p).abs() < 1e-8, "{t} {freedom}: {found}");
        }
        // The change to the normal distribution.
        let [t, normal] = [NORMAL * 0.999, NORMAL].map(|freedom| p_value(4.0, freedom).unwrap());
        assert!((t / normal - 1.0).abs() < 1e-4, "{t} {normal}");
        assert_eq!(p_value(0.0, 5.0), Some(1.0));
        assert!(p_value(1e300, 5.0).unwrap() < 1e-100);
        assert_eq!(p_value(f64::NAN, 5.0), None);
    }

    #[test]
    fn equal_signs_are_improbable() {
        assert_eq!(sign_test(0, 0), Some(1.0));
        assert!((sign_test(0, 5).unwrap() - 0.0625).abs() < 1e-12);
        assert!((sign_test(8, 2).unwrap() - 2.0 * 56.0 / 1024.0).abs() < 1e-12);
        assert_eq!(sign_test(3, 3), Some(1.0));
        assert!(sign_test(65_000, 0).unwrap() < 1e-300);
    }
}
