//! RC: a random consistent code, each with the same probability.

use super::{
    matrix::FeedbackMatrix,
    partition::{ALL_FEEDBACKS, LargePartition, SMALL, SMALL_FEEDBACKS, SmallPartition},
    statistic::{ExpectedTotal, GameStatistic, LengthDistribution, LongestGame},
};
use std::collections::HashMap;

/// The fewest codes of a set that is memoized: smaller sets are faster computed than looked up.
const LEAST_MEMOIZED: usize = 8;
/// The most sets that are memoized at a time, which keeps memory below a gigabyte.
const MOST_MEMOIZED: usize = 1 << 20;

/// A statistic of RC, the strategy that guesses a random consistent code, over all its games: the expected total
/// ([`ExpectedTotal`](super::ExpectedTotal)), the distribution of lengths ([`LengthDistribution`](super::LengthDistribution)), or the
/// longest game ([`LongestGame`](super::LongestGame)).
///
/// The expected total of a set S of candidates is T(S) = |S| + 1/|S| · Σ T(P), over all guesses in S and all parts P of their
/// partitions. The sum is taken in the order of guesses and feedbacks and is bit-identical on any number of threads and whatever was
/// computed before. All terms are positive, so that there is no cancellation: the relative error is below 10⁻¹² (at most about a
/// thousand roundings of 2⁻⁵³ in sequence).
pub struct RandomConsistent<'m, M: GameStatistic> {
    matrix: &'m FeedbackMatrix,
    /// Buffers that are not in use.
    spare: Vec<LargePartition>,
    memo: HashMap<Box<[u16]>, M>,
    /// The most sets that are memoized.
    capacity: usize,
    /// How many codes were assigned to parts, and how many may be: beyond that, results are not valid.
    work: u64,
    most_work: u64,
}

/// A statistic of RC whose computation is compiled with this crate. A function with type parameters is compiled with the crate that
/// calls it, which need not be optimized.
pub trait CompiledStatistic: GameStatistic {
    /// [`RandomConsistent::of`], or [`RandomConsistent::after`] if there is a guess.
    fn compute(rc: &mut RandomConsistent<'_, Self>, set: &[u16], guess: Option<u16>) -> Self;
}

macro_rules! compiled_statistics {
    ($($statistic:ty),*) => {$(
        impl CompiledStatistic for $statistic {
            fn compute(rc: &mut RandomConsistent<'_, Self>, set: &[u16], guess: Option<u16>) -> Self {
                rc.compute(set, guess)
            }
        }
    )*};
}

compiled_statistics!(ExpectedTotal, LengthDistribution, LongestGame);

impl<'m, M: CompiledStatistic> RandomConsistent<'m, M> {
    /// Totals that differ by less are taken for equal: far more than any rounding error, far less than any difference that occurs.
    pub const ERROR: f64 = 1e-7;

    /// RC at the size of the matrix. It memoizes its results.
    #[must_use]
    pub fn new(matrix: &'m FeedbackMatrix) -> RandomConsistent<'m, M> {
        let (spare, memo) = (Vec::new(), HashMap::new());
        RandomConsistent { matrix, spare, memo, capacity: MOST_MEMOIZED, work: 0, most_work: u64::MAX }
    }

    /// The statistic of the codes of a set, when they are the candidates.
    #[must_use]
    pub fn of(&mut self, set: &[u16]) -> M {
        M::compute(self, set, None)
    }

    /// The statistic of the codes of a set from the turn after `guess` on.
    #[must_use]
    pub fn after(&mut self, set: &[u16], guess: u16) -> M {
        M::compute(self, set, Some(guess))
    }

    /// The statistic of the codes of a set when these codes are guessed first, whatever the responses.
    ///
    /// ```
    /// use exact_openings::{FeedbackMatrix, RandomConsistent, ExpectedTotal};
    /// let matrix = FeedbackMatrix::new("2x3".parse()?)?;
    /// let total: ExpectedTotal = RandomConsistent::new(&matrix).with_first(&matrix.all(), &[1]);
    /// assert_eq!(total.guesses(), 21.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_first(&mut self, set: &[u16], first: &[u16]) -> M {
        let (guess, later) = match first {
            [] => return self.of(set),
            [guess] => {
                let after = self.after(set, *guess);
                return M::of_guess(set.len(), f64::from(set.contains(guess)), after);
            }
            [guess, later @ ..] => (*guess, later),
        };
        let mut sum = M::NOTHING;
        for (_, part) in self.matrix.partition(set, guess) {
            sum.add(&self.with_first(&part, later), 1.0);
        }
        M::of_guess(set.len(), f64::from(set.contains(&guess)), sum)
    }
}

impl<M: GameStatistic> RandomConsistent<'_, M> {
    fn compute(&mut self, set: &[u16], guess: Option<u16>) -> M {
        let is_small = usize::from(self.matrix.win()) < SMALL_FEEDBACKS;
        let Some(guess) = guess else {
            return if is_small { self.value::<SMALL_FEEDBACKS>(set) } else { self.value::<ALL_FEEDBACKS>(set) };
        };
        let mut sum = M::NOTHING;
        if is_small {
            self.add_after::<SMALL_FEEDBACKS>(set, guess, &mut sum);
        } else {
            self.add_after::<ALL_FEEDBACKS>(set, guess, &mut sum);
        }
        sum
    }

