//! Codes whose pegs are drawn from a palette: a few colors drawn first.

use super::{Component, Scsa};
use crate::{Code, Color, Rng, Size, counting};
use std::sync::Arc;

/// So many colors are drawn, and every peg from them; all colors where the size has fewer.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// How many colors are drawn, at least one.
    pub colors: usize,
}

impl Palette {
    fn at(self, size: Size) -> usize {
        self.colors.clamp(1, size.colors())
    }
}

impl Scsa for Palette {
    fn name(&self) -> &'static str {
        "palette"
    }

    fn summary(&self) -> &'static str {
        "a few colors are drawn, then every peg from them"
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        draw(size, self.at(size), rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        probability(size, self.at(size), code)
    }

    fn by_distinct(&self) -> bool {
        true
    }
}

/// The components of a mixture of palettes, from pairs of a probability and a number of colors. Equal numbers of colors become
/// one component.
pub fn components(size: Size, shares: impl IntoIterator<Item = (f64, usize)>) -> Vec<Component> {
    let mut together = [0.0; Color::MAX + 1];
    for (share, colors) in shares {
        together[colors.clamp(1, size.colors())] += share;
    }
    let drawn = together.into_iter().enumerate().filter(|(_, share)| *share > 0.0);
    drawn.map(|(colors, weight)| Component { weight, rule: Arc::new(Palette { colors }) }).collect()
}

/// Draws that many distinct colors, then every peg from them.
pub fn draw(size: Size, colors: usize, rng: &mut Rng) -> Code {
    if colors == size.colors() {
        return Code::from_fn(size, |_| rng.color(colors));
    }
    let mut palette = counting::palette(size);
    let palette = rng.shuffle_front(&mut palette[..size.colors()], colors);
    Code::from_fn(size, |_| palette[rng.below(colors)])
}

/// Draws over again until the code shows two colors.
pub fn until_two_show(mut draw: impl FnMut() -> Code) -> Code {
    loop {
        let code = draw();
        if code.distinct() == 2 {
            return code;
        }
    }
}

/// How likely [`draw`] makes the code: the share of the palettes that hold all its colors, times the chance of its
/// pegs from one of them.
pub fn probability(size: Size, colors: usize, code: &Code) -> f64 {
    let shown = code.distinct();
    if !size.is_legal(code) || shown > colors {
        return 0.0;
    }
    let holding = counting::choices(size.colors() - shown, colors - shown);
    holding / counting::choices(size.colors(), colors) / counting::power(colors, size.pegs())
}
