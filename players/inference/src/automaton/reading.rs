//! What automata read of each peg.

use crate::counting::color;
use scsa::{Code, Color, Size};

/// Which pegs are compared, each with one other. In a code drawn uniformly every pair is equal or not independently of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PegPairs {
    /// Each peg with the one before it.
    Neighbors,
    /// Each peg with the one two before it.
    TwoBefore,
    /// Each peg with the one of that index, or with the last one where there are fewer.
    With(usize),
    /// Each peg of the second half with the one as far from the other end.
    Mirror,
    /// Each peg of the second half with its own in the first. Of an odd number the middle one is of the first.
    Halves,
}

impl PegPairs {
    /// Each peg with the first one.
    pub const FIRST: PegPairs = PegPairs::With(0);
    /// Each peg with the last one.
    pub const LAST: PegPairs = PegPairs::With(usize::MAX);

    /// The peg that a peg is compared with. It is before it, or is compared with none.
    pub fn other(self, peg: usize, pegs: usize) -> Option<usize> {
        match self {
            PegPairs::Neighbors => peg.checked_sub(1),
            PegPairs::TwoBefore => peg.checked_sub(2),
            PegPairs::With(other) => Some(other.min(pegs - 1)).filter(|&other| other != peg),
            PegPairs::Mirror => pegs.checked_sub(peg + 1).filter(|&other| other < peg),
            PegPairs::Halves => peg.checked_sub(pegs.div_ceil(2)),
        }
    }

    /// The number of pairs.
    pub fn count(self, pegs: usize) -> usize {
        (0..pegs).filter(|&peg| self.other(peg, pegs).is_some()).count()
    }
}

/// What is read of each peg: a symbol below the number of colors. Codes and sequences of symbols correspond one to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The index of its color.
    Colors,
    /// The distance of its color from that of the peg that it is compared with, modulo the colors. The index of its color where there is
    /// none.
    Differences(PegPairs),
    /// The rank of its color in the order of first occurrence. For a new color, any symbol from the number of earlier colors on.
    Order,
}

impl Reading {
    /// Calls `next` with each peg and its symbol, until it returns None.
    pub fn read(self, size: Size, code: &Code, mut next: impl FnMut(usize, usize) -> Option<()>) -> Option<()> {
        let (mut ranks, mut seen) = ([None; Color::MAX], 0);
        for (peg, color) in code.pegs().enumerate() {
            let index = color.index();
            let symbol = match self {
                Reading::Colors => index,
                Reading::Differences(pairs) => {
                    match pairs.other(peg, code.len()).map(|other| code.peg(other).index()) {
                        Some(other) if index < other => index + size.colors() - other,
                        Some(other) => index - other,
                        None => index,
                    }
                }
                Reading::Order => *ranks[index].get_or_insert_with(|| {
                    seen += 1;
                    seen - 1
                }),
            };
            next(peg, symbol)?;
        }
        Some(())
    }

    /// The code of these symbols.
    pub fn code(self, size: Size, symbols: &[usize]) -> Code {
        let (mut indices, mut seen) = (symbols.to_vec(), 0);
        match self {
            Reading::Colors => {}
            Reading::Differences(pairs) => {
                for peg in 0..size.pegs() {
                    if let Some(other) = pairs.other(peg, size.pegs()) {
                        indices[peg] = (indices[other] + symbols[peg]) % size.colors();
                    }
                }
            }
            Reading::Order => {
                let mut order: [usize; Color::MAX] = std::array::from_fn(|index| index);
                for index in &mut indices {
                    if *index >= seen {
                        order.swap(*index, seen);
                        *index = seen;
                        seen += 1;
                    }
                    *index = order[*index];
                }
            }
        }
        Code::from_fn(size, |peg| color(indices[peg]))
    }
}
