use super::palette;
use crate::{Code, Rng, Scsa, Size, combinatorics};

/// No color occurs twice: a uniform ordered choice of as many colors as there are pegs.
#[derive(Clone, Copy, Debug)]
pub struct OnlyOnce;

impl Scsa for OnlyOnce {
    fn name(&self) -> &str {
        "only-once"
    }

    fn summary(&self) -> &str {
        "no color occurs twice"
    }

    fn needs(&self) -> &str {
        "at least as many colors as pegs"
    }

    fn supports(&self, size: Size) -> bool {
        size.pegs() <= size.colors()
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let colors = palette::draw_colors(size, size.pegs(), rng);
        Code::from_fn(size, |peg| colors[peg])
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        if !size.is_legal(code) || code.distinct() < size.pegs() {
            return 0.0;
        }
        1.0 / combinatorics::falling_factorial(size.colors(), size.pegs())
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
    fn makes_codes_of_distinct_colors() {
        assert_makes(&OnlyOnce, |pegs| counts(pegs).iter().all(|&count| count == 1));
    }

    #[test]
    fn needs_as_many_colors_as_pegs() {
        assert_supports(&OnlyOnce, "6x6", "7x6");
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&OnlyOnce, ["BDEFC", "EABDC", "DCBFA", "BAGFE"]);
    }
}
