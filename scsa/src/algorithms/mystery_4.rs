use super::palette;
use crate::{Code, Rng, Scsa, Size};

/// Four distinct colors are drawn, then every peg from the four.
#[derive(Clone, Copy, Debug)]
pub struct Mystery4;

impl Scsa for Mystery4 {
    fn name(&self) -> &str {
        "mystery-4"
    }

    fn summary(&self) -> &str {
        "four colors are drawn, then every peg from the four"
    }

    fn needs(&self) -> &str {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::plain_rule::{assert_first_draws, assert_makes, assert_supports, counts};

    #[test]
    fn makes_codes_of_at_most_four_colors() {
        assert_makes(&Mystery4, |pegs| counts(pegs).len() <= 4);
    }

    #[test]
    fn needs_four_colors() {
        assert_supports(&Mystery4, "4x4", "4x3");
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&Mystery4, ["BEEDB", "DDEAC", "DDDDB", "BDEFF"]);
    }
}
