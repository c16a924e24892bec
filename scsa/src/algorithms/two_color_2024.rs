use super::palette;
use crate::{Code, Rng, Scsa, Size, combinatorics};

/// Two distinct colors are drawn, then every peg from the two, and the code is drawn again until it has both.
#[derive(Clone, Copy, Debug)]
pub struct TwoColor2024;

impl Scsa for TwoColor2024 {
    fn name(&self) -> &str {
        "two-color-2024"
    }

    fn summary(&self) -> &str {
        "as two-color, but every code has both colors"
    }

    fn needs(&self) -> &str {
        "at least 2 pegs and 2 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.pegs() >= 2 && size.colors() >= 2
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        palette::draw_until_two_colors(|| palette::draw(size, 2, rng))
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        if !size.is_legal(code) || code.distinct() != 2 {
            return 0.0;
        }
        1.0 / combinatorics::binomial(size.colors(), 2) / (combinatorics::power(2, size.pegs()) - 2.0)
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
    fn makes_codes_of_two_colors() {
        assert_makes(&TwoColor2024, |pegs| counts(pegs).len() == 2);
    }

    #[test]
    fn needs_two_pegs_and_two_colors() {
        assert_supports(&TwoColor2024, "2x2", "1x2");
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&TwoColor2024, ["DDBDD", "DBDDB", "ECCEE", "DDDDB"]);
    }
}
