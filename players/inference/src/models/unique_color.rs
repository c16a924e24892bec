//! Codes with one peg whose color no other peg has.

use crate::{
    counting::{another, color, power},
    model,
};
use scsa::{Code, Rng, Size};

/// No other peg has the color of that one; all such codes are equally likely.
#[derive(Clone, Copy, Debug)]
pub enum UniqueColor {
    First,
    Second,
    Last,
}

impl model::RuleFamily for UniqueColor {
    fn name(&self) -> &'static str {
        "color-once"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let last = size.pegs() - 1;
        let model = match self {
            UniqueColor::First => UniqueColorModel::new(size, 0),
            UniqueColor::Second => UniqueColorModel::new(size, last.min(1)),
            UniqueColor::Last => UniqueColorModel::new(size, last),
        };
        model.map_or_else(Vec::new, model::only)
    }
}

/// The rule for a peg.
#[derive(Debug)]
pub struct UniqueColorModel {
    size: Size,
    peg: usize,
    each: f64,
}

impl UniqueColorModel {
    /// None where there is one color only.
    pub fn new(size: Size, peg: usize) -> Option<UniqueColorModel> {
        let others = size.colors() - 1;
        (others > 0).then(|| UniqueColorModel {
            size,
            peg,
            each: 1.0 / size.colors() as f64 / power(others, size.pegs() - 1),
        })
    }
}

impl model::Model for UniqueColorModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let colors = self.size.colors();
        let once = rng.below(colors);
        Code::from_fn(self.size, |peg| color(if peg == self.peg { once } else { another(once, colors, rng) }))
    }

    fn probability(&self, code: &Code) -> f64 {
        if code.count(code.peg(self.peg)) == 1 { self.each } else { 0.0 }
    }

    fn description(&self) -> String {
        let last = self.size.pegs() - 1;
        match self.peg {
            0 => "the color of the first one comes nowhere else".to_owned(),
            peg if peg == last => "the color of the last one comes nowhere else".to_owned(),
            peg => format!("the color of peg {} comes nowhere else", peg + 1),
        }
    }
}
