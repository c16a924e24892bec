//! Dirichlet processes: items that are drawn from a list that is not known, with a base distribution for those that were not seen.

use std::{collections::BTreeMap, hash::Hash};

/// The concentrations that are compared: how many draws a new item counts as.
pub const CONCENTRATIONS: [f64; 3] = [0.5, 5.0, 50.0];

/// The log probability of a sequence of draws from Pólya's urn, in nats: the marginal likelihood of counts under a Dirichlet distribution.
///
/// Each item has a parameter and the number of times that it was drawn. The parameters of all items, those not drawn included, sum to
/// `concentration`.
pub fn log_urn(items: impl IntoIterator<Item = (f64, f64)>, concentration: f64) -> f64 {
    let rising = |parameter: f64, count: f64| libm::lgamma(parameter + count) - libm::lgamma(parameter);
    let drawn = items.into_iter().filter(|(_, count)| *count > 1e-9);
    let (log, all) =
        drawn.fold((0.0, 0.0), |(log, all), (parameter, count)| (log + rising(parameter, count), all + count));
    log - rising(concentration, all)
}

/// The log probability, in nats, that items are in classes of these sizes (Chinese restaurant process). A size below 1 counts as 1.
pub fn log_partition(sizes: impl IntoIterator<Item = f64>, concentration: f64) -> f64 {
    let classes = sizes.into_iter().filter(|size| *size > 1e-9);
    let of = |size: f64| libm::log(concentration) + libm::lgamma(size.max(1.0));
    let (log, all) = classes.fold((0.0, 0.0), |(log, all), size| (log + of(size), all + size));
    log + libm::lgamma(concentration) - libm::lgamma(concentration + all)
}

/// How often each item was seen, and with what concentration new ones come.
///
/// Source: D. Blackwell and J. B. `MacQueen`, "Ferguson distributions via Pólya urn schemes", 1973.
#[derive(Clone, Debug)]
pub struct SeenItems<T> {
    seen: BTreeMap<T, f64>,
    all: f64,
    concentration: f64,
    /// The natural logarithm of the marginal likelihood of the items, with an even prior over the concentrations.
    pub log_evidence: f64,
}

impl<T: Clone + Ord + Hash> SeenItems<T> {
    /// Items in the order in which they were seen, each with its weight and its probability under the base distribution.
    pub fn of(items: impl Iterator<Item = (T, f64, f64)>) -> SeenItems<T> {
        let mut seen: BTreeMap<T, f64> = BTreeMap::new();
        let (mut all, mut logs) = (0.0, [0.0; CONCENTRATIONS.len()]);
        for (item, share, base) in items {
            let count = seen.entry(item).or_default();
            for (log, concentration) in logs.iter_mut().zip(CONCENTRATIONS) {
                *log += share * libm::log((*count + concentration * base) / (all + concentration));
            }
            *count += share;
            all += share;
        }
        let best = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let concentration = logs
            .iter()
            .zip(CONCENTRATIONS)
            .find(|(log, _)| **log == best)
            .map_or(1.0, |(_, concentration)| concentration);
        let sum: f64 = logs.iter().map(|log| libm::exp(log - best)).sum();
        let log_evidence = best + libm::log(sum / logs.len() as f64);
        SeenItems { seen, all, concentration, log_evidence }
    }

    /// The probability that an item comes next, which has that probability under the base distribution.
    pub fn probability(&self, item: &T, base: f64) -> f64 {
        self.without(item, base, 0.0, 0.0)
    }

    /// The same without the weight `share` of the item, and without the weight `of_all` of all items.
    pub fn without(&self, item: &T, base: f64, share: f64, of_all: f64) -> f64 {
        let count = (self.seen.get(item).copied().unwrap_or_default() - share).max(0.0);
        (count + self.concentration * base) / ((self.all - of_all).max(0.0) + self.concentration)
    }

    /// The items that were seen, with the probability that each of them, not a new one, comes next; and that of a new one.
    pub fn next(&self) -> (Vec<(&T, f64)>, f64) {
        let sum = self.all + self.concentration;
        (self.seen.iter().map(|(item, count)| (item, count / sum)).collect(), self.concentration / sum)
    }

    /// The number of different items, and of those that were seen more than once.
    pub fn counts(&self) -> (usize, usize) {
        (self.seen.len(), self.seen.values().filter(|count| **count > 1.5).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_urn_and_a_partition_are_products_of_predictions() {
        // A, A, B of three letters: 1/3 · 2/4 · 1/5. Two items in one class and one in another: 1 · 1/2 · 1/3.
        assert!((log_urn([(1.0, 2.0), (1.0, 1.0), (1.0, 0.0)], 3.0) - (1.0f64 / 30.0).ln()).abs() < 1e-12);
        assert!((log_partition([2.0, 1.0], 1.0) - (1.0f64 / 6.0).ln()).abs() < 1e-12);
    }

    #[test]
    fn evidence_is_the_product_of_predictions() {
        let items = SeenItems::of([("a", 1.0, 0.1), ("a", 1.0, 0.1), ("b", 1.0, 0.1)].into_iter());
        let of = |c: f64| 0.1 * (1.0 + 0.1 * c) / (1.0 + c) * (0.1 * c) / (2.0 + c);
        let wanted = CONCENTRATIONS.map(of).iter().sum::<f64>() / 3.0;
        assert!((items.log_evidence - wanted.ln()).abs() < 1e-12);
        assert_eq!(items.counts(), (2, 1));
        let (next, new) = items.next();
        assert!((next.iter().map(|(_, p)| p).sum::<f64>() + new - 1.0).abs() < 1e-12);
        // Leaving one "a" out is as if it had not been seen.
        let fewer = SeenItems {
            concentration: items.concentration,
            ..SeenItems::of([("a", 1.0, 0.1), ("b", 1.0, 0.1)].into_iter())
        };
        assert!((items.without(&"a", 0.1, 1.0, 1.0) - fewer.probability(&"a", 0.1)).abs() < 1e-12);
    }
}
