//! Shapes: sorted color counts, such as 3, 2, 2.

use crate::{
    counting::{FACTORIALS, counts, pick, shuffled},
    fn_model::FnModel,
    model::{Model, RuleFamily, WeightedModels, only},
};
use scsa::{Code, Color, Rng, Size};
use std::collections::BTreeMap;

/// The color counts by decreasing number.
pub type CountShape = [u8; Color::MAX];

/// The shape of a code.
pub fn shape(code: &Code) -> CountShape {
    let mut shape = counts(code);
    shape.sort_unstable_by(|a, b| b.cmp(a));
    shape
}

/// The number of codes with a shape.
pub fn codes(shape: &CountShape, size: Size) -> f64 {
    let mut codes = FACTORIALS[size.pegs()];
    let mut run = 0;
    for (place, &count) in shape.iter().enumerate().take_while(|(_, count)| **count > 0) {
        codes *= size.colors().saturating_sub(place) as f64 / FACTORIALS[usize::from(count)];
        run = if place > 0 && shape[place - 1] == count { run + 1 } else { 1 };
        // Colors with equal counts can change places.
        codes /= run as f64;
    }
    codes
}

/// A shape is drawn by weights that sum to 1; all codes with it are equally probable.
pub fn model(size: Size, weights: BTreeMap<CountShape, f64>, description: String) -> impl Model {
    let each: BTreeMap<CountShape, f64> =
        weights.iter().map(|(shape, weight)| (*shape, weight / codes(shape, size))).collect();
    let (shapes, weights): (Vec<CountShape>, Vec<f64>) = weights.into_iter().unzip();
    // The numbers of colors, a bit each.
    let colors = |shape: &CountShape| shape.iter().filter(|&&count| count > 0).count();
    let numbers = shapes.iter().fold(0u32, |numbers, shape| numbers | 1 << colors(shape));
    // Only one shape has as many colors as pegs, one fewer, or one only.
    let by_distinct = shapes.iter().map(colors).all(|colors| colors == 1 || colors + 1 >= size.pegs());
    let probability = move |code: &Code| {
        let possible = numbers >> code.distinct() & 1 == 1;
        if possible { each.get(&shape(code)).copied().unwrap_or_default() } else { 0.0 }
    };
    let draw = move |rng: &mut Rng| {
        let mut palette: Vec<Color> = size.palette().collect();
        rng.shuffle(&mut palette);
        let colors = palette.into_iter().zip(&shapes[pick(&weights, rng)]);
        let mut pegs = colors.flat_map(|(color, &count)| std::iter::repeat_n(color, usize::from(count)));
        shuffled(&Code::from_fn(size, |_| pegs.next().unwrap_or(Color::A)), rng)
    };
    FnModel::new(description, probability, draw).by_distinct(by_distinct)
}

/// That number of distinct colors, all where a size has fewer, have counts as equal as possible, and the pegs are shuffled. With no
/// more pegs than colors no color comes twice.
#[derive(Clone, Copy, Debug)]
pub struct Balanced(pub usize);

impl Balanced {
    /// No color twice, as long as there are enough.
    pub const DISTINCT: Balanced = Balanced(Color::MAX);
}

impl RuleFamily for Balanced {
    fn name(&self) -> &'static str {
        if self.0 >= Color::MAX { "distinct" } else { "shared-evenly" }
    }

    fn at(&self, size: Size) -> WeightedModels {
        let sharers = self.0.clamp(1, size.colors());
        let (least, more) = (size.pegs() / sharers, size.pegs() % sharers);
        let count = |place: usize| if place < sharers { least + usize::from(place < more) } else { 0 };
        let shape = std::array::from_fn(|place| count(place) as u8);
        let description = if sharers == 1 {
            "one color is drawn for all pegs".to_owned()
        } else if size.pegs() <= sharers {
            "no color twice".to_owned()
        } else {
            format!("{sharers} colors share the pegs as evenly as can be, shuffled")
        };
        only(model(size, BTreeMap::from([(shape, 1.0)]), description))
    }
}
