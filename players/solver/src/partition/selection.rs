//! What a search for guesses is given, and what it selects.

use crate::partition::candidates::CandidateBitmaps;
use crate::partition::criterion::{Score, Scorer};
use crate::partition::simd::Simd;
use scsa::Game;

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
    /// The game.
    pub game: Game,
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
pub struct Selection {
    pub best: Option<ScoredGuess>,
    /// Guesses with lower scores are kept.
    limit: Score,
    /// All guesses that were kept; none where only the best one is.
    pub all: Option<Vec<ScoredGuess>>,
}

impl Selection {
    pub const fn best_only() -> Selection {
        Selection { best: None, limit: Score::MAX, all: None }
    }

    pub const fn all_below(limit: Score) -> Selection {
        Selection { best: None, limit, all: Some(Vec::new()) }
    }

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
