use super::palette;
use crate::{Code, Component, Rng, Scsa, Size};

/// With probability 45/101 two colors are drawn, with 45/101 three, with 11/101 all are taken. Every peg is drawn from them.
#[derive(Clone, Copy, Debug)]
pub struct UsuallyFewer2024;

impl Scsa for UsuallyFewer2024 {
    fn name(&self) -> &str {
        "usually-fewer-2024"
    }

    fn summary(&self) -> &str {
        "as usually-fewer, but in 90 of 101 instead of 90 %"
    }

    fn needs(&self) -> &str {
        "at least 3 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 3
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let fewer = rng.below(101) < 90;
        let colors = if fewer { 2 + rng.below(2) } else { size.colors() };
        palette::draw(size, colors, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        let under = |colors| palette::probability(size, colors, code);
        45.0 / 101.0 * under(2) + 45.0 / 101.0 * under(3) + 11.0 / 101.0 * under(size.colors())
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn components(&self, size: Size) -> Vec<Component> {
        palette::components(size, [(45.0 / 101.0, 2), (45.0 / 101.0, 3), (11.0 / 101.0, size.colors())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::plain_rule::{assert_first_draws, assert_makes, assert_supports};

    #[test]
    fn makes_every_code() {
        assert_makes(&UsuallyFewer2024, |_| true);
    }

    #[test]
    fn needs_three_colors() {
        assert_supports(&UsuallyFewer2024, "4x3", "4x2");
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&UsuallyFewer2024, ["EAAEE", "BCCFB", "DDDDB", "DDEEE"]);
    }
}
