//! The search for the best guess, of a list or of all.

use crate::partition::{
    candidates::{CandidateBitmaps, CandidateSymmetry, FEW_WORDS, MAX_SUM_BITS, MAX_SUMS, VECTOR_WORDS},
    criterion::{PartSizes, Score},
    depth_first,
    dispatch::{self, SimdTask},
    guesses::GuessList,
    selection::{GuessSearch, ScoredGuess, Selection},
    simd::{Portable, Simd, add, is},
};
use rayon::prelude::*;
use scsa::{Game, Response};
use std::ops::Range;

/// The work, in guesses times words of candidates, from which on threads share it.
const PARALLEL_WORK: usize = 1 << 17;

impl GuessSearch<'_> {
    /// The best guess of a list; none where the list is empty.
    pub fn best_of_list(&self, guesses: &GuessList) -> Option<ScoredGuess> {
        let count = guesses.count();
        let best = |range| select_listed(self, guesses, range, Selection::best_only()).best;
        if !self.parallel || count * self.candidates.count.div_ceil(64) < PARALLEL_WORK {
            return best(0..count);
        }
        let chunk = count.div_ceil(rayon::current_num_threads() * 8).next_multiple_of(VECTOR_WORDS);
        let chunks = (0..count).step_by(chunk).collect::<Vec<_>>().into_par_iter();
        chunks.filter_map(|first| best(first..count.min(first + chunk))).min()
    }

    /// The best guess of all codes, by one guess of each symmetry class.
    pub fn best_of_all(&self, symmetry: &CandidateSymmetry) -> Option<ScoredGuess> {
        if self.candidates.are_few() {
            depth_first::select(self, symmetry, Selection::best_only()).best
        } else {
            self.best_of_list(&symmetry.representatives(self.candidates))
        }
    }

    /// The same, with the candidates of these ranks first: if one of them reaches the score to stop at, no other guess is scored.
    pub fn best_by_candidates_first(
        &self,
        ranks: impl IntoIterator<Item = u32>,
        symmetry: &CandidateSymmetry,
    ) -> Option<ScoredGuess> {
        let candidate = self.stop_at.and_then(|_| self.best_of_list(&GuessList::of(self.game, ranks)));
        candidate.filter(|guess| Some(guess.score) == self.stop_at).or_else(|| self.best_of_all(symmetry))
    }

    /// All guesses of a list with scores below the limit.
    pub fn below_limit_of_list(&self, limit: Score, guesses: &GuessList) -> Vec<ScoredGuess> {
        select_listed(self, guesses, 0..guesses.count(), Selection::all_below(limit)).all.unwrap_or_default()
    }

    /// The guesses of all codes with scores below the limit, at least one of each symmetry class.
    pub fn below_limit_of_all(&self, limit: Score, symmetry: &CandidateSymmetry) -> Vec<ScoredGuess> {
        if self.candidates.are_few() {
            depth_first::select(self, symmetry, Selection::all_below(limit)).all.unwrap_or_default()
        } else {
            self.below_limit_of_list(limit, &symmetry.representatives(self.candidates))
        }
    }
}

const MAX_PARTS: usize = Response::values(Game::MAX_PEGS);

/// What a selection has kept of the guesses of a list with these indices, in numeric order.
fn select_listed(search: &GuessSearch<'_>, guesses: &GuessList, range: Range<usize>, mut kept: Selection) -> Selection {
    let listed = ListedGuesses { search, guesses, range, selection: &mut kept };
    match (search.game.pegs(), dispatch::wide()) {
        (4, Some(wide)) => dispatch::run_wide(wide, ListTask::<4, 3, 5, 15>(listed)),
        (5, Some(wide)) => dispatch::run_wide(wide, ListTask::<5, 3, 6, 21>(listed)),
        (6, Some(wide)) => dispatch::run_wide(wide, ListTask::<6, 3, 7, 28>(listed)),
        (..16, Some(wide)) => dispatch::run_wide(wide, ListTask::<0, 4, 16, 136>(listed)),
        (..8, None) => ListTask::<0, 3, 8, 36>(listed).run(Portable),
        _ => ListTask::<0, MAX_SUM_BITS, MAX_SUMS, MAX_PARTS>(listed).run(Portable),
    }
    kept
}

struct ListedGuesses<'a> {
    search: &'a GuessSearch<'a>,
    guesses: &'a GuessList,
    range: Range<usize>,
    selection: &'a mut Selection,
}

/// The selection for `PEGS` pegs, or any number where that is 0, with sums of `BITS` bits and `SUMS` values, and up to `PARTS` parts.
struct ListTask<'a, const PEGS: usize, const BITS: usize, const SUMS: usize, const PARTS: usize>(ListedGuesses<'a>);

impl<const PEGS: usize, const BITS: usize, const SUMS: usize, const PARTS: usize> SimdTask
    for ListTask<'_, PEGS, BITS, SUMS, PARTS>
{
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let search = self.0.search;
        let pegs = if PEGS == 0 { search.game.pegs() } else { PEGS };
        let mut sizes = LanePartSizes::<S, BITS, SUMS, PARTS> { simd, pegs, parts: [simd.splat::<64>(0); PARTS] };
        if search.candidates.are_few() {
            sizes.select_by_few(self.0);
        } else {
            sizes.select_by_many(self.0);
        }
    }
}

