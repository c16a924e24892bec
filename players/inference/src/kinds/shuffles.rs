//! All colors in one order after another.

use crate::{
    counting::{FACTORIALS, color, rebuilt},
    law,
};
use scsa::{Code, Color, Rng, Size};

/// The colors are shuffled and stand one after the other; where there are more pegs than colors they come again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffles {
    /// In the same order.
    Same,
    /// Backwards every second time.
    Turned,
    /// Shuffled anew each time.
    Anew,
}

impl law::Kind for Shuffles {
    fn name(&self) -> &'static str {
        "all-colors-in-turn"
    }

    fn at(&self, size: Size) -> law::Laws {
        // How many ways there are to begin with so many pegs of a shuffle.
        let ways = |pegs: usize| FACTORIALS[size.colors()] / FACTORIALS[size.colors() - pegs];
        let (pegs, colors) = (size.pegs(), size.colors());
        let all = match self {
            Shuffles::Same | Shuffles::Turned => ways(pegs.min(colors)),
            Shuffles::Anew => (0..pegs).step_by(colors).map(|first| ways(colors.min(pegs - first))).product(),
        };
        law::only(Law { kind: *self, size, each: 1.0 / all })
    }
}

#[derive(Debug)]
struct Law {
    kind: Shuffles,
    size: Size,
    each: f64,
}

impl Law {
    /// The peg of the first shuffle that has the color of a peg behind it.
    fn before(&self, peg: usize) -> usize {
        let (time, place) = (peg / self.size.colors(), peg % self.size.colors());
        if self.kind == Shuffles::Turned && time % 2 == 1 { self.size.colors() - 1 - place } else { place }
    }
}

impl law::Law for Law {
    fn draw(&self, rng: &mut Rng) -> Code {
        let (pegs, colors) = (self.size.pegs(), self.size.colors());
        let mut palette: [usize; Color::MAX] = std::array::from_fn(|index| index);
        rng.shuffle(&mut palette[..colors]);
        rebuilt(pegs, |peg| {
            if self.kind != Shuffles::Anew {
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
            if shown & 1 << color.index() != 0 || self.kind != Shuffles::Anew && color != code.peg(self.before(peg)) {
                return 0.0;
            }
            shown |= 1 << color.index();
        }
        self.each
    }

    fn by_distinct(&self) -> bool {
        // In one order throughout, pegs a whole number of shuffles apart are always equal.
        self.kind != Shuffles::Anew || self.size.pegs() <= self.size.colors()
    }

    fn sentence(&self) -> String {
        if self.size.pegs() <= self.size.colors() {
            return "no color twice".to_owned();
        }
        let again = match self.kind {
            Shuffles::Same => "over and over in one order",
            Shuffles::Turned => "forwards and backwards in turn",
            Shuffles::Anew => "in a new order each time",
        };
        format!("all colors one after the other, {again}")
    }
}
