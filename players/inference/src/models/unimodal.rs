//! Codes that ascend to a peak and then descend, or the reverse.

use crate::{
    counting::{color, power},
    model,
};
use scsa::{Code, Rng, Size};

/// Every peg is drawn from all colors. Then a border between two pegs is drawn evenly; those before it are sorted, A first, and
/// those behind it, A last.
#[derive(Clone, Copy, Debug)]
pub struct Unimodal {
    /// A last, and then A first.
    pub valley: bool,
}

impl model::RuleFamily for Unimodal {
    fn name(&self) -> &'static str {
        if self.valley { "valley" } else { "mountain" }
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        // One peg is all before a border.
        let borders = (size.pegs() - 1).max(1);
        let each = 1.0 / power(size.colors(), size.pegs()) / borders as f64;
        model::only(UnimodalModel { size, valley: self.valley, borders, each })
    }
}

#[derive(Debug)]
struct UnimodalModel {
    size: Size,
    valley: bool,
    borders: usize,
    each: f64,
}

impl UnimodalModel {
    /// The color of a peg, or how far it is from the last color.
    fn height(&self, index: usize) -> usize {
        if self.valley { self.size.colors() - 1 - index } else { index }
    }
}

/// In how many orders the first pegs can stand, for each number of them that goes up; and how many do.
fn climb(pegs: impl Iterator<Item = usize>) -> ([f64; Size::MAX_PEGS + 1], usize) {
    let mut orders = [1.0; Size::MAX_PEGS + 1];
    let (mut before, mut count, mut equal) = (0, 0, 0);
    for height in pegs {
        if height < before {
            break;
        }
        equal = if height == before { equal + 1 } else { 1 };
        count += 1;
        orders[count] = orders[count - 1] * count as f64 / f64::from(equal);
        before = height;
    }
    (orders, count)
}

impl model::Model for UnimodalModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut heights = [0; Size::MAX_PEGS];
        let heights = &mut heights[..self.size.pegs()];
        heights.fill_with(|| rng.below(self.size.colors()));
        let (up, down) = heights.split_at_mut(1 + rng.below(self.borders));
        up.sort_unstable();
        down.sort_unstable_by(|a, b| b.cmp(a));
        Code::from_fn(self.size, |peg| color(self.height(heights[peg])))
    }

    fn probability(&self, code: &Code) -> f64 {
        let heights = || code.pegs().map(|color| self.height(color.index()));
        let (up, before) = climb(heights());
        let (down, behind) = climb(heights().rev());
        let pegs = self.size.pegs();
        let borders = (pegs - behind).max(1)..=before.min(self.borders);
        borders.map(|division| up[division] * down[pegs - division]).sum::<f64>() * self.each
    }

    fn description(&self) -> String {
        let [before, behind] = if self.valley { ["last", "first"] } else { ["first", "last"] };
        format!(
            "every peg is drawn from all colors, and then sorted, A {before} up to some peg, and A {behind} behind it"
        )
    }
}
