//! RC: a consistent code at random, each equally likely.

use super::{
    Matrix,
    division::{FEW, FEW_FEEDBACKS, Few, MANY_FEEDBACKS, Many},
    measure::Measure,
};
use std::collections::HashMap;

/// Sets of fewer codes are quicker computed than looked up.
const REMEMBERED: usize = 8;
/// No more sets are remembered at a time, so that memory stays below a gigabyte.
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
    known: Option<HashMap<Box<[u16]>, M>>,
    /// How many codes were put into cells since it forgot what it computed, and how many may be.
    work: u64,
    most_work: u64,
}

impl<'m, M: Measure> RandomConsistent<'m, M> {
    /// Totals that differ by less may be equal: far more than any rounding, far less than any difference that was met.
    pub const ERROR: f64 = 1e-7;

    /// RC at the size of the matrix, remembering what it computed.
    #[must_use]
    pub fn new(matrix: &'m Matrix) -> RandomConsistent<'m, M> {
        RandomConsistent { known: Some(HashMap::new()), ..RandomConsistent::forgetful(matrix) }
    }

    /// RC at the size of the matrix, which gives up after it put so many codes into cells (some 5 ns each): the sets of
    /// candidates may be too many, with few pegs and many colors above all.
    #[must_use]
    pub fn limited(matrix: &'m Matrix, most_work: u64) -> RandomConsistent<'m, M> {
        RandomConsistent { most_work, ..RandomConsistent::new(matrix) }
    }

    /// Whether it gave up since it forgot what it computed: then nothing that it tells is right.
    #[must_use]
    pub const fn gave_up(&self) -> bool {
        self.work > self.most_work
    }

    /// RC at the size of the matrix, computing everything again and again.
    #[must_use]
    pub const fn forgetful(matrix: &'m Matrix) -> RandomConsistent<'m, M> {
        RandomConsistent { matrix, spare: Vec::new(), known: None, work: 0, most_work: u64::MAX }
    }

    /// Forgets what was computed, to free the memory.
    pub fn forget(&mut self) {
        self.work = 0;
        if let Some(known) = &mut self.known {
            known.clear();
        }
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
    /// use arena::analysis::exact::{Matrix, RandomConsistent, Total};
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
            _ if self.gave_up() => return M::NOTHING,
            _ => {}
        }
        let remembered = set.len() >= REMEMBERED && self.known.is_some();
        if let Some(value) = self.known.as_ref().filter(|_| remembered).and_then(|known| known.get(set)) {
            return value.clone();
        }
        let mut sum = M::NOTHING;
        for &guess in set {
            self.add_after::<V>(set, guess, &mut sum);
        }
        let value = M::of_guesses(set.len(), sum);
        if let Some(known) = self.known.as_mut().filter(|known| remembered && known.len() < MOST_REMEMBERED) {
            known.insert(set.into(), value.clone());
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
