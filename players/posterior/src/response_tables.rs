//! The turns as Markov chains need them: what each group of pegs and each color count adds to every response.

use crate::board::Board;
use scsa::Turn;

/// A lane for each turn.
pub type Lanes<const N: usize> = [u8; N];

/// The table lengths for groups with colors, and for colors with counts: powers of two, so that no index has to be checked.
const AT: usize = 32 * 32;
const SHARED: usize = 32 * 64;

/// Chains use the newest turns only, up to this number.
pub const MOST_TURNS: usize = 128;

/// An expression with the smallest number of lanes for this number of turns.
macro_rules! with_lanes {
    ($turns:expr, $lanes:ident => $do:expr) => {
        match $turns {
            0..=16 => {
                const $lanes: usize = 16;
                $do
            }
            17..=32 => {
                const $lanes: usize = 32;
                $do
            }
            33..=64 => {
                const $lanes: usize = 64;
                $do
            }
            _ => {
                const $lanes: usize = $crate::response_tables::MOST_TURNS;
                $do
            }
        }
    };
}
pub(crate) use with_lanes;

/// The turns, a lane each: lanes that no turn uses are zero everywhere.
#[derive(Clone, Debug)]
pub struct ResponseTables<const N: usize> {
    /// For a group with a color: the number of its pegs that each guess has in that color.
    at: Box<[Lanes<N>; AT]>,
    /// For a color with a count: the number of pegs of that color in each guess, at most the count.
    shared: Box<[Lanes<N>; SHARED]>,
    pub black: Lanes<N>,
    pub total: Lanes<N>,
}

impl<const N: usize> ResponseTables<N> {
    pub fn new(board: &Board, turns: &[Turn]) -> ResponseTables<N> {
        let pegs = board.size.pegs();
        let (mut at, mut shared) = (boxed::<N, AT>(), boxed::<N, SHARED>());
        let (mut black, mut total) = ([0; N], [0; N]);
        let kept = &turns[turns.len().saturating_sub(N)..];
        for (lane, turn) in kept.iter().enumerate() {
            for (peg, color) in turn.guess.pegs().enumerate() {
                at[usize::from(board.group_of[peg]) << 5 | color.index()][lane] += 1;
            }
            for color in board.size.palette() {
                let most = turn.guess.count(color);
                for count in 0..=pegs {
                    shared[color.index() << 6 | count][lane] = count.min(most) as u8;
                }
            }
            black[lane] = turn.feedback.black() as u8;
            total[lane] = turn.feedback.total() as u8;
        }
        ResponseTables { at, shared, black, total }
    }

    #[inline(always)]
    pub fn at(&self, group: usize, color: u8) -> &Lanes<N> {
        &self.at[(group << 5 | usize::from(color)) & (AT - 1)]
    }

    #[inline(always)]
    pub fn shared(&self, color: u8, count: u8) -> &Lanes<N> {
        &self.shared[(usize::from(color) << 6 | usize::from(count)) & (SHARED - 1)]
    }
}

fn boxed<const N: usize, const LEN: usize>() -> Box<[Lanes<N>; LEN]> {
    vec![[0; N]; LEN].into_boxed_slice().try_into().unwrap_or_else(|_| unreachable!("made with that length"))
}

#[inline(always)]
pub fn plus<const N: usize>(mut a: Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
    for lane in 0..N {
        a[lane] = a[lane].wrapping_add(b[lane]);
    }
    a
}

#[inline(always)]
pub fn minus<const N: usize>(mut a: Lanes<N>, b: &Lanes<N>) -> Lanes<N> {
    for lane in 0..N {
        a[lane] = a[lane].wrapping_sub(b[lane]);
    }
    a
}
