use super::{Component, Scsa, palette};
use crate::{Code, Rng, Size};

/// One color in 45 %, two in 45 %, all in 10 %; every peg is drawn from those.
#[derive(Clone, Copy, Debug)]
pub struct Mystery1;

impl Scsa for Mystery1 {
    fn name(&self) -> &'static str {
        "mystery-1"
    }

    fn summary(&self) -> &'static str {
        "45 %: one color; 45 %: two, 10 %: all; every peg is drawn from them"
    }

    fn needs(&self) -> &'static str {
        "at least 2 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 2
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let colors = match rng.below(100) {
            0..45 => 1,
            45..90 => 2,
            _ => size.colors(),
        };
        palette::draw(size, colors, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        let of = |colors| palette::probability(size, colors, code);
        0.45 * of(1) + 0.45 * of(2) + 0.1 * of(size.colors())
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn components(&self, size: Size) -> Vec<Component> {
        palette::components(size, [(0.45, 1), (0.45, 2), (0.1, size.colors())])
    }
}
