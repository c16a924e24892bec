//! Codes made of a shorter one: each peg is a peg of it.

use super::equality_pattern::PegGroups;
use crate::{
    counting::rebuilt,
    fn_model::FnModel,
    model::{Model, WeightedModels},
};
use scsa::{Code, Rng, Size};
use std::sync::Arc;

/// For each peg of a code a peg of the shorter code.
#[derive(Clone, Debug)]
pub struct PegMap {
    sources: Vec<usize>,
    /// For each peg of the shorter code the first peg of the code that it makes.
    first: Vec<usize>,
}

impl PegMap {
    /// The pegs of a group are one peg of the shorter code.
    pub fn of_groups(groups: &PegGroups, pegs: usize) -> PegMap {
        PegMap {
            sources: (0..pegs).map(|peg| groups.of(peg)).collect(),
            first: (0..groups.count()).map(|group| groups.first(group)).collect(),
        }
    }

    /// The number of pegs of the shorter code.
    pub fn base_pegs(&self) -> usize {
        self.first.len()
    }

    /// The shorter code of which that code is made. None where there is none.
    pub fn base(&self, code: &Code) -> Option<Code> {
        let all_hold = self.sources.iter().zip(code.pegs()).all(|(&base, color)| code.peg(self.first[base]) == color);
        all_hold.then(|| rebuilt(self.first.len(), |peg| code.peg(self.first[peg])))
    }

    /// The model of the codes that are made of those of `base`.
    pub fn model(&self, size: Size, base: Arc<dyn Model>, description: String) -> Arc<dyn Model> {
        let (map, drawn) = (self.clone(), (self.clone(), Arc::clone(&base)));
        let by_distinct = base.by_distinct();
        let probability = move |code: &Code| map.base(code).map_or(0.0, |short| base.probability(&short));
        let draw = move |rng: &mut Rng| {
            let (map, base) = &drawn;
            let short = base.draw(rng);
            Code::from_fn(size, |peg| short.peg(map.sources[peg]))
        };
        Arc::new(FnModel::new(description, probability, draw).by_distinct(by_distinct))
    }

    /// The models of the codes that are made of those of each of `bases`, described by their prefix and the base.
    pub fn models(&self, size: Size, bases: WeightedModels, prefix: &str) -> WeightedModels {
        let made = |base: Arc<dyn Model>| {
            let description = format!("{prefix}: {}", base.description());
            self.model(size, base, description)
        };
        bases.into_iter().map(|(weight, base)| (weight, made(base))).collect()
    }
}
