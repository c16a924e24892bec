//! Random permutations of all colors, one after the other.

use crate::{
    counting::{FACTORIALS, color, rebuilt},
    model,
};
use scsa::{Code, Color, Rng, Size};

/// The colors are shuffled and stand one after the other; where there are more pegs than colors they come again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepeatedPermutation {
    /// In the same order.
    Same,
    /// Backwards every second time.
    Turned,
    /// Shuffled anew each time.
    Anew,
}

impl model::RuleFamily for RepeatedPermutation {
    fn name(&self) -> &'static str {
        "all-colors-in-turn"
    }

    fn at(&self, size: Size) -> model::WeightedModels {
        // How many ways there are to begin with so many pegs of a shuffle.
        let ways = |pegs: usize| FACTORIALS[size.colors()] / FACTORIALS[size.colors() - pegs];
        let (pegs, colors) = (size.pegs(), size.colors());
        let all = match self {
            RepeatedPermutation::Same | RepeatedPermutation::Turned => ways(pegs.min(colors)),
            RepeatedPermutation::Anew => {
                (0..pegs).step_by(colors).map(|first| ways(colors.min(pegs - first))).product()
            }
        };
        model::only(RepeatedPermutationModel { family: *self, size, each: 1.0 / all })
    }
}

#[derive(Debug)]
struct RepeatedPermutationModel {
    family: RepeatedPermutation,
    size: Size,
    each: f64,
}

impl RepeatedPermutationModel {
    /// The peg of the first shuffle that has the color of a peg behind it.
    fn before(&self, peg: usize) -> usize {
        let (time, place) = (peg / self.size.colors(), peg % self.size.colors());
        if self.family == RepeatedPermutation::Turned && time % 2 == 1 { self.size.colors() - 1 - place } else { place }
    }
}

impl model::Model for RepeatedPermutationModel {
    fn draw(&self, rng: &mut Rng) -> Code {
        let (pegs, colors) = (self.size.pegs(), self.size.colors());
        let mut palette: [usize; Color::MAX] = std::array::from_fn(|index| index);
        rng.shuffle(&mut palette[..colors]);
        rebuilt(pegs, |peg| {
            if self.family != RepeatedPermutation::Anew {
                return color(palette[self.before(peg)]);
            }
            if peg > 0 && peg % colors == 0 {
                rng.shuffle(&mut palette[..colors]);
            }
            color(palette[peg % colors])
        })
    }

    fn probability(&self, code: &Code) -> f64 {
        let colors = self.size.colors();
        let mut shown = 0u32;
        for (peg, color) in code.pegs().enumerate() {
            if peg % colors == 0 {
                shown = 0;
            }
            if shown & 1 << color.index() != 0
                || self.family != RepeatedPermutation::Anew && color != code.peg(self.before(peg))
            {
                return 0.0;
            }
            shown |= 1 << color.index();
        }
        self.each
    }

    fn by_distinct(&self) -> bool {
        // In one order throughout, pegs a whole number of shuffles apart are always equal.
        self.family != RepeatedPermutation::Anew || self.size.pegs() <= self.size.colors()
    }

    fn description(&self) -> String {
        if self.size.pegs() <= self.size.colors() {
            return "no color twice".to_owned();
        }
        let again = match self.family {
            RepeatedPermutation::Same => "over and over in one order",
            RepeatedPermutation::Turned => "forwards and backwards in turn",
            RepeatedPermutation::Anew => "in a new order each time",
        };
        format!("all colors one after the other, {again}")
    }
}
