//! First-order Markov models: each peg depends on the one before it.

use crate::{
    counting::{self, color},
    model,
};
use scsa::{Code, Color, Rng, Size};

/// The probability of each color.
pub type ColorDistribution = [f64; Color::MAX];

/// A row in which all colors of that size are equally probable.
pub fn even(size: Size) -> ColorDistribution {
    std::array::from_fn(|index| if index < size.colors() { 1.0 / size.colors() as f64 } else { 0.0 })
}

/// The row with its sum made 1; even where it has none.
pub fn normalized(mut row: ColorDistribution, size: Size) -> ColorDistribution {
    row[size.colors()..].fill(0.0);
    let sum: f64 = row.iter().sum();
    if sum <= 0.0 {
        return even(size);
    }
    for share in &mut row {
        *share /= sum;
    }
    row
}

/// The first peg has any color, and each other is drawn by the row of the color before it.
#[derive(Debug)]
pub struct MarkovModel {
    pub size: Size,
    pub next: Box<[ColorDistribution; Color::MAX]>,
    pub description: String,
}

impl MarkovModel {
    /// The chain whose first color is drawn from all, and where `weight(before, peg)` is proportional to the probability of the next color.
    /// The weights behind a color need not sum to 1.
    pub fn new(size: Size, description: impl Into<String>, weight: impl Fn(usize, usize) -> f64) -> MarkovModel {
        let row = |before: usize| normalized(std::array::from_fn(|peg| weight(before, peg)), size);
        let mut next = Box::new([[0.0; Color::MAX]; Color::MAX]);
        for (before, place) in next.iter_mut().enumerate().take(size.colors()) {
            *place = row(before);
        }
        MarkovModel { size, next, description: description.into() }
    }
}

impl model::Model for MarkovModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut row = &even(self.size);
        Code::from_fn(self.size, |_| {
            let peg = counting::pick(row, rng);
            row = &self.next[peg];
            color(peg)
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        let mut row = &even(self.size);
        let mut product = 1.0;
        for peg in code.pegs() {
            product *= row[peg.index()];
            row = &self.next[peg.index()];
        }
        product
    }

    fn description(&self) -> String {
        self.description.clone()
    }
}

/// Rules about neighbors without parameters. The next color is drawn uniformly from those allowed.
#[derive(Clone, Copy, Debug)]
pub enum Neighbors {
    /// No color twice in a row; with one color only that color.
    Differ,
    /// At most that many letters apart. Cyclic if A comes after the last color.
    Within { distance: usize, cyclic: bool },
    /// Exactly one letter apart.
    Next,
}

impl model::RuleFamily for Neighbors {
    fn name(&self) -> &'static str {
        "neighbors"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let description = match *self {
            Neighbors::Differ => "no color twice in a row".to_owned(),
            Neighbors::Within { distance, cyclic } => {
                let letters = if distance == 1 { "one letter".to_owned() } else { format!("{distance} letters") };
                let end = if cyclic { ", A being next to the last color" } else { "" };
                format!("neighbors are at most {letters} apart{end}")
            }
            Neighbors::Next => "neighbors are exactly one letter apart".to_owned(),
        };
        let allowed = |before: usize, peg: usize| {
            let apart = before.abs_diff(peg);
            let yes = match *self {
                Neighbors::Differ => apart > 0,
                Neighbors::Within { distance, cyclic } => {
                    apart <= distance || cyclic && size.colors().saturating_sub(apart) <= distance
                }
                Neighbors::Next => apart == 1,
            };
            f64::from(u8::from(yes))
        };
        model::only(MarkovModel::new(size, description, allowed))
    }
}
