//! What a search for guesses is given, and what it selects.

use crate::partition::{
    candidates::{
        CandidateBitmaps, CandidateSymmetry, FEW_WORDS, MAX_SUM_BITS, MAX_SUMS, VECTOR_WORDS, color_at, more_than,
    },
    criterion::{PartSizes, Score, Scorer},
    depth_first,
    dispatch::{self, SimdTask},
    simd::{Simd, add, is},
};
use rayon::prelude::*;
use scsa::{Feedback, Size};
use std::ops::Range;

/// A guess with its score. The derived order puts the better guess first: by score, then one that is consistent, then the
/// lowest in numeric order (Knuth 1977).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ScoredGuess {
    /// The score by the criterion; lower is better.
    pub score: Score,
    /// Whether the guess is none of the candidates.
    pub inconsistent: bool,
    /// The rank of the guess.
    pub rank: u32,
}

/// A search for the guesses with the lowest scores.
#[derive(Clone, Copy, Debug)]
pub struct GuessSearch<'a> {
    /// The size of the game.
    pub size: Size,
    /// The candidates.
    pub candidates: &'a CandidateBitmaps,
    /// The score of a partition.
    pub scorer: &'a Scorer,
    /// A score at which the search may stop, because no later guess is better.
    pub stop_at: Option<Score>,
    /// Whether the threads of the current rayon pool share the work.
    pub parallel: bool,
}

/// The guesses that a search has kept so far: the best one, or all with scores below a limit.
#[derive(Debug)]
pub struct Selection {
    best: Option<ScoredGuess>,
    /// Guesses with lower scores are kept.
    limit: Score,
    /// All guesses that were kept; none where only the best one is.
    all: Option<Vec<ScoredGuess>>,
}

impl Selection {
    /// Keeps the best guess.
    pub const fn best_only() -> Selection {
        Selection { best: None, limit: Score::MAX, all: None }
    }

    /// Keeps every guess with a lower score than this.
    pub const fn all_below(limit: Score) -> Selection {
        Selection { best: None, limit, all: Some(Vec::new()) }
    }

    /// The best guess, from a selection made by [`Selection::best_only`].
    pub const fn best(&self) -> Option<ScoredGuess> {
        self.best
    }

    /// All guesses below the limit, from a selection made by [`Selection::all_below`].
    pub fn into_all(self) -> Vec<ScoredGuess> {
        self.all.unwrap_or_default()
    }

    /// Whether the best guess has this score.
    #[inline(always)]
    pub fn has_score(&self, score: Option<Score>) -> bool {
        self.best.is_some_and(|best| Some(best.score) == score)
    }

    /// Adds those of the guesses in `lanes`, a bit for each, that are to be kept. `wins` is the number of candidates that
    /// each one equals. Ranks grow from lane to lane.
    #[inline(always)]
    pub fn add_lanes<S: Simd, const LANE: usize>(
        &mut self,
        simd: S,
        scores: S::Register,
        wins: S::Register,
        lanes: u32,
        rank: impl Fn(usize) -> u32,
    ) {
        let inconsistent = simd.equal::<LANE>(wins, simd.splat::<64>(0));
        let limit = simd.splat::<LANE>(self.limit.min(u64::MAX >> (64 - LANE)));
        // A guess with the same score as an earlier one is better only if it is consistent and the earlier one is not.
        let ties = self.best.is_some_and(|best| best.inconsistent);
        let equal = if ties { simd.equal::<LANE>(scores, limit) & !inconsistent } else { 0 };
        let mut better = lanes & (simd.below::<LANE>(scores, limit) | equal);
        if better == 0 {
            return;
        }
        let scores = simd.store(scores);
        while better != 0 {
            let lane = better.trailing_zeros() as usize;
            better &= better - 1;
            let bit = lane * LANE;
            let score = scores[bit / 64] >> (bit % 64) & (u64::MAX >> (64 - LANE));
            self.add(ScoredGuess { score, inconsistent: inconsistent >> lane & 1 == 1, rank: rank(lane) });
        }
    }

