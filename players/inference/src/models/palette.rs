//! Pegs drawn from a random palette.

use crate::{counting::distinct_table, model};
use scsa::{Code, Color, Rng, Scsa, Size, algorithms};

/// That number of colors is drawn, all where a size has fewer, then every peg from them.
#[derive(Clone, Copy, Debug)]
pub struct PaletteRule(pub usize);

impl PaletteRule {
    /// Every peg is drawn from all colors: every code is equally probable.
    pub const ALL: PaletteRule = PaletteRule(Color::MAX);
}

impl model::RuleFamily for PaletteRule {
    fn name(&self) -> &'static str {
        if self.0 >= Color::MAX { "all-colors" } else { "palette" }
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let colors = self.0.clamp(1, size.colors());
        let scsa = algorithms::Palette { colors };
        model::only(PaletteModel { scsa, size, table: distinct_table(size, |code| scsa.probability(size, code)) })
    }
}

#[derive(Debug)]
struct PaletteModel {
    scsa: algorithms::Palette,
    size: Size,
    table: [f64; Color::MAX + 1],
}

impl model::Model for PaletteModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        self.scsa.draw(self.size, rng)
    }

    fn probability(&self, code: &Code) -> f64 {
        self.table[code.distinct()]
    }

    fn is_uniform(&self) -> bool {
        self.scsa.colors == self.size.colors()
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn description(&self) -> String {
        match self.scsa.colors {
            1 => "one color is drawn for all pegs".to_owned(),
            all if all == self.size.colors() => "every peg is drawn from all colors".to_owned(),
            some => format!("{some} colors are drawn, then every peg from them"),
        }
    }
}
