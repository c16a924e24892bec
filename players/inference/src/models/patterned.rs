//! Peg equality patterns with a rule for the colors of the groups.

use super::{equality_pattern::EqualityPattern, peg_map::PegMap};
use crate::{
    counting::with_pegs,
    model::{FitFn, FittedFamily, RuleFamily, WeightedModels, WeightedSample, total},
};
use scsa::{Code, Size};
use std::sync::Arc;

/// The groups of a pattern are colored as the pegs of a shorter code, by another rule.
#[derive(Clone, Debug)]
pub struct Patterned<P: ?Sized> {
    pub pattern: EqualityPattern,
    pub coloring: Arc<P>,
}

fn map(pattern: EqualityPattern, pegs: usize) -> PegMap {
    PegMap::of_groups(&pattern.groups(pegs), pegs)
}

impl<P: RuleFamily + ?Sized> RuleFamily for Patterned<P> {
    fn name(&self) -> &'static str {
        self.pattern.name()
    }

    fn at(&self, size: Size) -> WeightedModels {
        let map = map(self.pattern, size.pegs());
        map.models(size, self.coloring.at(with_pegs(size, map.base_pegs())), &self.pattern.description())
    }
}

impl FittedFamily for Patterned<dyn FittedFamily> {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let base = map(self.pattern, code.len()).base(code);
        base.map_or(0.0, |base| self.coloring.leave_one_out(&base, share))
    }
}

/// The rule that the codes of that pattern follow in coloring its groups.
pub fn fit(
    pattern: EqualityPattern,
    coloring: FitFn,
    size: Size,
    codes: WeightedSample,
) -> Option<Arc<dyn FittedFamily>> {
    let map = map(pattern, size.pegs());
    let bases: Vec<(Code, f64)> = codes.iter().filter_map(|(code, share)| Some((map.base(code)?, *share))).collect();
    // A few codes are of every pattern by chance.
    if total(&bases) < (0.02 * total(codes)).max(1.5) {
        return None;
    }
    let coloring = coloring(with_pegs(size, map.base_pegs()), &bases)?;
    Some(Arc::new(Patterned { pattern, coloring }))
}
