//! The inferences of Rao's method as one list.

use crate::bit_set::{PegSet, is_single};
use scsa::{Color, Size};

/// An inference for each peg known to be in the secret, in the order in which they were found.
#[derive(Clone, Debug)]
pub struct PlainInferences {
    colors: [Color; Size::MAX_PEGS],
    /// The possible positions; an inference with one position is *tied* to it.
    positions: [PegSet; Size::MAX_PEGS],
    len: usize,
    /// The pegs that some inference is tied to, as of the last [`clean_up`](PlainInferences::clean_up).
    tied: PegSet,
}

impl PlainInferences {
    pub const fn new() -> PlainInferences {
        PlainInferences { colors: [Color::A; Size::MAX_PEGS], positions: [0; Size::MAX_PEGS], len: 0, tied: 0 }
    }

    /// The number of known pegs of the secret.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The pegs that some inference is tied to.
    pub const fn tied(&self) -> PegSet {
        self.tied
    }

    /// The color of an inference.
    pub const fn color(&self, inference: usize) -> Color {
        self.colors[inference]
    }

    /// The possible positions of an inference.
    pub const fn positions(&self, inference: usize) -> PegSet {
        self.positions[inference]
    }

    /// The colors of the tied inferences with the pegs that they are tied to.
    pub fn ties(&self) -> impl Iterator<Item = (Color, usize)> + '_ {
        let inferences = self.colors[..self.len].iter().zip(&self.positions[..self.len]);
        inferences
            .filter(|(_, positions)| is_single(**positions))
            .map(|(color, positions)| (*color, positions.trailing_zeros() as usize))
    }

    /// The first inference that is not tied.
    pub fn first_untied(&self) -> Option<usize> {
        self.untied().next()
    }

    /// The inferences that are not tied.
    pub fn untied(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len).filter(|&inference| !is_single(self.positions[inference]))
    }

    /// Adds inferences of a color with those possible positions.
    pub fn add(&mut self, color: Color, inferences: usize, positions: PegSet) {
        for _ in 0..inferences {
            self.colors[self.len] = color;
            self.positions[self.len] = positions;
            self.len += 1;
        }
    }

    /// Ties an inference to a peg.
    pub fn tie(&mut self, inference: usize, peg: PegSet) {
        self.positions[inference] = peg;
    }

    /// Removes a peg from the positions of every inference of a color that is not tied.
    pub fn exclude(&mut self, color: Color, peg: PegSet) {
        for inference in 0..self.len {
            if self.colors[inference] == color && !is_single(self.positions[inference]) {
                self.positions[inference] &= !peg;
            }
        }
    }

    /// Removes the pegs of tied inferences from the positions of all others, until no further inference gets tied.
    pub fn clean_up(&mut self) {
        loop {
            let positions = &mut self.positions[..self.len];
            let tied = positions.iter().filter(|p| is_single(**p)).fold(0, |tied, p| tied | p);
            if tied == self.tied {
                return;
            }
            self.tied = tied;
            for p in positions {
                // Consistent feedback leaves every inference a position.
                if !is_single(*p) && *p & !tied != 0 {
                    *p &= !tied;
                }
            }
        }
    }
}
