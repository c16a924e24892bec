use super::{Scsa, palette};
use crate::{Code, Rng, Size};

/// Four distinct colors are drawn, and every peg from the four.
#[derive(Clone, Copy, Debug)]
pub struct Mystery4;

impl Scsa for Mystery4 {
    fn name(&self) -> &'static str {
        "mystery-4"
    }

    fn summary(&self) -> &'static str {
        "four colors are drawn, then every peg from the four"
    }

    fn needs(&self) -> &'static str {
        "at least 4 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 4
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        palette::draw(size, 4, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        palette::probability(size, 4, code)
    }

    fn by_distinct(&self) -> bool {
        true
    }
}
