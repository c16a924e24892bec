//! RC, a random consistent code, each with the same probability, also after fixed guesses.

use super::matrix::{FeedbackMatrix, WIDTH, equivalence_classes, sets_of_guesses};
use rayon::prelude::*;
use std::collections::HashMap;

/// Totals that differ by less are taken for equal: far more than any rounding error, far less than any difference that occurs.
pub const ERROR: f64 = 1e-7;
/// Sets of at most this many codes are partitioned in a register: four bits count each of sixteen feedbacks.
const SMALL: usize = 15;
/// The lowest bit of every count.
const ONES: u64 = 0x1111_1111_1111_1111;
/// The fewest codes of a set that is memoized: smaller sets are faster computed than looked up.
const LEAST_MEMOIZED: usize = 8;
/// The most sets that are memoized at a time, which keeps memory below half a gigabyte for each thread.
const MOST_MEMOIZED: usize = 1 << 20;
/// The number of sets of three guesses that are computed at a time, before the bound is compared with the best of them.
const BATCH: usize = 256;

/// The expected number of secrets found with one guess, with two, and so on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthDistribution {
    secrets: [f64; LengthDistribution::MOST],
    len: u8,
}

impl LengthDistribution {
    /// Longer games are counted as this long. No game of consistent guesses is longer with four pegs.
    const MOST: usize = 16;
    const NOTHING: LengthDistribution = LengthDistribution { secrets: [0.0; LengthDistribution::MOST], len: 0 };

    const fn of_few(candidates: u8) -> LengthDistribution {
        let mut few = LengthDistribution::NOTHING;
        few.secrets[0] = 1.0;
        few.secrets[1] = (candidates - 1) as f64;
        few.len = candidates;
        few
    }

    /// The expected number of secrets found with one guess, with two, and so on.
    pub fn by_guesses(&self) -> &[f64] {
        &self.secrets[..usize::from(self.len)]
    }

    pub fn guesses(&self) -> f64 {
        (1..).zip(self.by_guesses()).map(|(guesses, secrets): (u32, _)| f64::from(guesses) * secrets).sum()
    }

    /// Adds the distribution of other secrets, `times` times.
    #[inline]
    fn add(&mut self, other: &LengthDistribution, times: f64) {
        if times == 0.0 {
            return;
        }
        for (own, other) in self.secrets.iter_mut().zip(other.by_guesses()) {
            *own += other * times;
        }
        self.len = self.len.max(other.len);
    }

    /// That of secrets of which the next guess finds `found`, when `after` is the distribution from then on.
    #[inline]
    fn of_guess(found: f64, after: &LengthDistribution) -> LengthDistribution {
        let last = LengthDistribution::MOST - 1;
        let mut whole = LengthDistribution { len: (after.len + 1).min(last as u8 + 1), ..LengthDistribution::NOTHING };
        whole.secrets[1..].copy_from_slice(&after.secrets[..last]);
        whole.secrets[0] = found;
        whole.secrets[last] += after.secrets[last];
        whole
    }

    /// That of `secrets` secrets, each of which is guessed next with the same probability, when `after` is the sum over these guesses.
    #[inline]
    fn of_guesses(secrets: usize, mut after: LengthDistribution) -> LengthDistribution {
        for part in &mut after.secrets[..usize::from(after.len)] {
            *part /= secrets as f64;
        }
        LengthDistribution::of_guess(1.0, &after)
    }
}

/// The games of RC over all secrets and all random choices.
///
/// The expected total of a set S of candidates is T(S) = |S| + 1/|S| · Σ T(P), over all guesses in S and all parts P of their
/// partitions. The sum is taken in the order of guesses and feedbacks and is bit-identical on any number of threads and whatever was
/// computed before. All terms are positive, so that there is no cancellation: the relative error is below 10⁻¹².
pub struct RandomConsistent<'m> {
    matrix: &'m FeedbackMatrix,
    spare: Vec<Partition>,
    memo: HashMap<Box<[u16]>, LengthDistribution>,
}