/// The bitmaps of the predicates of a guess, by their indices in it. It is no closure, which would not be compiled for the instructions.
trait Rows {
    fn load<S: Simd>(&self, simd: S, predicate: usize) -> S::Register;
}

/// Those of a guess for each lane, in a block of one word.
struct FewRows<'a> {
    rows: &'a [&'a [u16]; VECTOR_WORDS],
    block: &'a [u64],
}

impl Rows for FewRows<'_> {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, predicate: usize) -> S::Register {
        let mut words = [0; VECTOR_WORDS];
        for (word, rows) in words.iter_mut().zip(self.rows) {
            *word = self.block[usize::from(rows[predicate])];
        }
        simd.load(&words)
    }
}

/// Those of one guess, in a block of [`VECTOR_WORDS`].
struct ManyRows<'a> {
    rows: &'a [u16],
    block: &'a [u64],
}

impl Rows for ManyRows<'_> {
    #[inline(always)]
    fn load<S: Simd>(&self, simd: S, predicate: usize) -> S::Register {
        simd.load(CandidateBitmaps::vector(self.block, self.rows[predicate]))
    }
}

struct LanePartSizes<S: Simd, const BITS: usize, const SUMS: usize, const PARTS: usize> {
    simd: S,
    pegs: usize,
    parts: [S::Register; PARTS],
}

impl<S: Simd, const BITS: usize, const SUMS: usize, const PARTS: usize> LanePartSizes<S, BITS, SUMS, PARTS> {
    /// With few candidates: a lane is a guess.
    #[inline(always)]
    fn select_by_few(&mut self, listed: ListedGuesses<'_>) {
        let ListedGuesses { search, guesses, range, selection } = listed;
        let (simd, candidates) = (self.simd, search.candidates);
        let valid = candidates.candidate_words::<FEW_WORDS>();
        let last = range.end.saturating_sub(1);
        for first in range.step_by(VECTOR_WORDS) {
            let index = |lane: usize| (first + lane).min(last);
            let rows: [&[u16]; VECTOR_WORDS] = std::array::from_fn(|lane| guesses.get(index(lane)));
            self.clear();
            for (block, valid) in candidates.blocks().zip(valid) {
                self.count(&FewRows { rows: &rows, block }, simd.splat::<64>(valid));
            }
            let (scores, wins) = search.scorer.lane_scores::<S, 64>(simd, self.pegs, candidates.count, &*self);
            // Lanes behind the last guess repeat it.
            let lanes = u32::MAX >> (32 - VECTOR_WORDS.min(last + 1 - first));
            selection.add_lanes::<S, 64>(simd, scores, wins, lanes, |lane| guesses.rank(index(lane)));
            if selection.has_score(search.stop_at) {
                break;
            }
        }
    }

    /// With many candidates: a lane is a word of candidates.
    #[inline(always)]
    fn select_by_many(&mut self, listed: ListedGuesses<'_>) {
        let ListedGuesses { search, guesses, range, selection } = listed;
        let (simd, candidates) = (self.simd, search.candidates);
        let values = Response::values(self.pegs);
        let mut parts = [0; PARTS];
        let everywhere = simd.splat::<64>(u64::MAX);
        for index in range {
            let rows = guesses.get(index);
            self.clear();
            for block in candidates.blocks() {
                self.count(&ManyRows { rows, block }, everywhere);
            }
            for (size, lanes) in parts[..values].iter_mut().zip(self.parts) {
                *size = simd.store(lanes).iter().sum::<u64>() as u32;
            }
            parts[0] -= candidates.padding();
            let inconsistent = parts[values - 1] == 0;
            selection.add(ScoredGuess {
                score: search.scorer.score(&parts[..values]),
                inconsistent,
                rank: guesses.rank(index),
            });
        }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.parts[..Response::values(self.pegs)].fill(self.simd.splat::<64>(0));
    }

    /// Adds the candidates of one vector to the sizes of their parts. `rows` are the bitmaps of the predicates of the guess, `valid` the
    /// bits that are candidates.
    #[inline(always)]
    fn count(&mut self, rows: &impl Rows, valid: S::Register) {
        let simd = self.simd;
        let none = [simd.splat::<64>(0); BITS];
        let (mut black, mut total) = (none, none);
        for peg in 0..self.pegs {
            black = add(simd, black, rows.load(simd, peg));
            total = add(simd, total, rows.load(simd, self.pegs + peg));
        }
        let mut blacks = [valid; SUMS];
        for (number, mask) in blacks[..=self.pegs].iter_mut().enumerate() {
            *mask = simd.and(valid, is(simd, &black, number));
        }
        let mut part = 0;
        for number in 0..=self.pegs {
            let of_total = is(simd, &total, number);
            for (black, of_black) in blacks[..=number].iter().enumerate() {
                // All pegs but one cannot be black where the last one is white.
                if number == self.pegs && black + 1 == number {
                    part += 1;
                    continue;
                }
                let count = simd.count::<64>(simd.and(of_total, *of_black));
                self.parts[part] = simd.add::<64>(self.parts[part], count);
                part += 1;
            }
        }
    }
}

impl<S: Simd, const BITS: usize, const SUMS: usize, const PARTS: usize> PartSizes<S>
    for LanePartSizes<S, BITS, SUMS, PARTS>
{
    #[inline(always)]
    fn size(&self, total: usize, black: usize) -> S::Register {
        self.parts[total * (total + 1) / 2 + black]
    }
}
