use super::palette;
use crate::{Code, Component, Rng, Scsa, Size};

/// In 45 % two colors are drawn, in 45 % three, in 10 % all are taken. Every peg is drawn from them.
#[derive(Clone, Copy, Debug)]
pub struct UsuallyFewer;

impl Scsa for UsuallyFewer {
    fn name(&self) -> &str {
        "usually-fewer"
    }

    fn summary(&self) -> &str {
        "90 %: two or three colors are drawn, then every peg from them; 10 %: every peg from all colors"
    }

    fn needs(&self) -> &str {
        "at least 3 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 3
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let fewer = rng.below(100) < 90;
        let colors = if fewer { 2 + rng.below(2) } else { size.colors() };
        palette::draw(size, colors, rng)
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        let under = |colors| palette::probability(size, colors, code);
        0.45 * under(2) + 0.45 * under(3) + 0.1 * under(size.colors())
    }

    fn by_distinct(&self) -> bool {
        true
    }

    fn components(&self, size: Size) -> Vec<Component> {
        palette::components(size, [(0.45, 2), (0.45, 3), (0.1, size.colors())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::plain_rule::{assert_first_draws, assert_makes, assert_supports};

    #[test]
    fn makes_every_code() {
        assert_makes(&UsuallyFewer, |_| true);
    }

    #[test]
    fn needs_three_colors() {
        assert_supports(&UsuallyFewer, "4x3", "4x2");
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&UsuallyFewer, ["EAAEE", "BCCFB", "DDDDB", "DDEEE"]);
    }
}
