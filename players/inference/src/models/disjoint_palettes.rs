//! Two parts of the pegs with disjoint palettes.

use super::independent_parts::PegDivision;
use crate::{
    counting::{choices, color},
    fn_model::FnModel,
    model::{RuleFamily, WeightedModels, only},
};
use scsa::{Code, Rng, Size};

/// The numbers of colors of the parts.
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
#[derive(Clone, Copy, Debug)]
pub struct DisjointPalettes {
    pub division: PegDivision,
    pub split: PaletteSplit,
}

impl RuleFamily for DisjointPalettes {
    fn name(&self) -> &'static str {
        "parts-apart"
    }

    fn at(&self, size: Size) -> WeightedModels {
        let (pegs, all) = (size.pegs(), size.colors());
        if all < 2 {
            return Vec::new();
        }
        let numbers = match self.split {
            PaletteSplit::Fewer => [all / 2, all.div_ceil(2)],
            PaletteSplit::More => [all.div_ceil(2), all / 2],
            PaletteSplit::Each(colors) => [colors.min(all / 2); 2],
        };
        let [first, second] = numbers;
        let division = self.division;
        // The probability of the palettes, and of a code with them.
        let each = 1.0 / choices(all, first) / choices(all - first, second);
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
            let mut palette: [usize; Size::MAX_PEGS] = std::array::from_fn(|index| index);
            let palette = rng.shuffle_front(&mut palette[..all], first + second);
            Code::from_fn(size, |peg| {
                let part = division.part(pegs, peg);
                color(palette[part * first + rng.below(numbers[part])])
            })
        };
        let [part, rest] = division.words();
        let [colors, others] =
            [if first == 1 { "color" } else { "colors" }, if second == 1 { "other" } else { "others" }];
        let description =
            format!("{first} {colors} for {part}, {second} {others} for {rest}, and every peg is drawn from those");
        only(FnModel::new(description, probability, draw))
    }
}
