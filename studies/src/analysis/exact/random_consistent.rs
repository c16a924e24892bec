//! RC: a consistent code at random, each equally likely.

use super::{
    Matrix,
    division::{FEW, FEW_FEEDBACKS, Few, MANY_FEEDBACKS, Many},
    measure::Measure,
};
use std::collections::HashMap;

/// Sets of fewer codes are quicker computed than looked up.
const REMEMBERED: usize = 8;
/// So many sets are remembered at a time, so that memory stays below a gigabyte.
const MOST_REMEMBERED: usize = 1 << 20;

/// What RC takes, the player that guesses a consistent code at random, over all its games instead of some: its guesses
/// ([`Total`](super::Total)), how long its games are ([`Spread`](super::Spread)), or its longest game
/// ([`Longest`](super::Longest)).
///
/// With a set S of candidates the guesses of all secrets together are expected to be
/// T(S) = |S| + 1/|S| · Σ T(C), over all guesses in S and all cells C that they leave. The sum is taken in the order of
/// guesses and feedbacks and is the same, to the last bit, on any number of threads and whatever was computed before. All
/// terms are positive, so that no digits cancel: the relative error is below 10⁻¹² (at most some thousand roundings of 2⁻⁵³
/// follow one upon the other).
pub struct RandomConsistent<'m, M: Measure> {
    matrix: &'m Matrix,
    /// Memory that no division uses at the moment.
    spare: Vec<Many>,
    known: HashMap<Box<[u16]>, M>,
    /// So many sets are remembered at the most.
    room: usize,
    /// How many codes were put into cells, and how many may be: beyond that nothing that is told is right.
    work: u64,
    most_work: u64,
}

impl<'m, M: Measure> RandomConsistent<'m, M> {
    /// Totals that differ by less may be equal: far more than any rounding, far less than any difference that was met.
    pub const ERROR: f64 = 1e-7;

    /// RC at the size of the matrix. It remembers what it computed.
    #[must_use]
    pub fn new(matrix: &'m Matrix) -> RandomConsistent<'m, M> {
        let (spare, known) = (Vec::new(), HashMap::new());
        RandomConsistent { matrix, spare, known, room: MOST_REMEMBERED, work: 0, most_work: u64::MAX }
    }

    /// What the codes of a set take, when nothing but the set is known.
    #[must_use]
    pub fn of(&mut self, set: &[u16]) -> M {
        if self.is_small() { self.value::<FEW_FEEDBACKS>(set) } else { self.value::<MANY_FEEDBACKS>(set) }
    }

    /// What the codes of a set take from the next guess on, when `guess` was made.
    #[must_use]
    pub fn after(&mut self, set: &[u16], guess: u16) -> M {
        let mut sum = M::NOTHING;
        if self.is_small() {
            self.add_after::<FEW_FEEDBACKS>(set, guess, &mut sum);
        } else {
            self.add_after::<MANY_FEEDBACKS>(set, guess, &mut sum);
        }
        sum
    }

    /// What the codes of a set take when these codes are guessed first, whatever the responses.
    ///
    /// ```
    /// use studies::analysis::exact::{Matrix, RandomConsistent, Total};
    /// let matrix = Matrix::new("2x3".parse()?)?;
    /// let total: Total = RandomConsistent::new(&matrix).with_first(&matrix.all(), &[1]);
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
        for (_, cell) in self.matrix.cells(set, guess) {
            sum.add(&self.with_first(&cell, later), 1.0);
        }
        M::of_guess(set.len(), f64::from(set.contains(&guess)), sum)
    }

    const fn is_small(&self) -> bool {
        (self.matrix.win() as usize) < FEW_FEEDBACKS
    }

    fn value<const V: usize>(&mut self, set: &[u16]) -> M {
        match set.len() {
            0 => return M::NOTHING,
            1 => return M::ONE,
            2 => return M::TWO,
            _ if self.work > self.most_work => return M::NOTHING,
            _ => {}
        }
        let remembered = set.len() >= REMEMBERED;
        if remembered && let Some(value) = self.known.get(set) {
            return value.clone();
        }
        let mut sum = M::NOTHING;
        for &guess in set {
            self.add_after::<V>(set, guess, &mut sum);
        }
        let value = M::of_guesses(set.len(), sum);
        if remembered && self.known.len() < self.room {
            self.known.insert(set.into(), value.clone());
        }
        value
    }

