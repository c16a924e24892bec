//! X+Y+LC: two fixed guesses, then always the lowest consistent code.

use super::{LowestConsistent, Matrix};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The totals of X+Y+LC for all pairs of codes X and Y. They do not depend on the order of X and Y: both are guessed unless
/// the first wins, and what is consistent with two responses does not depend on which came first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairs {
    /// For every X the totals with Y = X and all Y above it.
    rows: Vec<Vec<u32>>,
}

impl Pairs {
    /// Plays every X+Y+LC against every secret: 5 microseconds a pair at 4x6, on as many threads as there are.
    /// After each X `done` is called.
    #[must_use]
    pub fn of(matrix: &Matrix, done: impl Fn() + Sync) -> Pairs {
        let row = |lc: &mut LowestConsistent, x: u16| {
            let (width, of_x) = (matrix.width() as u16, matrix.row(x));
            let cells: Vec<(u16, u16)> = (0..).zip(of_x).map(|(code, &cell)| (code, u16::from(cell) * width)).collect();
            let total = |y| {
                let cells =
                    cells.iter().zip(matrix.row(y)).map(|(&(code, of_x), &of_y)| (code, of_x | u16::from(of_y)));
                // The first guess is one for every secret, the second one for every secret but X; X and Y need no third.
                2 * matrix.codes() as u32 - 2 - u32::from(x != y) + lc.divided(cells)
            };
            let row = (x..matrix.codes() as u16).map(total).collect();
            done();
            row
        };
        let rows = matrix.all().into_par_iter().with_max_len(1);
        Pairs { rows: rows.map_init(|| LowestConsistent::new(matrix), row).collect() }
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

    /// The best pairs, at least so many, and all that are as good as the last of them; the best first, then the lowest.
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

    /// The smallest total of X+Y+LC with that code X and another code Y, and the codes Y that have it; None where there is no
    /// other code.
    #[must_use]
    pub fn best_after(&self, x: u16) -> Option<(u32, Vec<u16>)> {
        let others = || (0..self.rows.len() as u16).filter(|y| *y != x);
        let least = others().filter_map(|y| self.total(x, y)).min()?;
        Some((least, others().filter(|&y| self.total(x, y) == Some(least)).collect()))
    }

    /// How many pairs have which total.
    #[must_use]
    pub fn histogram(&self) -> BTreeMap<u32, u64> {
        let mut histogram = BTreeMap::new();
        for (total, _) in self.iter() {
            *histogram.entry(total).or_default() += 1;
        }
        histogram
    }
}
