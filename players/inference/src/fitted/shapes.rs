//! The distribution of the sorted color counts, such as 3, 2, 2. The colors are random.

use crate::{
    model::{FittedFamily, Model, RuleFamily, WeightedModels, WeightedSample, only, weighted},
    models::shape::{self, CountShape, codes, shape},
    tally::WeightedTally,
    transfer,
};
use scsa::{Code, Color, Size};
use std::{collections::BTreeMap, sync::Arc};

/// The probability that shapes of codes of another length are those seen, in proportion, and not any that are rounded to them.
const SCALED: f64 = 0.5;
/// The probability that they are other ones.
const OTHER: f64 = 0.1;
/// The shapes of codes of more pegs than these are too many to list.
const LISTED: usize = 24;

/// How often each shape was seen.
#[derive(Clone, Debug)]
pub struct Shapes {
    home: Size,
    tally: WeightedTally<CountShape>,
}

/// The shapes that come again.
pub fn fit(home: Size, codes: WeightedSample) -> Option<Arc<dyn FittedFamily>> {
    let tally = WeightedTally::of(codes.iter().map(|(code, share)| (shape(code), *share)));
    tally.repeats().then(|| Arc::new(Shapes { home, tally }) as _)
}

impl RuleFamily for Shapes {
    fn name(&self) -> &'static str {
        "shapes"
    }

    fn at(&self, size: Size) -> WeightedModels {
        let mut scaled: BTreeMap<CountShape, f64> = BTreeMap::new();
        for (shape, seen) in &self.tally.seen {
            *scaled.entry(transferred(shape, size)).or_default() += seen / self.tally.all;
        }
        let scaled = described(size, scaled);
        if size.pegs() == self.home.pegs() {
            return only(scaled);
        }
        let rounding = self.rounding(size).map(|weights| (1.0 - SCALED, described(size, weights)));
        transfer::with_uniform_share(weighted([(SCALED, scaled)].into_iter().chain(rounding)), OTHER, size)
    }
}

/// The model of the shapes, with weights that need not sum to 1.
fn described(size: Size, mut weights: BTreeMap<CountShape, f64>) -> impl Model {
    let sum: f64 = weights.values().sum();
    weights.values_mut().for_each(|weight| *weight /= sum);
    let mut order: Vec<(&CountShape, f64)> = weights.iter().map(|(shape, weight)| (shape, *weight)).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let words = order.iter().take(4).map(|(shape, weight)| {
        let counts = shape.iter().take_while(|count| **count > 0).map(u8::to_string);
        format!("{} {:.0} %", counts.collect::<Vec<_>>().join("+"), weight * 100.0)
    });
    let words = words.collect::<Vec<_>>().join(", ");
    let others = order.len().saturating_sub(4);
    let others = if others > 0 { format!(" and {others} others") } else { String::new() };
    shape::model(size, weights, format!("colors drawn anew share the pegs as {words}{others}, shuffled"))
}

/// The shape in proportion.
fn transferred(shape: &CountShape, size: Size) -> CountShape {
    let shares: Vec<f64> = shape[..size.colors()].iter().map(|&count| f64::from(count)).collect();
    let mut transferred = transfer::proportional(&shares, size.pegs());
    transferred.resize(Color::MAX, 0);
    transferred.sort_unstable_by(|a, b| b.cmp(a));
    std::array::from_fn(|place| transferred[place] as u8)
}

/// All shapes of codes of a size.
fn shapes(size: Size) -> Vec<CountShape> {
    fn extend(shape: &mut CountShape, place: usize, left: u8, colors: usize, all: &mut Vec<CountShape>) {
        if left == 0 {
            all.push(*shape);
        } else if place < colors {
            let most = if place > 0 { shape[place - 1].min(left) } else { left };
            for count in 1..=most {
                shape[place] = count;
                extend(shape, place + 1, left - count, colors, all);
            }
            shape[place] = 0;
        }
    }
    let mut all = Vec::new();
    extend(&mut [0; Color::MAX], 0, size.pegs() as u8, size.colors(), &mut all);
    all
}

impl Shapes {
    /// The weights of all shapes that are one of those seen when they are rounded to the pegs of the home, every code being equally
    /// probable. None where there are none, or too many to list.
    fn rounding(&self, size: Size) -> Option<BTreeMap<CountShape, f64>> {
        if size.pegs() > LISTED {
            return None;
        }
        let mut like: BTreeMap<CountShape, Vec<(CountShape, f64)>> = BTreeMap::new();
        for shape in shapes(size) {
            let home = transferred(&shape, self.home);
            if self.tally.seen.contains_key(&home) {
                like.entry(home).or_default().push((shape, codes(&shape, size)));
            }
        }
        let mut weights = BTreeMap::new();
        for (home, shapes) in &like {
            let all: f64 = shapes.iter().map(|(_, codes)| codes).sum();
            weights.extend(shapes.iter().map(|(shape, codes)| (*shape, self.tally.count(home) * codes / all)));
        }
        (!weights.is_empty()).then_some(weights)
    }
}

impl FittedFamily for Shapes {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let shape = shape(code);
        self.tally.leave_one_out(&shape, share) / codes(&shape, self.home)
    }
}
