use crate::{Code, Rng, Scsa, Size, combinatorics};

/// The last peg has the color of the first. All other pegs are drawn uniformly from all colors.
#[derive(Clone, Copy, Debug)]
pub struct FirstAndLast;

impl Scsa for FirstAndLast {
    fn name(&self) -> &str {
        "first-and-last"
    }

    fn summary(&self) -> &str {
        "the first and the last peg have the same color, every other is drawn from all colors"
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let mut code = Code::from_fn(size, |_| rng.color(size.colors()));
        code.set(size.pegs() - 1, code.peg(0));
        code
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        if !size.is_legal(code) || code.peg(0) != code.peg(size.pegs() - 1) {
            return 0.0;
        }
        // With one peg, the first peg is the last.
        let free = (size.pegs() - 1).max(1);
        1.0 / combinatorics::power(size.colors(), free)
    }

    fn by_distinct(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::plain_rule::{assert_first_draws, assert_makes};

    #[test]
    fn makes_codes_with_equal_ends() {
        assert_makes(&FirstAndLast, |pegs| pegs.first() == pegs.last());
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&FirstAndLast, ["BDEDB", "EEDAE", "DCAFD", "BAGDB"]);
    }
}
