//! The mixtures of the contest, with their original weights.

use crate::{
    counting::distinct_table,
    fn_model::FnModel,
    model::{RuleFamily, WeightedModels, only},
};
use scsa::{Code, Rng, Scsa, Size};

/// An algorithm of the contest.
#[derive(Clone, Copy, Debug)]
pub struct ContestRule {
    pub scsa: &'static dyn Scsa,
    /// Whether all codes with equal numbers of distinct colors are equally probable.
    pub by_distinct: bool,
}

impl RuleFamily for ContestRule {
    fn name(&self) -> &'static str {
        self.scsa.name()
    }

    fn at(&self, size: Size) -> WeightedModels {
        let scsa = self.scsa;
        if !scsa.supports(size) {
            return Vec::new();
        }
        let table = self.by_distinct.then(|| distinct_table(size, |code| scsa.probability(size, code)));
        let probability = move |code: &Code| match &table {
            Some(table) => table[code.distinct()],
            None => scsa.probability(size, code),
        };
        let draw = move |rng: &mut Rng| scsa.draw(size, rng);
        only(FnModel::new(scsa.summary(), probability, draw).by_distinct(scsa.by_distinct()))
    }
}
