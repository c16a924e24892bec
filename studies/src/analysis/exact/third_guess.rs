//! Three fixed guesses: whether a third one can help, and which are the best.

use super::{LowestConsistent, Matrix, RandomConsistent, Total, after_sets, sets_of_guesses};
use rayon::prelude::*;

/// So many classes are played through at once, before it is seen whether any other can be better.
const BATCH: usize = 256;

/// Three fixed guesses, whatever the responses: all sets of three different codes, one of each class.
///
/// With c cells of the n - 3 other codes, the next guess finds one code of a cell at the most and the one after it the others,
/// if all goes well: together with the fixed ones no fewer than 6 + 5(n - 3) - c guesses, however one plays on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreeGuesses {
    codes: u32,
    /// The cells that a set makes, and the set: those that make most first.
    sets: Vec<(u32, Vec<u16>)>,
}

/// The best sets of three fixed guesses with random consistent guesses after them.
#[derive(Clone, Debug, PartialEq)]
pub struct BestThree {
    /// The smallest expected total.
    pub total: f64,
    /// The sets that have it, one of each class.
    pub sets: Vec<Vec<u16>>,
    /// How many classes were played through. The bound rules out that another one is better.
    pub played: usize,
}

impl ThreeGuesses {
    /// All classes of sets of three codes, with their cells: two seconds at 4x6.
    #[must_use]
    pub fn of(matrix: &Matrix) -> ThreeGuesses {
        let sets = sets_of_guesses(matrix, 3).into_par_iter();
        let mut sets: Vec<(u32, Vec<u16>)> = sets.map(|set| (cells_after(matrix, &set), set)).collect();
        sets.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        ThreeGuesses { codes: matrix.codes() as u32, sets }
    }

    /// How many classes there are.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.sets.len()
    }

    /// The most cells that three guesses make, and the first set that makes them; none when there are less than three codes.
    #[must_use]
    pub fn most_cells(&self) -> Option<(u32, &[u16])> {
        self.sets.first().map(|(cells, set)| (*cells, set.as_slice()))
    }

    /// No strategy with three fixed guesses takes fewer guesses for all secrets together, whatever it does then.
    #[must_use]
    pub fn bound(&self) -> Option<u32> {
        self.most_cells().map(|(cells, _)| self.bound_of(cells))
    }

    const fn bound_of(&self, cells: u32) -> u32 {
        6 + 5 * (self.codes - 3) - cells
    }

    /// The best X+Y+Z+RC of all: classes are played through in the order of their bound until it rules out the others, a
    /// millisecond each at 4x6. `done` is called with how many are settled. None when there
    /// are too many sets of candidates to go through.
    #[must_use]
    pub fn best_random(&self, matrix: &Matrix, done: impl Fn(usize)) -> Option<BestThree> {
        let mut best = BestThree { total: f64::INFINITY, sets: Vec::new(), played: 0 };
        for batch in self.sets.chunks(BATCH) {
            if batch.first().is_none_or(|(cells, _)| f64::from(self.bound_of(*cells)) > best.total) {
                break;
            }
            let sets: Vec<Vec<u16>> = batch.iter().map(|(_, set)| set.clone()).collect();
            let totals: Vec<Total> = after_sets(matrix, &sets, || ())?;
            for (set, total) in sets.into_iter().zip(totals) {
                best.take(total.guesses(), set);
            }
            done(best.played);
        }
        done(self.sets.len());
        Some(best)
    }
}

impl BestThree {
    fn take(&mut self, total: f64, set: Vec<u16>) {
        self.played += 1;
        let error = RandomConsistent::<Total>::ERROR;
        if total < self.total - error {
            self.total = total;
            self.sets.clear();
        }
        if total < self.total + error {
            self.sets.push(set);
        }
    }
}

/// The cells that fixed guesses make of all other codes.
fn cells_after(matrix: &Matrix, guesses: &[u16]) -> u32 {
    let rows: Vec<&[u8]> = guesses.iter().map(|&guess| matrix.row(guess)).collect();
    let others = (0..matrix.codes()).filter(|code| !guesses.contains(&(*code as u16)));
    let mut keys: Vec<u32> =
        others.map(|code| rows.iter().fold(0, |key, row| key << 8 | u32::from(row[code]))).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.len() as u32
}

/// The smallest total of X+Y+Z+LC and the guesses Z that have it, for each of these pairs X and Y: some milliseconds a pair. None
/// where there is no third code.
#[must_use]
pub fn best_third_lowest(matrix: &Matrix, pairs: &[[u16; 2]]) -> Vec<Option<(u32, Vec<u16>)>> {
    let all = matrix.all();
    let best = |lc: &mut LowestConsistent, pair: &[u16; 2]| {
        let others = all.iter().copied().filter(|z| !pair.contains(z));
        let totals: Vec<(u32, u16)> = others.map(|z| (lc.with_first(&all, &[pair[0], pair[1], z]), z)).collect();
        let least = totals.iter().map(|(total, _)| *total).min()?;
        Some((least, totals.into_iter().filter(|(total, _)| *total == least).map(|(_, z)| z).collect()))
    };
    pairs.par_iter().with_max_len(1).map_init(|| LowestConsistent::new(matrix), best).collect()
}
