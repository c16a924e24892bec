//! Pegs drawn from a palette whose colors all occur.

use crate::{
    counting::{self, choices},
    model,
};
use scsa::{Code, Rng, Size};

/// So many colors show, as many as there can be where a size has fewer pegs or colors; all such codes are equally likely.
#[derive(Clone, Copy, Debug)]
pub struct ExactPalette(pub usize);

impl model::RuleFamily for ExactPalette {
    fn name(&self) -> &'static str {
        "palette-shown"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let colors = self.0.clamp(1, size.colors().min(size.pegs()));
        let ways = ways(size.pegs(), colors);
        let each = 1.0 / choices(size.colors(), colors) / ways[size.pegs()][colors];
        model::only(ExactPaletteModel { size, colors, ways, each })
    }
}

/// In how many ways so many pegs can be colored with a palette of `colors` so that so many of them, which do not show yet, do.
fn ways(pegs: usize, colors: usize) -> Vec<Vec<f64>> {
    let mut ways = vec![vec![0.0; colors + 1]; pegs + 1];
    ways[0][0] = 1.0;
    for left in 1..=pegs {
        for hidden in 0..=colors {
            let again = (colors - hidden) as f64 * ways[left - 1][hidden];
            let fresh = if hidden > 0 { hidden as f64 * ways[left - 1][hidden - 1] } else { 0.0 };
            ways[left][hidden] = again + fresh;
        }
    }
    ways
}

#[derive(Debug)]
struct ExactPaletteModel {
    size: Size,
    colors: usize,
    ways: Vec<Vec<f64>>,
    each: f64,
}

impl model::Model for ExactPaletteModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut palette: Vec<_> = self.size.palette().collect();
        let palette = rng.shuffle_front(&mut palette, self.colors);
        let mut shown = 0;
        Code::from_fn(self.size, |peg| {
            let (left, hidden) = (self.size.pegs() - peg - 1, self.colors - shown);
            let again = shown as f64 * self.ways[left][hidden];
            let fresh = if hidden > 0 { hidden as f64 * self.ways[left][hidden - 1] } else { 0.0 };
            if counting::pick(&[again, fresh], rng) == 0 {
                return palette[rng.below(shown.max(1))];
            }
            shown += 1;
            palette[shown - 1]
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        if code.distinct() == self.colors { self.each } else { 0.0 }
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn description(&self) -> String {
        match self.colors {
            1 => "one color is drawn for all pegs".to_owned(),
            some => format!("{some} colors are drawn, then every peg from them, and all of them show"),
        }
    }
}
