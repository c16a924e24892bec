//! Codes with one peg whose color comes nowhere else.

use crate::{
    counting::{color, power},
    law,
};
use scsa::{Code, Rng, Size};

/// No other peg has the color of the first one; all such codes are equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Once {
    /// The last peg instead.
    pub last: bool,
}

impl law::Kind for Once {
    fn name(&self) -> &'static str {
        "color-once"
    }

    fn at(&self, size: Size) -> law::Laws {
        let others = size.colors() - 1;
        if others == 0 {
            return Vec::new();
        }
        let peg = if self.last { size.pegs() - 1 } else { 0 };
        law::only(Law { size, peg, each: 1.0 / size.colors() as f64 / power(others, size.pegs() - 1) })
    }
}

#[derive(Debug)]
struct Law {
    size: Size,
    peg: usize,
    each: f64,
}

impl law::Law for Law {
    fn draw(&self, rng: &mut Rng) -> Code {
        let colors = self.size.colors();
        let once = rng.below(colors);
        let other = |rng: &mut Rng| (once + 1 + rng.below(colors - 1)) % colors;
        Code::from_fn(self.size, |peg| color(if peg == self.peg { once } else { other(rng) }))
    }

    fn probability(&self, code: &Code) -> f64 {
        if code.count(code.peg(self.peg)) == 1 { self.each } else { 0.0 }
    }

    fn sentence(&self) -> String {
        let peg = if self.peg == 0 { "first" } else { "last" };
        format!("no other peg has the color of the {peg} one")
    }
}
