//! The distribution of the response to a guess.

use scsa::Feedback;
use std::collections::BTreeMap;

/// The probabilities of the responses to a guess, not normalized: the sums of the weights of the candidates with each response.
#[derive(Clone, Debug, Default)]
pub struct Responses {
    weights: BTreeMap<Feedback, f64>,
}

impl Responses {
    /// Adds the weight of a candidate with that response.
    pub fn add(&mut self, response: Feedback, weight: f64) {
        *self.weights.entry(response).or_default() += weight;
    }

    /// Adds the weights of another distribution.
    pub fn add_all(&mut self, other: &Responses) {
        for (response, weight) in &other.weights {
            self.add(*response, *weight);
        }
    }

    /// The number of different responses.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// The sum of the weights.
    pub fn total(&self) -> f64 {
        self.weights.values().sum()
    }

    /// The weight of a response.
    pub fn weight(&self, response: Feedback) -> f64 {
        self.weights.get(&response).copied().unwrap_or(0.0)
    }

    /// The entropy of the response, in bits.
    pub fn entropy(&self) -> f64 {
        let total = self.total();
        let terms = self.weights.values().filter(|weight| **weight > 0.0).map(|weight| weight / total);
        // No response is certain to be 0 bits, not −0.
        terms.map(|probability| -probability * probability.log2()).sum::<f64>().max(0.0)
    }
}
