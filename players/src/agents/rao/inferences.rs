//! The inferences of Rao's method: the known pegs of the secret, each with its color and its possible positions.

use crate::bit_set::{PegSet, is_single};
use scsa::{Code, Color, Size};

/// An inference for each peg known to be in the secret, in the order in which they were found. An inference with one possible
/// position is *tied* to that peg, in the paper's words; then it is removed from the list, and the peg has its color in every guess.
#[derive(Clone, Debug)]
pub struct Inferences {
    /// The inferences that are not tied, and those that the next clean-up removes as tied.
    colors: [Color; Size::MAX_PEGS],
    positions: [PegSet; Size::MAX_PEGS],
    len: usize,
    tied: PegSet,
    /// A guess with the tied pegs in their colors and all others in the filler color.
    frame: Code,
    filler: Color,
    free: PegSet,
}

impl Inferences {
    pub fn new(size: Size) -> Inferences {
        Inferences {
            colors: [Color::A; Size::MAX_PEGS],
            positions: [0; Size::MAX_PEGS],
            len: 0,
            tied: 0,
            frame: Code::uniform(size, Color::A),
            filler: Color::A,
            free: PegSet::MAX >> (Size::MAX_PEGS - size.pegs()),
        }
    }

    /// The number of known pegs of the secret.
    pub const fn known(&self) -> usize {
        self.len + self.tied.count_ones() as usize
    }

    /// The pegs that some inference is tied to.
    pub const fn tied(&self) -> PegSet {
        self.tied
    }

    /// The pegs that no inference is tied to.
    pub const fn free(&self) -> PegSet {
        self.free
    }

    /// The color of an inference.
    pub const fn color(&self, inference: usize) -> Color {
        self.colors[inference]
    }

    /// The color of a tied peg.
    pub fn tied_color(&self, peg: usize) -> Color {
        self.frame.peg(peg)
    }

    /// Whether every inference has a possible position, and only free ones.
    pub fn are_possible(&self) -> bool {
        self.positions[..self.len].iter().all(|&positions| positions != 0 && positions & !self.free == 0)
    }

    /// The possible positions of an inference.
    pub const fn positions(&self, inference: usize) -> PegSet {
        self.positions[inference]
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

    /// Ties an inference to a peg; the next clean-up removes it from the list.
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

    /// Removes the pegs of tied inferences from the positions of all others, until no further inference gets tied. Returns the
    /// new index of the followed inference, if it is not tied.
    pub fn clean_up(&mut self, mut followed: Option<usize>) -> Option<usize> {
        loop {
            let before = followed.take();
            let mut kept = 0;
            let mut tied = 0;
            for inference in 0..self.len {
                let (color, positions) = (self.colors[inference], self.positions[inference]);
                if is_single(positions) {
                    // Consistent feedback ties no two inferences to one peg.
                    if positions & self.free & !tied != 0 {
                        self.frame.recolor(positions, self.filler, color);
                    }
                    tied |= positions;
                } else {
                    if before == Some(inference) {
                        followed = Some(kept);
                    }
                    self.colors[kept] = color;
                    self.positions[kept] = positions;
                    kept += 1;
                }
            }
            self.len = kept;
            if tied == 0 {
                return followed;
            }
            self.tied |= tied;
            self.free &= !tied;
            for positions in &mut self.positions[..kept] {
                // Consistent feedback leaves every inference a position.
                if *positions & !tied != 0 {
                    *positions &= !tied;
                }
            }
        }
    }

    /// A guess with the tied pegs in their colors and the free pegs in the filler color.
    pub fn filled(&mut self, filler: Color) -> Code {
        self.frame.recolor(self.free, self.filler, filler);
        self.filler = filler;
        self.frame
    }
}
