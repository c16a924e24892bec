//! Two independent parts of the pegs.

use crate::{
    counting::{rebuilt, with_pegs},
    model::{self, RuleFamily},
};
use scsa::{Code, Rng, Size};
use std::sync::Arc;

/// Where the pegs are parted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PegDivision {
    /// In the middle; of an odd number of pegs the first part has one more.
    Middle,
    /// Every other peg is of the other part.
    EveryOther,
}

impl PegDivision {
    /// How many pegs the parts have; the second none in a code of one peg.
    pub fn lengths(self, pegs: usize) -> [usize; 2] {
        [pegs.div_ceil(2), pegs / 2]
    }

    /// The part of a peg, and its place there.
    pub fn place(self, pegs: usize, peg: usize) -> (usize, usize) {
        let first = pegs.div_ceil(2);
        match self {
            PegDivision::Middle if peg < first => (0, peg),
            PegDivision::Middle => (1, peg - first),
            PegDivision::EveryOther => (peg % 2, peg / 2),
        }
    }

    /// The words for the parts.
    pub fn parts(self) -> [&'static str; 2] {
        match self {
            PegDivision::Middle => ["the first half", "the second half"],
            PegDivision::EveryOther => ["the pegs 1, 3, 5 …", "the pegs 2, 4, 6 …"],
        }
    }

    /// The peg at a place of a part.
    fn peg(self, pegs: usize, part: usize, place: usize) -> usize {
        match self {
            PegDivision::Middle => part * pegs.div_ceil(2) + place,
            PegDivision::EveryOther => 2 * place + part,
        }
    }
}

/// The parts are made as shorter codes, each for itself by its own rule.
#[derive(Clone, Debug)]
pub struct IndependentParts {
    pub division: PegDivision,
    pub colorings: [Arc<dyn RuleFamily>; 2],
}

impl RuleFamily for IndependentParts {
    fn name(&self) -> &'static str {
        "two-parts"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        // A fixed family has one model.
        let coloring =
            |part: usize, pegs: usize| Some(self.colorings[part].at(with_pegs(size, pegs)).into_iter().next()?.1);
        let division = self.division;
        let [first, second] = division.lengths(size.pegs());
        let (Some(first), Some(second)) = (coloring(0, first), coloring(1, second)) else { return Vec::new() };
        model::only(IndependentPartsModel { size, division, colorings: [first, second] })
    }
}

#[derive(Debug)]
struct IndependentPartsModel {
    size: Size,
    division: PegDivision,
    colorings: [Arc<dyn model::Model>; 2],
}

impl model::Model for IndependentPartsModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let parts = [self.colorings[0].draw(rng), self.colorings[1].draw(rng)];
        Code::from_fn(self.size, |peg| {
            let (part, place) = self.division.place(self.size.pegs(), peg);
            parts[part].peg(place)
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        let pegs = self.size.pegs();
        let lengths = self.division.lengths(pegs);
        (0..2).filter(|&part| lengths[part] > 0).fold(1.0, |product, part| {
            let shorter = rebuilt(lengths[part], |place| code.peg(self.division.peg(pegs, part, place)));
            product * self.colorings[part].probability(&shorter)
        })
    }

    fn description(&self) -> String {
        let [first, second] = [self.colorings[0].description(), self.colorings[1].description()];
        let [part, other] = self.division.parts();
        match self.division {
            _ if first != second => format!("{part}: {first}; {other}: {second}"),
            PegDivision::Middle => format!("each half for itself: {first}"),
            PegDivision::EveryOther => format!("{part} and {other} each for themselves: {first}"),
        }
    }
}
