use crate::{Code, Rng, Scsa, Size, combinatorics};

/// Every peg is drawn uniformly from all colors, so that every code is equally likely.
#[derive(Clone, Copy, Debug)]
pub struct InsertColors;

impl Scsa for InsertColors {
    fn name(&self) -> &str {
        "insert-colors"
    }

    fn summary(&self) -> &str {
        "every peg is drawn from all colors"
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        Code::from_fn(size, |_| rng.color(size.colors()))
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        if !size.is_legal(code) {
            return 0.0;
        }
        1.0 / combinatorics::power(size.colors(), size.pegs())
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
    fn makes_every_code() {
        assert_makes(&InsertColors, |_| true);
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&InsertColors, ["BDEDA", "EEDAA", "DCAFE", "BAGDA"]);
    }
}
