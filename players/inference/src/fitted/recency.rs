//! The color of a peg by how many pegs back it occurred last, or whether it is new.

use crate::{
    counting::{color, pick},
    model::{self, FittedFamily, RuleFamily, WeightedSample},
};
use scsa::{Code, Color, Rng, Size};
use std::{collections::BTreeMap, sync::Arc};

/// What is added to how often each distance was chosen.
const UNSEEN: f64 = 0.1;
/// How often the weights are judged anew.
const PASSES: usize = 30;

/// For each distance; at 0 for a color that is new.
type Weights = [f64; Size::MAX_PEGS];

/// Whether each new color has the weight, or all together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum New {
    Each,
    Together,
}

/// What a peg can be: bit d for a color that came last d pegs ago. Other colors are new.
type PossibleDistances = u32;

/// Walks over the pegs of a code: for each but the first what it can be, and the distance that it has.
fn walk(code: &Code, mut step: impl FnMut(PossibleDistances, usize)) {
    let mut choice: PossibleDistances = 0;
    let mut last = [None; Color::MAX];
    for peg in 0..code.len() {
        let index = code.peg(peg).index();
        let distance = last[index].map_or(0, |last| peg - last);
        if peg > 0 {
            step(choice, distance);
        }
        choice = (choice & !(1 << distance) | 1) << 1;
        last[index] = Some(peg);
    }
}

fn distances(choice: PossibleDistances) -> impl Iterator<Item = usize> {
    let mut left = choice;
    std::iter::from_fn(move || {
        let distance = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (distance < Size::MAX_PEGS).then_some(distance)
    })
}

impl New {
    /// How many new colors there are, and how often their weight counts.
    fn of(self, choice: PossibleDistances, size: Size) -> (f64, f64) {
        let new = size.colors().saturating_sub(choice.count_ones() as usize) as f64;
        (new, if self == New::Each { new } else { new.min(1.0) })
    }

    /// The sum of the weights of all that the peg can be.
    fn sum(self, weights: &Weights, choice: PossibleDistances, size: Size) -> f64 {
        distances(choice).fold(self.of(choice, size).1 * weights[0], |sum, distance| sum + weights[distance])
    }

    fn probability(self, weights: &Weights, size: Size, code: &Code) -> f64 {
        let mut product = 1.0 / size.colors() as f64;
        walk(code, |choice, distance| {
            let p = weights[distance] / self.sum(weights, choice, size);
            let (new, times) = self.of(choice, size);
            product *= if distance == 0 { p * times / new } else { p };
        });
        product
    }
}

/// The weights of the distances in codes.
#[derive(Clone, Debug)]
pub struct Recency {
    home: Size,
    new: New,
    /// How often each distance was chosen,
    chosen: Weights,
    /// and how often it could be, each time divided by the sum of all weights there.
    open: Weights,
}

/// The weights that suit those codes; new colors each have theirs, or all together, whichever suits better.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    if home.pegs() < 3 || home.colors() < 2 {
        return None;
    }
    let mut choices: BTreeMap<PossibleDistances, f64> = BTreeMap::new();
    let mut chosen = [0.0; Size::MAX_PEGS];
    // What it costs to choose one of all new colors together.
    let mut together = 0.0;
    for (code, share) in codes {
        walk(code, |choice, distance| {
            *choices.entry(choice).or_default() += share;
            chosen[distance] += share;
            if distance == 0 {
                together += share * libm::log(New::Each.of(choice, home).0);
            }
        });
    }
    let choices: Vec<(PossibleDistances, f64)> = choices.into_iter().collect();
    let [(each, of_each), (all, of_all)] = [New::Each, New::Together].map(|new| fit_new(new, home, chosen, &choices));
    Some(Arc::new(if of_each >= of_all - together { each } else { all }))
}

