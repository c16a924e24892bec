//! Independent parts of the pegs.

use crate::{
    counting::{rebuilt, with_pegs},
    fn_model::FnModel,
    model::{Model, RuleFamily, WeightedModels},
};
use scsa::{Code, Color, Rng, Size};
use std::sync::Arc;

/// How the pegs are divided into two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PegDivision {
    /// In the middle; of an odd number of pegs the first part has one more.
    Middle,
    /// Every other peg is of the other part.
    EveryOther,
}

impl PegDivision {
    /// The part of a peg, 0 or 1.
    pub fn part(self, pegs: usize, peg: usize) -> usize {
        match self {
            PegDivision::Middle => usize::from(peg >= pegs.div_ceil(2)),
            PegDivision::EveryOther => peg % 2,
        }
    }

    /// The words for the parts.
    pub fn words(self) -> [&'static str; 2] {
        match self {
            PegDivision::Middle => ["the first half", "the second half"],
            PegDivision::EveryOther => ["the pegs 1, 3, 5 …", "the pegs 2, 4, 6 …"],
        }
    }
}

/// The parts are made as shorter codes, each independently by its own rule.
#[derive(Clone, Debug)]
pub struct IndependentParts {
    pub division: PegDivision,
    pub colorings: [Arc<dyn RuleFamily>; 2],
}

impl RuleFamily for IndependentParts {
    fn name(&self) -> &'static str {
        "two-parts"
    }

    fn at(&self, size: Size) -> WeightedModels {
        let part = |number: usize| -> Option<(Vec<usize>, Arc<dyn Model>)> {
            let pegs: Vec<usize> =
                (0..size.pegs()).filter(|&peg| self.division.part(size.pegs(), peg) == number).collect();
            // A fixed family has one model. In a code of one peg the second part has none.
            Some((pegs.clone(), self.colorings[number].at(with_pegs(size, pegs.len())).pop()?.1))
        };
        let (Some(first), Some(second)) = (part(0), part(1)) else { return Vec::new() };
        let [one, other] = [first.1.description(), second.1.description()];
        let [part, rest] = self.division.words();
        let description = match self.division {
            _ if one != other => format!("{part}: {one}; {rest}: {other}"),
            PegDivision::Middle => format!("each half for itself: {one}"),
            PegDivision::EveryOther => format!("{part} and {rest} each for themselves: {one}"),
        };
        vec![(1.0, model(size, vec![first, second], description))]
    }
}

/// The model of independent parts: the pegs of each, and the model of their colors. Parts without pegs are left out.
pub fn model(size: Size, mut parts: Vec<(Vec<usize>, Arc<dyn Model>)>, description: String) -> Arc<dyn Model> {
    parts.retain(|(pegs, _)| !pegs.is_empty());
    let drawn = parts.clone();
    let probability = move |code: &Code| {
        parts.iter().fold(1.0, |product, (pegs, model)| {
            product
                * if product > 0.0 {
                    model.probability(&rebuilt(pegs.len(), |place| code.peg(pegs[place])))
                } else {
                    0.0
                }
        })
    };
    let draw = move |rng: &mut Rng| {
        let mut code = Code::uniform(size, Color::A);
        for (pegs, model) in &drawn {
            let part = model.draw(rng);
            pegs.iter().zip(part.pegs()).for_each(|(&peg, color)| code.set(peg, color));
        }
        code
    };
    Arc::new(FnModel::new(description, probability, draw))
}