    /// Adds a guess if it is to be kept.
    #[inline(always)]
    pub fn add(&mut self, other: ScoredGuess) {
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
            GuessSource::Listed(guesses, range) => select_listed(self, guesses, range.clone(), &mut selection),
            GuessSource::All(symmetry) => depth_first::select(self, symmetry, &mut selection),
        }
        selection
    }
}

/// Guesses, each as the numbers of its predicates; 4 bytes for each peg of a guess.
#[derive(Clone, Debug)]
pub struct GuessList {
    size: Size,
    /// For each guess those of its pegs, then those of its colors.
    predicates: Vec<u16>,
}

impl GuessList {
    /// The codes with these ranks.
    pub fn of(size: Size, ranks: impl IntoIterator<Item = u32>) -> GuessList {
        let mut guesses = GuessList { size, predicates: Vec::new() };
        ranks.into_iter().for_each(|rank| guesses.push(&colors_of(size, rank)[..size.pegs()]));
        guesses
    }

    /// Appends the guess with these colors, one for each peg.
    pub(crate) fn push(&mut self, colors: &[u8]) {
        let mut counts = [0; 32];
        let on_pegs = |(peg, &color): (usize, &u8)| color_at(self.size, peg, color.into());
        self.predicates.extend(colors.iter().enumerate().map(on_pegs));
        for &color in colors {
            let count = &mut counts[usize::from(color)];
            self.predicates.push(more_than(self.size, color.into(), *count));
            *count += 1;
        }
    }

    /// The number of guesses.
    #[must_use]
    pub fn count(&self) -> usize {
        self.predicates.len() / self.stride()
    }

    /// The predicates of the guess with this index: as many for its pegs as there are pegs, then as many for its colors.
    pub(crate) fn get(&self, index: usize) -> &[u16] {
        &self.predicates[index * self.stride()..][..self.stride()]
    }

    /// The rank of the guess with this index.
    #[must_use]
    pub fn rank(&self, index: usize) -> u32 {
        let colors = self.size.colors() as u32;
        let on_pegs = &self.get(index)[..self.size.pegs()];
        on_pegs.iter().fold(0, |rank, &predicate| rank * colors + u32::from(predicate) % colors)
    }

    fn stride(&self) -> usize {
        2 * self.size.pegs()
    }
}

/// The colors of the code with this rank, peg by peg; 0 behind the last peg.
#[inline]
pub fn colors_of(size: Size, rank: u32) -> [u8; Size::MAX_PEGS] {
    let colors = size.colors() as u32;
    let mut code = [0; Size::MAX_PEGS];
    let mut left = rank;
    for color in code[..size.pegs()].iter_mut().rev() {
        *color = (left % colors) as u8;
        left /= colors;
    }
    code
}

/// The number of feedback values at the largest number of pegs.
const MAX_PARTS: usize = Feedback::values(Size::MAX_PEGS);

/// Adds the guesses of a list with indices in the range to a selection.
fn select_listed(search: &GuessSearch<'_>, guesses: &GuessList, range: Range<usize>, selection: &mut Selection) {
    match (search.size.pegs(), dispatch::wide()) {
        (4, Some(wide)) => dispatch::run_wide(wide, ListTask::<4, 3, 5, 15> { search, guesses, range, selection }),
        (5, Some(wide)) => dispatch::run_wide(wide, ListTask::<5, 3, 6, 21> { search, guesses, range, selection }),
        (6, Some(wide)) => dispatch::run_wide(wide, ListTask::<6, 3, 7, 28> { search, guesses, range, selection }),
        (..8, _) => dispatch::run(ListTask::<0, 3, 8, 36> { search, guesses, range, selection }),
        (8..16, _) => dispatch::run(ListTask::<0, 4, 16, 136> { search, guesses, range, selection }),
        _ => dispatch::run(ListTask::<0, MAX_SUM_BITS, MAX_SUMS, MAX_PARTS> { search, guesses, range, selection }),
    }
}

