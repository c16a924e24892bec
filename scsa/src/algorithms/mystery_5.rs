use super::cycle;
use crate::{Code, Rng, Scsa, Size};

/// Two distinct colors are drawn, in order, and the pegs alternate between them.
#[derive(Clone, Copy, Debug)]
pub struct Mystery5;

impl Scsa for Mystery5 {
    fn name(&self) -> &str {
        "mystery-5"
    }

    fn summary(&self) -> &str {
        "two colors are drawn and alternate, as in two-color-alternating"
    }

    fn needs(&self) -> &str {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::plain_rule::{assert_first_draws, assert_makes, assert_supports, repeats};

    #[test]
    fn makes_codes_that_alternate() {
        assert_makes(&Mystery5, |pegs| repeats(pegs, 2));
    }

    #[test]
    fn needs_two_colors() {
        assert_supports(&Mystery5, "4x2", "4x1");
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&Mystery5, ["BDBDB", "EAEAE", "AEAEA", "EDEDE"]);
    }
}
