use super::palette;
use crate::{Code, Rng, Scsa, Size};

/// Two distinct colors are drawn, then every peg from the two, so that a code may have only one of them.
#[derive(Clone, Copy, Debug)]
pub struct TwoColor;

impl Scsa for TwoColor {
    fn name(&self) -> &str {
        "two-color"
    }

    fn summary(&self) -> &str {
        "two colors are drawn, then every peg from the two"
    }

    fn needs(&self) -> &str {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::plain_rule::{assert_first_draws, assert_makes, assert_supports, counts};

    #[test]
    fn makes_codes_of_one_or_two_colors() {
        assert_makes(&TwoColor, |pegs| counts(pegs).len() <= 2);
    }

    #[test]
    fn needs_two_colors() {
        assert_supports(&TwoColor, "4x2", "4x1");
    }

    #[test]
    fn codes_are_those_of_a_pair_of_colors() {
        let code = "ABABABABABABABABABAB".parse().unwrap();
        let pairs = 26.0 * 25.0 / 2.0;
        assert_eq!(TwoColor.probability("20x26".parse().unwrap(), &code), 1.0 / pairs / 1_048_576.0);
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&TwoColor, ["DDBDD", "DBDDB", "ECCEE", "DDDDB"]);
    }
}
