use super::{AbColor, Scsa, palette};
use crate::{Code, Rng, Size, counting};

/// Every peg is drawn from the colors A and B, over again until the code shows both.
#[derive(Clone, Copy, Debug)]
pub struct AbColor2024;

impl Scsa for AbColor2024 {
    fn name(&self) -> &'static str {
        "ab-color-2024"
    }

    fn summary(&self) -> &'static str {
        "as ab-color, but both colors always show"
    }

    fn needs(&self) -> &'static str {
        "at least 2 pegs and 2 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.pegs() >= 2 && size.colors() >= 2
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        palette::until_two_show(|| AbColor.draw(size, rng))
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        if AbColor.probability(size, code) == 0.0 || code.distinct() != 2 {
            return 0.0;
        }
        1.0 / (counting::power(2, size.pegs()) - 2.0)
    }

    fn by_distinct(&self) -> bool {
        true
    }
}
