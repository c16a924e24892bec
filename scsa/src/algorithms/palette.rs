//! Codes whose pegs are drawn from a palette: a random set of colors.

use crate::{Code, Color, Component, Rng, Scsa, Size, combinatorics};
use std::sync::Arc;

/// A palette of distinct colors is drawn, then every peg from it.
///
/// ```
/// use scsa::{Scsa, algorithms::Palette};
/// // 1/3 of the palettes at 4x3 are AB, and 1/16 of the codes of AB are ABBA.
/// let p = Palette { colors: 2 }.probability("4x3".parse()?, &"ABBA".parse()?);
/// assert!((p - 1.0 / 48.0).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// The size of the palette. 0 counts as 1, and more than the colors of the game as all of them.
    pub colors: usize,
}

impl Palette {
    fn colors_at(self, size: Size) -> usize {
        self.colors.clamp(1, size.colors())
    }
}

impl Scsa for Palette {
    fn name(&self) -> &str {
        "palette"
    }

    fn summary(&self) -> &str {
        "a few colors are drawn, then every peg from them"
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        draw(size, self.colors_at(size), rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        probability(size, self.colors_at(size), code)
    }

    fn by_distinct(&self) -> bool {
        true
    }
}

/// The components of a mixture of palettes, from pairs of a weight and a number of colors.
///
/// A number above the colors of the size counts as all of them. Pairs with the same number become one component.
pub fn components(size: Size, weighted: impl IntoIterator<Item = (f64, usize)>) -> Vec<Component> {
    let mut weights = [0.0; Color::MAX + 1];
    for (weight, colors) in weighted {
        weights[colors.clamp(1, size.colors())] += weight;
    }
    let used = weights.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0);
    used.map(|(colors, weight)| Component { weight, rule: Arc::new(Palette { colors }) }).collect()
}

/// Draws `colors` distinct colors, then every peg from them.
///
/// # Panics
/// When the size has fewer colors, or `colors` is 0.
pub fn draw(size: Size, colors: usize, rng: &mut Rng) -> Code {
    if colors == size.colors() {
        return Code::from_fn(size, |_| rng.color(colors));
    }
    let palette = draw_colors(size, colors, rng);
    Code::from_fn(size, |_| palette[rng.below(colors)])
}

/// Draws a uniform ordered choice of `count` distinct colors of the game: the first `count` items of the array.
///
/// # Panics
/// When the size has fewer colors.
pub fn draw_colors(size: Size, count: usize, rng: &mut Rng) -> [Color; Color::MAX] {
    let mut colors = [Color::A; Color::MAX];
    for (slot, color) in colors.iter_mut().zip(size.palette()) {
        *slot = color;
    }
    rng.shuffle_front(&mut colors[..size.colors()], count);
    colors
}

/// Calls `draw` until it returns a code of two distinct colors.
pub fn draw_until_two_colors(mut draw: impl FnMut() -> Code) -> Code {
    loop {
        let code = draw();
        if code.distinct() == 2 {
            return code;
        }
    }
}

/// The probability that [`draw`] returns the code: that of a palette with all its colors, times that of its pegs given
/// such a palette.
pub fn probability(size: Size, colors: usize, code: &Code) -> f64 {
    let distinct = code.distinct();
    if !size.is_legal(code) || distinct > colors {
        return 0.0;
    }
    let palettes = combinatorics::binomial(size.colors() - distinct, colors - distinct);
    palettes / combinatorics::binomial(size.colors(), colors) / combinatorics::power(colors, size.pegs())
}
