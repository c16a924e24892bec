//! LC and RC after one, two and three fixed guesses: all of them, or one of each class.

use super::consistent::{Consistent, LengthDistribution};
use super::matrix::{FeedbackMatrix, equivalence_classes, sets_of_guesses};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Totals that differ by less are taken for equal: far more than any rounding error, far less than any difference that occurs.
const ERROR: f64 = 1e-7;
/// The number of sets of three guesses that are computed at a time, before the bound is compared with the best of them.
const BATCH: usize = 256;

/// A smallest total with one more fixed guess, and the guesses that have it.
pub type BestNext = Option<(u32, Vec<u16>)>;

/// The totals of X+Y+LC for all pairs of codes X and Y. They do not depend on the order of X and Y: both are guessed unless the first
/// wins, and consistency with two responses does not depend on their order.
#[derive(Debug, PartialEq)]
pub struct PairTotals {
    /// For every X the totals with Y = X and all higher Y.
    rows: Vec<Vec<u32>>,
}

impl PairTotals {
    /// Plays every X+Y+LC against every secret.
    pub fn of(matrix: &FeedbackMatrix) -> PairTotals {
        let all = matrix.all();
        let row = |lc: &mut Consistent<'_>, x: u16| {
            all[usize::from(x)..].iter().map(|&y| total_of(lc, &all, &[x, y])).collect::<Vec<u32>>()
        };
        let rows = all.par_iter().copied().with_max_len(1);
        PairTotals { rows: rows.map_init(|| Consistent::lowest(matrix), row).collect() }
    }

    pub fn total(&self, x: u16, y: u16) -> u32 {
        let (low, high) = (x.min(y), x.max(y));
        self.rows[usize::from(low)][usize::from(high - low)]
    }

    /// All pairs of codes, the lower one first, with their totals.
    fn iter(&self) -> impl Iterator<Item = (u32, [u16; 2])> {
        (0..).zip(&self.rows).flat_map(|(x, row)| (x..).zip(row).map(move |(y, &total)| (total, [x, y])))
    }

    /// The best pairs: at least `count`, with all that are as good as the last of them; by total, then by rank.
    pub fn best(&self, count: usize) -> Vec<(u32, [u16; 2])> {
        let mut all: Vec<_> = self.iter().collect();
        all.sort_unstable();
        let limit = all.get(count.saturating_sub(1)).map_or(u32::MAX, |(total, _)| *total);
        all.into_iter().take_while(|(total, _)| *total <= limit).collect()
    }

    /// The smallest total of X+Y+LC for a code X over all other codes Y, with the codes Y that have it.
    pub fn best_after(&self, x: u16) -> BestNext {
        let others = (0..self.rows.len() as u16).filter(|y| *y != x);
        best_of(others.map(|y| (self.total(x, y), y)).collect())
    }

    /// The number of pairs of each total.
    pub fn histogram(&self) -> BTreeMap<u32, u64> {
        let mut histogram = BTreeMap::new();
        for (total, _) in self.iter() {
            *histogram.entry(total).or_default() += 1;
        }
        histogram
    }
}

/// The smallest total of X+Y+Z+LC and the guesses Z that have it, for each of these pairs X and Y. Cost: some milliseconds a pair.
pub fn best_thirds(matrix: &FeedbackMatrix, pairs: &[[u16; 2]]) -> Vec<BestNext> {
    let all = matrix.all();
    let best = |lc: &mut Consistent<'_>, pair: &[u16; 2]| {
        let others = all.iter().copied().filter(|z| !pair.contains(z));
        best_of(others.map(|z| (total_of(lc, &all, &[pair[0], pair[1], z]), z)).collect())
    };
    pairs.par_iter().with_max_len(1).map_init(|| Consistent::lowest(matrix), best).collect()
}

/// The total of LC after these guesses, which is a whole number.
fn total_of(lc: &mut Consistent<'_>, all: &[u16], first: &[u16]) -> u32 {
    lc.with_first(all, first).guesses() as u32
}

fn best_of(totals: Vec<(u32, u16)>) -> BestNext {
    let least = totals.iter().map(|(total, _)| *total).min()?;
    Some((least, totals.into_iter().filter(|(total, _)| *total == least).map(|(_, code)| code).collect()))
}

