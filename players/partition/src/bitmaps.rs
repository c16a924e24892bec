//! Candidates as bitmaps: 64 and more of them are compared with a guess at once.
//!
//! Each predicate of a code ([`super::predicates`]) has a bitmap with one bit for each candidate. The number of black pegs of
//! a guess is the sum of the bitmaps of its pegs, and that of black and white pegs together the sum of the bitmaps of its
//! colors. Both sums are added up bit by bit for all candidates (bit-sliced); the candidates for which both sums have given
//! values are a part of the partition.

use super::{guess_list::GuessList, predicates, simd::Bits512};
use scsa::{Feedback, Size};

/// The number of 64-bit words in a vector.
pub const VECTOR_WORDS: usize = 8;

/// With up to this number of words of candidates each lane of a vector is a guess; with more, the lanes are words of
/// candidates for one guess.
pub const FEW_WORDS: usize = 8;
/// The number of bits of the largest sum of pegs.
pub const MAX_SUM_BITS: usize = 6;
/// The number of values that a sum of pegs has at most.
pub const MAX_SUMS: usize = Size::MAX_PEGS + 1;

/// A set of candidates of one size: 2 x pegs x colors bits for each.
#[derive(Clone, Debug)]
pub struct CandidateBitmaps {
    pegs: usize,
    candidates: usize,
    /// The number of bitmaps, one for each predicate.
    rows: usize,
    /// The words of each bitmap in a block: 1, or [`VECTOR_WORDS`].
    block: usize,
    /// The words by block, predicate, and position in the block.
    words: Vec<u64>,
}

impl CandidateBitmaps {
    /// The candidates with these ranks.
    #[must_use]
    pub fn new(size: Size, ranks: &[u32]) -> CandidateBitmaps {
        let (pegs, colors) = (size.pegs(), size.colors());
        let words = ranks.len().div_ceil(64);
        let block = if words <= FEW_WORDS { 1 } else { VECTOR_WORDS };
        let rows = predicates::count(size);
        let mut bits = vec![0; words.div_ceil(block) * rows * block];
        let mut counts = vec![0; colors];
        for (index, &rank) in ranks.iter().enumerate() {
            let (word, bit) = (index / 64, 1 << (index % 64));
            let start = word / block * rows * block + word % block;
            let mut left = rank;
            counts.fill(0);
            for peg in (0..pegs).rev() {
                let color = (left % colors as u32) as usize;
                left /= colors as u32;
                bits[start + usize::from(predicates::color_at(size, peg, color)) * block] |= bit;
                bits[start + usize::from(predicates::more_than(size, color, counts[color])) * block] |= bit;
                counts[color] += 1;
            }
        }
        CandidateBitmaps { pegs, candidates: ranks.len(), rows, block, words: bits }
    }

    /// The number of candidates.
    #[must_use]
    pub const fn candidates(&self) -> usize {
        self.candidates
    }

    /// Whether some candidate has the color.
    pub(crate) fn has_color(&self, size: Size, color: usize) -> bool {
        self.any(predicates::more_than(size, color, 0))
    }

    /// Whether some candidate has the color on the peg.
    pub(crate) fn has_color_at(&self, size: Size, peg: usize, color: usize) -> bool {
        self.any(predicates::color_at(size, peg, color))
    }

    fn any(&self, predicate: u16) -> bool {
        let start = usize::from(predicate) * self.block;
        self.blocks().any(|block| block[start..start + self.block].iter().any(|&word| word != 0))
    }

    /// Whether there are at most [`FEW_WORDS`] words of candidates. A block is then one word of each bitmap.
    pub(crate) const fn are_few(&self) -> bool {
        self.block == 1
    }

    /// The number of words of a bitmap.
    pub(crate) const fn word_count(&self) -> usize {
        self.candidates.div_ceil(64)
    }

    /// The words of a bitmap where there are few; 0 behind them.
    #[inline(always)]
    pub(crate) fn words_of<const WORDS: usize>(&self, predicate: u16) -> [u64; WORDS] {
        std::array::from_fn(|word| self.words.get(word * self.rows + usize::from(predicate)).copied().unwrap_or(0))
    }

    /// Words in which the bit of every candidate is set, and no other.
    pub(crate) fn candidate_words<const WORDS: usize>(&self) -> [u64; WORDS] {
        std::array::from_fn(|word| match self.candidates.saturating_sub(word * 64) {
            0 => 0,
            rest => u64::MAX >> (64 - rest.min(64)),
        })
    }

    /// The blocks, each with [`CandidateBitmaps::block`] words of every bitmap.
    pub(crate) fn blocks(&self) -> std::slice::ChunksExact<'_, u64> {
        self.words.chunks_exact(self.rows * self.block)
    }

    /// The number of bits behind the last candidate. They count as candidates for which no predicate holds.
    pub(crate) fn padding(&self) -> u32 {
        (self.words.len() / self.rows * 64 - self.candidates) as u32
    }

    /// The words of a bitmap in a block of [`VECTOR_WORDS`].
    #[inline(always)]
    pub(crate) fn vector(block: &[u64], predicate: u16) -> &Bits512 {
        let words = block.get(usize::from(predicate) * VECTOR_WORDS..).and_then(|words| words.first_chunk());
        words.unwrap_or(&[0; VECTOR_WORDS])
    }

    /// The partition of the candidates by their response to the guess with the rank `guess`: for each feedback index the
    /// ranks of its part, in their order. `ranks` are those that the bitmaps were made of.
    #[must_use]
    pub fn partition(&self, size: Size, guess: u32, ranks: &[u32]) -> Vec<Vec<u32>> {
        let guesses = GuessList::of(size, [guess]);
        let guess = guesses.get(0);
        let mut parts = vec![Vec::new(); Feedback::values(self.pegs)];
        for (number, block) in self.blocks().enumerate() {
            for lane in 0..self.block {
                let word = |index: usize| [block[usize::from(guess[index]) * self.block + lane]];
                let (mut black, mut total) = ([[0]; MAX_SUM_BITS], [[0]; MAX_SUM_BITS]);
                for peg in 0..self.pegs {
                    add(&mut black, word(peg));
                    add(&mut total, word(self.pegs + peg));
                }
                let first = (number * self.block + lane) * 64;
                for feedback in Feedback::all(self.pegs) {
                    let of_total = equal(&total, feedback.total());
                    let of_black = equal(&black, feedback.black());
                    let mut mask = of_total & of_black;
                    while mask != 0 {
                        if let Some(&rank) = ranks.get(first + mask.trailing_zeros() as usize) {
                            parts[feedback.index()].push(rank);
                        }
                        mask &= mask - 1;
                    }
                }
            }
        }
        parts
    }
}

/// Adds 1 to the bit-sliced sums of the candidates whose bit is set.
#[inline(always)]
pub fn add<const BITS: usize, const N: usize>(sum: &mut [[u64; N]; BITS], mut bit: [u64; N]) {
    for plane in sum {
        for lane in 0..N {
            let carry = plane[lane] & bit[lane];
            plane[lane] ^= bit[lane];
            bit[lane] = carry;
        }
    }
}

/// The candidates whose bit-sliced sum is the number.
#[inline(always)]
fn equal<const BITS: usize>(sum: &[[u64; 1]; BITS], number: usize) -> u64 {
    let of_bit = |(bit, [plane]): (usize, &[u64; 1])| if number >> bit & 1 == 1 { *plane } else { !plane };
    sum.iter().enumerate().map(of_bit).fold(u64::MAX, |mask, plane| mask & plane)
}
