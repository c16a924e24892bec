//! The mixtures of the contest, with their original weights.

use crate::{counting::distinct_table, model};
use scsa::{Code, Color, Rng, Scsa, Size};

/// An algorithm of the contest.
#[derive(Clone, Copy, Debug)]
pub struct ContestRule {
    pub scsa: &'static dyn Scsa,
    /// Whether all codes that show as many different colors are equally probable.
    pub by_distinct: bool,
}

impl model::RuleFamily for ContestRule {
    fn name(&self) -> &'static str {
        self.scsa.name()
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        if !self.scsa.supports(size) {
            return Vec::new();
        }
        let table = self.by_distinct.then(|| distinct_table(size, |code| self.scsa.probability(size, code)));
        model::only(ContestModel { scsa: self.scsa, size, table })
    }
}

#[derive(Debug)]
struct ContestModel {
    scsa: &'static dyn Scsa,
    size: Size,
    table: Option<[f64; Color::MAX + 1]>,
}

impl model::Model for ContestModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        self.scsa.draw(self.size, rng)
    }

    fn probability(&self, code: &Code) -> f64 {
        match &self.table {
            Some(table) => table[code.distinct()],
            None => self.scsa.probability(self.size, code),
        }
    }

    fn by_distinct(&self) -> bool {
        self.scsa.by_distinct()
    }

    fn description(&self) -> String {
        self.scsa.summary().to_owned()
    }
}
