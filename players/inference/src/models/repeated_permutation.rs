//! Random permutations of all colors, one after the other.

use super::{equality_pattern::PegGroups, independent_parts, peg_map::PegMap, shape::Balanced};
use crate::{
    counting::with_pegs,
    model::{RuleFamily, WeightedModels},
};
use scsa::Size;

/// The colors are shuffled and stand one after the other; where there are more pegs than colors they come again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatedPermutation {
    /// In the same order.
    Same,
    /// Backwards every second time.
    Turned,
    /// Shuffled anew each time.
    Anew,
}

impl RuleFamily for RepeatedPermutation {
    fn name(&self) -> &'static str {
        "all-colors-in-turn"
    }

    fn at(&self, size: Size) -> WeightedModels {
        let (pegs, colors) = (size.pegs(), size.colors());
        if pegs <= colors {
            return Balanced::DISTINCT.at(size);
        }
        let words = |order: &str| format!("all colors one after the other, {order}");
        if *self == RepeatedPermutation::Anew {
            let parts = (0..pegs).step_by(colors).map(|first| (first..pegs.min(first + colors)).collect());
            let parts: Option<Vec<(Vec<usize>, _)>> = parts
                .map(|part: Vec<usize>| {
                    let (_, model) = Balanced::DISTINCT.at(with_pegs(size, part.len())).pop()?;
                    Some((part, model))
                })
                .collect();
            return parts.map_or_else(Vec::new, |parts| {
                vec![(1.0, independent_parts::model(size, parts, words("in a new order each time")))]
            });
        }
        let turned = |peg: usize| *self == RepeatedPermutation::Turned && peg / colors % 2 == 1;
        let place = |peg: usize| if turned(peg) { colors - 1 - peg % colors } else { peg % colors };
        let map = PegMap::of_groups(&PegGroups::by_key(pegs, place), pegs);
        let order = if *self == RepeatedPermutation::Same {
            "over and over in one order"
        } else {
            "forwards and backwards in turn"
        };
        let bases = Balanced::DISTINCT.at(with_pegs(size, colors));
        bases.into_iter().map(|(weight, base)| (weight, map.model(size, base, words(order)))).collect()
    }
}
