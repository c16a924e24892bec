//! The search for the guesses with the lowest scores.

use super::{
    bitmaps::VECTOR_WORDS,
    criterion::Score,
    depth_first,
    guess_list::GuessList,
    listed,
    query::{GuessSearch, ScoredGuess, Selection},
    symmetry::CandidateSymmetry,
};
use rayon::prelude::*;
use std::ops::Range;

/// The guesses to score.
#[derive(Clone, Copy, Debug)]
enum GuessSource<'a> {
    /// Those of a list with these indices, in numeric order.
    Listed(&'a GuessList, &'a Range<usize>),
    /// At least one of each symmetry class.
    All(&'a CandidateSymmetry),
}

/// The work, in guesses times words of candidates, from which on threads share it.
const PARALLEL_WORK: usize = 1 << 17;

impl GuessSearch<'_> {
    /// The best guess of a list; none where the list is empty.
    #[must_use]
    pub fn best_of_list(&self, guesses: &GuessList) -> Option<ScoredGuess> {
        let count = guesses.count();
        let best = |range| self.select(GuessSource::Listed(guesses, &range), Selection::best_only()).best();
        if !self.parallel || count * self.candidates.candidates().div_ceil(64) < PARALLEL_WORK {
            return best(0..count);
        }
        let chunk = count.div_ceil(rayon::current_num_threads() * 8).next_multiple_of(VECTOR_WORDS);
        let chunks = (0..count).step_by(chunk).collect::<Vec<_>>().into_par_iter();
        chunks.filter_map(|first| best(first..count.min(first + chunk))).min()
    }

    /// The best guess of all codes, by one guess of each symmetry class.
    #[must_use]
    pub fn best_of_all(&self, symmetry: &CandidateSymmetry) -> Option<ScoredGuess> {
        if self.candidates.are_few() {
            self.select(GuessSource::All(symmetry), Selection::best_only()).best()
        } else {
            self.best_of_list(&symmetry.representatives(self.candidates))
        }
    }

    /// All guesses of a list with scores below the limit.
    #[must_use]
    pub fn below_limit_of_list(&self, limit: Score, guesses: &GuessList) -> Vec<ScoredGuess> {
        self.select(GuessSource::Listed(guesses, &(0..guesses.count())), Selection::all_below(limit)).into_all()
    }

    /// The guesses of all codes with scores below the limit, at least one of each symmetry class.
    #[must_use]
    pub fn below_limit_of_all(&self, limit: Score, symmetry: &CandidateSymmetry) -> Vec<ScoredGuess> {
        if self.candidates.are_few() {
            self.select(GuessSource::All(symmetry), Selection::all_below(limit)).into_all()
        } else {
            self.below_limit_of_list(limit, &symmetry.representatives(self.candidates))
        }
    }

    /// Adds the guesses of the source to a selection.
    fn select(&self, source: GuessSource<'_>, mut selection: Selection) -> Selection {
        match source {
            GuessSource::Listed(guesses, range) => listed::select(self, guesses, range.clone(), &mut selection),
            GuessSource::All(symmetry) => depth_first::select(self, symmetry, &mut selection),
        }
        selection
    }
}
