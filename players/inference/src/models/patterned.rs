//! Peg equality patterns with a rule for the colors of the groups.

use super::{equality_pattern::EqualityPattern, peg_map::PegMap};
use crate::{
    counting::with_pegs,
    model::{RuleFamily, WeightedModels},
};
use scsa::Size;
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
