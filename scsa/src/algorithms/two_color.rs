use super::{Scsa, palette};
use crate::{Code, Rng, Size};

/// Two distinct colors are drawn, and every peg from the two, so that a code may show only one of them.
#[derive(Clone, Copy, Debug)]
pub struct TwoColor;

impl Scsa for TwoColor {
    fn name(&self) -> &'static str {
        "two-color"
    }

    fn summary(&self) -> &'static str {
        "two colors are drawn, then every peg from the two"
    }

    fn needs(&self) -> &'static str {
        "at least 2 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 2
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        palette::draw(size, 2, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        palette::probability(size, 2, code)
    }

    fn by_distinct(&self) -> bool {
        true
    }
}
