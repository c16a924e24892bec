use super::{Scsa, palette};
use crate::{Code, Rng, Size, counting};

/// Two distinct colors are drawn, and every peg from the two, over again until the code shows both.
#[derive(Clone, Copy, Debug)]
pub struct TwoColor2024;

impl Scsa for TwoColor2024 {
    fn name(&self) -> &'static str {
        "two-color-2024"
    }

    fn summary(&self) -> &'static str {
        "as two-color, but both colors always show"
    }

    fn needs(&self) -> &'static str {
        "at least 2 pegs and 2 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.pegs() >= 2 && size.colors() >= 2
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        palette::until_two_show(|| palette::draw(size, 2, rng))
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        if !size.is_legal(code) || code.distinct() != 2 {
            return 0.0;
        }
        1.0 / counting::choices(size.colors(), 2) / (counting::power(2, size.pegs()) - 2.0)
    }

    fn by_distinct(&self) -> bool {
        true
    }
}
