//! Frequencies of the values of a feature. All codes with a value are equally probable.

use super::{
    Automaton, AutomatonModel,
    feature::{ColorClass, Feature},
    reading::PegPairs,
};
use crate::{
    counting::power,
    fitted::dirichlet::log_urn,
    model::{self, Evidence, FittedFamily, RuleFamily, WeightedModels, WeightedSample},
    tally::WeightedTally,
    transfer,
};
use scsa::{Code, Size};
use std::sync::Arc;

/// The information about a code that equal pairs must give to be fitted, in bits.
const LEAST_INFORMATION: f64 = 0.5;
/// The number of codes that the uniform distribution counts as, for features that have many values.
const CONCENTRATION: f64 = 1.0;
/// By how much such a feature must make the logarithm of the marginal likelihood of all codes larger, in nats.
const LEAST_GAIN: f64 = 6.0;
/// Where all pairs are equal in more codes than this part of all, that is a pattern, which other families describe.
const PATTERN: f64 = 0.1;
/// The part of the codes in which a count must have one value.
const MAJORITY: f64 = 0.6;
/// The probability that values are the same in codes of other sizes, and not larger or smaller in proportion.
const KEPT: f64 = 0.6;
/// The same for sums, which follow the numbers of pegs and colors.
const KEPT_SUM: f64 = 0.1;
/// The probability that the values of features that have many of them are others at other sizes.
const OTHER: f64 = 0.2;
/// No more values than these are described, the most probable ones.
const DESCRIBED: usize = 8;

/// The frequencies of the values of a feature.
#[derive(Clone, Debug)]
pub struct FeatureHistogram {
    home: Size,
    feature: Feature,
    tally: WeightedTally<usize>,
    /// The number of codes with each value at home.
    totals: Vec<f64>,
    /// The number of codes that the uniform distribution counts as.
    concentration: f64,
    /// The logarithm of the marginal likelihood of the codes, where the concentration is not 0.
    log_evidence: Option<f64>,
}

/// The frequencies of the values in those codes, if they differ from those of codes drawn uniformly.
pub fn fit(feature: Feature, home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    let values = codes.iter().filter_map(|(code, share)| Some((feature.evaluate(home, code)?.0, *share)));
    let tally = WeightedTally::of(values);
    // Values of which nothing is fitted, because other families describe them: none, or all.
    let (none, all) = match feature {
        Feature::CountOf(ColorClass::One(_)) => (true, false),
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
    let totals = feature.totals(home);
    let is_pairs = matches!(feature, Feature::EqualPairs(pairs) if pairs != PegPairs::TwoBefore);
    let concentration = if is_count || is_pairs { 0.0 } else { CONCENTRATION };
    let mut histogram = FeatureHistogram { home, feature, tally, totals, concentration, log_evidence: None };
    let informs = match feature {
        Feature::CountOf(_) => true,
        Feature::EqualPairs(_) if is_pairs => histogram.information() > LEAST_INFORMATION,
        _ => {
            let gain = histogram.gain();
            let of_uniform = histogram.tally.all * libm::log(power(home.colors(), home.pegs()));
            histogram.log_evidence = Some(gain - of_uniform);
            gain > LEAST_GAIN
        }
    };
    (informs && varies(&histogram.totals)).then(|| Arc::new(histogram) as _)
}

/// Whether there are codes with different values.
fn varies(totals: &[f64]) -> bool {
    totals.iter().filter(|&&codes| codes > 0.0).count() > 1
}

impl FeatureHistogram {
    /// The relative entropy to the uniform distribution over all codes, in bits.
    fn information(&self) -> f64 {
        let of = |(&value, seen): (&usize, &f64)| {
            let share = seen / self.tally.all;
            share * libm::log2(share / self.uniform(value))
        };
        self.tally.seen.iter().map(of).sum()
    }

    /// By how much the logarithm of the marginal likelihood of the codes exceeds that of the uniform distribution: each value is
    /// predicted by those before it (Pólya's urn).
    fn gain(&self) -> f64 {
        let seen = || self.tally.seen.iter().map(|(&value, &seen)| (self.uniform(value), seen));
        let of_uniform: f64 = seen().map(|(base, seen)| seen * libm::log(base)).sum();
        log_urn(seen().map(|(base, seen)| (self.concentration * base, seen)), self.concentration) - of_uniform
    }

    /// The probability of a value in a code drawn uniformly.
    fn uniform(&self, value: usize) -> f64 {
        self.totals[value] / power(self.home.colors(), self.home.pegs())
    }

    /// The probability of a value, without `share` of a code that has it.
    fn share(&self, value: usize, share: f64) -> f64 {
        if self.concentration == 0.0 {
            return self.tally.leave_one_out(&value, share);
        }
        let seen = (self.tally.count(&value) - share).max(0.0) + self.concentration * self.uniform(value);
        seen / (self.tally.all - share + self.concentration)
    }

    /// The probabilities of the values at a size with that number of codes of each: several ways, with weights.
    fn transferred(&self, totals: &[f64]) -> Vec<(f64, Vec<f64>)> {
        let (from, to) = (self.totals.len() - 1, totals.len() - 1);
        let transferred = |transfer: &dyn Fn(usize) -> usize| {
            let mut shares = vec![0.0; to + 1];
            for value in 0..=from {
                shares[transfer(value).min(to)] += self.share(value, 0.0);
            }
            shares
        };
        let kept = transferred(&|value| value);
        if from == to {
            return vec![(1.0, kept)];
        }
        let of_kept = if self.feature == Feature::Sum { KEPT_SUM } else { KEPT };
        let in_proportion = |value: usize, from: usize, to: usize| (2 * value * to + from) / (2 * from);
        if self.concentration == 0.0 || to < from {
            return vec![(of_kept, kept), (1.0 - of_kept, transferred(&|value| in_proportion(value, from, to)))];
        }
        // All codes whose value is one of home in proportion are equally probable.
        let at_home: Vec<usize> = (0..=to).map(|value| in_proportion(value, to, from)).collect();
        let mut codes = vec![0.0; from + 1];
        at_home.iter().zip(totals).for_each(|(&home, total)| codes[home] += total);
        let spread = |(&home, total): (&usize, &f64)| {
            if codes[home] > 0.0 { self.share(home, 0.0) * total / codes[home] } else { 0.0 }
        };
        vec![(of_kept, kept), (1.0 - of_kept, at_home.iter().zip(totals).map(spread).collect())]
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
            Feature::CountOf(ColorClass::One(_)) => "the other pegs are of any other color",
            Feature::CountOf(_) => "the others are of any other color",
            _ => "every code with that number equally probable",
        };
        format!("{} is {}{others}, {rest}", self.feature.subject(size), values.join(", "))
    }
}

