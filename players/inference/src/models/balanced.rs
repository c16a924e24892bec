//! Codes whose colors have counts as equal as possible.

use crate::{
    counting::{FACTORIALS, choices, shuffled},
    model,
};
use scsa::{Code, Color, Rng, Size};

/// So many distinct colors, all where a size has fewer, have counts as even as possible, and the pegs are shuffled. With no
/// more pegs than colors no color comes twice.
#[derive(Clone, Copy, Debug)]
pub struct Balanced(pub usize);

impl Balanced {
    /// No color twice, as long as there are enough.
    pub const DISTINCT: Balanced = Balanced(Color::MAX);
}

impl model::RuleFamily for Balanced {
    fn name(&self) -> &'static str {
        if self.0 >= Color::MAX { "distinct" } else { "shared-evenly" }
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let sharers = self.0.clamp(1, size.colors());
        let (least, more) = (size.pegs() / sharers, size.pegs() % sharers);
        let mut each = 1.0 / choices(size.colors(), more) / FACTORIALS[size.pegs()];
        if least > 0 {
            each /= choices(size.colors() - more, sharers - more);
        }
        each = (0..more).fold(each, |each, _| each * FACTORIALS[least + 1]);
        each = (more..sharers).fold(each, |each, _| each * FACTORIALS[least]);
        model::only(BalancedModel { size, sharers, least, more, each })
    }
}

#[derive(Debug)]
struct BalancedModel {
    size: Size,
    sharers: usize,
    least: usize,
    /// So many colors have one peg more.
    more: usize,
    each: f64,
}

impl model::Model for BalancedModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut palette: Vec<Color> = self.size.palette().collect();
        let chosen = rng.shuffle_front(&mut palette, self.sharers);
        // Those drawn first are the more frequent ones.
        shuffled(&Code::from_fn(self.size, |peg| chosen[peg % chosen.len()]), rng)
    }

    fn probability(&self, code: &Code) -> f64 {
        let shown = if self.least == 0 { self.more } else { self.sharers };
        if code.distinct() != shown {
            return 0.0;
        }
        let mut more = 0;
        for color in self.size.palette() {
            match code.count(color) {
                0 => {}
                count if count == self.least => {}
                count if count == self.least + 1 => more += 1,
                _ => return 0.0,
            }
        }
        if more == self.more { self.each } else { 0.0 }
    }

    fn by_distinct(&self) -> bool {
        // The number of colors then determines the counts: all 1, one of them 2, or one color only.
        self.size.pegs() <= self.sharers + 1 || self.sharers == 1
    }

    fn description(&self) -> String {
        if self.sharers == 1 {
            "one color is drawn for all pegs".to_owned()
        } else if self.least == 0 || self.size.pegs() == self.sharers {
            "no color twice".to_owned()
        } else {
            format!("{} colors share the pegs as evenly as can be, shuffled", self.sharers)
        }
    }
}