impl<'m> RandomConsistent<'m> {
    pub fn new(matrix: &'m FeedbackMatrix) -> RandomConsistent<'m> {
        RandomConsistent { matrix, spare: Vec::new(), memo: HashMap::new() }
    }

    pub fn with_first(&mut self, set: &[u16], first: &[u16]) -> LengthDistribution {
        let Some((guess, later)) = first.split_first() else { return self.of(set) };
        let mut after = LengthDistribution::NOTHING;
        if later.is_empty() {
            self.add_after(set, *guess, &mut after);
        } else {
            for (_, part) in self.matrix.partition(set, *guess) {
                after.add(&self.with_first(&part, later), 1.0);
            }
        }
        LengthDistribution::of_guess(f64::from(set.contains(guess)), &after)
    }

    fn of(&mut self, set: &[u16]) -> LengthDistribution {
        match set.len() {
            0 => return LengthDistribution::NOTHING,
            few @ (1 | 2) => return LengthDistribution::of_few(few as u8),
            _ => {}
        }
        let is_memoized = set.len() >= LEAST_MEMOIZED;
        if is_memoized && let Some(value) = self.memo.get(set) {
            return *value;
        }
        let mut sum = LengthDistribution::NOTHING;
        for &guess in set {
            self.add_after(set, guess, &mut sum);
        }
        let value = LengthDistribution::of_guesses(set.len(), sum);
        if is_memoized && self.memo.len() < MOST_MEMOIZED {
            self.memo.insert(set.into(), value);
        }
        value
    }

    fn add_after(&mut self, set: &[u16], guess: u16, sum: &mut LengthDistribution) {
        let (row, win) = (self.matrix.row(guess), self.matrix.win);
        if set.len() <= SMALL {
            return self.add_after_small(set, row, sum);
        }
        let mut partition = self.spare.pop().unwrap_or_default();
        partition.divide(set, row, win);
        for part in partition.parts() {
            sum.add(&self.of(part), 1.0);
        }
        self.spare.push(partition);
    }

    /// The same for a small set: parts of one and two codes are only counted.
    #[inline]
    fn add_after_small(&mut self, set: &[u16], row: &[u8], sum: &mut LengthDistribution) {
        let (mut feedbacks, mut counts) = ([0; SMALL], 0u64);
        for (&code, feedback) in set.iter().zip(&mut feedbacks) {
            *feedback = row[usize::from(code)];
            counts += 1 << (4 * (*feedback & 15));
        }
        counts &= !(15 << (4 * (self.matrix.win & 15)));
        let bits = [counts & ONES, counts >> 1 & ONES, counts >> 2 & ONES, counts >> 3 & ONES];
        let mut larger = bits[3] | bits[2] | (bits[1] & bits[0]);
        sum.add(&LengthDistribution::of_few(1), (bits[0] & !bits[1] & !larger).count_ones().into());
        sum.add(&LengthDistribution::of_few(2), (bits[1] & !larger).count_ones().into());
        while larger != 0 {
            let feedback = (larger.trailing_zeros() / 4) as u8;
            larger &= larger - 1;
            let (mut part, mut len) = ([0; SMALL], 0);
            for (&code, &own) in set.iter().zip(&feedbacks) {
                // Always written, kept only if `len` advances: without a branch that could be mispredicted.
                part[len.min(SMALL - 1)] = code;
                len += usize::from(own == feedback);
            }
            sum.add(&self.of(&part[..len.min(SMALL)]), 1.0);
        }
    }
}

/// The partition of a set, without the part that wins: the codes part by part. Its memory is reused.
#[derive(Default)]
struct Partition {
    codes: Vec<u16>,
    ends: Vec<u16>,
}

impl Partition {
    /// Partitions the codes by the row of a guess. Codes stay in order.
    #[inline]
    fn divide(&mut self, set: &[u16], row: &[u8], win: u8) {
        let (mut counts, mut starts, mut start) = ([0u16; WIDTH], [0u16; WIDTH], 0);
        for &code in set {
            counts[usize::from(row[usize::from(code)]) & (WIDTH - 1)] += 1;
        }
        counts[usize::from(win) & (WIDTH - 1)] = 0;
        self.ends.clear();
        for (count, to) in counts.iter().zip(&mut starts) {
            *to = start;
            start += count;
            if *count > 0 {
                self.ends.push(start);
            }
        }
        // The winning code goes behind all parts.
        starts[usize::from(win) & (WIDTH - 1)] = start;
        self.codes.resize(set.len(), 0);
        for &code in set {
            let to = &mut starts[usize::from(row[usize::from(code)]) & (WIDTH - 1)];
            self.codes[usize::from(*to)] = code;
            *to += 1;
        }
    }

    /// The parts, none of them empty, in the order of their feedback.
    fn parts(&self) -> impl Iterator<Item = &[u16]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let part = &self.codes[start..usize::from(end)];
            start = usize::from(end);
            part
        })
    }
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
                RandomConsistent::new(matrix).add_after(&parts[part].1, y[0], &mut after);
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
    sets.par_iter().with_max_len(1).map(|set| RandomConsistent::new(matrix).with_first(&all, set)).collect()
}

/// Three fixed guesses: all sets of three different codes, one of each class.
#[derive(Debug)]
pub struct ThreeGuesses {
    /// A lower bound of the total of any strategy that begins with three fixed guesses.
    pub bound: u32,
    /// The smallest expected total of X+Y+Z+RC, and the sets that have it, one of each class.
    pub best: (f64, Vec<Vec<u16>>),
}

impl ThreeGuesses {
    /// If three guesses partition the n - 3 other codes into c parts, then the fourth guess finds at most one code of each part, and
    /// every other code takes at least five. With 1 + 2 + 3 guesses for the fixed codes the total is at least 6 + 5(n - 3) - c for any
    /// continuation. Sets are computed in the order of this bound until it excludes the others. Cost: half a minute at 4x6 on one core.
    pub fn of(matrix: &FeedbackMatrix) -> ThreeGuesses {
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
        ThreeGuesses { bound: sets[0].0, best: (least, best) }
    }
}

fn parts_after(matrix: &FeedbackMatrix, guesses: &[u16]) -> u32 {
    let others = matrix.all().into_iter().filter(|code| !guesses.contains(code));
    let key = |code: u16| guesses.iter().map(|&guess| matrix.row(guess)[usize::from(code)]).collect::<Vec<u8>>();
    others.map(key).collect::<std::collections::HashSet<_>>().len() as u32
}
