use super::{Component, Scsa, palette};
use crate::{Code, Rng, Size};

/// In 90 of 101 two or three colors (evenly) are drawn and every peg from them, otherwise every peg from all colors.
#[derive(Clone, Copy, Debug)]
pub struct UsuallyFewer2024;

impl Scsa for UsuallyFewer2024 {
    fn name(&self) -> &'static str {
        "usually-fewer-2024"
    }

    fn summary(&self) -> &'static str {
        "as usually-fewer, but in 90 of 101 instead of 90 %"
    }

    fn needs(&self) -> &'static str {
        "at least 3 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 3
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let fewer = rng.below(101) < 90;
        let colors = if fewer { 2 + rng.below(2) } else { size.colors() };
        palette::draw(size, colors, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        let of = |colors| palette::probability(size, colors, code);
        45.0 / 101.0 * of(2) + 45.0 / 101.0 * of(3) + 11.0 / 101.0 * of(size.colors())
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn components(&self, size: Size) -> Vec<Component> {
        palette::components(size, [(45.0 / 101.0, 2), (45.0 / 101.0, 3), (11.0 / 101.0, size.colors())])
    }
}
