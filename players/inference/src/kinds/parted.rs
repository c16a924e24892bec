//! Two parts of the pegs that have nothing to do with each other.

use crate::{
    counting::{rebuilt, with_pegs},
    law::{self, Kind},
};
use scsa::{Code, Rng, Size};
use std::sync::Arc;

/// Where the pegs are parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// In the middle; of an odd number of pegs the first part has one more.
    Middle,
    /// Every other peg is of the other part.
    EveryOther,
}

impl Border {
    /// How many pegs the parts have; the second none in a code of one peg.
    pub fn lengths(self, pegs: usize) -> [usize; 2] {
        [pegs.div_ceil(2), pegs / 2]
    }

    /// The part of a peg, and its place there.
    pub fn place(self, pegs: usize, peg: usize) -> (usize, usize) {
        let first = pegs.div_ceil(2);
        match self {
            Border::Middle if peg < first => (0, peg),
            Border::Middle => (1, peg - first),
            Border::EveryOther => (peg % 2, peg / 2),
        }
    }

    /// The words for the parts.
    pub fn parts(self) -> [&'static str; 2] {
        match self {
            Border::Middle => ["the first half", "the second half"],
            Border::EveryOther => ["the pegs 1, 3, 5 …", "the pegs 2, 4, 6 …"],
        }
    }

    /// The peg at a place of a part.
    fn peg(self, pegs: usize, part: usize, place: usize) -> usize {
        match self {
            Border::Middle => part * pegs.div_ceil(2) + place,
            Border::EveryOther => 2 * place + part,
        }
    }
}

/// The parts are made as shorter codes, each for itself by its own rule.
#[derive(Clone, Debug)]
pub struct Parted {
    pub border: Border,
    pub paints: [Arc<dyn Kind>; 2],
}

impl Kind for Parted {
    fn name(&self) -> &'static str {
        "two-parts"
    }

    fn at(&self, size: Size) -> law::Laws {
        // Fixed rules come to one law.
        let paint = |part: usize, pegs: usize| Some(self.paints[part].at(with_pegs(size, pegs)).into_iter().next()?.1);
        let border = self.border;
        let [first, second] = border.lengths(size.pegs());
        let (Some(first), Some(second)) = (paint(0, first), paint(1, second)) else { return Vec::new() };
        law::only(Law { size, border, paints: [first, second] })
    }
}

#[derive(Debug)]
struct Law {
    size: Size,
    border: Border,
    paints: [Arc<dyn law::Law>; 2],
}

impl law::Law for Law {
    fn draw(&self, rng: &mut Rng) -> Code {
        let parts = [self.paints[0].draw(rng), self.paints[1].draw(rng)];
        Code::from_fn(self.size, |peg| {
            let (part, place) = self.border.place(self.size.pegs(), peg);
            parts[part].peg(place)
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        let pegs = self.size.pegs();
        let lengths = self.border.lengths(pegs);
        (0..2).filter(|&part| lengths[part] > 0).fold(1.0, |product, part| {
            let shorter = rebuilt(lengths[part], |place| code.peg(self.border.peg(pegs, part, place)));
            product * self.paints[part].probability(&shorter)
        })
    }

    fn sentence(&self) -> String {
        let [first, second] = [self.paints[0].sentence(), self.paints[1].sentence()];
        let [part, other] = self.border.parts();
        match self.border {
            _ if first != second => format!("{part}: {first}; {other}: {second}"),
            Border::Middle => format!("each half for itself: {first}"),
            Border::EveryOther => format!("{part} and {other} each for themselves: {first}"),
        }
    }
}
