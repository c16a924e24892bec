use super::Scsa;
use crate::{Code, Color, Rng, Size, counting};

/// Every peg is drawn from the colors A and B.
#[derive(Clone, Copy, Debug)]
pub struct AbColor;

impl Scsa for AbColor {
    fn name(&self) -> &'static str {
        "ab-color"
    }

    fn summary(&self) -> &'static str {
        "every peg is drawn from A and B"
    }

    fn needs(&self) -> &'static str {
        "at least 2 colors"
    }

    fn supports(&self, size: Size) -> bool {
        size.colors() >= 2
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        Code::from_fn(size, |_| rng.color(2))
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        let shown = code.count(Color::A) + Color::new(1).map_or(0, |b| code.count(b));
        if !size.is_legal(code) || shown < size.pegs() {
            return 0.0;
        }
        1.0 / counting::power(2, size.pegs())
    }

    fn by_distinct(&self) -> bool {
        true
    }
}
