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
    pub(super) fn best<E: Engine>(&self, engine: E, among: Among<'_>) -> Option<Best> {
        match among {
            Among::Listed(guesses, range) => listed::best(engine, self, guesses, range.clone()),
            Among::All(alike) => descent::best(engine, self, alike),
        }
    }
}

/// Keeps the best of the guesses in these lanes, by their scores and who wins. Their places grow.
#[inline(always)]
pub(super) fn keep_best<E: Engine, const LANE: usize>(
    engine: E,
    best: &mut Option<Best>,
    scores: E::Line,
    wins: E::Line,
    lanes: u32,
    place: impl Fn(usize) -> u32,
) {
    let inconsistent = engine.equal::<LANE>(wins, engine.splat::<64>(0));
    // Of equally good guesses only a consistent one is better than one before it that is not.
    let mut better = best.map_or(lanes, |best| {
        let limit = engine.splat::<LANE>(best.score);
        let equal = if best.inconsistent { engine.equal::<LANE>(scores, limit) & !inconsistent } else { 0 };
        lanes & (engine.below::<LANE>(scores, limit) | equal)
    });
    if better == 0 {
        return;
    }
    let scores = engine.store(scores);
    while better != 0 {
        let lane = better.trailing_zeros() as usize;
        better &= better - 1;
        let bit = lane * LANE;
        let score = scores[bit / 64] >> (bit % 64) & (u64::MAX >> (64 - LANE));
        let other = Best { score, inconsistent: inconsistent >> lane & 1 == 1, place: place(lane) };
        if best.is_none_or(|best| other < best) {
            *best = Some(other);
        }
    }
}
