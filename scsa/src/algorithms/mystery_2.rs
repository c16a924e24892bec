use super::{Scsa, cycle};
use crate::{Code, Rng, Size};

/// Three distinct colors are drawn, in order, and the pegs cycle through them.
#[derive(Clone, Copy, Debug)]
pub struct Mystery2;

impl Scsa for Mystery2 {
    fn name(&self) -> &'static str {
        "mystery-2"
    }

    fn summary(&self) -> &'static str {
        "three colors are drawn and cycle: xyzxyz"
    }

    fn needs(&self) -> &'static str {
        "at least 3 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 3
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        cycle::draw(size, 3, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        cycle::probability(size, 3, code)
    }

    fn by_distinct(&self) -> bool {
        true
    }
}
