//! Two parts of the pegs: halves, or every other peg. Each has a rule of its own, as a shorter code.

use crate::counting::{color, rebuilt, with_pegs};
use crate::family::{Family, FnModel, Model, WeightedModels, WeightedSample};
use scsa::{Code, Game, Rng};
use std::sync::Arc;

/// How the pegs are divided into two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PegDivision {
    /// In the middle; of an odd number of pegs the first part has one more.
    Middle,
    EveryOther,
}

impl PegDivision {
    /// The part of a peg, 0 or 1.
    fn part(self, pegs: usize, peg: usize) -> usize {
        match self {
            PegDivision::Middle => usize::from(peg >= pegs.div_ceil(2)),
            PegDivision::EveryOther => peg % 2,
        }
    }

    fn parts(self, pegs: usize) -> [Vec<usize>; 2] {
        [0, 1].map(|part| (0..pegs).filter(|&peg| self.part(pegs, peg) == part).collect())
    }

    fn words(self) -> [&'static str; 2] {
        match self {
            PegDivision::Middle => ["the first half", "the second half"],
            PegDivision::EveryOther => ["the pegs 1, 3, 5 …", "the pegs 2, 4, 6 …"],
        }
    }
}

fn part_of(code: &Code, pegs: &[usize]) -> Code {
    rebuilt(pegs.len(), |place| code.peg(pegs[place]))
}

/// Each part is made as a shorter code, independently, by the family that `best` finds for it, with its log evidence. None if that is the
/// uniform distribution for both.
pub fn fit(
    division: PegDivision,
    best: fn(Game, WeightedSample) -> Option<(f64, Family)>,
    home: Game,
    codes: WeightedSample,
) -> Option<Family> {
    if home.pegs() < 4 {
        return None;
    }
    let [first, second] = division.parts(home.pegs()).map(|pegs| {
        let part: Vec<(Code, f64)> = codes.iter().map(|(code, share)| (part_of(code, &pegs), *share)).collect();
        best(with_pegs(home, pegs.len()), &part)
    });
    let ((one, first), (other, second)) = (first?, second?);
    let is_uniform =
        |family: &Family, pegs: usize| family.at(with_pegs(home, pegs)).iter().all(|(_, model)| model.is_uniform());
    if is_uniform(&first, home.pegs().div_ceil(2)) && is_uniform(&second, home.pegs() / 2) {
        return None;
    }
    Some(Family::fitted(
        "two-parts",
        (division, home, [first, second]),
        Some(one + other),
        |(division, _, families), game| models(*division, families, game),
        |(division, home, families), code, share| {
            let of = |(family, pegs): (&Family, Vec<usize>)| {
                family.leave_one_out(with_pegs(*home, pegs.len()), &part_of(code, &pegs), share)
            };
            families.iter().zip(division.parts(code.len())).map(of).product()
        },
    ))
}

/// Every pair of the models of both parts.
fn models(division: PegDivision, families: &[Family; 2], game: Game) -> WeightedModels {
    let parts = division.parts(game.pegs());
    if parts[1].is_empty() {
        return Vec::new();
    }
    let [first, second] = [0, 1].map(|part| families[part].at(with_pegs(game, parts[part].len())));
    let pairs = first.iter().flat_map(|one| second.iter().map(move |other| (one, other)));
    let joined = pairs.map(|((weight, one), (share, other))| {
        (weight * share, model(division, game, [Arc::clone(one), Arc::clone(other)]))
    });
    joined.collect()
}

fn model(division: PegDivision, game: Game, models: [Arc<dyn Model>; 2]) -> Arc<dyn Model> {
    let [one, other] = [models[0].description(), models[1].description()];
    let [part, rest] = division.words();
    let description = if one == other {
        format!("{part} and {rest} each by itself: {one}")
    } else {
        format!("{part}: {one}; {rest}: {other}")
    };
    let (parts, drawn) = (division.parts(game.pegs()), models.clone());
    let places = parts.clone();
    let probability = move |code: &Code| {
        let of = |(model, pegs): (&Arc<dyn Model>, &Vec<usize>)| model.probability(&part_of(code, pegs));
        models.iter().zip(&parts).map(of).product()
    };
    let draw = move |rng: &mut Rng| {
        let mut code = Code::from_fn(game, |_| color(0));
        for (model, pegs) in drawn.iter().zip(&places) {
            model.draw(rng).pegs().zip(pegs).for_each(|(color, &peg)| code.set(peg, color));
        }
        code
    };
    Arc::new(FnModel::new(description, probability, draw))
}
