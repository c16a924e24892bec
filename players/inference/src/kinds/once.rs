//! Codes with one peg whose color comes nowhere else.

use crate::{
    counting::{another, color, power},
    law,
};
use scsa::{Code, Rng, Size};

/// No other peg has the color of that one; all such codes are equally likely.
#[derive(Clone, Copy, Debug)]
pub enum Once {
    First,
    Second,
    Last,
}

impl law::Kind for Once {
    fn name(&self) -> &'static str {
        "color-once"
    }

    fn at(&self, size: Size) -> law::Laws {
        let last = size.pegs() - 1;
        let law = match self {
            Once::First => Law::new(size, 0),
            Once::Second => Law::new(size, last.min(1)),
            Once::Last => Law::new(size, last),
        };
        law.map_or_else(Vec::new, law::only)
    }
}

/// The rule for a peg.
#[derive(Debug)]
pub struct Law {
    size: Size,
    peg: usize,
    each: f64,
}

impl Law {
    /// None where there is one color only.
    pub fn new(size: Size, peg: usize) -> Option<Law> {
        let others = size.colors() - 1;
        (others > 0).then(|| Law { size, peg, each: 1.0 / size.colors() as f64 / power(others, size.pegs() - 1) })
    }
}

impl law::Law for Law {
    fn draw(&self, rng: &mut Rng) -> Code {
        let colors = self.size.colors();
        let once = rng.below(colors);
        Code::from_fn(self.size, |peg| color(if peg == self.peg { once } else { another(once, colors, rng) }))
    }

    fn probability(&self, code: &Code) -> f64 {
        if code.count(code.peg(self.peg)) == 1 { self.each } else { 0.0 }
    }

    fn sentence(&self) -> String {
        let last = self.size.pegs() - 1;
        match self.peg {
            0 => "the color of the first one comes nowhere else".to_owned(),
            peg if peg == last => "the color of the last one comes nowhere else".to_owned(),
            peg => format!("the color of peg {} comes nowhere else", peg + 1),
        }
    }
}
