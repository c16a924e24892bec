use crate::{Code, Color, Rng, Scsa, Size, combinatorics};

/// Every peg is drawn from the colors A and B.
#[derive(Clone, Copy, Debug)]
pub struct AbColor;

impl Scsa for AbColor {
    fn name(&self) -> &str {
        "ab-color"
    }

    fn summary(&self) -> &str {
        "every peg is drawn from A and B"
    }

    fn needs(&self) -> &str {
        "at least 2 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 2
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        Code::from_fn(size, |_| rng.color(2))
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        let of_a_or_b = code.count(Color::A) + Color::new(1).map_or(0, |b| code.count(b));
        if !size.is_legal(code) || of_a_or_b < size.pegs() {
            return 0.0;
        }
        1.0 / combinatorics::power(2, size.pegs())
    }

    fn by_distinct(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::plain_rule::{assert_first_draws, assert_makes, assert_supports};

    #[test]
    fn makes_codes_of_a_and_b() {
        assert_makes(&AbColor, |pegs| pegs.iter().all(|&color| color < 2));
    }

    #[test]
    fn needs_two_colors() {
        assert_supports(&AbColor, "4x2", "4x1");
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&AbColor, ["AABBA", "BBAAA", "BAABB", "AABBA"]);
    }
}
