//! Figures from samples of the candidates.

use crate::{figure::Figure, order::PegColorPermutation, responses::Responses};
use posterior::{Effort, Posterior, PriorModel};
use rayon::prelude::*;
use scsa::{Code, Rng, Size, Turn, algorithms::InsertColors};
use std::{f64::consts::LN_2, sync::Arc};

/// The number of independent samples. The standard errors follow from their differences.
pub const SAMPLES: usize = 8;
/// The work of a sample, as a level of [`Effort`]: up to 2200 candidates a turn.
pub const LEVEL: u16 = 4;

/// What samples show of a turn.
#[derive(Clone, Debug, Default)]
pub struct SampledTurn {
    /// The part of the candidates that the feedback of the turn left. `None` if no sampled candidate has that feedback.
    pub share: Option<Figure>,
    /// The expected information of the guesses, in bits.
    pub information: Vec<Figure>,
    /// The number of candidates before the turn, from the codes that several samples have in common. `None` if there is none.
    pub recaptured: Option<Figure>,
}

/// Samples the candidates before each of the turns, among all codes of the size, and scores the guesses of that turn.
///
/// A sample consists of the consistent codes that Markov chains visit; the chains are continued from turn to turn.
pub fn sample_turns(size: Size, turns: &[Turn], guesses: &[Vec<Code>], seed: u64) -> Vec<SampledTurn> {
    let effort = Effort { max_enumerated: 0, ..Effort::level(LEVEL) };
    let prior = PriorModel::new(Arc::new(InsertColors), size, effort);
    let mut samplers: Vec<Sampler<'_>> =
        (0..SAMPLES).map(|number| Sampler::new(&prior, turns, u128::from(seed) << 32 | number as u128)).collect();
    let sample = |(number, guesses): (usize, &Vec<Code>)| {
        let samples: Vec<CandidateSample> =
            samplers.par_iter_mut().filter_map(|sampler| sampler.sample(number)).collect();
        combine(&samples, &turns[number], guesses)
    };
    guesses.iter().enumerate().map(sample).collect()
}

/// Draws samples of the candidates, turn by turn.
struct Sampler<'a> {
    prior: &'a PriorModel,
    order: PegColorPermutation,
    /// The turns in that order.
    turns: Vec<Turn>,
    posterior: Posterior,
    rng: Rng,
}

/// Candidates in lexicographic order, with weights that sum to 1.
pub type CandidateSample = Vec<(Code, f64)>;

