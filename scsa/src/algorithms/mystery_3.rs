use super::palette;
use crate::{Code, Color, Rng, Scsa, Size, combinatorics};

/// The number of colors in a code, where the pegs are enough.
const COLORS: usize = 3;

/// Three distinct colors are drawn. Their counts are as even as possible (3, 2, 2 at seven pegs), and the pegs are shuffled.
#[derive(Clone, Copy, Debug)]
pub struct Mystery3;

impl Scsa for Mystery3 {
    fn name(&self) -> &str {
        "mystery-3"
    }

    fn summary(&self) -> &str {
        "three colors share the pegs as evenly as possible, shuffled"
    }

    fn needs(&self) -> &str {
        "at least 3 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 3
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let colors = palette::draw_colors(size, COLORS, rng);
        // Cyclically, so that the counts differ by at most one, and the colors drawn first have the larger counts.
        let mut pegs: [Color; Size::MAX_PEGS] = std::array::from_fn(|peg| colors[peg % COLORS]);
        rng.shuffle(&mut pegs[..size.pegs()]);
        Code::from_fn(size, |peg| pegs[peg])
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        // `larger` of the colors have `least + 1` pegs each, the others `least`.
        let (least, larger) = (size.pegs() / COLORS, size.pegs() % COLORS);
        let colors_with = |count: usize| size.palette().filter(|&color| code.count(color) == count).count();
        let is_even = colors_with(least + 1) == larger && (least == 0 || colors_with(least) == COLORS - larger);
        if !size.is_legal(code) || !is_even {
            return 0.0;
        }
        // The choices of the colors with the larger count and of the others, times the orders of all pegs.
        let mut ways = combinatorics::binomial(size.colors(), larger) * combinatorics::factorial(size.pegs());
        if least > 0 {
            ways *= combinatorics::binomial(size.colors() - larger, COLORS - larger);
        }
        // Exchanging pegs of the same color gives the same code.
        size.palette().fold(1.0 / ways, |p, color| p * combinatorics::factorial(code.count(color)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::plain_rule::{assert_first_draws, assert_makes, assert_supports, counts};

    #[test]
    fn makes_codes_whose_three_counts_differ_by_at_most_one() {
        assert_makes(&Mystery3, |pegs| {
            let mut counts = counts(pegs);
            counts.resize(counts.len().max(3), 0);
            counts.len() == 3 && counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1
        });
    }

    #[test]
    fn needs_three_colors() {
        assert_supports(&Mystery3, "1x3", "4x2");
    }

    #[test]
    fn first_draws_are_pinned() {
        assert_first_draws(&Mystery3, ["EDBDB", "BABEA", "AGAEG", "ADCCA"]);
    }
}
