//! Frequencies of values.

use std::collections::BTreeMap;

/// How often each value was observed, in codes.
#[derive(Clone, Debug)]
pub struct WeightedTally<K> {
    pub seen: BTreeMap<K, f64>,
    pub all: f64,
}

impl<K: Ord> WeightedTally<K> {
    /// Values, each with the share of its code.
    pub fn of(values: impl IntoIterator<Item = (K, f64)>) -> WeightedTally<K> {
        let mut tally = WeightedTally { seen: BTreeMap::new(), all: 0.0 };
        for (value, share) in values {
            *tally.seen.entry(value).or_default() += share;
            tally.all += share;
        }
        tally
    }

    /// How often a value was observed.
    pub fn count(&self, value: &K) -> f64 {
        self.seen.get(value).copied().unwrap_or_default()
    }

    /// Whether some value was observed more than once.
    pub fn repeats(&self) -> bool {
        self.seen.values().any(|&seen| seen > 1.5)
    }

    /// The relative frequency of a value without `share` of a code that has it.
    pub fn leave_one_out(&self, value: &K, share: f64) -> f64 {
        let seen = self.count(value) - share;
        if seen > 1e-9 { seen / (self.all - share) } else { 0.0 }
    }
}
