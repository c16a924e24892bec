//! One color has a certain number of pegs.

use super::total;
use crate::{
    counting::{FACTORIALS, color, pick, power, shuffled},
    law::{self, Fitted, Kind, Shares},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

type Numbers = [f64; Size::MAX_PEGS + 1];

/// How often a color had how many pegs. The others are drawn from all other colors.
#[derive(Clone, Debug)]
pub struct CountOf {
    home: Size,
    color: Color,
    seen: Numbers,
    all: f64,
}

/// The numbers of pegs of that color, if it often has one and the same.
pub fn fit(index: usize, home: Size, codes: Shares) -> Option<Arc<dyn Fitted>> {
    if index >= home.colors() || home.colors() == 1 {
        return None;
    }
    let color = color(index);
    let mut seen = [0.0; Size::MAX_PEGS + 1];
    for (code, share) in codes {
        seen[code.count(color)] += share;
    }
    let all = total(codes);
    let often = seen[1..].iter().any(|&seen| seen > 1.5 && seen > 0.6 * all);
    often.then(|| Arc::new(CountOf { home, color, seen, all }) as _)
}

/// How many codes have so many pegs of one color.
fn codes(number: usize, size: Size) -> f64 {
    let places = FACTORIALS[size.pegs()] / FACTORIALS[number] / FACTORIALS[size.pegs() - number];
    places * power(size.colors() - 1, size.pegs() - number)
}

impl Kind for CountOf {
    fn name(&self) -> &'static str {
        "count-of-one-color"
    }

    fn at(&self, size: Size) -> law::Laws {
        if self.color > size.last_color() || size.colors() == 1 {
            return Vec::new();
        }
        let carried = |to: &dyn Fn(usize) -> usize| {
            let mut numbers = [0.0; Size::MAX_PEGS + 1];
            for (number, seen) in self.seen.iter().enumerate() {
                numbers[to(number).min(size.pegs())] += seen / self.all;
            }
            Law::new(size, self.color, numbers)
        };
        if size.pegs() == self.home.pegs() {
            return law::only(carried(&|number| number));
        }
        let in_proportion = |number: usize| (2 * number * size.pegs() + self.home.pegs()) / (2 * self.home.pegs());
        law::weighted([(0.6, carried(&|number| number)), (0.4, carried(&in_proportion))])
    }
}

impl Fitted for CountOf {
    fn without(&self, code: &Code, share: f64) -> f64 {
        let number = code.count(self.color);
        let seen = self.seen[number] - share;
        if seen > 1e-9 { seen / (self.all - share) / codes(number, self.home) } else { 0.0 }
    }
}

#[derive(Debug)]
struct Law {
    size: Size,
    color: Color,
    numbers: Numbers,
    /// How probable a code with so many pegs of the color is.
    each: Numbers,
}

impl Law {
    fn new(size: Size, color: Color, numbers: Numbers) -> Law {
        let each = |number: usize| if number <= size.pegs() { numbers[number] / codes(number, size) } else { 0.0 };
        Law { size, color, numbers, each: std::array::from_fn(each) }
    }
}

impl law::Law for Law {
    fn draw(&self, rng: &mut Rng) -> Code {
        let number = pick(&self.numbers, rng);
        let others: Vec<Color> = self.size.palette().filter(|&color| color != self.color).collect();
        let code = |peg| if peg < number { self.color } else { others[rng.below(others.len())] };
        let code = Code::from_fn(self.size, code);
        shuffled(&code, rng)
    }

    fn probability(&self, code: &Code) -> f64 {
        self.each[code.count(self.color)]
    }

    fn sentence(&self) -> String {
        let words = (0..self.numbers.len()).filter(|&number| self.numbers[number] >= 0.005);
        let words = words.map(|number| format!("{number} ({:.0} %)", self.numbers[number] * 100.0)).collect::<Vec<_>>();
        format!("the number of {} is {}, the other pegs are of any other color", self.color, words.join(", "))
    }
}