/// RC itself, and X+RC for the lowest code X of each class. Of first and second guesses, one of each class is computed.
pub fn first_guesses(matrix: &FeedbackMatrix) -> (LengthDistribution, Vec<(u16, LengthDistribution)>) {
    let all = matrix.all();
    let (mut free, mut fixed) = (LengthDistribution::NOTHING, Vec::new());
    for class in equivalence_classes(matrix, &[]) {
        let (x, parts) = (class[0], matrix.partition(&all, class[0]));
        let part_of = |y: u16| parts.iter().position(|(feedback, _)| *feedback == matrix.row(x)[usize::from(y)]);
        let second = equivalence_classes(matrix, &[x]).into_par_iter().with_max_len(1);
        let after: Vec<(usize, f64, LengthDistribution)> = second
            .filter_map(|y| {
                let (part, mut after) = (part_of(y[0])?, LengthDistribution::NOTHING);
                Consistent::random(matrix).add_after(&parts[part].1, y[0], &mut after);
                Some((part, y.len() as f64, after))
            })
            .collect();
        let mut after_x = LengthDistribution::NOTHING;
        for (number, (_, part)) in parts.iter().enumerate() {
            let mut after_y = LengthDistribution::NOTHING;
            for (_, codes, after) in after.iter().filter(|(part, ..)| *part == number) {
                after_y.add(after, *codes);
            }
            after_x.add(&LengthDistribution::of_guesses(part.len(), after_y), 1.0);
        }
        free.add(&after_x, class.len() as f64);
        fixed.push((x, LengthDistribution::of_guess(1.0, &after_x)));
    }
    (LengthDistribution::of_guesses(all.len(), free), fixed)
}

pub fn after_sets(matrix: &FeedbackMatrix, sets: &[Vec<u16>]) -> Vec<LengthDistribution> {
    let all = matrix.all();
    // A memo for each set: one for all would take a gigabyte.
    sets.par_iter().with_max_len(1).map(|set| Consistent::random(matrix).with_first(&all, set)).collect()
}

/// Three fixed guesses, of which all sets of three different codes are computed, one of each class: a lower bound of the total of any strategy
/// that begins so, the smallest expected total of X+Y+Z+RC, and the sets that have it.
///
/// If three guesses partition the n - 3 other codes into c parts, then the fourth guess finds at most one code of each part, and every other
/// code takes at least five. With 1 + 2 + 3 guesses for the fixed codes the total is at least 6 + 5(n - 3) - c for any continuation. Sets are
/// computed in the order of this bound until it excludes the others. Cost: half a minute at 4x6 on one core.
pub fn three_guesses(matrix: &FeedbackMatrix) -> (u32, f64, Vec<Vec<u16>>) {
    let sets = sets_of_guesses(matrix, 3).into_par_iter();
    let bound_of = |set: &[u16]| 6 + 5 * (matrix.codes as u32 - 3) - parts_after(matrix, set);
    let mut sets: Vec<(u32, Vec<u16>)> = sets.map(|set| (bound_of(&set), set)).collect();
    sets.sort();
    let (mut least, mut best) = (f64::INFINITY, Vec::new());
    for batch in sets.chunks(BATCH) {
        if f64::from(batch[0].0) > least {
            break;
        }
        let own: Vec<Vec<u16>> = batch.iter().map(|(_, set)| set.clone()).collect();
        for (total, set) in after_sets(matrix, &own).iter().map(LengthDistribution::guesses).zip(own) {
            if total < least - ERROR {
                (least, best) = (total, Vec::new());
            }
            if total < least + ERROR {
                best.push(set);
            }
        }
    }
    (sets[0].0, least, best)
}

fn parts_after(matrix: &FeedbackMatrix, guesses: &[u16]) -> u32 {
    let others = matrix.all().into_iter().filter(|code| !guesses.contains(code));
    let key = |code: u16| guesses.iter().map(|&guess| matrix.row(guess)[usize::from(code)]).collect::<Vec<u8>>();
    others.map(key).collect::<std::collections::HashSet<_>>().len() as u32
}
