//! Codes drawn from a list, by their frequencies.

use crate::{
    counting::pick,
    fn_model::FnModel,
    model::{FittedFamily, RuleFamily, WeightedModels, WeightedSample, only},
    tally::WeightedTally,
};
use scsa::{Code, Rng, Size};
use std::sync::Arc;

/// How often each code was seen. At sizes with other numbers of pegs nothing is known.
#[derive(Clone, Debug)]
pub struct List(WeightedTally<Code>);

/// The codes that come again.
pub fn fit(_home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    let tally = WeightedTally::of(codes.iter().copied());
    tally.repeats().then(|| Arc::new(List(tally)) as _)
}

impl RuleFamily for List {
    fn name(&self) -> &'static str {
        "list"
    }

    fn at(&self, size: Size) -> WeightedModels {
        // In lexicographic order.
        let (codes, shares): (Vec<Code>, Vec<f64>) = self.0.seen.iter().filter(|(code, _)| size.is_legal(code)).unzip();
        let sum: f64 = shares.iter().sum();
        if codes.is_empty() {
            return Vec::new();
        }
        let description = format!("one of {} codes that were seen", codes.len());
        let (listed, weights) = (codes.clone(), shares.clone());
        let probability = move |code: &Code| codes.binary_search(code).map_or(0.0, |place| shares[place] / sum);
        only(FnModel::new(description, probability, move |rng: &mut Rng| listed[pick(&weights, rng)]))
    }
}

impl FittedFamily for List {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        self.0.leave_one_out(code, share)
    }
}
