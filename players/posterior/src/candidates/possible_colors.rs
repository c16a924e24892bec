//! The colors that the pegs of the secret can still have.

use scsa::{Code, Color, Game};

/// Whether a peg of the secret can have a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Possibility {
    /// It can: there is such a candidate.
    Possible,
    /// It cannot.
    RuledOut,
    /// It can have no other color.
    Sure,
    /// Nothing is proved.
    Unknown,
}

/// For every peg and color, whether the secret can have it there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleColors {
    /// The game.
    pub game: Game,
    /// For every peg the colors of a known candidate, color `i` as bit `i`.
    possible: Vec<u32>,
    /// For every peg the colors that no candidate has there.
    ruled_out: Vec<u32>,
}

impl PossibleColors {
    pub(crate) fn exact(game: Game, possible: Vec<u32>) -> PossibleColors {
        let ruled_out = possible.iter().map(|colors| palette(game) & !colors).collect();
        PossibleColors { game, possible, ruled_out }
    }

    /// The colors of all candidates, and the number of these.
    pub(crate) fn of_codes(game: Game, codes: impl Iterator<Item = Code>) -> (PossibleColors, usize) {
        let (mut possible, mut count) = (vec![0; game.pegs()], 0);
        for code in codes {
            possible.iter_mut().zip(code.pegs()).for_each(|(colors, color)| *colors |= 1 << color.index());
            count += 1;
        }
        (PossibleColors::exact(game, possible), count)
    }

    /// Those of known candidates, where there may be more.
    pub(crate) fn of_some(game: Game, possible: Vec<u32>) -> PossibleColors {
        PossibleColors { game, possible, ruled_out: vec![0; game.pegs()] }
    }

    /// Whether a peg, counted from 0, can have a color.
    ///
    /// # Panics
    /// When there is no such peg.
    pub fn of(&self, peg: usize, color: Color) -> Possibility {
        let (bit, ruled_out) = (1 << color.index(), self.ruled_out[peg]);
        if ruled_out & bit != 0 {
            Possibility::RuledOut
        } else if palette(self.game) & !ruled_out == bit {
            Possibility::Sure
        } else if self.possible[peg] & bit != 0 {
            Possibility::Possible
        } else {
            Possibility::Unknown
        }
    }
}

fn palette(game: Game) -> u32 {
    u32::MAX >> (32 - game.colors())
}