impl<'a> Sampler<'a> {
    fn new(prior: &'a PriorModel, turns: &[Turn], seed: u128) -> Sampler<'a> {
        let mut rng = Rng::new(seed);
        // The first candidates of a model are always the same: in another order of the pegs and the colors they are independent.
        let order = PegColorPermutation::random(prior.size(), &mut rng);
        let turns = turns.iter().map(|turn| Turn { guess: order.apply(&turn.guess), ..*turn }).collect();
        Sampler { prior, order, turns, posterior: prior.initial_posterior(), rng }
    }

    /// A sample of the candidates after that many turns, which follow those of the sample before. `None` if no candidate was found.
    fn sample(&mut self, turns: usize) -> Option<CandidateSample> {
        if turns > 0 {
            self.posterior.update(self.prior, &self.turns[..turns], &mut self.rng);
        }
        let mut codes = self.posterior.candidates();
        for (code, _) in &mut codes {
            *code = self.order.undo(code);
        }
        codes.sort_unstable_by_key(|(code, _)| *code);
        (!codes.is_empty()).then_some(codes)
    }
}

/// What independent samples show of a turn.
fn combine(samples: &[CandidateSample], turn: &Turn, guesses: &[Code]) -> SampledTurn {
    if 2 * samples.len() <= SAMPLES {
        return SampledTurn::default();
    }
    let share_of = |sample: &CandidateSample| -> f64 {
        sample.iter().filter(|(code, _)| turn.is_consistent_with(code)).map(|(_, weight)| weight).sum()
    };
    let share = mean(samples.iter().map(share_of));
    SampledTurn {
        share: Some(share).filter(|share| share.value > 0.0),
        information: guesses.iter().map(|guess| information(samples, guess)).collect(),
        recaptured: recaptured(samples),
    }
}

/// The expected information of a guess.
fn information(samples: &[CandidateSample], guess: &Code) -> Figure {
    let mut all = Responses::default();
    let mut effective = 0.0;
    let mut singles = Vec::with_capacity(samples.len());
    for sample in samples {
        let mut responses = Responses::default();
        for (code, weight) in sample {
            responses.add(guess.feedback(code), *weight);
        }
        effective += sample.iter().map(|(_, weight)| weight * weight).sum::<f64>().recip();
        all.add_all(&responses);
        singles.push(responses.entropy());
    }
    // The entropy of a sample is too small by (n − 1) / 2N nats on average (Miller 1955), unless the samples are all candidates.
    let is_all = samples.windows(2).all(|pair| pair[0].iter().map(|one| one.0).eq(pair[1].iter().map(|one| one.0)));
    let bias = if is_all { 0.0 } else { (all.len() - 1) as f64 / (2.0 * effective * LN_2) };
    Figure::estimate(all.entropy() + bias, mean(singles.into_iter()).standard_error.unwrap_or(0.0))
}

/// The number of candidates by capture and recapture (Petersen 1896): two independent samples of a and b codes of n have ab/n codes in
/// common on average. Its standard error is that of the jackknife over the samples.
pub fn recaptured(samples: &[CandidateSample]) -> Option<Figure> {
    let number = samples.len();
    // For every sample, the sums over its pairs with the others: of the products of the sizes, and of the codes in common.
    let mut pairs = vec![(0.0, 0.0); number];
    for first in 0..number {
        for second in 0..first {
            let product = samples[first].len() as f64 * samples[second].len() as f64;
            let shared = in_common(&samples[first], &samples[second]) as f64;
            for sample in [first, second] {
                pairs[sample].0 += product;
                pairs[sample].1 += shared;
            }
        }
    }
    let sum = |part: fn(&(f64, f64)) -> f64| pairs.iter().map(part).sum::<f64>() / 2.0;
    let (products, shared) = (sum(|pair| pair.0), sum(|pair| pair.1));
    let without: Vec<f64> = pairs.iter().map(|pair| (products - pair.0) / (shared - pair.1)).collect();
    if without.iter().any(|count| !count.is_finite()) {
        return None;
    }
    let average = mean(without.into_iter());
    Some(Figure::estimate(products / shared, average.standard_error? * (number - 1) as f64))
}

/// The number of codes that are in both samples.
fn in_common(first: &CandidateSample, second: &CandidateSample) -> usize {
    first.iter().filter(|(code, _)| second.binary_search_by_key(code, |(code, _)| *code).is_ok()).count()
}

/// The mean of independent values, with its standard error.
pub fn mean(values: impl Iterator<Item = f64>) -> Figure {
    let values: Vec<f64> = values.collect();
    let number = values.len() as f64;
    let mean = values.iter().sum::<f64>() / number;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Figure::estimate(mean, (squares / (number - 1.0).max(1.0) / number).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response_counts::response_counts;

    fn random(size: Size, rng: &mut Rng) -> Code {
        Code::from_fn(size, |_| rng.color(size.colors()))
    }

    /// Whether an estimate is within that many standard errors, and the smallest error that rounding allows.
    fn deviation(estimate: Figure, exact: f64) -> f64 {
        (estimate.value - exact) / estimate.standard_error.unwrap_or(0.0).max(1e-9 * exact)
    }

    /// Where both are possible, the estimates have the errors that they claim.
    #[test]
    fn estimates_are_the_exact_figures_within_their_errors() {
        let mut rng = Rng::new(3);
        let (mut shares, mut informations, mut counts) = (Vec::new(), Vec::new(), Vec::new());
        for text in ["6x8", "8x10", "10x5"] {
            let size: Size = text.parse().unwrap();
            for _ in 0..2 {
                let secret = random(size, &mut rng);
                let guesses: Vec<Vec<Code>> = (0..5).map(|_| vec![random(size, &mut rng)]).collect();
                let turns: Vec<Turn> =
                    guesses.iter().map(|of| Turn { guess: of[0], feedback: secret.feedback(&of[0]) }).collect();
                for (number, sampled) in sample_turns(size, &turns, &guesses, 1).into_iter().enumerate() {
                    let exact = response_counts(size, &turns[..number], &guesses[number][0], 1 << 20).unwrap();
                    let share = exact.count(turns[number].feedback) / exact.total();
                    shares.extend(sampled.share.map(|figure| deviation(figure, share)));
                    informations.push(deviation(sampled.information[0], exact.entropy()));
                    counts.extend(sampled.recaptured.map(|figure| deviation(figure, exact.total())));
                }
            }
        }
        for deviations in [shares, informations, counts] {
            let squares = deviations.iter().map(|deviation| deviation * deviation).sum::<f64>();
            let (number, most) = (deviations.len(), deviations.iter().fold(0f64, |most, one| most.max(one.abs())));
            let scale = (squares / number as f64).sqrt();
            assert!(number >= 10 && scale < 2.0 && most < 6.0, "{deviations:.1?}");
        }
    }

    #[test]
    fn samples_of_all_candidates_have_no_error() {
        let all: CandidateSample = ["AB", "BA", "CC"].map(|code| (code.parse().unwrap(), 1.0 / 3.0)).to_vec();
        let samples = vec![all; SAMPLES];
        assert_eq!(recaptured(&samples), Some(Figure::estimate(3.0, 0.0)));
        let information = information(&samples, &"AB".parse().unwrap());
        assert!((information.value - 3f64.log2()).abs() < 1e-12, "{information:?}");
    }
}
