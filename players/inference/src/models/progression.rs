//! Arithmetic progressions of color indices.

use crate::{counting::color, model};
use scsa::{Code, Rng, Size};

/// A first color and a step are drawn; each peg is so many colors behind the one before it, and A comes after the last color.
#[derive(Clone, Copy, Debug)]
pub struct Progression {
    /// Whether the step may be none.
    pub still: bool,
}

impl model::RuleFamily for Progression {
    fn name(&self) -> &'static str {
        "equal-steps"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let still = self.still || size.colors() == 1;
        model::only(ProgressionModel { size, least: usize::from(!still) })
    }
}

#[derive(Debug)]
struct ProgressionModel {
    size: Size,
    least: usize,
}

impl model::Model for ProgressionModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let colors = self.size.colors();
        let (first, step) = (rng.below(colors), self.least + rng.below(colors - self.least));
        Code::from_fn(self.size, |peg| color((first + peg * step) % colors))
    }

    fn probability(&self, code: &Code) -> f64 {
        let colors = self.size.colors();
        if code.len() == 1 {
            return 1.0 / colors as f64;
        }
        let step = |peg: usize| (code.peg(peg).index() + colors - code.peg(peg - 1).index()) % colors;
        let steady = step(1) >= self.least && (2..code.len()).all(|peg| step(peg) == step(1));
        if steady { 1.0 / (colors * (colors - self.least)) as f64 } else { 0.0 }
    }

    fn description(&self) -> String {
        let step = if self.least == 0 { "a step, perhaps none, are drawn" } else { "a step are drawn" };
        format!("a first color and {step}; every peg is that step behind the one before it, A after the last color")
    }
}
