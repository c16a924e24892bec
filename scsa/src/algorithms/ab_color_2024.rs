use super::{ab_color::AbColor, palette};
use crate::{Code, Rng, Scsa, Size, combinatorics};

/// Every peg is drawn from the colors A and B, and the code is drawn again until it has both.
#[derive(Clone, Copy, Debug)]
pub struct AbColor2024;

impl Scsa for AbColor2024 {
    fn name(&self) -> &str {
        "ab-color-2024"
    }

    fn summary(&self) -> &str {
        "as ab-color, but every code has both colors"
    }

    fn needs(&self) -> &str {
        "at least 2 pegs and 2 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.pegs() >= 2 && size.colors() >= 2
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        palette::draw_until_two_colors(|| AbColor.draw(size, rng))
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        // The codes of ab-color without AA…A and BB…B.
        if AbColor.probability(size, code) == 0.0 || code.distinct() != 2 {
            return 0.0;
        }
        1.0 / (combinatorics::power(2, size.pegs()) - 2.0)
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
    fn makes_codes_of_both_a_and_b() {
        assert_makes(&AbColor2024, |pegs| counts(pegs).len() == 2 && pegs.iter().all(|&color| color < 2));
    }

    #[test]
    fn needs_two_pegs_and_two_colors() {
        assert_supports(&AbColor2024, "2x2", "1x2");
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&AbColor2024, ["AABBA", "BBAAA", "BAABB", "AABBA"]);
    }
}
