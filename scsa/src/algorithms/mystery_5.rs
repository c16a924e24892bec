use super::{Scsa, cycle};
use crate::{Code, Rng, Size};

/// Two distinct colors are drawn, in order, and the pegs alternate between them.
#[derive(Clone, Copy, Debug)]
pub struct Mystery5;

impl Scsa for Mystery5 {
    fn name(&self) -> &'static str {
        "mystery-5"
    }

    fn summary(&self) -> &'static str {
        "two colors are drawn and alternate, as in two-color-alternating"
    }

    fn needs(&self) -> &'static str {
        "at least 2 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 2
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        cycle::draw(size, 2, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        cycle::probability(size, 2, code)
    }

    fn by_distinct(&self) -> bool {
        true
    }
}
