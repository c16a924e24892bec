//! Codes that ascend to a peak and then descend, or the reverse.

use crate::{
    counting::{color, power},
    fn_model::FnModel,
    model::{RuleFamily, WeightedModels, only},
};
use scsa::{Code, Rng, Size};

/// Every peg is drawn from all colors. Then a border between two pegs is drawn uniformly; those before it are sorted, A first, and
/// those behind it, A last.
#[derive(Clone, Copy, Debug)]
pub struct Unimodal {
    /// A last, and then A first.
    pub valley: bool,
}

impl RuleFamily for Unimodal {
    fn name(&self) -> &'static str {
        if self.valley { "valley" } else { "mountain" }
    }

    fn at(&self, size: Size) -> WeightedModels {
        let (pegs, colors, valley) = (size.pegs(), size.colors(), self.valley);
        // One peg is all before a border.
        let borders = (pegs - 1).max(1);
        let each = 1.0 / power(colors, pegs) / borders as f64;
        // The index of a color, or its distance from the last color.
        let height = move |index: usize| if valley { colors - 1 - index } else { index };
        let probability = move |code: &Code| {
            let heights = || code.pegs().map(|color| height(color.index()));
            let (up, before) = climb(heights());
            let (down, behind) = climb(heights().rev());
            let borders = (pegs - behind).max(1)..=before.min(borders);
            borders.map(|border| up[border] * down[pegs - border]).sum::<f64>() * each
        };
        let draw = move |rng: &mut Rng| {
            let mut heights: Vec<usize> = (0..pegs).map(|_| rng.below(colors)).collect();
            let (up, down) = heights.split_at_mut(1 + rng.below(borders));
            up.sort_unstable();
            down.sort_unstable_by(|a, b| b.cmp(a));
            Code::from_fn(size, |peg| color(height(heights[peg])))
        };
        let [before, behind] = if valley { ["last", "first"] } else { ["first", "last"] };
        let description = format!(
            "every peg is drawn from all colors, and then sorted, A {before} up to some peg, and A {behind} behind it"
        );
        only(FnModel::new(description, probability, draw))
    }
}

/// The number of orders of the first pegs, for each number of them that ascends, and the number of pegs that ascend.
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
