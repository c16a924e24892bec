//! Codes made of a shorter one: each peg is a peg of it, or has a fixed color.

use super::equality_pattern::PegGroups;
use crate::{
    counting::rebuilt,
    fn_model::FnModel,
    model::{Model, WeightedModels},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// For each peg of a code a peg of the shorter code, or the color that it always has.
#[derive(Clone, Debug)]
pub struct PegMap {
    sources: Vec<Result<usize, Color>>,
    /// For each peg of the shorter code the first peg of the code that it makes.
    first: Vec<usize>,
}

impl PegMap {
    /// The pegs of a group are one peg of the shorter code.
    pub fn of_groups(groups: &PegGroups, pegs: usize) -> PegMap {
        PegMap {
            sources: (0..pegs).map(|peg| Ok(groups.of(peg))).collect(),
            first: (0..groups.count()).map(|group| groups.first(group)).collect(),
        }
    }

    /// Pegs without a fixed color are the pegs of the shorter code, in order.
    pub fn of_fixed(fixed: &[Option<Color>]) -> PegMap {
        let first: Vec<usize> = (0..fixed.len()).filter(|&peg| fixed[peg].is_none()).collect();
        let mut open = 0..first.len();
        let sources = fixed.iter().map(|color| color.map_or_else(|| Ok(open.next().unwrap_or_default()), Err));
        PegMap { sources: sources.collect(), first }
    }

    /// The number of pegs of the shorter code.
    pub fn base_pegs(&self) -> usize {
        self.first.len()
    }

    /// The shorter code of which that code is made. None where there is none.
    pub fn base(&self, code: &Code) -> Option<Code> {
        let holds = |(source, color): (&Result<usize, Color>, Color)| match source {
            Ok(base) => code.peg(self.first[*base]) == color,
            Err(fixed) => *fixed == color,
        };
        let all_hold = self.sources.iter().zip(code.pegs()).all(holds);
        all_hold.then(|| rebuilt(self.first.len(), |peg| code.peg(self.first[peg])))
    }

    /// The model of the codes that are made of those of `base`.
    pub fn model(&self, size: Size, base: Arc<dyn Model>, description: String) -> Arc<dyn Model> {
        let (map, drawn) = (self.clone(), (self.clone(), Arc::clone(&base)));
        let is_distinct = self.sources.iter().all(Result::is_ok) && base.by_distinct();
        let probability = move |code: &Code| map.base(code).map_or(0.0, |short| base.probability(&short));
        let draw = move |rng: &mut Rng| {
            let (map, base) = &drawn;
            let short = base.draw(rng);
            Code::from_fn(size, |peg| map.sources[peg].map_or_else(|color| color, |base| short.peg(base)))
        };
        Arc::new(FnModel::new(description, probability, draw).by_distinct(is_distinct))
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
