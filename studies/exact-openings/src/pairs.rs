//! X+Y+LC: two fixed guesses, then always the lowest consistent code.

use super::{lowest_consistent::LowestConsistent, matrix::FeedbackMatrix};
use crate::Interrupted;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The totals of X+Y+LC for all pairs of codes X and Y. They do not depend on the order of X and Y: both are guessed unless
/// the first wins, and consistency with two responses does not depend on their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairTotals {
    /// For every X the totals with Y = X and all higher Y.
    rows: Vec<Vec<u32>>,
}

impl PairTotals {
    /// Plays every X+Y+LC against every secret on all threads of the pool: 5 µs a pair at 4x6. `step` is called after each X.
    ///
    /// # Errors
    /// [`Interrupted`] when `step` says so.
    pub fn of(
        matrix: &FeedbackMatrix,
        step: impl Fn() -> Result<(), Interrupted> + Sync,
    ) -> Result<PairTotals, Interrupted> {
        let row = |lc: &mut LowestConsistent, x: u16| {
            let row = row_of(matrix, lc, x);
            step().map(|()| row)
        };
        let rows = matrix.all().into_par_iter().with_max_len(1);
        let rows: Result<_, Interrupted> = rows.map_init(|| LowestConsistent::new(matrix), row).collect();
        Ok(PairTotals { rows: rows? })
    }

    /// The total of X+Y+LC.
    #[must_use]
    pub fn total(&self, x: u16, y: u16) -> Option<u32> {
        let (low, high) = (x.min(y), x.max(y));
        self.rows.get(usize::from(low))?.get(usize::from(high - low)).copied()
    }

    /// All pairs of codes, the lower one first, with their totals.
    pub fn iter(&self) -> impl Iterator<Item = (u32, [u16; 2])> {
        (0..).zip(&self.rows).flat_map(|(x, row)| (x..).zip(row).map(move |(y, &total)| (total, [x, y])))
    }

    /// The best pairs: at least `count`, with all that are as good as the last of them; by total, then by rank.
    #[must_use]
    pub fn best(&self, count: usize) -> Vec<(u32, [u16; 2])> {
        let mut left = count as u64;
        let limit = self.histogram().into_iter().find(|(_, pairs)| {
            let last = *pairs >= left;
            left = left.saturating_sub(*pairs);
            last
        });
        let limit = limit.map_or(u32::MAX, |(total, _)| total);
        let mut best: Vec<_> = self.iter().filter(|(total, _)| *total <= limit).collect();
        best.sort_unstable();
        best
    }

    /// The smallest total of X+Y+LC for a code X over all other codes Y, with the codes Y that have it; none where there is no
    /// other code.
    #[must_use]
    pub fn best_after(&self, x: u16) -> Option<(u32, Vec<u16>)> {
        let others = || (0..self.rows.len() as u16).filter(|y| *y != x);
        let least = others().filter_map(|y| self.total(x, y)).min()?;
        Some((least, others().filter(|&y| self.total(x, y) == Some(least)).collect()))
    }

    /// The number of pairs of each total.
    #[must_use]
    pub fn histogram(&self) -> BTreeMap<u32, u64> {
        let mut histogram = BTreeMap::new();
        for (total, _) in self.iter() {
            *histogram.entry(total).or_default() += 1;
        }
        histogram
    }
}

/// The totals of X+Y+LC with Y = X and all higher Y. Without type parameters, so that it is compiled with this crate.
fn row_of(matrix: &FeedbackMatrix, lc: &mut LowestConsistent, x: u16) -> Vec<u32> {
    let (width, of_x) = (matrix.width() as u16, matrix.row(x));
    let parts: Vec<(u16, u16)> = (0..).zip(of_x).map(|(code, &part)| (code, u16::from(part) * width)).collect();
    let total = |y| {
        let parts = parts.iter().zip(matrix.row(y)).map(|(&(code, of_x), &of_y)| (code, of_x | u16::from(of_y)));
        // Every secret takes the first guess, every secret but X the second; X and Y take no third.
        2 * matrix.codes() as u32 - 2 - u32::from(x != y) + lc.total_of_parts(parts)
    };
    (x..matrix.codes() as u16).map(total).collect()
}