    fn value<const V: usize>(&mut self, set: &[u16]) -> M {
        match set.len() {
            0 => return M::NOTHING,
            1 => return M::ONE,
            2 => return M::TWO,
            _ if self.work > self.most_work => return M::NOTHING,
            _ => {}
        }
        let memoized = set.len() >= LEAST_MEMOIZED;
        if memoized && let Some(value) = self.memo.get(set) {
            return value.clone();
        }
        let mut sum = M::NOTHING;
        for &guess in set {
            self.add_after::<V>(set, guess, &mut sum);
        }
        let value = M::of_guesses(set.len(), sum);
        if memoized && self.memo.len() < self.capacity {
            self.memo.insert(set.into(), value.clone());
        }
        value
    }

    fn add_after<const V: usize>(&mut self, set: &[u16], guess: u16, sum: &mut M) {
        self.work += set.len() as u64;
        let (row, win) = (self.matrix.row(guess), self.matrix.win());
        if V == SMALL_FEEDBACKS && set.len() <= SMALL {
            let mut small = SmallPartition::new(set, row, win);
            sum.add(&M::ONE, small.singles.into());
            sum.add(&M::TWO, small.pairs.into());
            let mut part = [0; SMALL];
            loop {
                match small.next_larger(&mut part) {
                    0 => return,
                    len => sum.add(&self.value::<V>(&part[..len.min(SMALL)]), 1.0),
                }
            }
        }
        let mut large = self.spare.pop().unwrap_or_default();
        large.partition::<V>(set, row, win);
        for part in large.parts() {
            sum.add(&self.value::<V>(part), 1.0);
        }
        self.spare.push(large);
    }
}

/// RC with a budget of work for each result: at sizes with few pegs and many colors there are too many sets of candidates. After each
/// result the memo is cleared.
pub struct BudgetedRandomConsistent<'m, M: GameStatistic>(RandomConsistent<'m, M>);

impl<'m, M: CompiledStatistic> BudgetedRandomConsistent<'m, M> {
    /// RC at the size of the matrix that assigns at most `most_work` codes to parts for a result, about 5 ns each.
    #[must_use]
    pub fn new(matrix: &'m FeedbackMatrix, most_work: u64) -> BudgetedRandomConsistent<'m, M> {
        BudgetedRandomConsistent(RandomConsistent { most_work, ..RandomConsistent::new(matrix) })
    }

    /// [`RandomConsistent::after`]; none beyond the budget.
    #[must_use]
    pub fn after(&mut self, set: &[u16], guess: u16) -> Option<M> {
        self.answer(|rc| rc.after(set, guess))
    }

    /// [`RandomConsistent::with_first`]; none beyond the budget.
    ///
    /// ```
    /// use exact_openings::{BudgetedRandomConsistent, FeedbackMatrix, ExpectedTotal};
    /// let matrix = FeedbackMatrix::new("4x6".parse()?)?;
    /// assert_eq!(BudgetedRandomConsistent::<ExpectedTotal>::new(&matrix, 1_000).with_first(&matrix.all(), &[0]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_first(&mut self, set: &[u16], first: &[u16]) -> Option<M> {
        self.answer(|rc| rc.with_first(set, first))
    }

    fn answer(&mut self, ask: impl FnOnce(&mut RandomConsistent<'m, M>) -> M) -> Option<M> {
        let answer = ask(&mut self.0);
        let within = self.0.work <= self.0.most_work;
        self.0.memo.clear();
        self.0.work = 0;
        within.then_some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_results_do_not_depend_on_the_memo<M: CompiledStatistic + PartialEq + std::fmt::Debug>(
        matrix: &FeedbackMatrix,
    ) {
        let all = matrix.all();
        for first in [&[0, 5][..], &[1, 30], &[27, 200], &[7]] {
            let mut plain = RandomConsistent { capacity: 0, ..RandomConsistent::<M>::new(matrix) };
            let mut memoizing = RandomConsistent::<M>::new(matrix);
            let computed = plain.with_first(&all, first);
            assert!(plain.memo.is_empty());
            for _ in 0..2 {
                assert_eq!(computed, memoizing.with_first(&all, first), "{first:?}");
                assert!(!memoizing.memo.is_empty());
            }
        }
    }

    #[test]
    fn results_do_not_depend_on_the_memo() {
        let matrix = FeedbackMatrix::new("4x4".parse().unwrap()).unwrap();
        assert_results_do_not_depend_on_the_memo::<ExpectedTotal>(&matrix);
        assert_results_do_not_depend_on_the_memo::<LengthDistribution>(&matrix);
    }

    #[test]
    fn a_result_beyond_the_budget_is_none_and_the_next_one_is_right() {
        let matrix = FeedbackMatrix::new("4x4".parse().unwrap()).unwrap();
        let (all, few) = (matrix.all(), &matrix.all()[..40]);
        let mut limited: BudgetedRandomConsistent<ExpectedTotal> = BudgetedRandomConsistent::new(&matrix, 10_000);
        for _ in 0..2 {
            assert_eq!((limited.with_first(&all, &[0, 0]), limited.after(&all, 5)), (None, None));
            assert_eq!(limited.after(few, 3), Some(RandomConsistent::new(&matrix).after(few, 3)));
        }
    }
}
