//! Three fixed guesses: a bound of their total, and the best of them before RC.

use super::{
    first_guesses::{after_sets, sets_of_guesses},
    lowest_consistent::LowestConsistent,
    matrix::FeedbackMatrix,
    random_consistent::RandomConsistent,
    statistic::ExpectedTotal,
};
use crate::Interrupted;
use rayon::prelude::*;

/// The number of sets that are computed at a time, before the bound is compared with the best of them.
const BATCH: usize = 256;

/// Three fixed guesses, whatever the responses: all sets of three different codes, one of each equivalence class.
///
/// If the guesses partition the n - 3 other codes into c parts, then the fourth guess finds at most one code of each part, and every
/// other code takes at least five. With 1 + 2 + 3 guesses for the fixed codes the total is at least 6 + 5(n - 3) - c for any
/// continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreeGuesses {
    codes: u32,
    /// The sets with their number of parts, most parts first.
    sets: Vec<(u32, Vec<u16>)>,
}

/// The best sets of three fixed guesses before RC.
#[derive(Clone, Debug, PartialEq)]
pub struct BestThree {
    /// The smallest expected total.
    pub total: f64,
    /// The sets that have it, one of each equivalence class.
    pub sets: Vec<Vec<u16>>,
    /// How many sets were computed. The bound excludes that another one is better.
    pub played: usize,
}

impl ThreeGuesses {
    /// All sets of three codes, one of each equivalence class. Cost: two seconds at 4x6.
    #[must_use]
    pub fn of(matrix: &FeedbackMatrix) -> ThreeGuesses {
        let sets = sets_of_guesses(matrix, 3).into_par_iter();
        let mut sets: Vec<(u32, Vec<u16>)> = sets.map(|set| (parts_after(matrix, &set), set)).collect();
        sets.sort_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        ThreeGuesses { codes: matrix.codes() as u32, sets }
    }

    /// The number of equivalence classes.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sets.len()
    }

    /// The most parts of a set, and the first set that has them; none with fewer than three codes.
    #[must_use]
    pub fn most_parts(&self) -> Option<(u32, &[u16])> {
        self.sets.first().map(|(parts, set)| (*parts, set.as_slice()))
    }

    /// A lower bound of the total of any strategy that begins with three fixed guesses.
    #[must_use]
    pub fn bound(&self) -> Option<u32> {
        self.most_parts().map(|(parts, _)| self.bound_of(parts))
    }

    const fn bound_of(&self, parts: u32) -> u32 {
        6 + 5 * (self.codes - 3) - parts
    }

    /// The best X+Y+Z+RC of all: sets are computed in the order of their bound until it excludes the others, a millisecond each at
    /// 4x6. `progress` is called with the number of sets that are computed or excluded. None when there are too many sets of
    /// candidates.
    ///
    /// # Errors
    /// [`Interrupted`] when `progress` says so.
    pub fn best_random(
        &self,
        matrix: &FeedbackMatrix,
        progress: impl Fn(usize) -> Result<(), Interrupted>,
    ) -> Result<Option<BestThree>, Interrupted> {
        let mut best = BestThree { total: f64::INFINITY, sets: Vec::new(), played: 0 };
        for batch in self.sets.chunks(BATCH) {
            if batch.first().is_none_or(|(parts, _)| f64::from(self.bound_of(*parts)) > best.total) {
                break;
            }
            let sets: Vec<Vec<u16>> = batch.iter().map(|(_, set)| set.clone()).collect();
            let Some(totals) = after_sets::<ExpectedTotal>(matrix, &sets, || Ok(()))? else { return Ok(None) };
            for (set, total) in sets.into_iter().zip(totals) {
                best.take(total.guesses(), set);
            }
            progress(best.played)?;
        }
        progress(self.sets.len())?;
        Ok(Some(best))
    }
}

impl BestThree {
    fn take(&mut self, total: f64, set: Vec<u16>) {
        self.played += 1;
        let error = RandomConsistent::<ExpectedTotal>::ERROR;
        if total < self.total - error {
            self.total = total;
            self.sets.clear();
        }
        if total < self.total + error {
            self.sets.push(set);
        }
    }
}

/// The number of parts into which fixed guesses partition all other codes.
fn parts_after(matrix: &FeedbackMatrix, guesses: &[u16]) -> u32 {
    let rows: Vec<&[u8]> = guesses.iter().map(|&guess| matrix.row(guess)).collect();
    let others = (0..matrix.codes()).filter(|code| !guesses.contains(&(*code as u16)));
    let mut keys: Vec<u32> =
        others.map(|code| rows.iter().fold(0, |key, row| key << 8 | u32::from(row[code]))).collect();
    keys.sort_unstable();
    keys.dedup();
    keys.len() as u32
}

/// The smallest total of X+Y+Z+LC and the guesses Z that have it, for each of these pairs X and Y; none where there is no third code.
/// Cost: some milliseconds a pair.
#[must_use]
pub fn best_third_lowest(matrix: &FeedbackMatrix, pairs: &[[u16; 2]]) -> Vec<Option<(u32, Vec<u16>)>> {
    let all = matrix.all();
    let best = |lc: &mut LowestConsistent, pair: &[u16; 2]| {
        let others = all.iter().copied().filter(|z| !pair.contains(z));
        let totals: Vec<(u32, u16)> = others.map(|z| (lc.with_first(&all, &[pair[0], pair[1], z]), z)).collect();
        let least = totals.iter().map(|(total, _)| *total).min()?;
        Some((least, totals.into_iter().filter(|(total, _)| *total == least).map(|(_, z)| z).collect()))
    };
    pairs.par_iter().with_max_len(1).map_init(|| LowestConsistent::new(matrix), best).collect()
}
