use super::Scsa;
use crate::{Code, Rng, Size, counting};

/// The first peg is drawn, the last is equal to it, and the pegs between are drawn uniformly from all colors.
#[derive(Clone, Copy, Debug)]
pub struct FirstAndLast;

impl Scsa for FirstAndLast {
    fn name(&self) -> &'static str {
        "first-and-last"
    }

    fn summary(&self) -> &'static str {
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
        let free = (size.pegs() - 1).max(1);
        1.0 / counting::power(size.colors(), free)
    }

    fn by_distinct(&self) -> bool {
        true
    }
}
