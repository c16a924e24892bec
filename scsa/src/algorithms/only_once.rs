use super::Scsa;
use crate::{Code, Rng, Size, counting};

/// No color stands twice: a uniform ordered choice of as many colors as there are pegs.
#[derive(Clone, Copy, Debug)]
pub struct OnlyOnce;

impl Scsa for OnlyOnce {
    fn name(&self) -> &'static str {
        "only-once"
    }

    fn summary(&self) -> &'static str {
        "no color stands twice"
    }

    fn needs(&self) -> &'static str {
        "at least as many colors as pegs"
    }

    fn supports(&self, size: Size) -> bool {
        size.pegs() <= size.colors()
    }

    fn draw(&self, size: Size, rng: &mut Rng) -> Code {
        let mut colors = counting::palette(size);
        let chosen = rng.shuffle_front(&mut colors[..size.colors()], size.pegs());
        Code::from_fn(size, |peg| chosen[peg])
    }

    fn probability(&self, size: Size, code: &Code) -> f64 {
        if !size.is_legal(code) || code.distinct() < size.pegs() {
            return 0.0;
        }
        1.0 / counting::arrangements(size.colors(), size.pegs())
    }

    fn by_distinct(&self) -> bool {
        true
    }
}
