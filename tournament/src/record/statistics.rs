//! Statistics of whole numbers.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often each number occurred.
///
/// Everything that is computed from it goes through the numbers in ascending order, so that it does not depend on the
/// order in which they were counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

    /// The numbers that occurred, ascending, with their counts.
    fn entries(&self) -> impl DoubleEndedIterator<Item = (usize, u64)> + '_ {
        self.counts.iter().map(|(number, count)| (*number, *count))
    }

    /// How many numbers were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }

    /// The sum of a function of all numbers counted.
    pub fn sum_of(&self, f: impl Fn(usize) -> f64) -> f64 {
        self.entries().fold(0.0, |sum, (number, count)| sum + count as f64 * f(number))
    }

    /// The mean, or `None` of no numbers.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let total = self.total();
        (total > 0).then(|| self.sum_of(|number| number as f64) / total as f64)
    }

    /// The standard error of the mean, or `None` of fewer than two numbers.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        let total = self.total();
        let mean = self.mean().filter(|_| total > 1)?;
        let squares = self.sum_of(|number| (number as f64 - mean) * (number as f64 - mean));
        Some((squares / (total - 1) as f64 / total as f64).sqrt())
    }

    /// The median, or `None` of no numbers. Of an even number of numbers it lies halfway between the middle two.
    #[must_use]
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
    #[must_use]
    pub fn max(&self) -> Option<usize> {
        self.entries().next_back().map(|(number, _)| number)
    }
}

/// The ratio of two totals over independent samples, as of the time of all guesses to their number over rounds.
///
/// Only sums of whole numbers are kept, so that it does not depend on the order in which the samples came in. They fit as
/// long as the total of the values is less than 2^63, which is 292 years in nanoseconds; beyond that there is no standard error.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratio {
    samples: u64,
    values: u128,
    counts: u128,
    values_squared: u128,
    counts_squared: u128,
    products: u128,
}

impl Ratio {
    /// Adds a sample: a value, and the count of things that it is the total of.
    pub fn sample(&mut self, value: u128, count: u64) {
        let count = u128::from(count);
        self.add(&Ratio {
            samples: 1,
            values: value,
            counts: count,
            values_squared: value.saturating_mul(value),
            counts_squared: count * count,
            products: value.saturating_mul(count),
        });
    }

    /// Adds the samples of another one.
    pub fn add(&mut self, other: &Ratio) {
        self.samples = self.samples.saturating_add(other.samples);
        self.values = self.values.saturating_add(other.values);
        self.counts = self.counts.saturating_add(other.counts);
        self.values_squared = self.values_squared.saturating_add(other.values_squared);
        self.counts_squared = self.counts_squared.saturating_add(other.counts_squared);
        self.products = self.products.saturating_add(other.products);
    }

    /// How many samples were taken up.
    #[must_use]
    pub const fn samples(&self) -> u64 {
        self.samples
    }

    /// The total of the values over the total of the counts, or `None` when nothing was counted.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.counts > 0).then(|| self.values as f64 / self.counts as f64)
    }

    /// The standard error of the mean, by the delta method: of n samples with values y and counts x and the ratio R it is
    /// sqrt(n / (n - 1) · Σ (y - R x)²) / Σ x. Where every count is 1 that is the standard error of a plain mean. `None`
    /// when fewer than two samples count anything, because one alone always lies on its own ratio.
    ///
    /// Source: W. G. Cochran, "Sampling Techniques", 3rd edition (1977), section 2.11, without the correction for a finite
    /// population.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        // The square of a sum of whole numbers is the sum of their squares when at most one of them is not zero.
        if self.samples < 2 || self.counts.checked_mul(self.counts)? == self.counts_squared {
            return None;
        }
        // The whole part of the ratio is taken off in whole numbers: in floating point the squares of long steady times
        // would cancel out to nothing but rounding.
        let whole = self.values / self.counts;
        let part = (self.values % self.counts) as f64 / self.counts as f64;
        let of_counts = whole.checked_mul(self.counts_squared)?;
        let both = self.values_squared.checked_add(whole.checked_mul(of_counts)?)?;
        let rest_squared = both.checked_sub(whole.checked_mul(self.products)?.checked_mul(2)?)?;
        let rest_products = i128::try_from(self.products).ok()?.checked_sub(i128::try_from(of_counts).ok()?)?;
        let squares =
            rest_squared as f64 - 2.0 * part * rest_products as f64 + part * part * self.counts_squared as f64;
        let samples = self.samples as f64;
        Some((squares.max(0.0) * samples / (samples - 1.0)).sqrt() / self.counts as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    #[test]
    fn a_ratio_of_too_few_samples_has_no_standard_error() {
        let mut ratio = Ratio::default();
        assert_eq!((ratio.mean(), ratio.standard_error()), (None, None));
        ratio.sample(30, 4);
        assert_eq!((ratio.mean(), ratio.standard_error()), (Some(7.5), None));
        ratio.sample(0, 0);
        assert_eq!(ratio.standard_error(), None);
        ratio.sample(30, 4);
        assert_eq!(ratio.standard_error(), Some(0.0));
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
