//! The predicates of a code that feedback is counted from, by number.
//!
//! A guess of `p` pegs stands for `2p` predicates. The number of black pegs is the number of pegs of the guess for which "the
//! code has this color on this peg" holds. Black and white pegs together are the number of pegs for which "the code has more
//! than `n` pegs of this color" holds, where `n` is the number of earlier pegs of the guess with the same color.

use scsa::Size;

/// The number of predicates of a size.
pub const fn count(size: Size) -> usize {
    2 * size.pegs() * size.colors()
}

/// The number of the predicate "the code has this color on this peg".
pub const fn color_at(size: Size, peg: usize, color: usize) -> u16 {
    (peg * size.colors() + color) as u16
}

/// The number of the predicate "the code has more than `n` pegs of this color".
pub const fn more_than(size: Size, color: usize, n: usize) -> u16 {
    ((size.pegs() + n) * size.colors() + color) as u16
}
