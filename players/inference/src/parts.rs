//! Two parts of the pegs: halves, or every other peg. Each has a rule of its own, as a shorter code, or colors that the other has not.

use crate::{
    counting::{choices, color, rebuilt, with_pegs},
    family::{Evidence, Family, FnModel, Model, WeightedModels, WeightedSample, only},
};
use scsa::{Code, Rng, Size};
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
    fn part(self, pegs: usize, peg: usize) -> usize {
        match self {
            PegDivision::Middle => usize::from(peg >= pegs.div_ceil(2)),
            PegDivision::EveryOther => peg % 2,
        }
    }

    /// The pegs of each part.
    fn parts(self, pegs: usize) -> [Vec<usize>; 2] {
        [0, 1].map(|part| (0..pegs).filter(|&peg| self.part(pegs, peg) == part).collect())
    }

    /// The words for the parts.
    fn words(self) -> [&'static str; 2] {
        match self {
            PegDivision::Middle => ["the first half", "the second half"],
            PegDivision::EveryOther => ["the pegs 1, 3, 5 …", "the pegs 2, 4, 6 …"],
        }
    }
}

/// The pegs of a part as a code.
fn part_of(code: &Code, pegs: &[usize]) -> Code {
    rebuilt(pegs.len(), |place| code.peg(pegs[place]))
}

/// Each part is made as a shorter code, independently, by the family that `best` finds for it, with its log evidence. None if that is the
/// uniform distribution for both.
pub fn fit(
    division: PegDivision,
    best: fn(Size, WeightedSample) -> Option<(f64, Family)>,
    home: Size,
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
        Evidence::Marginal(one + other),
        |(division, _, families), size| models(*division, families, size),
        |(division, home, families), code, share| {
            let of = |(family, pegs): (&Family, Vec<usize>)| {
                family.leave_one_out(with_pegs(*home, pegs.len()), &part_of(code, &pegs), share)
            };
            families.iter().zip(division.parts(code.len())).map(of).product()
        },
    ))
}

/// Every pair of the models of both parts.
fn models(division: PegDivision, families: &[Family; 2], size: Size) -> WeightedModels {
    let parts = division.parts(size.pegs());
    if parts[1].is_empty() {
        return Vec::new();
    }
    let [first, second] = [0, 1].map(|part| families[part].at(with_pegs(size, parts[part].len())));
    let pairs = first.iter().flat_map(|one| second.iter().map(move |other| (one, other)));
    let joined = pairs.map(|((weight, one), (share, other))| {
        (weight * share, model(division, size, [Arc::clone(one), Arc::clone(other)]))
    });
    joined.collect()
}

fn model(division: PegDivision, size: Size, models: [Arc<dyn Model>; 2]) -> Arc<dyn Model> {
    let [one, other] = [models[0].description(), models[1].description()];
    let [part, rest] = division.words();
    let description = if one == other {
        format!("{part} and {rest} each by itself: {one}")
    } else {
        format!("{part}: {one}; {rest}: {other}")
    };
    let (parts, drawn) = (division.parts(size.pegs()), models.clone());
    let places = parts.clone();
    let probability = move |code: &Code| {
        let of = |(model, pegs): (&Arc<dyn Model>, &Vec<usize>)| model.probability(&part_of(code, pegs));
        models.iter().zip(&parts).map(of).product()
    };
    let draw = move |rng: &mut Rng| {
        let mut code = Code::from_fn(size, |_| color(0));
        for (model, pegs) in drawn.iter().zip(&places) {
            model.draw(rng).pegs().zip(pegs).for_each(|(color, &peg)| code.set(peg, color));
        }
        code
    };
    Arc::new(FnModel::new(description, probability, draw))
}

/// The numbers of colors of two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteSplit {
    /// All together; of an odd number of colors the first part has one less.
    Fewer,
    /// The same, but the first part has one more.
    More,
    /// That number each, as long as there are enough.
    Each(usize),
}

/// Each part has colors of its own, which are drawn, and each of its pegs is drawn from them.
pub fn disjoint_palettes(division: PegDivision, split: PaletteSplit) -> Family {
    Family::fixed("parts-apart", move |size| {
        let (pegs, all) = (size.pegs(), size.colors());
        if all < 2 {
            return Vec::new();
        }
        let [first, second] = match split {
            PaletteSplit::Fewer => [all / 2, all.div_ceil(2)],
            PaletteSplit::More => [all.div_ceil(2), all / 2],
            PaletteSplit::Each(colors) => [colors.min(all / 2); 2],
        };
        // The probability of the palettes, and of a code with them.
        let each = 1.0 / choices(all, first) / choices(all - first, second);
        let numbers = [first, second];
        let each = (0..pegs).fold(each, |each, peg| each / numbers[division.part(pegs, peg)] as f64);
        let probability = move |code: &Code| {
            let mut shown = [0u32; 2];
            for (peg, color) in code.pegs().enumerate() {
                shown[division.part(pegs, peg)] |= 1 << color.index();
            }
            let counts = shown.map(|set| set.count_ones() as usize);
            if shown[0] & shown[1] != 0 || counts[0] > first || counts[1] > second {
                return 0.0;
            }
            let hidden = all - counts[0] - counts[1];
            each * choices(hidden, first - counts[0]) * choices(hidden + counts[0] - first, second - counts[1])
        };
        let draw = move |rng: &mut Rng| {
            let mut palette: Vec<usize> = (0..all).collect();
            rng.shuffle(&mut palette);
            let index = |part: usize, rng: &mut Rng| palette[part * first + rng.below(numbers[part])];
            Code::from_fn(size, |peg| color(index(division.part(pegs, peg), rng)))
        };
        let [part, rest] = division.words();
        let colors = |number: usize| if number == 1 { "one color".to_owned() } else { format!("{number} colors") };
        let (one, other) = (colors(first), colors(second));
        let description =
            format!("{one} for {part}, {other} that are none of those for {rest}, and every peg is drawn from them");
        only(FnModel::new(description, probability, draw))
    })
}
