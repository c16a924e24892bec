//! Candidates as bit planes: one bit a candidate, so that 64 and more of them are compared with a guess at once.
//!
//! The black pegs of a guess are the sum over its pegs of "that color stands there", and black and white together the sum
//! over its pegs of "that color is there so often" (the first peg of a color asks for one, the second for two, and so
//! on). Both sums are added up bit by bit for all candidates; where both have a given value is a cell.

use super::criterion::Judge;
use scsa::{Feedback, Size};

/// How many words are worked on at once.
pub const LANES: usize = 8;
pub type Lanes = [u64; LANES];

/// With up to so many words of candidates the lanes are guesses; with more they are words of one guess.
pub const FEW_WORDS: usize = 4;
/// The largest number of bits that a sum of pegs has, and the most values.
pub const MOST_BITS: usize = 6;
const MOST_SUMS: usize = Size::MAX_PEGS + 1;

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
            let mut left = place as usize;
            counts.fill(0);
            for peg in (0..pegs).rev() {
                let color = left % colors;
                left /= colors;
                bits[start + usize::from(Planes::stands(size, peg, color)) * block] |= bit;
                bits[start + usize::from(Planes::more(size, color, counts[color])) * block] |= bit;
                counts[color] += 1;
            }
        }
        Planes { pegs, candidates: places.len(), rows, block, bits }
    }

    /// The candidates.
    pub const fn len(&self) -> usize {
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

    /// Whether the lanes are guesses, so that [`Planes::few`] is to be asked.
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

    fn blocks(&self) -> std::slice::ChunksExact<'_, u64> {
        self.bits.chunks_exact(self.rows * self.block)
    }

    /// How many bits there are behind the last candidate; they look like candidates without any peg.
    fn padding(&self) -> u64 {
        (self.bits.len() / self.rows * 64 - self.candidates) as u64
    }

    /// The scores of as many guesses as there are lanes, and who wins.
    #[inline(always)]
    pub fn score_few(&self, guesses: [&Rows; LANES], judge: &Judge, cells: &mut [Lanes]) -> (Lanes, Lanes) {
        if self.words() == 1 && (4..8).contains(&self.pegs) {
            let rows = |place: usize| guesses.map(|guess| self.bits[usize::from(guess[place])]);
            let (mut black, mut total) = ([[0; LANES]; 3], [[0; LANES]; 3]);
            for peg in 0..self.pegs {
                add(&mut black, rows(peg));
                add(&mut total, rows(self.pegs + peg));
            }
            return self.score_sums(&black, &total, judge, cells);
        }
        cells.fill([0; LANES]);
        for word in self.blocks() {
            let rows = |place: usize| guesses.map(|guess| word[usize::from(guess[place])]);
            self.count(rows, cells);
        }
        let padding = self.padding();
        cells[0].iter_mut().for_each(|size| *size -= padding);
        (judge.scores(cells), cells[cells.len() - 1])
    }

    /// The sizes of the cells of a guess, by the index of their feedback.
    #[inline(always)]
    pub fn many(&self, guess: &Rows, lanes: &mut [Lanes], cells: &mut [u32]) {
        lanes.fill([0; LANES]);
        for block in self.blocks() {
            let rows = |place: usize| {
                let start = usize::from(guess[place]) * LANES;
                block[start..start + LANES].try_into().unwrap_or([0; LANES])
            };
            self.count(rows, lanes);
        }
        for (size, lanes) in cells.iter_mut().zip(lanes.iter()) {
            *size = lanes.iter().sum::<u64>() as u32;
        }
        cells[0] -= self.padding() as u32;
    }

    /// Counts the candidates of one word a lane.
    #[inline(always)]
    fn count(&self, rows: impl Fn(usize) -> Lanes, cells: &mut [Lanes]) {
        match self.pegs {
            ..4 => self.count_bits::<2>(rows, cells),
            4..8 => self.count_bits::<3>(rows, cells),
            8..16 => self.count_bits::<4>(rows, cells),
            _ => self.count_bits::<MOST_BITS>(rows, cells),
        }
    }

    #[inline(always)]
    fn count_bits<const BITS: usize>(&self, rows: impl Fn(usize) -> Lanes, cells: &mut [Lanes]) {
        let (mut black, mut total) = ([[0; LANES]; BITS], [[0; LANES]; BITS]);
        for peg in 0..self.pegs {
            add(&mut black, rows(peg));
            add(&mut total, rows(self.pegs + peg));
        }
        self.count_sums(&black, &total, cells);
    }

    /// Counts the candidates of one word a lane by their sums.
    #[inline(always)]
    pub fn count_sums<const BITS: usize>(&self, black: &[Lanes; BITS], total: &[Lanes; BITS], cells: &mut [Lanes]) {
        let mut blacks = [[0; LANES]; MOST_SUMS];
        for (number, mask) in blacks[..=self.pegs].iter_mut().enumerate() {
            *mask = equal(black, number);
        }
        let mut cell = 0;
        for all in 0..=self.pegs {
            let of_total = equal(total, all);
            for of_black in &blacks[..=all] {
                for lane in 0..LANES {
                    cells[cell][lane] += u64::from((of_total[lane] & of_black[lane]).count_ones());
                }
                cell += 1;
            }
        }
    }

    /// The scores of as many guesses as there are lanes, by their sums over one word of candidates, and who wins.
    #[inline(always)]
    pub fn score_sums<const BITS: usize>(
        &self,
        black: &[Lanes; BITS],
        total: &[Lanes; BITS],
        judge: &Judge,
        cells: &mut [Lanes],
    ) -> (Lanes, Lanes) {
        match self.pegs {
            4 => self.score_pegs::<BITS, 5, 15>(black, total, judge),
            5 => self.score_pegs::<BITS, 6, 21>(black, total, judge),
            6 => self.score_pegs::<BITS, 7, 28>(black, total, judge),
            _ => {
                cells.fill([0; LANES]);
                self.count_sums(black, total, cells);
                let padding = (64 - self.candidates) as u64;
                cells[0].iter_mut().for_each(|size| *size -= padding);
                (judge.scores(cells), cells[cells.len() - 1])
            }
        }
    }

    /// The same for a number of pegs known to the compiler, without a detour over memory.
    #[inline(always)]
    fn score_pegs<const BITS: usize, const SUMS: usize, const CELLS: usize>(
        &self,
        black: &[Lanes; BITS],
        total: &[Lanes; BITS],
        judge: &Judge,
    ) -> (Lanes, Lanes) {
        let there = u64::MAX >> (64 - self.candidates);
        let mut blacks = [[0; LANES]; SUMS];
        let mut totals = [[0; LANES]; SUMS];
        for sum in 0..SUMS {
            blacks[sum] = equal(black, sum);
            totals[sum] = equal(total, sum).map(|mask| mask & there);
        }
        let (mut of_total, mut of_black) = ([0; CELLS], [0; CELLS]);
        let mut cell = 0;
        for all in 0..SUMS {
            for number in 0..=all {
                (of_total[cell], of_black[cell]) = (all, number);
                cell += 1;
            }
        }
        judge.scores_of::<CELLS>(|cell| {
            let (total, black) = (totals[of_total[cell]], blacks[of_black[cell]]);
            std::array::from_fn(|lane| total[lane] & black[lane])
        })
    }

    /// Parts the places of the candidates into the cells of a guess, by the index of their feedback. Cells keep the order.
    pub fn part(&self, guess: &Rows, places: &[u32]) -> Vec<Vec<u32>> {
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
                    let [of_total] = equal(&total, feedback.total());
                    let [of_black] = equal(&black, feedback.black());
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
fn equal<const BITS: usize, const N: usize>(sum: &[[u64; N]; BITS], number: usize) -> [u64; N] {
    let mut mask = [u64::MAX; N];
    for (bit, plane) in sum.iter().enumerate() {
        let flip = if number >> bit & 1 == 1 { 0 } else { u64::MAX };
        for lane in 0..N {
            mask[lane] &= plane[lane] ^ flip;
        }
    }
    mask
}
