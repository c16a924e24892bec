//! Codes in two parts: halves, every other peg, or the first peg and the steps to the others. Each part has a rule of its own, as a shorter code.

use crate::counting::{color, rebuilt, with_pegs};
use crate::family::{Family, FnModel, Model, WeightedModels, WeightedSample};
use scsa::{Code, Game, Rng};
use std::sync::Arc;

/// How codes are divided into two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Division {
    /// In the middle; of an odd number of pegs the first part has one more.
    Middle,
    EveryOther,
    /// The first peg, and how many colors each other peg is behind the one before it, A for none.
    Steps,
}

impl Division {
    /// The numbers of pegs of the parts.
    fn lengths(self, pegs: usize) -> [usize; 2] {
        let first = if self == Division::Steps { 1 } else { pegs.div_ceil(2) };
        [first, pegs - first]
    }

    fn split(self, game: Game, code: &Code) -> [Code; 2] {
        let [first, second] = self.lengths(code.len());
        let peg = |peg: usize| code.peg(peg).index();
        match self {
            Division::Middle => {
                [rebuilt(first, |place| code.peg(place)), rebuilt(second, |place| code.peg(first + place))]
            }
            Division::EveryOther => {
                [rebuilt(first, |place| code.peg(2 * place)), rebuilt(second, |place| code.peg(2 * place + 1))]
            }
            Division::Steps => {
                let step = |place| color((peg(place + 1) + game.colors() - peg(place)) % game.colors());
                [rebuilt(1, |_| code.peg(0)), rebuilt(second, step)]
            }
        }
    }

    fn join(self, game: Game, [first, second]: [Code; 2]) -> Code {
        let mut last = first.peg(0);
        Code::from_fn(game, |peg| match self {
            Division::Middle if peg < first.len() => first.peg(peg),
            Division::Middle => second.peg(peg - first.len()),
            Division::EveryOther if peg % 2 == 0 => first.peg(peg / 2),
            Division::EveryOther => second.peg(peg / 2),
            Division::Steps => {
                let step = if peg == 0 { 0 } else { second.peg(peg - 1).index() };
                last = color((last.index() + step) % game.colors());
                last
            }
        })
    }

    fn words(self) -> [&'static str; 2] {
        match self {
            Division::Middle => ["the first half", "the second half"],
            Division::EveryOther => ["the pegs 1, 3, 5 …", "the pegs 2, 4, 6 …"],
            Division::Steps => ["the first peg", "the steps from each peg to the next, A for none"],
        }
    }
}

/// Each part is made as a shorter code, independently, by the family that `best` finds for it, with its log evidence. None if that is the
/// uniform distribution for both.
pub fn fit(
    division: Division,
    best: fn(Game, WeightedSample) -> Option<(f64, Family)>,
    home: Game,
    codes: WeightedSample,
) -> Option<Family> {
    if home.pegs() < 4 {
        return None;
    }
    let games = division.lengths(home.pegs()).map(|pegs| with_pegs(home, pegs));
    let parts: Vec<([Code; 2], f64)> = codes.iter().map(|(code, share)| (division.split(home, code), *share)).collect();
    let [first, second] = [0, 1].map(|part| {
        let codes: Vec<(Code, f64)> = parts.iter().map(|(parts, share)| (parts[part], *share)).collect();
        best(games[part], &codes)
    });
    let ((one, first), (other, second)) = (first?, second?);
    let families = [first, second];
    if families.iter().zip(games).all(|(family, game)| family.at(game).iter().all(|(_, model)| model.is_uniform())) {
        return None;
    }
    Some(Family::fitted(
        "two-parts",
        (division, home, families),
        Some(one + other),
        |(division, _, families), game| models(*division, families, game),
        |(division, home, families), code, share| {
            let parts = division.split(*home, code);
            let of = |(family, part): (&Family, &Code)| family.leave_one_out(with_pegs(*home, part.len()), part, share);
            families.iter().zip(&parts).map(of).product()
        },
    ))
}

/// Every pair of the models of both parts.
fn models(division: Division, families: &[Family; 2], game: Game) -> WeightedModels {
    let lengths = division.lengths(game.pegs());
    if lengths[1] == 0 {
        return Vec::new();
    }
    let [first, second] = [0, 1].map(|part| families[part].at(with_pegs(game, lengths[part])));
    let pairs = first.iter().flat_map(|one| second.iter().map(move |other| (one, other)));
    let joined = pairs.map(|((weight, one), (share, other))| {
        (weight * share, model(division, game, [Arc::clone(one), Arc::clone(other)]))
    });
    joined.collect()
}

fn model(division: Division, game: Game, models: [Arc<dyn Model>; 2]) -> Arc<dyn Model> {
    let [one, other] = [&models[0], &models[1]]
        .map(|model| if model.is_uniform() { "any colors".to_owned() } else { model.description() });
    let [part, rest] = division.words();
    let description = if one == other {
        format!("{part} and {rest} each by itself: {one}")
    } else {
        format!("{part}: {one}; {rest}: {other}")
    };
    let (drawn, cost) = (models.clone(), models[0].cost().max(models[1].cost()));
    let probability = move |code: &Code| {
        let parts = division.split(game, code);
        models.iter().zip(&parts).map(|(model, part)| model.probability(part)).product()
    };
    let draw = move |rng: &mut Rng| division.join(game, [drawn[0].draw(rng), drawn[1].draw(rng)]);
    Arc::new(FnModel::new(description, probability, draw).cost(cost))
}
