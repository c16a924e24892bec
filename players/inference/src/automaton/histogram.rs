//! Frequencies of the values of a feature. All codes with a value are equally probable.

use super::{
    Automaton, AutomatonModel,
    feature::{Class, Feature},
    reading::PegPairs,
};
use crate::{
    counting::power,
    model::{self, FittedFamily, RuleFamily, WeightedCodes, WeightedModels},
    tally::Tally,
};
use scsa::{Code, Size};
use std::sync::Arc;

/// The information about a code that a feature must give to be fitted, in bits.
const LEAST_INFORMATION: f64 = 0.5;
/// Where all pairs are equal in more codes than this part of all, that is a pattern, which other families describe.
const PATTERN: f64 = 0.1;
/// The part of the codes in which a count must have one value.
const MAJORITY: f64 = 0.6;
/// The probability that values are the same in codes of other sizes, and not larger or smaller in proportion.
const KEPT: f64 = 0.6;
/// No more values than these are described, the most probable ones.
const DESCRIBED: usize = 8;

/// The frequencies of the values of a feature.
#[derive(Clone, Debug)]
pub struct Histogram {
    home: Size,
    feature: Feature,
    tally: Tally<usize>,
    /// The number of codes with each value at home.
    totals: Vec<f64>,
}

/// The frequencies of the values in those codes, if they differ from those of codes drawn uniformly.
pub fn fit(feature: Feature, home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    let values = codes.iter().filter_map(|(code, share)| Some((feature.evaluate(home, code)?.0, *share)));
    let tally = Tally::of(values);
    // Values of which nothing is fitted, because other families describe them: none, or all.
    let (none, all) = match feature {
        Feature::CountOf(Class::One(_)) => (true, false),
        Feature::CountOf(class) if class.colors(home).len() < 2 => return None,
        Feature::CountOf(_) => (true, true),
        Feature::EqualPairs(PegPairs::Mirror | PegPairs::Halves) => (false, true),
        Feature::EqualPairs(_) => (true, true),
        _ => (false, false),
    };
    let is_count = matches!(feature, Feature::CountOf(_));
    let most = match feature {
        Feature::CountOf(_) => home.pegs(),
        Feature::EqualPairs(pairs) => pairs.count(home.pegs()),
        _ => usize::MAX,
    };
    let repeats = tally.seen.iter().any(|(&value, &seen)| {
        !(none && value == 0 || all && value == most) && seen > 1.5 && (!is_count || seen > MAJORITY * tally.all)
    });
    if !repeats || !is_count && all && (most < 2 || tally.count(&most) > PATTERN * tally.all) {
        return None;
    }
    let histogram = Histogram { home, feature, tally, totals: feature.totals(home) };
    let fits = varies(&histogram.totals) && (is_count || histogram.information() > LEAST_INFORMATION);
    fits.then(|| Arc::new(histogram) as _)
}

/// Whether there are codes with different values.
fn varies(totals: &[f64]) -> bool {
    totals.iter().filter(|&&codes| codes > 0.0).count() > 1
}

impl Histogram {
    /// The relative entropy to the uniform distribution over all codes, in bits.
    fn information(&self) -> f64 {
        let codes = power(self.home.colors(), self.home.pegs());
        let of = |(&value, seen): (&usize, &f64)| {
            let share = seen / self.tally.all;
            share * libm::log2(share * codes / self.totals[value])
        };
        self.tally.seen.iter().map(of).sum()
    }

    /// The probabilities of the values where the largest is `to`: several ways, with weights.
    fn transferred(&self, to: usize) -> Vec<(f64, Vec<f64>)> {
        let from = self.totals.len() - 1;
        let transferred = |transfer: &dyn Fn(usize) -> usize| {
            let mut shares = vec![0.0; to + 1];
            for (&value, seen) in &self.tally.seen {
                shares[transfer(value).min(to)] += seen / self.tally.all;
            }
            shares
        };
        let kept = transferred(&|value| value);
        if from == to {
            return vec![(1.0, kept)];
        }
        vec![(KEPT, kept), (1.0 - KEPT, transferred(&|value| (2 * value * to + from) / (2 * from)))]
    }

    fn description(&self, size: Size, shares: &[f64]) -> String {
        let mut values: Vec<usize> = (0..shares.len()).filter(|&value| shares[value] >= 0.005).collect();
        values.sort_by(|&a, &b| shares[b].total_cmp(&shares[a]));
        let others = if values.len() > DESCRIBED { " and others" } else { "" };
        values.truncate(DESCRIBED);
        values.sort_unstable();
        let values: Vec<String> =
            values.iter().map(|&value| format!("{value} ({:.0} %)", shares[value] * 100.0)).collect();
        let rest = match self.feature {
            Feature::CountOf(Class::One(_)) => "the other pegs are of any other color",
            Feature::CountOf(_) => "the others are of any other color",
            _ => "every code with that number equally probable",
        };
        format!("{} is {}{others}, {rest}", self.feature.subject(size), values.join(", "))
    }
}

impl RuleFamily for Histogram {
    fn name(&self) -> &'static str {
        self.feature.name()
    }

    fn at(&self, size: Size) -> WeightedModels {
        let totals = self.feature.totals(size);
        if !varies(&totals) {
            return Vec::new();
        }
        let models = self.transferred(totals.len() - 1).into_iter().filter_map(|(weight, mut shares)| {
            // No code may have a value.
            shares.iter_mut().zip(&totals).filter(|(_, codes)| **codes == 0.0).for_each(|(share, _)| *share = 0.0);
            let sum: f64 = shares.iter().sum();
            let factors = shares.iter().zip(&totals);
            let factors = factors.map(|(share, codes)| if *share > 0.0 { share / sum / codes } else { 0.0 }).collect();
            let description = self.description(size, &shares);
            (sum > 0.0).then(|| (weight, AutomatonModel::new(self.feature, size, factors, description)))
        });
        model::weighted(models)
    }
}

impl FittedFamily for Histogram {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let value = self.feature.evaluate(self.home, code);
        value.map_or(0.0, |(value, _)| self.tally.leave_one_out(&value, share) / self.totals[value])
    }
}
