//! The best of many guesses.

use super::{
    criterion::{Judge, Score},
    descent,
    guesses::{Alike, Guesses},
    lanes::Engine,
    listed,
    planes::{LANES, Planes},
    widest,
};
use rayon::prelude::*;
use scsa::Size;
use std::ops::Range;

/// A guess among others. Of guesses with the same score one that may be the secret is better, then the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Best {
    /// How bad it is.
    pub score: Score,
    /// Whether it cannot be the secret.
    pub inconsistent: bool,
    /// The place of the guess in the order of all codes.
    pub place: u32,
}

/// What the best guess is looked for with.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The size of the game.
    pub size: Size,
    /// The candidates.
    pub planes: &'a Planes,
    /// What guesses are judged by.
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
        let number = guesses.count();
        let best = |range| self.found(Among::Listed(guesses, &range), Found::best()).best;
        if !self.shared || number * self.planes.candidates().div_ceil(64) < SHARED {
            return best(0..number);
        }
        let piece = number.div_ceil(rayon::current_num_threads() * 8).next_multiple_of(LANES);
        let pieces = (0..number).step_by(piece).collect::<Vec<_>>().into_par_iter();
        pieces.filter_map(|first| best(first..number.min(first + piece))).min()
    }

    /// The best of all guesses.
    pub fn best_of_all(&self, alike: &Alike) -> Option<Best> {
        if self.planes.are_few() {
            self.found(Among::All(alike), Found::best()).best
        } else {
            self.best_of_list(&alike.guesses(self.planes))
        }
    }

    /// All of these guesses with scores below that.
    pub fn below_of_list(&self, limit: Score, guesses: &Guesses) -> Vec<Best> {
        self.found(Among::Listed(guesses, &(0..guesses.count())), Found::below(limit)).all.unwrap_or_default()
    }

    /// All guesses with scores below that, one of each class at least.
    pub fn below(&self, limit: Score, alike: &Alike) -> Vec<Best> {
        if self.planes.are_few() {
            self.found(Among::All(alike), Found::below(limit)).all.unwrap_or_default()
        } else {
            self.below_of_list(limit, &alike.guesses(self.planes))
        }
    }

    /// What is found among guesses.
    fn found(&self, among: Among<'_>, mut found: Found) -> Found {
        widest::look(self, among, &mut found);
        found
    }

    /// Looks at guesses, and keeps what is worth it.
    #[inline(always)]
    pub(super) fn look<E: Engine>(&self, engine: E, among: Among<'_>, found: &mut Found) {
        match among {
            Among::Listed(guesses, range) => listed::look(engine, self, guesses, range.clone(), found),
            Among::All(alike) => descent::look(engine, self, alike, found),
        }
    }
}

/// What was found so far.
#[derive(Debug)]
pub struct Found {
    best: Option<Best>,
    /// What has a score below that is kept.
    limit: Score,
    /// All that is kept; only the best where there is no list.
    all: Option<Vec<Best>>,
}

impl Found {
    const fn best() -> Found {
        Found { best: None, limit: Score::MAX, all: None }
    }

    const fn below(limit: Score) -> Found {
        Found { best: None, limit, all: Some(Vec::new()) }
    }

    /// Whether this score was found.
    #[inline(always)]
    pub fn has(&self, score: Option<Score>) -> bool {
        self.best.is_some_and(|best| Some(best.score) == score)
    }

    /// Keeps what is worth it of the guesses in these lanes, by their scores and who wins. Their places grow.
    #[inline(always)]
    pub fn keep<E: Engine, const LANE: usize>(
        &mut self,
        engine: E,
        scores: E::Line,
        wins: E::Line,
        lanes: u32,
        place: impl Fn(usize) -> u32,
    ) {
        let inconsistent = engine.equal::<LANE>(wins, engine.splat::<64>(0));
        let limit = engine.splat::<LANE>(self.limit.min(u64::MAX >> (64 - LANE)));
        // Of equally good guesses only a consistent one is better than one before it that is not.
        let ties = self.best.is_some_and(|best| best.inconsistent);
        let equal = if ties { engine.equal::<LANE>(scores, limit) & !inconsistent } else { 0 };
        let mut better = lanes & (engine.below::<LANE>(scores, limit) | equal);
        if better == 0 {
            return;
        }
        let scores = engine.store(scores);
        while better != 0 {
            let lane = better.trailing_zeros() as usize;
            better &= better - 1;
            let bit = lane * LANE;
            let score = scores[bit / 64] >> (bit % 64) & (u64::MAX >> (64 - LANE));
            self.take(Best { score, inconsistent: inconsistent >> lane & 1 == 1, place: place(lane) });
        }
    }

    #[inline(always)]
    pub fn take(&mut self, other: Best) {
        match &mut self.all {
            Some(all) if other.score < self.limit => all.push(other),
            Some(_) => {}
            None if self.best.is_none_or(|best| other < best) => {
                self.best = Some(other);
                self.limit = other.score;
            }
            None => {}
        }
    }
}
