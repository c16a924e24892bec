use super::Scsa;
use crate::{Code, Rng, Size, counting};

/// Every peg is drawn uniformly from all colors, so that every code is equally likely.
#[derive(Clone, Copy, Debug)]
pub struct InsertColors;

impl Scsa for InsertColors {
    fn name(&self) -> &'static str {
        "insert-colors"
    }

    fn summary(&self) -> &'static str {
        "every peg is drawn from all colors"
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        Code::from_fn(size, |_| rng.color(size.colors()))
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        if !size.is_legal(code) {
            return 0.0;
        }
        1.0 / counting::power(size.colors(), size.pegs())
    }

    fn by_distinct(&self) -> bool {
        true
    }
}
