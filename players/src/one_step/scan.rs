//! The best of many guesses.

use super::{
    criterion::{Judge, Score},
    descent::Descent,
    guesses::{Alike, Guesses},
    planes::{LANES, Lanes, Planes},
    widest,
};
use rayon::prelude::*;
use scsa::{Feedback, Size};
use std::ops::Range;

/// A guess among others. Of guesses with the same score one that may be the secret is better, then the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Best {
    pub score: Score,
    pub inconsistent: bool,
    /// The place of the guess in the order of all codes.
    pub place: u32,
}

/// What the best guess is looked for with.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    pub size: Size,
    pub planes: &'a Planes,
    pub judge: &'a Judge,
    /// A score at which the search may stop, because no guess that comes later is better.
    pub enough: Option<Score>,
    /// Whether threads share the work.
    pub shared: bool,
}

/// The guesses that are looked at.
#[derive(Clone, Copy, Debug)]
pub enum Among<'a> {
    /// These, in numeric order, or a part of them.
    Listed(&'a Guesses, &'a Range<usize>),
    /// One of each class at least.
    All(&'a Alike),
}

/// So much work (guesses times words of candidates) is worth being shared among threads.
const SHARED: usize = 1 << 17;

impl Search<'_> {
    /// The best of these guesses; none where there are no guesses.
    pub fn best_of_list(&self, guesses: &Guesses) -> Option<Best> {
        let number = guesses.len();
        if !self.shared || number * self.planes.len().div_ceil(64) < SHARED {
            return widest::best(self, Among::Listed(guesses, &(0..number)));
        }
        let piece = number.div_ceil(rayon::current_num_threads() * 8).next_multiple_of(LANES);
        let pieces = (0..number).step_by(piece).collect::<Vec<_>>().into_par_iter();
        let best = |first| widest::best(self, Among::Listed(guesses, &(first..number.min(first + piece))));
        pieces.filter_map(best).min()
    }

    /// The best of all guesses.
    pub fn best_of_all(&self, alike: &Alike) -> Option<Best> {
        if self.planes.are_few() {
            widest::best(self, Among::All(alike))
        } else {
            self.best_of_list(&alike.guesses(self.planes))
        }
    }

    /// The best guess.
    #[inline(always)]
    pub(super) fn best(&self, among: Among<'_>) -> Option<Best> {
        match among {
            Among::Listed(guesses, range) if self.planes.are_few() => self.best_of_few(guesses, range.clone()),
            Among::Listed(guesses, range) => self.best_of_many(guesses, range.clone()),
            Among::All(alike) => Descent::best(self, alike),
        }
    }

    #[inline(always)]
    fn best_of_few(&self, guesses: &Guesses, range: Range<usize>) -> Option<Best> {
        let mut best: Option<Best> = None;
        let mut cells: Vec<Lanes> = vec![[0; LANES]; Feedback::values(self.size.pegs())];
        let last = range.end.checked_sub(1)?;
        for first in range.step_by(LANES) {
            let numbers: [usize; LANES] = std::array::from_fn(|lane| (first + lane).min(last));
            let rows = numbers.map(|number| guesses.get(number));
            let (scores, wins) = self.planes.score_few(rows, self.judge, &mut cells);
            self.keep_best(&mut best, &scores, &wins, |lane| guesses.place(numbers[lane]), LANES);
            if best.is_some_and(|best| Some(best.score) == self.enough) {
                break;
            }
        }
        best
    }

    /// Keeps the best of the guesses in the first lanes, by their scores and who wins.
    #[inline(always)]
    pub(super) fn keep_best(
        &self,
        best: &mut Option<Best>,
        scores: &Lanes,
        wins: &Lanes,
        place: impl Fn(usize) -> u32,
        lanes: usize,
    ) {
        for lane in 0..lanes {
            // Most guesses are worse by their score alone.
            if best.is_some_and(|best| best.score < scores[lane]) {
                continue;
            }
            let other = Best { score: scores[lane], inconsistent: wins[lane] == 0, place: place(lane) };
            if best.is_none_or(|best| other < best) {
                *best = Some(other);
            }
        }
    }

    #[inline(always)]
    fn best_of_many(&self, guesses: &Guesses, range: Range<usize>) -> Option<Best> {
        let values = Feedback::values(self.size.pegs());
        let mut lanes: Vec<Lanes> = vec![[0; LANES]; values];
        let mut cells = vec![0; values];
        let mut best: Option<Best> = None;
        // No closure: it would not be compiled for the widest instructions.
        for number in range {
            self.planes.many(guesses.get(number), &mut lanes, &mut cells);
            let inconsistent = cells[values - 1] == 0;
            let other = Best { score: self.judge.score(&cells), inconsistent, place: guesses.place(number) };
            if best.is_none_or(|best| other < best) {
                best = Some(other);
            }
        }
        best
    }
}
