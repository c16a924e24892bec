//! How well the codes of a rule are predicted after samples.

use super::codemaker::RuleCodemaker;
use inference::ModelPosterior;
use scsa::{Code, Scsa};
use tournament::Seed;

/// The number of codes that are learned from.
pub const SAMPLES: u64 = 100;
/// The number of codes on which predictions are measured.
pub const FRESH_CODES: u64 = 300;

/// How well the codes of a rule are predicted by the posterior over models, given samples.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// The cross-entropy on fresh codes, in bits a code.
    pub bits: f64,
    /// That of the rule itself on the same codes.
    pub true_bits: f64,
    /// The model with the largest posterior weight, in words.
    pub model: String,
    /// Its weight.
    pub model_weight: f64,
}

impl Prediction {
    /// Learns from samples of a codemaker, and predicts its fresh codes.
    pub fn of(codemaker: &RuleCodemaker, seed: Seed) -> Prediction {
        let size = codemaker.size();
        let posterior = ModelPosterior::from_samples(&codemaker.samples(seed, SAMPLES));
        let fresh = codemaker.fresh_codes(seed, FRESH_CODES);
        let mixture = posterior.at(size);
        let heaviest = mixture.model_weights().into_iter().next();
        let (model, model_weight) = heaviest.map_or_else(Default::default, |model| (model.description, model.weight));
        Prediction {
            bits: cross_entropy(&fresh, |code| mixture.probability(size, code)),
            true_bits: cross_entropy(&fresh, |code| codemaker.probability(size, code)),
            model,
            model_weight,
        }
    }
}

/// The mean of −log₂ of the probabilities of the codes.
fn cross_entropy(codes: &[Code], probability: impl Fn(&Code) -> f64) -> f64 {
    -codes.iter().map(|code| probability(code).log2()).sum::<f64>() / codes.len() as f64
}
