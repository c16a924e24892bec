//! Statistics of whole numbers.

use serde::{Deserialize, Serialize};

/// How often each number occurred.
///
/// Everything that is computed from it goes through the numbers in ascending order, so that it does not depend on the
/// order in which they were counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Counts a number.
    pub fn count(&mut self, number: usize) {
        if self.counts.len() <= number {
            self.counts.resize(number + 1, 0);
        }
        self.counts[number] += 1;
    }

    /// Adds the counts of another one.
    pub fn add(&mut self, other: &Histogram) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// The numbers that occurred, ascending, with their counts.
    fn entries(&self) -> impl DoubleEndedIterator<Item = (usize, u64)> + '_ {
        self.counts.iter().copied().enumerate().filter(|(_, count)| *count > 0)
    }

    /// How many numbers were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
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
