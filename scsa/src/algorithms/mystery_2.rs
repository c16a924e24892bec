use super::cycle;
use crate::{Code, Rng, Scsa, Size};

/// Three distinct colors are drawn, in order, and the pegs cycle through them.
#[derive(Clone, Copy, Debug)]
pub struct Mystery2;

impl Scsa for Mystery2 {
    fn name(&self) -> &str {
        "mystery-2"
    }

    fn summary(&self) -> &str {
        "three colors are drawn and cycle: xyzxyz"
    }

    fn needs(&self) -> &str {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::plain_rule::{assert_first_draws, assert_makes, assert_supports, repeats};

    #[test]
    fn makes_codes_that_repeat_three_colors() {
        assert_makes(&Mystery2, |pegs| repeats(pegs, 3));
    }

    #[test]
    fn needs_three_colors() {
        assert_supports(&Mystery2, "4x3", "4x2");
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&Mystery2, ["BDEBD", "DBFDB", "EDCED", "AEDAE"]);
    }
}
