//! Two parts of the pegs with disjoint palettes.

use super::independent_parts::PegDivision;
use crate::{
    counting::{choices, color, power},
    model,
};
use scsa::{Code, Rng, Size};

/// How many colors the parts have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteSplit {
    /// All together; of an odd number of colors the first part has one less.
    Fewer,
    /// The same, but the first part has one more.
    More,
    /// So many each, as long as there are enough.
    Each(usize),
}

/// Each part has colors of its own, which are drawn, and each of its pegs is drawn from them.
#[derive(Clone, Copy, Debug)]
pub struct DisjointPalettes {
    pub division: PegDivision,
    pub split: PaletteSplit,
}

impl model::RuleFamily for DisjointPalettes {
    fn name(&self) -> &'static str {
        "parts-apart"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        let all = size.colors();
        if all < 2 {
            return Vec::new();
        }
        let colors = match self.split {
            PaletteSplit::Fewer => [all / 2, all.div_ceil(2)],
            PaletteSplit::More => [all.div_ceil(2), all / 2],
            PaletteSplit::Each(colors) => [colors.min(all / 2); 2],
        };
        let lengths = self.division.lengths(size.pegs());
        let each = 1.0 / power(colors[0], lengths[0]) / power(colors[1], lengths[1]);
        let each = each / choices(all, colors[0]) / choices(all - colors[0], colors[1]);
        model::only(DisjointPalettesModel { size, division: self.division, colors, each })
    }
}

#[derive(Debug)]
struct DisjointPalettesModel {
    size: Size,
    division: PegDivision,
    colors: [usize; 2],
    /// How probable a code is with these palettes, times how probable these are.
    each: f64,
}

impl model::Model for DisjointPalettesModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let mut palette: [usize; Size::MAX_PEGS] = std::array::from_fn(|index| index);
        let [first, second] = self.colors;
        let palette = rng.shuffle_front(&mut palette[..self.size.colors()], first + second);
        Code::from_fn(self.size, |peg| {
            let (part, _) = self.division.place(self.size.pegs(), peg);
            color(palette[part * first + rng.below(self.colors[part])])
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        let mut shown = [0u32; 2];
        for (peg, color) in code.pegs().enumerate() {
            shown[self.division.place(code.len(), peg).0] |= 1 << color.index();
        }
        if shown[0] & shown[1] != 0 {
            return 0.0;
        }
        let left = shown.map(|set| set.count_ones() as usize);
        let (Some(first), Some(second)) = (self.colors[0].checked_sub(left[0]), self.colors[1].checked_sub(left[1]))
        else {
            return 0.0;
        };
        let hidden = self.size.colors() - left[0] - left[1];
        self.each * choices(hidden, first) * choices(hidden - first, second)
    }

    fn description(&self) -> String {
        let [first, second] = self.colors;
        let [part, other] = self.division.parts();
        let colors = if first == 1 { "color" } else { "colors" };
        let others = if second == 1 { "other" } else { "others" };
        format!("{first} {colors} for {part}, {second} {others} for {other}, and every peg is drawn from those")
    }
}
