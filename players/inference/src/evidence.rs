//! The evidence of fitted families: the log probability, in nats, that a family gave to codes before its parameters were known.

use crate::{
    catalog::Estimator,
    model::{self, Evidence, FittedFamily, WeightedSample},
};
use scsa::Size;

/// A family is fitted again when there are half as many codes more.
const GROWTH: f64 = 1.5;
/// The weight of the codes that a fit does not predict, beside those before: the estimator of Krichevsky and Trofimov (1981).
const ESCAPE: f64 = 0.5;

/// By how much the log evidence of a family is below its leave-one-out log-likelihood, for each code that is possible by the latter. Not
/// above 0.
pub fn log_discount(family: &dyn FittedFamily, estimator: Estimator, size: Size, codes: WeightedSample) -> f64 {
    let judged = |(code, share): &(_, f64)| libm::log(family.leave_one_out(code, *share));
    let judged: Vec<f64> = codes.iter().map(judged).collect();
    let possible = || codes.iter().zip(&judged).enumerate().filter(|(_, (_, judged))| judged.is_finite());
    let of_possible =
        |of: &dyn Fn(usize) -> f64| possible().map(|(place, ((_, share), _))| share * of(place)).sum::<f64>();
    let (all, log_likelihood) = (of_possible(&|_| 1.0), of_possible(&|place| judged[place]));
    let evidence = match family.evidence() {
        Evidence::Marginal(evidence) => evidence * all / model::total(codes),
        Evidence::Parameters(log_prior) => log_likelihood + log_prior,
        Evidence::Prequential => {
            let predicted = log_predictive(estimator, size, codes);
            of_possible(&|place| predicted[place])
        }
    };
    if all > 0.0 { ((evidence - log_likelihood) / all).min(0.0) } else { 0.0 }
}

/// The natural logarithm of the predictive probability of each code under the family, given the codes before it, so that the weighted
/// sum is the log evidence of the family (A. P. Dawid, "Statistical theory: the prequential approach", 1984).
///
/// A code is predicted by the family fitted to the first codes, at least two thirds of those before it. With a probability that
/// decreases as codes are predicted, it is one of all codes instead, which also predict where there is no fit. This is a normalized
/// distribution over sequences of codes, so that parameters and structures are charged for whatever they are. A family takes about
/// three times as long as one fit to all codes.
fn log_predictive(estimator: Estimator, size: Size, codes: WeightedSample) -> Vec<f64> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use scsa::{Code, Rng};

    /// The log evidence of all codes.
    fn log_evidence(estimator: Estimator, size: Size, codes: WeightedSample) -> Option<f64> {
        let family = estimator.fit(size, codes)?;
        let discount = log_discount(&*family, estimator, size, codes);
        Some(codes.iter().map(|(code, share)| discount + libm::log(family.leave_one_out(code, *share))).sum())
    }

    /// A probability distribution over sequences of codes is as probable as the uniform one on average: it makes codes that are drawn
    /// uniformly more than twenty times as probable as that at most once in twenty times (Markov's inequality).
    #[test]
    fn no_family_has_evidence_in_random_codes() {
        const DRAWS: usize = 150;
        const TIMES: f64 = 20.0;
        let mut families = 0;
        for (size, number) in [("4x3", 12), ("6x4", 25)] {
            let size: Size = size.parse().unwrap();
            let uniform = -libm::log(size.colors() as f64) * size.pegs() as f64 * number as f64;
            for (place, (_, estimator)) in catalog::estimators().into_iter().enumerate() {
                let mut rng = Rng::new(place as u128);
                let mut draw = || Code::from_fn(size, |_| rng.color(size.colors()));
                let mut more = 0;
                for _ in 0..DRAWS {
                    let codes: Vec<(Code, f64)> = (0..number).map(|_| (draw(), 1.0)).collect();
                    let evidence = log_evidence(estimator, size, &codes);
                    more += usize::from(evidence.is_some_and(|log| log > uniform + libm::log(TIMES)));
                }
                // Four standard deviations above the bound.
                let most = DRAWS as f64 / TIMES + 4.0 * (DRAWS as f64 / TIMES).sqrt();
                assert!(more as f64 <= most, "{size} {estimator:?}: {more} of {DRAWS}");
                families += 1;
            }
        }
        assert!(families > 100, "{families}");
    }

    #[test]
    fn codes_are_predicted_by_those_before_them() {
        let estimator = catalog::estimators()[0].1;
        let codes: Vec<(Code, f64)> = ["AAB", "AAA", "ABA", "AAA"].map(|text| (text.parse().unwrap(), 1.0)).to_vec();
        let logs = log_predictive(estimator, "3x2".parse().unwrap(), &codes);
        let fewer = log_predictive(estimator, "3x2".parse().unwrap(), &codes[..2]);
        assert_eq!(logs[..2], fewer[..]);
        assert!((logs[0] - 0.125f64.ln()).abs() < 1e-12 && logs[3] > logs[0]);
    }
}
