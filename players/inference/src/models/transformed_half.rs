//! Codes whose second half is a transform of the first.

use crate::{
    counting::{FACTORIALS, color, power},
    model,
};
use scsa::{Code, Color, Rng, Size};

/// In what order the pegs of the first half come again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfOrder {
    /// As they are.
    Same,
    /// From the last to the first.
    Reversed,
    /// From a peg on that is drawn evenly; after the last one comes the first.
    Rotated,
    /// In any order, drawn evenly.
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

/// The first half is drawn from all colors, and the second one is made of it. Of an odd number of pegs one is drawn besides.
#[derive(Clone, Copy, Debug)]
pub struct TransformedHalf {
    pub turn: HalfOrder,
    pub color_map: ColorMap,
    /// Whether that is the middle one; else it is the last.
    pub middle: bool,
}

impl model::RuleFamily for TransformedHalf {
    fn name(&self) -> &'static str {
        "half-again"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let half = size.pegs() / 2;
        let second = if self.middle { size.pegs() - half } else { half };
        let tinted = std::array::from_fn(|index| {
            let (index, colors) = (index.min(size.colors() - 1), size.colors());
            match self.color_map {
                ColorMap::Same => color(index),
                ColorMap::Next => color((index + 1) % colors),
                ColorMap::Opposite => color(colors - 1 - index),
            }
        });
        let each = 1.0 / power(size.colors(), size.pegs() - half);
        model::only(TransformedHalfModel { rule: *self, size, half, second, tinted, each })
    }
}

#[derive(Debug)]
struct TransformedHalfModel {
    rule: TransformedHalf,
    size: Size,
    /// How many pegs a half has,
    half: usize,
    /// and where the second one begins.
    second: usize,
    /// What becomes of each color.
    tinted: [Color; Color::MAX],
    /// How probable the first half and the peg besides are.
    each: f64,
}

impl TransformedHalfModel {
    /// Whether the second half is the first from that peg on.
    fn turned(&self, code: &Code, by: usize) -> bool {
        (0..self.half).all(|place| {
            let peg = if place + by < self.half { place + by } else { place + by - self.half };
            code.peg(self.second + place) == self.tinted(code, peg)
        })
    }

    /// How probable that order is which puts the colors of the first half where they are in the second.
    fn shuffled(&self, code: &Code) -> f64 {
        let (mut first, mut second) = ([0u8; Color::MAX], [0u8; Color::MAX]);
        for peg in 0..self.half {
            first[self.tinted(code, peg).index()] += 1;
            second[code.peg(self.second + peg).index()] += 1;
        }
        if first != second {
            return 0.0;
        }
        let equal = first.iter().filter(|&&count| count > 1);
        equal.fold(1.0, |product, &count| product * FACTORIALS[usize::from(count)]) / FACTORIALS[self.half]
    }

    fn tinted(&self, code: &Code, peg: usize) -> Color {
        self.tinted[code.peg(peg).index()]
    }
}

impl model::Model for TransformedHalfModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let half = self.half;
        let mut code = Code::from_fn(self.size, |_| rng.color(self.size.colors()));
        let mut order: [usize; Size::MAX_PEGS] = std::array::from_fn(|peg| peg);
        match self.rule.turn {
            HalfOrder::Same => {}
            HalfOrder::Reversed => order[..half].reverse(),
            HalfOrder::Rotated => order[..half].rotate_left(rng.below(half.max(1))),
            HalfOrder::Shuffled => rng.shuffle(&mut order[..half]),
            HalfOrder::Ascending => order[..half].sort_by_key(|&peg| self.tinted(&code, peg)),
            HalfOrder::Descending => order[..half].sort_by_key(|&peg| std::cmp::Reverse(self.tinted(&code, peg))),
        }
        for (place, &peg) in order[..half].iter().enumerate() {
            code.set(self.second + place, self.tinted(&code, peg));
        }
        code
    }

    fn probability(&self, code: &Code) -> f64 {
        let half = self.half;
        let of_second = match self.rule.turn {
            HalfOrder::Same => f64::from(u8::from(self.turned(code, 0))),
            HalfOrder::Reversed => {
                let mut pairs = (0..half).map(|peg| (peg, self.second + half - 1 - peg));
                f64::from(u8::from(pairs.all(|(peg, again)| code.peg(again) == self.tinted(code, peg))))
            }
            HalfOrder::Rotated if half > 0 => {
                (0..half).filter(|&by| self.turned(code, by)).count() as f64 / half as f64
            }
            HalfOrder::Rotated => 1.0,
            HalfOrder::Shuffled => self.shuffled(code),
            HalfOrder::Ascending | HalfOrder::Descending => {
                let ascending = self.rule.turn == HalfOrder::Ascending;
                let mut pairs =
                    (1..half).map(|place| (code.peg(self.second + place - 1), code.peg(self.second + place)));
                let is_sorted = pairs.all(|(one, next)| if ascending { one <= next } else { one >= next });
                f64::from(u8::from(is_sorted && self.shuffled(code) > 0.0))
            }
        };
        self.each * of_second
    }

    fn description(&self) -> String {
        let turn = match self.rule.turn {
            HalfOrder::Same => "",
            HalfOrder::Reversed => " in reverse",
            HalfOrder::Rotated => ", begun at any peg",
            HalfOrder::Shuffled => ", shuffled",
            HalfOrder::Ascending => ", sorted by color",
            HalfOrder::Descending => ", sorted by color from the last one",
        };
        let color_map = match self.rule.color_map {
            ColorMap::Same => "",
            ColorMap::Next => ", each color one on",
            ColorMap::Opposite => ", the last color for A and so on",
        };
        let besides = match (self.size.pegs() % 2, self.rule.middle) {
            (0, _) => "",
            (_, true) => "; the middle peg is any",
            (_, false) => "; the last peg is any",
        };
        format!("the second half is the first{turn}{color_map}{besides}")
    }
}
