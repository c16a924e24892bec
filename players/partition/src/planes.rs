//! Candidates as bit planes: one bit a candidate, so that 64 and more of them are compared with a guess at once.
//!
//! The black pegs of a guess are the sum over its pegs of "that color stands there", and black and white together the sum
//! over its pegs of "that color is there so often" (the first peg of a color asks for one, the second for two, and so
//! on). Both sums are added up bit by bit for all candidates; where both have a given value is a cell.

use super::{guesses::Guesses, lanes::Memory};
use scsa::{Feedback, Size};

/// How many words are worked on at once.
pub const LANES: usize = 8;

/// With up to so many words of candidates the lanes are guesses; with more they are words of one guess.
pub const FEW_WORDS: usize = 8;
/// The largest number of bits that a sum of pegs has.
pub const MOST_BITS: usize = 6;
/// The most sums of pegs that there are.
pub const MOST_SUMS: usize = Size::MAX_PEGS + 1;

/// A set of candidates of one size.
#[derive(Clone, Debug)]
pub struct Planes {
    pegs: usize,
    candidates: usize,
    /// The rows: for each peg and color whether it stands there, then for each number and color whether there are more.
    rows: usize,
    /// The words of a block, 1 or as many as there are lanes.
    block: usize,
    /// The bits of all candidates by block, row and word.
    bits: Vec<u64>,
}

/// A guess as the rows that it asks for: those of its pegs, then those of its colors.
pub type Rows = [u16];

impl Planes {
    /// The row of a color on a peg.
    pub const fn stands(size: Size, peg: usize, color: usize) -> u16 {
        (peg * size.colors() + color) as u16
    }

    /// The row of there being more than so many pegs of a color.
    pub const fn more(size: Size, color: usize, than: usize) -> u16 {
        ((size.pegs() + than) * size.colors() + color) as u16
    }

    /// The candidates at these places in the order of all codes.
    pub fn new(size: Size, places: &[u32]) -> Planes {
        let (pegs, colors) = (size.pegs(), size.colors());
        let words = places.len().div_ceil(64);
        let block = if words <= FEW_WORDS { 1 } else { LANES };
        let rows = 2 * pegs * colors;
        let mut bits = vec![0; words.div_ceil(block) * rows * block];
        let mut counts = vec![0; colors];
        for (number, &place) in places.iter().enumerate() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            let start = word / block * rows * block + word % block;
            let mut left = place;
            counts.fill(0);
            for peg in (0..pegs).rev() {
                let color = (left % colors as u32) as usize;
                left /= colors as u32;
                bits[start + usize::from(Planes::stands(size, peg, color)) * block] |= bit;
                bits[start + usize::from(Planes::more(size, color, counts[color])) * block] |= bit;
                counts[color] += 1;
            }
        }
        Planes { pegs, candidates: places.len(), rows, block, bits }
    }

    /// How many candidates there are.
    #[must_use]
    pub const fn candidates(&self) -> usize {
        self.candidates
    }

    /// Whether some candidate has that color.
    pub fn has(&self, size: Size, color: usize) -> bool {
        self.any(Planes::more(size, color, 0))
    }

    /// Whether some candidate has that color on that peg.
    pub fn has_on(&self, size: Size, peg: usize, color: usize) -> bool {
        self.any(Planes::stands(size, peg, color))
    }

    fn any(&self, row: u16) -> bool {
        let start = usize::from(row) * self.block;
        self.blocks().any(|block| block[start..start + self.block].iter().any(|&word| word != 0))
    }

    /// Whether the lanes are guesses, a word of candidates a block.
    pub const fn are_few(&self) -> bool {
        self.block == 1
    }

    /// The words of the candidates.
    pub const fn words(&self) -> usize {
        self.candidates.div_ceil(64)
    }

    /// The words of a row where they are few; empty ones behind them.
    #[inline(always)]
    pub fn words_of<const WORDS: usize>(&self, row: u16) -> [u64; WORDS] {
        std::array::from_fn(|word| self.bits.get(word * self.rows + usize::from(row)).copied().unwrap_or(0))
    }

    /// The words in which a bit is set where there is a candidate.
    pub fn there<const WORDS: usize>(&self) -> [u64; WORDS] {
        std::array::from_fn(|word| match self.candidates.saturating_sub(word * 64) {
            0 => 0,
            rest => u64::MAX >> (64 - rest.min(64)),
        })
    }

    /// The rows of the candidates, block by block.
    pub fn blocks(&self) -> std::slice::ChunksExact<'_, u64> {
        self.bits.chunks_exact(self.rows * self.block)
    }

    /// How many bits there are behind the last candidate; they look like candidates without any peg.
    pub fn padding(&self) -> u32 {
        (self.bits.len() / self.rows * 64 - self.candidates) as u32
    }

    /// The words of a row in a block of many.
    #[inline(always)]
    pub fn line(block: &[u64], row: u16) -> &Memory {
        let words = block.get(usize::from(row) * LANES..).and_then(|words| words.first_chunk());
        words.unwrap_or(&[0; LANES])
    }

    /// Parts the places of the candidates into the cells of the guess at a place, by the index of their feedback. Cells keep
    /// the order.
    #[must_use]
    pub fn part(&self, size: Size, guess: u32, places: &[u32]) -> Vec<Vec<u32>> {
        let guesses = Guesses::of(size, [guess]);
        let guess = guesses.get(0);
        let mut cells = vec![Vec::new(); Feedback::values(self.pegs)];
        for (number, block) in self.blocks().enumerate() {
            for lane in 0..self.block {
                let row = |place: usize| [block[usize::from(guess[place]) * self.block + lane]];
                let (mut black, mut total) = ([[0]; MOST_BITS], [[0]; MOST_BITS]);
                for peg in 0..self.pegs {
                    add(&mut black, row(peg));
                    add(&mut total, row(self.pegs + peg));
                }
                let first = (number * self.block + lane) * 64;
                for feedback in Feedback::all(self.pegs) {
                    let of_total = equal(&total, feedback.total());
                    let of_black = equal(&black, feedback.black());
                    let mut mask = of_total & of_black;
                    while mask != 0 {
                        if let Some(&place) = places.get(first + mask.trailing_zeros() as usize) {
                            cells[feedback.index()].push(place);
                        }
                        mask &= mask - 1;
                    }
                }
            }
        }
        cells
    }
}

/// Adds one where a bit is set.
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

/// Where the sum is that number.
#[inline(always)]
fn equal<const BITS: usize>(sum: &[[u64; 1]; BITS], number: usize) -> u64 {
    let of_bit = |(bit, [plane]): (usize, &[u64; 1])| if number >> bit & 1 == 1 { *plane } else { !plane };
    sum.iter().enumerate().map(of_bit).fold(u64::MAX, |mask, plane| mask & plane)
}
