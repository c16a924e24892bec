use super::cycle;
use crate::{Code, Rng, Scsa, Size};

/// Two distinct colors are drawn, in order, and the pegs alternate between them.
#[derive(Clone, Copy, Debug)]
pub struct TwoColorAlternating;

impl Scsa for TwoColorAlternating {
    fn name(&self) -> &str {
        "two-color-alternating"
    }

    fn summary(&self) -> &str {
        "two colors are drawn and alternate: xyxyxy"
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
        assert_makes(&TwoColorAlternating, |pegs| repeats(pegs, 2));
    }

    #[test]
    fn needs_two_colors() {
        assert_supports(&TwoColorAlternating, "1x2", "1x1");
    }

    #[test]
    fn codes_are_ordered_pairs_of_colors() {
        let code = "ABABABABABABABABABAB".parse().unwrap();
        assert_eq!(TwoColorAlternating.probability("20x26".parse().unwrap(), &code), 1.0 / (26.0 * 25.0));
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&TwoColorAlternating, ["BDBDB", "EAEAE", "AEAEA", "EDEDE"]);
    }
}
