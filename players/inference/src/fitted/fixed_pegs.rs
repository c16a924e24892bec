//! Pegs with a fixed color, and another rule for the rest.

use super::colors_of_pegs;
use crate::{
    counting::with_pegs,
    model::{FitFn, FittedFamily, RuleFamily, WeightedModels, WeightedSample, total},
    models::{neighbors::ColorDistribution, peg_map::PegMap},
    transfer,
};
use scsa::{Code, Color, Size};
use std::sync::Arc;

/// A peg is fixed if it has one color in all but this part of the codes: the others come from elsewhere.
const FEW: f64 = 0.01;
/// Pegs are fixed in more codes than these.
const LEAST: f64 = 2.0;
/// The probability that in codes of another length other pegs are fixed.
const OTHER: f64 = 0.1;

/// The pegs that are fixed, and what the others are.
#[derive(Clone, Debug)]
pub struct FixedPegs {
    home: Size,
    fixed: Vec<Option<Color>>,
    map: PegMap,
    /// For each peg how often each color was there.
    seen: Vec<ColorDistribution>,
    all: f64,
    rest: Arc<dyn FittedFamily>,
}

/// The color of a peg in nearly all codes.
fn fixed_color(home: Size, seen: &ColorDistribution, all: f64) -> Option<Color> {
    home.palette().find(|color| seen[color.index()] >= all * (1.0 - FEW) - 1e-9)
}

/// The pegs that are fixed in those codes, if neither none nor all are, and a rule for the rest.
pub fn fit(rest: FitFn, home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    let all = total(codes);
    let seen = colors_of_pegs(home, codes);
    let fixed: Vec<Option<Color>> = seen.iter().map(|seen| fixed_color(home, seen, all)).collect();
    let map = PegMap::of_fixed(&fixed);
    if all <= LEAST || home.colors() < 2 || map.base_pegs() == 0 || map.base_pegs() == home.pegs() {
        return None;
    }
    let bases: Vec<(Code, f64)> = codes.iter().filter_map(|(code, share)| Some((map.base(code)?, *share))).collect();
    let rest = rest(with_pegs(home, map.base_pegs()), &bases)?;
    Some(Arc::new(FixedPegs { home, fixed, map, seen, all, rest }))
}

impl FixedPegs {
    /// The fixed pegs at another length: those of the first half by their distance from the front, the others from the end.
    fn transferred(&self, size: Size) -> Vec<Option<Color>> {
        let (from, to) = (self.home.pegs(), size.pegs());
        let mut fixed = vec![None; to];
        for (peg, color) in self.fixed.iter().enumerate() {
            let transferred = if 2 * peg + 1 < from || from == to { Some(peg) } else { (peg + to).checked_sub(from) };
            if let Some(place) = transferred.and_then(|peg| fixed.get_mut(peg)) {
                *place = color.filter(|color| *color <= size.last_color());
            }
        }
        fixed
    }
}

impl RuleFamily for FixedPegs {
    fn name(&self) -> &'static str {
        "fixed-pegs"
    }

    fn at(&self, size: Size) -> WeightedModels {
        let fixed = self.transferred(size);
        let map = PegMap::of_fixed(&fixed);
        let bases = if map.base_pegs() == 0 { Vec::new() } else { self.rest.at(with_pegs(size, map.base_pegs())) };
        let words =
            fixed.iter().enumerate().filter_map(|(peg, color)| Some(format!("peg {} is {}", peg + 1, (*color)?)));
        let words = words.collect::<Vec<_>>().join(", ");
        let models = map.models(size, bases, &format!("{words}; the others"));
        if size.pegs() == self.home.pegs() { models } else { transfer::with_uniform_share(models, OTHER, size) }
    }
}

impl FittedFamily for FixedPegs {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        // Without the code more pegs may be fixed.
        let others = self.all - share;
        let holds = |(seen, color): (&ColorDistribution, Color)| {
            fixed_color(self.home, seen, others).is_none_or(|fixed| fixed == color)
        };
        match self.map.base(code) {
            Some(base) if others > LEAST && self.seen.iter().zip(code.pegs()).all(holds) => {
                self.rest.leave_one_out(&base, share)
            }
            _ => 0.0,
        }
    }
}