    fn add_after<const V: usize>(&mut self, set: &[u16], guess: u16, sum: &mut M) {
        self.work += set.len() as u64;
        let (row, win) = (self.matrix.row(guess), self.matrix.win());
        if V == FEW_FEEDBACKS && set.len() <= FEW {
            let mut few = Few::new(set, row, win);
            sum.add(&M::ONE, few.singles.into());
            sum.add(&M::TWO, few.pairs.into());
            let mut cell = [0; FEW];
            loop {
                match few.next_larger(&mut cell) {
                    0 => return,
                    len => sum.add(&self.value::<V>(&cell[..len.min(FEW)]), 1.0),
                }
            }
        }
        let mut many = self.spare.pop().unwrap_or_default();
        many.divide::<V>(set, row, win);
        for cell in many.cells() {
            sum.add(&self.value::<V>(cell), 1.0);
        }
        self.spare.push(many);
    }
}

/// RC that gives up where there are too many sets of candidates to go through, as there are with few pegs and many colors above
/// all. After each answer it forgets what it computed.
pub struct Limited<'m, M: Measure>(RandomConsistent<'m, M>);

impl<'m, M: Measure> Limited<'m, M> {
    /// RC at the size of the matrix that puts so many codes into cells at the most for an answer, some 5 ns each.
    #[must_use]
    pub fn new(matrix: &'m Matrix, most_work: u64) -> Limited<'m, M> {
        Limited(RandomConsistent { most_work, ..RandomConsistent::new(matrix) })
    }

    /// [`RandomConsistent::after`]; None when it gives up.
    #[must_use]
    pub fn after(&mut self, set: &[u16], guess: u16) -> Option<M> {
        self.answer(|rc| rc.after(set, guess))
    }

    /// [`RandomConsistent::with_first`]; None when it gives up.
    ///
    /// ```
    /// use studies::analysis::exact::{Limited, Matrix, Total};
    /// let matrix = Matrix::new("4x6".parse()?)?;
    /// assert_eq!(Limited::<Total>::new(&matrix, 1_000).with_first(&matrix.all(), &[0]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_first(&mut self, set: &[u16], first: &[u16]) -> Option<M> {
        self.answer(|rc| rc.with_first(set, first))
    }

    fn answer(&mut self, ask: impl FnOnce(&mut RandomConsistent<'m, M>) -> M) -> Option<M> {
        let answer = ask(&mut self.0);
        let within = self.0.work <= self.0.most_work;
        self.0.known.clear();
        self.0.work = 0;
        within.then_some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::exact::{Spread, Total};

    fn assert_memory_does_not_matter<M: Measure + PartialEq + std::fmt::Debug>(matrix: &Matrix) {
        let all = matrix.all();
        for first in [&[0, 5][..], &[1, 30], &[27, 200], &[7]] {
            let mut forgetful = RandomConsistent { room: 0, ..RandomConsistent::<M>::new(matrix) };
            let mut remembering = RandomConsistent::<M>::new(matrix);
            let computed = forgetful.with_first(&all, first);
            assert!(forgetful.known.is_empty());
            for _ in 0..2 {
                assert_eq!(computed, remembering.with_first(&all, first), "{first:?}");
                assert!(!remembering.known.is_empty());
            }
        }
    }

    #[test]
    fn what_is_remembered_does_not_matter() {
        let matrix = Matrix::new("4x4".parse().unwrap()).unwrap();
        assert_memory_does_not_matter::<Total>(&matrix);
        assert_memory_does_not_matter::<Spread>(&matrix);
    }

    #[test]
    fn an_answer_after_too_much_work_is_none_and_the_next_one_is_right() {
        let matrix = Matrix::new("4x4".parse().unwrap()).unwrap();
        let (all, few) = (matrix.all(), &matrix.all()[..40]);
        let mut limited: Limited<Total> = Limited::new(&matrix, 10_000);
        for _ in 0..2 {
            assert_eq!((limited.with_first(&all, &[0, 0]), limited.after(&all, 5)), (None, None));
            assert_eq!(limited.after(few, 3), Some(RandomConsistent::new(&matrix).after(few, 3)));
        }
    }
}
