use super::{Component, Scsa, palette};
use crate::{Code, Rng, Size};

/// In 90 % two or three colors (evenly) are drawn and every peg from them, in 10 % every peg is drawn from all colors.
#[derive(Clone, Copy, Debug)]
pub struct UsuallyFewer;

impl Scsa for UsuallyFewer {
    fn name(&self) -> &'static str {
        "usually-fewer"
    }

    fn summary(&self) -> &'static str {
        "90 %: two or three colors are drawn, then every peg from them; 10 %: every peg from all colors"
    }

    fn needs(&self) -> &'static str {
        "at least 3 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 3
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let fewer = rng.below(100) < 90;
        let colors = if fewer { 2 + rng.below(2) } else { size.colors() };
        palette::draw(size, colors, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        let of = |colors| palette::probability(size, colors, code);
        0.45 * of(2) + 0.45 * of(3) + 0.1 * of(size.colors())
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn components(&self, size: Size) -> Vec<Component> {
        palette::components(size, [(0.45, 2), (0.45, 3), (0.1, size.colors())])
    }
}
