//! Peg equality patterns with a rule for the colors of the groups.

use super::equality_pattern::{EqualityPattern, PegGroups};
use crate::{
    counting::{rebuilt, with_pegs},
    model::{self, FitFn, FittedFamily, RuleFamily, WeightedCodes},
};
use scsa::{Code, Rng, Size};
use std::sync::Arc;

/// The groups of a pattern are colored as the pegs of a shorter code, by another rule.
#[derive(Clone, Debug)]
pub struct Patterned<P: ?Sized> {
    pub pattern: EqualityPattern,
    pub coloring: Arc<P>,
}

impl<P: RuleFamily + ?Sized> RuleFamily for Patterned<P> {
    fn name(&self) -> &'static str {
        self.pattern.name()
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let groups = self.pattern.groups(size.pegs());
        let colorings = self.coloring.at(with_pegs(size, groups.count()));
        let pattern = self.pattern;
        colorings
            .into_iter()
            .map(|(weight, coloring)| (weight, Arc::new(PatternedModel { pattern, size, groups, coloring }) as _))
            .collect()
    }
}

impl FittedFamily for Patterned<dyn FittedFamily> {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let groups = self.pattern.groups(code.len());
        if groups.hold(code) { self.coloring.leave_one_out(&shortened(&groups, code), share) } else { 0.0 }
    }
}

/// The rule that the codes of that pattern follow in coloring its groups.
pub fn fit(
    pattern: EqualityPattern,
    coloring: FitFn,
    size: Size,
    codes: WeightedCodes,
) -> Option<Arc<dyn FittedFamily>> {
    let groups = pattern.groups(size.pegs());
    let holding = codes.iter().filter(|(code, _)| groups.hold(code));
    let shortened: Vec<(Code, f64)> = holding.map(|(code, share)| (shortened(&groups, code), *share)).collect();
    // A few codes are of every pattern by chance.
    if model::total(&shortened) < (0.02 * model::total(codes)).max(1.5) {
        return None;
    }
    let coloring = coloring(with_pegs(size, groups.count()), &shortened)?;
    Some(Arc::new(Patterned { pattern, coloring }))
}

/// One peg a group.
fn shortened(groups: &PegGroups, code: &Code) -> Code {
    rebuilt(groups.count(), |group| code.peg(groups.first(group)))
}

#[derive(Debug)]
struct PatternedModel {
    pattern: EqualityPattern,
    size: Size,
    groups: PegGroups,
    coloring: Arc<dyn model::Model>,
}

impl model::Model for PatternedModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let coloring = self.coloring.draw(rng);
        Code::from_fn(self.size, |peg| coloring.peg(self.groups.of(peg)))
    }

    fn probability(&self, code: &Code) -> f64 {
        if self.groups.hold(code) { self.coloring.probability(&shortened(&self.groups, code)) } else { 0.0 }
    }

    fn by_distinct(&self) -> bool {
        self.coloring.by_distinct()
    }

    fn description(&self) -> String {
        format!("{}: {}", self.pattern.description(), self.coloring.description())
    }
}
