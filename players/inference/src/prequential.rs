//! The prequential likelihood: codes are predicted one after another, each by a fit to codes before it.

use crate::{
    catalog::Estimator,
    model::{self, WeightedCodes},
};
use scsa::Size;

/// A family is fitted again when there are half as many codes more.
const GROWTH: f64 = 1.5;
/// The weight of the codes that a fit does not predict, beside those before: the estimator of Krichevsky and Trofimov (1981).
const ESCAPE: f64 = 0.5;

/// The natural logarithm of the predictive probability of each code under the family, given the codes before it, so that the weighted
/// sum is the log evidence of the family (A. P. Dawid, "Statistical theory: the prequential approach", 1984).
///
/// A code is predicted by the family fitted to the first codes, at least two thirds of those before it. With a probability that
/// decreases as codes are predicted, it is one of all codes instead, which also predict where there is no fit. This is a normalized
/// distribution over sequences of codes, so that parameters and structures are charged for whatever they are. A family takes about
/// three times as long as one fit to all codes.
pub fn log_predictive(estimator: Estimator, size: Size, codes: WeightedCodes) -> Vec<f64> {
    let uniform = libm::pow(size.colors() as f64, -(size.pegs() as f64));
    let mut logs = Vec::with_capacity(codes.len());
    let mut end = 1;
    let mut before = 0.0;
    while logs.len() < codes.len() {
        let (known, block) = (&codes[..logs.len()], &codes[logs.len()..end.min(codes.len())]);
        let models = if known.is_empty() { None } else { estimator.fit(size, known) }.map(|family| family.at(size));
        for (code, share) in block {
            let escape = ESCAPE / (before + 2.0 * ESCAPE);
            let predicted = models.as_ref().map_or(uniform, |models| model::probability(models, code));
            logs.push(libm::log((1.0 - escape) * predicted + escape * uniform));
            before += share;
        }
        end = (end as f64 * GROWTH) as usize + 1;
    }
    logs
}
