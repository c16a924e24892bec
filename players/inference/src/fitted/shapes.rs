//! The distribution of the sorted color counts, such as 3, 2, 2. The colors are random.

use crate::{
    counting::{FACTORIALS, counts, pick, shuffled},
    model::{self, FittedFamily, RuleFamily, WeightedCodes, total},
    transfer,
};
use scsa::{Code, Color, Rng, Size};
use std::{collections::BTreeMap, sync::Arc};

/// How probable it is that shapes of codes of another length are those seen, in proportion, and not any that are alike.
const SCALED: f64 = 0.5;
/// How probable it is that they are other ones.
const OTHER: f64 = 0.1;
/// The shapes of codes of more pegs than these are too many to list.
const LISTED: usize = 24;

type Shape = [u8; Color::MAX];

fn shape(code: &Code) -> Shape {
    let mut shape = counts(code);
    shape.sort_unstable_by(|a, b| b.cmp(a));
    shape
}

/// How many codes of that size have the shape.
fn codes(shape: &Shape, size: Size) -> f64 {
    let mut ways = FACTORIALS[size.pegs()];
    let mut run = 0;
    for (place, &count) in shape.iter().enumerate().take_while(|(_, count)| **count > 0) {
        ways *= size.colors().saturating_sub(place) as f64 / FACTORIALS[usize::from(count)];
        run = if place > 0 && shape[place - 1] == count { run + 1 } else { 1 };
        // Colors with equal counts can change places.
        ways /= run as f64;
    }
    ways
}

/// How often each shape was seen.
#[derive(Clone, Debug)]
pub struct Shapes {
    home: Size,
    seen: BTreeMap<Shape, f64>,
    all: f64,
}

/// The shapes that come again.
pub fn fit(home: Size, codes: WeightedCodes) -> Option<Arc<dyn FittedFamily>> {
    let mut seen: BTreeMap<Shape, f64> = BTreeMap::new();
    for (code, share) in codes {
        *seen.entry(shape(code)).or_default() += share;
    }
    let again = seen.values().any(|&seen| seen > 1.5);
    again.then(|| Arc::new(Shapes { home, seen, all: total(codes) }) as _)
}

impl RuleFamily for Shapes {
    fn name(&self) -> &'static str {
        "shapes"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let mut scaled: BTreeMap<Shape, f64> = BTreeMap::new();
        for (shape, seen) in &self.seen {
            *scaled.entry(transferred(shape, size)).or_default() += seen / self.all;
        }
        let scaled = ShapesModel::new(size, scaled);
        if size.pegs() == self.home.pegs() {
            return model::only(scaled);
        }
        let mut models = vec![(SCALED, scaled)];
        models.extend(self.rounding(size).map(|model| (1.0 - SCALED, model)));
        transfer::with_uniform_share(model::weighted(models), OTHER, size)
    }
}

/// The shape in proportion.
fn transferred(shape: &Shape, size: Size) -> Shape {
    let shares: Vec<f64> = shape[..size.colors()].iter().map(|&count| f64::from(count)).collect();
    let mut transferred = transfer::proportional(&shares, size.pegs());
    transferred.resize(Color::MAX, 0);
    transferred.sort_unstable_by(|a, b| b.cmp(a));
    std::array::from_fn(|place| transferred[place] as u8)
}

/// All shapes of codes of a size.
fn shapes(size: Size) -> Vec<Shape> {
    fn extend(shape: &mut Shape, place: usize, left: u8, colors: usize, all: &mut Vec<Shape>) {
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
    /// All shapes that are one of those seen when they are rounded to the pegs of the home; of these every code is as likely.
    /// None where there are none, or too many to list.
    fn rounding(&self, size: Size) -> Option<ShapesModel> {
        if size.pegs() > LISTED {
            return None;
        }
        let mut like: BTreeMap<Shape, Vec<(Shape, f64)>> = BTreeMap::new();
        for shape in shapes(size) {
            let home = transferred(&shape, self.home);
            if self.seen.contains_key(&home) {
                like.entry(home).or_default().push((shape, codes(&shape, size)));
            }
        }
        let mut weights = BTreeMap::new();
        for (home, shapes) in &like {
            let all: f64 = shapes.iter().map(|(_, codes)| codes).sum();
            weights.extend(shapes.iter().map(|(shape, codes)| (*shape, self.seen[home] * codes / all)));
        }
        (!weights.is_empty()).then(|| ShapesModel::new(size, weights))
    }
}

impl FittedFamily for Shapes {
    fn leave_one_out(&self, code: &Code, share: f64) -> f64 {
        let shape = shape(code);
        let seen = self.seen.get(&shape).copied().unwrap_or_default() - share;
        if seen > 1e-9 { seen / (self.all - share) / codes(&shape, self.home) } else { 0.0 }
    }
}

#[derive(Debug)]
struct ShapesModel {
    size: Size,
    shapes: Vec<Shape>,
    weights: Vec<f64>,
    /// How probable each code of a shape is.
    each: BTreeMap<Shape, f64>,
}

impl ShapesModel {
    fn new(size: Size, weights: BTreeMap<Shape, f64>) -> ShapesModel {
        let sum: f64 = weights.values().sum();
        let each = weights.iter().map(|(shape, weight)| (*shape, weight / sum / codes(shape, size))).collect();
        let (shapes, weights) = weights.into_iter().map(|(shape, weight)| (shape, weight / sum)).unzip();
        ShapesModel { size, shapes, weights, each }
    }
}

impl model::Model for ShapesModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let shape = &self.shapes[pick(&self.weights, rng)];
        let mut palette: Vec<Color> = self.size.palette().collect();
        rng.shuffle(&mut palette);
        let mut pegs =
            palette.into_iter().zip(shape).flat_map(|(color, &n)| std::iter::repeat_n(color, usize::from(n)));
        shuffled(&Code::from_fn(self.size, |_| pegs.next().unwrap_or(Color::A)), rng)
    }

    fn probability(&self, code: &Code) -> f64 {
        self.each.get(&shape(code)).copied().unwrap_or_default()
    }

    fn by_distinct(&self) -> bool {
        // Only one shape has as many colors as pegs, one fewer, or one only.
        let colors = |shape: &Shape| shape.iter().filter(|&&count| count > 0).count();
        self.shapes.iter().map(colors).all(|colors| colors == 1 || colors + 1 >= self.size.pegs())
    }

    fn description(&self) -> String {
        let mut order: Vec<usize> = (0..self.shapes.len()).collect();
        order.sort_by(|&a, &b| self.weights[b].total_cmp(&self.weights[a]));
        let words = order.iter().take(4).map(|&place| {
            let counts = self.shapes[place].iter().take_while(|count| **count > 0);
            let counts = counts.map(u8::to_string).collect::<Vec<_>>().join("+");
            format!("{counts} {:.0} %", self.weights[place] * 100.0)
        });
        let words = words.collect::<Vec<_>>().join(", ");
        let others = order.len().saturating_sub(4);
        let others = if others > 0 { format!(" and {others} others") } else { String::new() };
        format!("colors drawn anew share the pegs as {words}{others}, shuffled")
    }
}
