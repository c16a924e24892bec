//! Strategies that guess consistent codes: LC the lowest one, RC a random one, each with the same probability; also after fixed guesses.

use super::{matrix::FeedbackMatrix, total};
use std::collections::HashMap;

/// Sets of at most this many codes are partitioned in a register: four bits count each of sixteen feedbacks.
const SMALL: usize = 15;
/// The lowest bit of every count.
const ONES: u64 = 0x1111_1111_1111_1111;
/// The fewest codes of a set that is memoized: smaller sets are faster computed than looked up.
const LEAST_MEMOIZED: usize = 8;
/// The most sets that are memoized at a time, which keeps memory below half a gigabyte for each thread.
const MOST_MEMOIZED: usize = 1 << 20;

/// The expected number of secrets found with one guess, with two, and so on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthDistribution {
    secrets: [f64; LengthDistribution::MOST],
    len: u8,
}

impl LengthDistribution {
    /// Longer games are counted as this long. No game of consistent guesses is longer with four pegs.
    const MOST: usize = 16;
    pub const NOTHING: LengthDistribution = LengthDistribution { secrets: [0.0; LengthDistribution::MOST], len: 0 };

    const fn of_few(candidates: u8) -> LengthDistribution {
        let mut few = LengthDistribution::NOTHING;
        few.secrets[0] = 1.0;
        few.secrets[1] = (candidates - 1) as f64;
        few.len = candidates;
        few
    }

    pub fn by_guesses(&self) -> &[f64] {
        &self.secrets[..usize::from(self.len)]
    }

    pub fn guesses(&self) -> f64 {
        total(self.by_guesses())
    }

    /// Adds the distribution of other secrets, `times` times.
    #[inline]
    pub fn add(&mut self, other: &LengthDistribution, times: f64) {
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
    pub fn of_guess(found: f64, after: &LengthDistribution) -> LengthDistribution {
        let last = LengthDistribution::MOST - 1;
        let mut whole = LengthDistribution { len: (after.len + 1).min(last as u8 + 1), ..LengthDistribution::NOTHING };
        whole.secrets[1..].copy_from_slice(&after.secrets[..last]);
        whole.secrets[0] = found;
        whole.secrets[last] += after.secrets[last];
        whole
    }

    /// That of `secrets` secrets, each of which is guessed next with the same probability, when `after` is the sum over these guesses.
    #[inline]
    pub fn of_guesses(secrets: usize, mut after: LengthDistribution) -> LengthDistribution {
        for part in &mut after.secrets[..usize::from(after.len)] {
            *part /= secrets as f64;
        }
        LengthDistribution::of_guess(1.0, &after)
    }
}

/// The games of LC or RC over all secrets and all random choices.
///
/// The expected total of a set S of candidates is T(S) = |S| + Σ T(P) over all parts P of its partition by the guess; for RC that sum is
/// the mean over all guesses in S. It is taken in the order of guesses and feedbacks and is bit-identical on any number of threads and
/// whatever was computed before. All terms are positive, so that there is no cancellation: the relative error is below 10⁻¹². Figures of LC
/// are exact.
pub struct Consistent<'m> {
    matrix: &'m FeedbackMatrix,
    is_random: bool,
    memo: HashMap<Box<[u16]>, LengthDistribution>,
}

impl<'m> Consistent<'m> {
    pub fn lowest(matrix: &'m FeedbackMatrix) -> Consistent<'m> {
        Consistent { matrix, is_random: false, memo: HashMap::new() }
    }

    pub fn random(matrix: &'m FeedbackMatrix) -> Consistent<'m> {
        Consistent { matrix, is_random: true, memo: HashMap::new() }
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
        if !self.is_random {
            let mut after = LengthDistribution::NOTHING;
            self.add_after(set, set[0], &mut after);
            return LengthDistribution::of_guess(1.0, &after);
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

    /// Adds the games after a guess of which it is not the secret.
    pub fn add_after(&mut self, set: &[u16], guess: u16, sum: &mut LengthDistribution) {
        if set.len() <= SMALL {
            return self.add_after_small(set, self.matrix.row(guess), sum);
        }
        for (_, part) in self.matrix.partition(set, guess) {
            sum.add(&self.of(&part), 1.0);
        }
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
