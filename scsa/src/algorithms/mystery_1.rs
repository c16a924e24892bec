use super::palette;
use crate::{Code, Component, Rng, Scsa, Size};

/// One color is drawn in 45 %, two in 45 %, all are taken in 10 %. Every peg is drawn from them.
#[derive(Clone, Copy, Debug)]
pub struct Mystery1;

impl Scsa for Mystery1 {
    fn name(&self) -> &str {
        "mystery-1"
    }

    fn summary(&self) -> &str {
        "45 %: one color; 45 %: two, 10 %: all; every peg is drawn from them"
    }

    fn needs(&self) -> &str {
        "at least 2 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 2
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let colors = match rng.below(100) {
            0..45 => 1,
            45..90 => 2,
            _ => size.colors(),
        };
        palette::draw(size, colors, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        let under = |colors| palette::probability(size, colors, code);
        0.45 * under(1) + 0.45 * under(2) + 0.1 * under(size.colors())
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn components(&self, size: Size) -> Vec<Component> {
        palette::components(size, [(0.45, 1), (0.45, 2), (0.1, size.colors())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::plain_rule::{assert_first_draws, assert_makes, assert_supports};

    #[test]
    fn makes_every_code() {
        assert_makes(&Mystery1, |_| true);
    }

    #[test]
    fn needs_two_colors() {
        assert_supports(&Mystery1, "4x2", "4x1");
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&Mystery1, ["DDDDD", "BAABB", "AAAAA", "AAAAA"]);
    }
}
