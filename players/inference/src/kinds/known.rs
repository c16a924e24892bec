//! Mixtures of the contest, with the weights that they have there.

use crate::{counting::distinct_table, law};
use scsa::{Code, Color, Rng, Scsa, Size};

/// An algorithm of the contest.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub scsa: &'static dyn Scsa,
    /// Whether all codes that show as many different colors are equally probable.
    pub by_distinct: bool,
}

impl law::Kind for Known {
    fn name(&self) -> &'static str {
        self.scsa.name()
    }

    fn at(&self, size: Size) -> law::Laws {
        if !self.scsa.supports(size) {
            return Vec::new();
        }
        let table = self.by_distinct.then(|| distinct_table(size, |code| self.scsa.probability(size, code)));
        law::only(Law { scsa: self.scsa, size, table })
    }
}

#[derive(Debug)]
struct Law {
    scsa: &'static dyn Scsa,
    size: Size,
    table: Option<[f64; Color::MAX + 1]>,
}

impl law::Law for Law {
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

    fn sentence(&self) -> String {
        self.scsa.summary().to_owned()
    }
}