impl RuleFamily for FeatureHistogram {
    fn name(&self) -> &'static str {
        self.feature.name()
    }

    fn at(&self, size: Size) -> WeightedModels {
        let totals = self.feature.totals(size);
        if !varies(&totals) {
            return Vec::new();
        }
        let models = self.transferred(&totals).into_iter().filter_map(|(weight, mut shares)| {
            // No code may have a value.
            shares.iter_mut().zip(&totals).filter(|(_, codes)| **codes == 0.0).for_each(|(share, _)| *share = 0.0);
            let sum: f64 = shares.iter().sum();
            let factors = shares.iter().zip(&totals);
            let factors = factors.map(|(share, codes)| if *share > 0.0 { share / sum / codes } else { 0.0 }).collect();
            let description = self.description(size, &shares);
            (sum > 0.0).then(|| (weight, AutomatonModel::new(self.feature, size, factors, description)))
        });
        let models = model::weighted(models);
        let is_certain = size == self.home || self.concentration == 0.0;
        if is_certain { models } else { transfer::with_uniform_share(models, OTHER, size) }
    }
}

impl FittedFamily for FeatureHistogram {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let value = self.feature.evaluate(self.home, code);
        value.map_or(0.0, |(value, _)| self.share(value, share) / self.totals[value])
    }

    fn evidence(&self) -> Evidence {
        self.log_evidence.map_or(Evidence::Prequential, Evidence::Marginal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fitted(feature: Feature, codes: &[&str]) -> Option<Arc<dyn FittedFamily>> {
        let codes: Vec<(Code, f64)> = codes.iter().map(|code| (code.parse().unwrap(), 1.0)).collect();
        fit(feature, "4x5".parse().unwrap(), &codes)
    }

    /// 35 of the 625 codes have the sum 4.
    #[test]
    fn a_constant_sum_is_fitted_and_any_sum_is_not() {
        let constant = fitted(Feature::Sum, &["ABCB", "EAAA", "BBBB", "CCAA", "ADBA", "AACC"]).unwrap();
        let other: Code = "BACB".parse().unwrap();
        let p = model::probability(&constant.at("4x5".parse().unwrap()), &other);
        assert!((p - (6.0 + 35.0 / 625.0) / 7.0 / 35.0).abs() < 1e-12, "{p}");
        assert!(fitted(Feature::Sum, &["AAAA", "EEEE", "BCDE", "ABAD", "CCDD", "BABE"]).is_none());
    }

    /// At a larger size all sums have a probability, and the larger ones the larger codes.
    #[test]
    fn values_in_proportion_are_spread() {
        let constant = fitted(Feature::Sum, &["ABCB", "EAAA", "BBBB", "CCAA", "ADBA", "AACC"]).unwrap();
        let models = constant.at("6x9".parse().unwrap());
        let of = |code: &str| models[1].1.probability(&code.parse().unwrap());
        // 12 of 48 is as 4 of 16; so is 11, and 36 is not.
        assert!((of("CCCCCC") / of("CCCCCB") - 1.0).abs() < 1e-12 && of("CCCCCC") > 20.0 * of("GGGGGG"));
    }
}
