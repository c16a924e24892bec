//! Codes whose second half is a transform of the first.

use crate::{
    counting::{color, orders, power, rebuilt},
    fn_model::FnModel,
    model::{RuleFamily, WeightedModels, only},
};
use scsa::{Code, Color, Rng, Size};

/// In what order the pegs of the first half come again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfOrder {
    /// As they are.
    Same,
    /// From the last to the first.
    Reversed,
    /// From a peg on that is drawn uniformly; after the last one comes the first.
    Rotated,
    /// In any order, drawn uniformly.
    Shuffled,
    /// Sorted by color, A first.
    Ascending,
    /// Sorted by color, A last.
    Descending,
}

/// With what colors they come again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorMap {
    /// Their own.
    Same,
    /// Each the next one, A after the last color.
    Next,
    /// The last color for A, the one before it for B and so on.
    Opposite,
}

impl ColorMap {
    fn of(self, index: usize, colors: usize) -> Color {
        color(match self {
            ColorMap::Same => index,
            ColorMap::Next => (index + 1) % colors,
            ColorMap::Opposite => colors - 1 - index,
        })
    }
}

/// The first half is drawn from all colors, and the second one is made of it. Of an odd number of pegs one is drawn besides.
#[derive(Clone, Copy, Debug)]
pub struct TransformedHalf {
    pub order: HalfOrder,
    pub color_map: ColorMap,
    /// Whether that is the middle one; else it is the last.
    pub middle: bool,
}

impl TransformedHalf {
    /// Puts the pegs of a half in order, in one that `draw` makes where it is random.
    fn ordered(self, half: &mut [Color], draw: impl FnOnce(&mut [Color])) {
        match self.order {
            HalfOrder::Same => {}
            HalfOrder::Reversed => half.reverse(),
            HalfOrder::Rotated | HalfOrder::Shuffled => draw(half),
            HalfOrder::Ascending => half.sort_unstable(),
            HalfOrder::Descending => half.sort_unstable_by(|a, b| b.cmp(a)),
        }
    }

    /// The probability that the pegs of a half that is not empty come in the order of `second`.
    fn probability(self, half: &mut [Color], second: &mut [Color]) -> f64 {
        let pegs = half.len();
        match self.order {
            HalfOrder::Rotated => {
                let is_turned = |by: &usize| half[*by..] == second[..pegs - by] && half[..*by] == second[pegs - by..];
                (0..pegs).filter(is_turned).count() as f64 / pegs as f64
            }
            HalfOrder::Shuffled => {
                half.sort_unstable();
                second.sort_unstable();
                if half == second { 1.0 / orders(&rebuilt(pegs, |peg| half[peg])) } else { 0.0 }
            }
            _ => {
                self.ordered(half, |_| {});
                f64::from(u8::from(half == second))
            }
        }
    }

    fn description(&self, pegs: usize) -> String {
        let order = match self.order {
            HalfOrder::Same => "",
            HalfOrder::Reversed => " in reverse",
            HalfOrder::Rotated => ", begun at any peg",
            HalfOrder::Shuffled => ", shuffled",
            HalfOrder::Ascending => ", sorted by color",
            HalfOrder::Descending => ", sorted by color from the last one",
        };
        let color_map = match self.color_map {
            ColorMap::Same => "",
            ColorMap::Next => ", each color one on",
            ColorMap::Opposite => ", the last color for A and so on",
        };
        let besides = match (pegs % 2, self.middle) {
            (0, _) => "",
            (_, true) => "; the middle peg is any",
            (_, false) => "; the last peg is any",
        };
        format!("the second half is the first{order}{color_map}{besides}")
    }
}

impl RuleFamily for TransformedHalf {
    fn name(&self) -> &'static str {
        "half-again"
    }

    fn at(&self, size: Size) -> WeightedModels {
        let (rule, pegs, colors) = (*self, size.pegs(), size.colors());
        let half = pegs / 2;
        // Where the second half begins.
        let second = if self.middle { pegs - half } else { half };
        let each = 1.0 / power(colors, pegs - half);
        let mapped = move |color: Color| rule.color_map.of(color.index(), colors);
        let probability = move |code: &Code| {
            let (mut first, mut again) = ([Color::A; Size::MAX_PEGS], [Color::A; Size::MAX_PEGS]);
            for peg in 0..half {
                (first[peg], again[peg]) = (mapped(code.peg(peg)), code.peg(second + peg));
            }
            if half == 0 { each } else { each * rule.probability(&mut first[..half], &mut again[..half]) }
        };
        let draw = move |rng: &mut Rng| {
            let mut code = Code::from_fn(size, |_| rng.color(colors));
            let mut first: Vec<Color> = code.pegs().take(half).map(mapped).collect();
            rule.ordered(&mut first, |first| match rule.order {
                HalfOrder::Rotated => first.rotate_left(rng.below(half.max(1))),
                _ => rng.shuffle(first),
            });
            first.into_iter().enumerate().for_each(|(place, color)| code.set(second + place, color));
            code
        };
        only(FnModel::new(self.description(pegs), probability, draw))
    }
}
