//! Codes whose every peg depends on the one before it.

use crate::{
    counting::{self, color},
    law,
};
use scsa::{Code, Color, Rng, Size};

/// How probable each color is.
pub type Row = [f64; Color::MAX];

/// A row in which all colors of that size are equally probable.
pub fn even(size: Size) -> Row {
    std::array::from_fn(|index| if index < size.colors() { 1.0 / size.colors() as f64 } else { 0.0 })
}

/// The row with its sum made 1; even where it has none.
pub fn normalized(mut row: Row, size: Size) -> Row {
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

/// The first peg is drawn by one row, and each other by the row of the color before it.
#[derive(Debug)]
pub struct Chain {
    pub size: Size,
    pub first: Row,
    pub next: Box<[Row; Color::MAX]>,
    pub sentence: String,
}

impl Chain {
    /// The chain whose first color is drawn from all, and where `weight(before, peg)` says how probable the next color is.
    /// The weights behind a color need not sum to 1.
    pub fn new(size: Size, sentence: impl Into<String>, weight: impl Fn(usize, usize) -> f64) -> Chain {
        let row = |before: usize| normalized(std::array::from_fn(|peg| weight(before, peg)), size);
        let mut next = Box::new([[0.0; Color::MAX]; Color::MAX]);
        for (before, place) in next.iter_mut().enumerate().take(size.colors()) {
            *place = row(before);
        }
        Chain { size, first: even(size), next, sentence: sentence.into() }
    }
}

impl law::Law for Chain {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut row = &self.first;
        Code::from_fn(self.size, |_| {
            let peg = counting::pick(row, rng);
            row = &self.next[peg];
            color(peg)
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        let mut row = &self.first;
        let mut product = 1.0;
        for peg in code.pegs() {
            product *= row[peg.index()];
            row = &self.next[peg.index()];
        }
        product
    }

    fn sentence(&self) -> String {
        self.sentence.clone()
    }
}

/// Rules about neighbours without parameters.
#[derive(Clone, Copy, Debug)]
pub enum Neighbours {
    /// No color twice in a row; with one color only that color.
    Differ,
    /// At most one letter apart.
    Near,
    /// Exactly one letter apart.
    Next,
    /// More than one letter apart, where there is such a color.
    Far,
    /// Even letters behind odd ones, and odd ones behind even ones.
    ChangeParity,
}

impl law::Kind for Neighbours {
    fn name(&self) -> &'static str {
        "neighbours"
    }

    fn at(&self, size: Size) -> law::Laws {
        let sentence = match self {
            Neighbours::Differ => "no color twice in a row",
            Neighbours::Near => "neighbours are at most one letter apart",
            Neighbours::Next => "neighbours are exactly one letter apart",
            Neighbours::Far => "neighbours are more than one letter apart",
            Neighbours::ChangeParity => "colors A, C, E … and B, D, F … take turns",
        };
        let allowed = |before: usize, peg: usize| {
            let apart = before.abs_diff(peg);
            let yes = match self {
                Neighbours::Differ => apart > 0,
                Neighbours::Near => apart <= 1,
                Neighbours::Next => apart == 1,
                Neighbours::Far => apart > 1,
                Neighbours::ChangeParity => apart % 2 == 1,
            };
            f64::from(u8::from(yes))
        };
        law::only(Chain::new(size, sentence, allowed))
    }
}