/// The weights as they come out of passes over the choices, in which each becomes how often it was chosen for how often it could
/// be (Hunter 2004, "MM algorithms for generalized Bradley-Terry models"); and the logarithm of how probable that makes them.
fn fit_new(new: New, home: Size, chosen: Weights, choices: &[(PossibleDistances, f64)]) -> (Recency, f64) {
    let mut fitted = Recency { home, new, chosen, open: [0.0; Size::MAX_PEGS] };
    let mut weights = [1.0; Size::MAX_PEGS];
    let mut log = 0.0;
    for _ in 0..PASSES {
        let mut open = [0.0; Size::MAX_PEGS];
        log = (0..home.pegs()).map(|distance| chosen[distance] * libm::log(weights[distance])).sum();
        for &(choice, share) in choices {
            let sum = new.sum(&weights, choice, home);
            log -= share * libm::log(sum);
            open[0] += share * new.of(choice, home).1 / sum;
            for distance in distances(choice) {
                open[distance] += share / sum;
            }
        }
        fitted.open = open;
        weights = fitted.weights(&fitted.chosen, &fitted.open);
    }
    (fitted, log)
}

impl Recency {
    fn weights(&self, chosen: &Weights, open: &Weights) -> Weights {
        let least = UNSEEN * self.home.pegs() as f64;
        std::array::from_fn(|distance| (chosen[distance].max(0.0) + UNSEEN) / (open[distance].max(0.0) + least))
    }
}

impl RuleFamily for Recency {
    fn name(&self) -> &'static str {
        "recency"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let pegs = self.home.pegs();
        let mut weights = self.weights(&self.chosen, &self.open);
        for (distance, weight) in weights.iter_mut().enumerate().take(size.pegs()).skip(pegs) {
            // Longer ways back are as the longer ones of the home, odd ones as odd ones.
            let like = (pegs / 2..pegs).filter(|home| home % 2 == distance % 2);
            let (chosen, open) =
                like.fold((0.0, 0.0), |(chosen, open), home| (chosen + self.chosen[home], open + self.open[home]));
            *weight = (chosen + UNSEEN) / (open + UNSEEN * pegs as f64);
        }
        model::only(RecencyModel { size, new: self.new, weights })
    }
}

impl FittedFamily for Recency {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let (mut chosen, mut open) = (self.chosen, self.open);
        let weights = self.weights(&self.chosen, &self.open);
        walk(code, |choice, distance| {
            let part = share / self.new.sum(&weights, choice, self.home);
            chosen[distance] -= share;
            open[0] -= part * self.new.of(choice, self.home).1;
            for distance in distances(choice) {
                open[distance] -= part;
            }
        });
        self.new.probability(&self.weights(&chosen, &open), self.home, code)
    }
}

#[derive(Debug)]
struct RecencyModel {
    size: Size,
    new: New,
    weights: Weights,
}

impl model::Model for RecencyModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let colors = self.size.colors();
        let mut last = [None; Color::MAX];
        let mut shown = 0;
        Code::from_fn(self.size, |peg| {
            let new = self.weights[0] / if self.new == New::Each { 1.0 } else { (colors - shown).max(1) as f64 };
            let mut weights = [0.0; Color::MAX];
            for (weight, last) in weights.iter_mut().zip(&last).take(colors) {
                *weight = last.map_or(new, |last: usize| self.weights[peg - last]);
            }
            let index = if peg == 0 { rng.below(colors) } else { pick(&weights[..colors], rng) };
            shown += usize::from(last[index].is_none());
            last[index] = Some(peg);
            color(index)
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        self.new.probability(&self.weights, self.size, code)
    }

    fn description(&self) -> String {
        let all: f64 = self.weights[..self.size.pegs()].iter().sum();
        let mut order: Vec<usize> = (0..self.size.pegs()).collect();
        order.sort_by(|&a, &b| self.weights[b].total_cmp(&self.weights[a]));
        let words = order.iter().take(6).filter(|&&distance| self.weights[distance] >= 0.005 * all);
        let words = words.map(|&distance| {
            let what = match (distance, self.new) {
                (0, New::Each) => "each new color".to_owned(),
                (0, New::Together) => "new colors".to_owned(),
                (1, _) => "the color 1 peg back".to_owned(),
                _ => format!("{distance} back"),
            };
            format!("{what} {:.0}", self.weights[distance] / all * 100.0)
        });
        let words = words.collect::<Vec<_>>().join(", ");
        format!("what a peg is depends on how far back its color came last, with the weights: {words}")
    }
}