/// The same for `PEGS` pegs, or any number where that is 0, with sums of `BITS` bits and `SUMS` values, and up to `PARTS`
/// parts.
struct ListTask<'a, const PEGS: usize, const BITS: usize, const SUMS: usize, const PARTS: usize> {
    search: &'a GuessSearch<'a>,
    guesses: &'a GuessList,
    range: Range<usize>,
    selection: &'a mut Selection,
}

impl<const PEGS: usize, const BITS: usize, const SUMS: usize, const PARTS: usize> SimdTask
    for ListTask<'_, PEGS, BITS, SUMS, PARTS>
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let ListTask { search, guesses, range, selection } = self;
        let pegs = if PEGS == 0 { search.size.pegs() } else { PEGS };
        let mut sizes = LanePartSizes::<S, BITS, SUMS, PARTS> { simd, pegs, parts: [simd.splat::<64>(0); PARTS] };
        if search.candidates.are_few() {
            sizes.select_by_few(search, guesses, range, selection);
        } else {
            sizes.select_by_many(search, guesses, range, selection);
        }
    }
}

/// The number of candidates in each part, by lane.
struct LanePartSizes<S: Simd, const BITS: usize, const SUMS: usize, const PARTS: usize> {
    simd: S,
    pegs: usize,
    parts: [S::Register; PARTS],
}

impl<S: Simd, const BITS: usize, const SUMS: usize, const PARTS: usize> LanePartSizes<S, BITS, SUMS, PARTS> {
    /// With few candidates: a lane is a guess.
    #[inline(always)]
    fn select_by_few(
        &mut self,
        search: &GuessSearch<'_>,
        guesses: &GuessList,
        range: Range<usize>,
        selection: &mut Selection,
    ) {
        let (simd, candidates) = (self.simd, search.candidates);
        let valid = candidates.candidate_words::<FEW_WORDS>();
        let last = range.end.saturating_sub(1);
        for first in range.step_by(VECTOR_WORDS) {
            let index = |lane: usize| (first + lane).min(last);
            let rows: [&[u16]; VECTOR_WORDS] = std::array::from_fn(|lane| guesses.get(index(lane)));
            self.clear();
            for (block, valid) in candidates.blocks().zip(valid) {
                let row = |predicate: usize| simd.load(&rows.map(|rows| block[usize::from(rows[predicate])]));
                self.count(row, simd.splat::<64>(valid));
            }
            let (scores, wins) = search.scorer.lane_scores::<S, 64>(simd, self.pegs, candidates.candidates(), &*self);
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
    fn select_by_many(
        &mut self,
        search: &GuessSearch<'_>,
        guesses: &GuessList,
        range: Range<usize>,
        selection: &mut Selection,
    ) {
        let (simd, candidates) = (self.simd, search.candidates);
        let values = Feedback::values(self.pegs);
        let mut parts = [0; PARTS];
        let everywhere = simd.splat::<64>(u64::MAX);
        for index in range {
            let rows = guesses.get(index);
            self.clear();
            for block in candidates.blocks() {
                let row = |predicate: usize| simd.load(CandidateBitmaps::vector(block, rows[predicate]));
                self.count(row, everywhere);
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
        self.parts[..Feedback::values(self.pegs)].fill(self.simd.splat::<64>(0));
    }

    /// Adds the candidates of one vector to the sizes of their parts. `row` gives the bitmap of each predicate of the guess
    /// by index, `valid` the bits that are candidates.
    #[inline(always)]
    fn count(&mut self, row: impl Fn(usize) -> S::Register, valid: S::Register) {
        let simd = self.simd;
        let none = [simd.splat::<64>(0); BITS];
        let (mut black, mut total) = (none, none);
        for peg in 0..self.pegs {
            black = add(simd, black, row(peg));
            total = add(simd, total, row(self.pegs + peg));
        }
        let mut blacks = [valid; SUMS];
        for (number, mask) in blacks[..=self.pegs].iter_mut().enumerate() {
            *mask = simd.and(valid, is(simd, &black, number));
        }
        let mut part = 0;
        for number in 0..=self.pegs {
            let of_total = is(simd, &total, number);
            for of_black in &blacks[..=number] {
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
