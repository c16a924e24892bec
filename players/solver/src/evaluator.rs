//! The evaluation of a set of candidates: lower bounds on their cost by the partitions of guesses.

use super::{
    costs::{Cost, CostModel, GuessesLeft, IMPOSSIBLE},
    problem::{AllowedGuesses, ListedProblem},
    transposition::{CostBound, EvaluationStage},
};
use partition::{
    CandidateBitmaps, CandidateSymmetry, CodeBitsets, Criterion, GuessList, GuessSearch, Score, ScoredGuess, Scorer,
};
use scsa::Feedback;
use std::collections::HashSet;

/// A guess with a lower bound on the cost of the candidates. The derived order puts the better guess first: by lower bound,
/// then one that is consistent, then the lowest rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BoundedGuess {
    pub lower: Cost,
    /// Whether the guess is none of the candidates.
    pub inconsistent: bool,
    pub rank: u32,
}

/// The partition of candidates by their response to a guess.
#[derive(Clone, Debug)]
pub struct Partition {
    /// The ranks of the candidates by part, in their order.
    ranks: Vec<u32>,
    /// The end of each part in `ranks`, by feedback index.
    ends: Vec<u32>,
}

impl Partition {
    /// The part with this feedback index; it may be empty.
    pub fn part(&self, response: usize) -> &[u32] {
        let start = response.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ranks[start as usize..self.ends[response] as usize]
    }

    /// The parts that are not empty, with their feedback indices in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &[u32])> {
        (0..self.ends.len()).map(|response| (response, self.part(response))).filter(|(_, ranks)| !ranks.is_empty())
    }
}

/// Evaluates sets of candidates of a problem.
#[derive(Debug)]
pub struct Evaluator<'a> {
    problem: &'a ListedProblem,
    pub costs: CostModel,
    scorer: Scorer,
    codes: CodeBitsets,
}

impl<'a> Evaluator<'a> {
    pub fn new(problem: &'a ListedProblem, costs: CostModel) -> Evaluator<'a> {
        let scorer = Scorer::new(Criterion::FewestGuesses, problem.secrets.len(), problem.size.pegs());
        Evaluator { problem, costs, scorer, codes: CodeBitsets::new(problem.size) }
    }

    /// The partition of the candidates by a guess.
    pub fn partition(&self, guess: u32, ranks: &[u32]) -> Partition {
        let mut responses = Vec::new();
        self.codes.responses(guess, ranks, &mut responses);
        let mut ends = vec![0u32; self.winning_index() + 1];
        responses.iter().for_each(|&response| ends[usize::from(response)] += 1);
        let mut start = 0;
        for end in &mut ends {
            // The start of the part, which moves to its end as the part is filled.
            start += std::mem::replace(end, start);
        }
        let mut by_part = vec![0; ranks.len()];
        for (&rank, &response) in ranks.iter().zip(&responses) {
            let end = &mut ends[usize::from(response)];
            by_part[*end as usize] = rank;
            *end += 1;
        }
        Partition { ranks: by_part, ends }
    }

    /// The index of the feedback that wins.
    pub fn winning_index(&self) -> usize {
        Feedback::values(self.problem.size.pegs()) - 1
    }

    /// The guesses with lower bounds in `from..to`, in their order; one of each symmetry class.
    pub fn guesses(
        &self,
        ranks: &[u32],
        left: GuessesLeft,
        symmetry: &CandidateSymmetry,
        from: Cost,
        to: Cost,
    ) -> Vec<BoundedGuess> {
        let bitmaps = CandidateBitmaps::new(self.problem.size, ranks);
        let mut guesses: Vec<BoundedGuess> = if self.costs.weights().is_some() {
            let bounded = self.allowed(&bitmaps, ranks, symmetry).map(|guess| self.bounded(guess, ranks, left));
            bounded.filter(|guess| (from..to).contains(&guess.lower)).collect()
        } else {
            let to = to.div_ceil(self.costs.unit());
            let search = self.search(&bitmaps, None);
            let found = match self.problem.allowed {
                AllowedGuesses::Any | AllowedGuesses::Distinct => search.below_limit_of_all(to, symmetry),
                AllowedGuesses::Consistent => search.below_limit_of_list(to, &self.guess_list(ranks)),
            };
            let guess = |ScoredGuess { score, inconsistent, rank }| BoundedGuess {
                lower: score * self.costs.unit(),
                inconsistent,
                rank,
            };
            found.into_iter().map(guess).filter(|guess| guess.lower >= from).collect()
        };
        // The derived order of guesses, with fewer comparisons.
        guesses
            .sort_unstable_by_key(|guess| (guess.lower, u64::from(guess.inconsistent) << 32 | u64::from(guess.rank)));
        if self.problem.allowed == AllowedGuesses::Consistent {
            // The list has all candidates, equivalent or not.
            let mut classes = HashSet::new();
            guesses
                .retain(|guess| classes.insert(symmetry.canonical_rank(&self.problem.size.unrank(guess.rank.into()))));
        }
        guesses
    }

    /// The bound by the number of the candidates.
    pub fn bound_by_size(&self, ranks: &[u32], left: GuessesLeft) -> CostBound {
        let lower = self.costs.lower_bound(ranks, left);
        let stage = if lower >= IMPOSSIBLE { EvaluationStage::Exact } else { EvaluationStage::Size };
        CostBound { lower, reach: Cost::MAX, stage }
    }

    /// The bound by the candidates as guesses.
    pub fn bound_by_candidates(&self, ranks: &[u32], left: GuessesLeft) -> CostBound {
        let (reach, is_exact) = if self.costs.weights().is_some() {
            self.best(ranks.iter().copied(), ranks, left).map_or((IMPOSSIBLE, true), |best| self.exactness(best, ranks))
        } else {
            self.cost_of_best_candidate(self.min_guesses_with_candidates(ranks), ranks, left)
        };
        let inconsistent = if self.problem.allowed == AllowedGuesses::Consistent {
            IMPOSSIBLE
        } else {
            self.costs.lower_bound_after_inconsistent(ranks, left)
        };
        let lower = reach.min(inconsistent);
        let stage = match reach <= inconsistent {
            true if is_exact => EvaluationStage::Exact,
            true => EvaluationStage::AllGuesses,
            false => EvaluationStage::Candidates,
        };
        CostBound { lower, reach, stage }
    }

    /// The bound by all guesses, where `before` is the bound by the candidates as guesses.
    pub fn bound_by_all_guesses(
        &self,
        ranks: &[u32],
        left: GuessesLeft,
        symmetry: &CandidateSymmetry,
        before: CostBound,
    ) -> CostBound {
        let bitmaps = CandidateBitmaps::new(self.problem.size, ranks);
        let (reach, is_exact) = if self.costs.weights().is_some() {
            let guesses = self.allowed(&bitmaps, ranks, symmetry);
            self.best(guesses, ranks, left).map_or((IMPOSSIBLE, true), |best| self.exactness(best, ranks))
        } else {
            let search = self.search(&bitmaps, Some(before.lower / self.costs.unit()));
            let Some(best) = search.best_of_all(symmetry) else { return before };
            if left == 2 {
                self.cost_with_two_left(&search, ranks, symmetry)
            } else {
                let pairs = || self.partition(best.rank, ranks).iter().all(|(_, part)| part.len() <= 2);
                (best.score * self.costs.unit(), self.costs.is_determined_by_guesses(left) && pairs())
            }
        };
        let stage = if is_exact { EvaluationStage::Exact } else { EvaluationStage::AllGuesses };
        CostBound { lower: reach, reach, stage }
    }

    /// The cost of the candidates with the best of them first, where `guesses` is a lower bound on the guesses that they take,
    /// and whether it is exact.
    fn cost_of_best_candidate(&self, guesses: Score, ranks: &[u32], left: GuessesLeft) -> (Cost, bool) {
        let (number, unit) = (ranks.len() as Cost, self.costs.unit());
        // All parts have one candidate, or all but one, which has two.
        let (single, pair) = (guesses < 2 * number, guesses == 2 * number);
        match left {
            2 if single => (guesses * unit + self.costs.last_guess_penalty(1) * (number - 1), true),
            2 => (IMPOSSIBLE, true),
            _ => (guesses * unit, single || pair && self.costs.is_determined_by_guesses(left)),
        }
    }

    /// The cost of the candidates with a guess that is none of them, where two guesses are left: it is possible only if the
    /// first one has parts of one candidate. It is exact.
    fn cost_with_two_left(
        &self,
        search: &GuessSearch<'_>,
        ranks: &[u32],
        symmetry: &CandidateSymmetry,
    ) -> (Cost, bool) {
        let number = ranks.len() as Cost;
        let separates = search.below_limit_of_all(2 * number + 1, symmetry).iter().any(|best| best.inconsistent);
        let cost = number * (2 * self.costs.unit() + self.costs.last_guess_penalty(1));
        (if separates { cost } else { IMPOSSIBLE }, true)
    }

    /// A lower bound on the guesses that the candidates take with the best of them first.
    fn min_guesses_with_candidates(&self, ranks: &[u32]) -> Score {
        if let Some(best) = self.codes.best_candidate(ranks, self.costs.min_guesses()) {
            return best.score.into();
        }
        let bitmaps = CandidateBitmaps::new(self.problem.size, ranks);
        let fewest = self.scorer.min_guesses(ranks.len()).into();
        let best = self.search(&bitmaps, Some(fewest)).best_of_list(&self.guess_list(ranks));
        best.map_or(fewest, |best| best.score)
    }

    /// The candidates as guesses.
    fn guess_list(&self, ranks: &[u32]) -> GuessList {
        GuessList::of(self.problem.size, ranks.iter().copied())
    }

    /// A search for guesses that may stop at a score.
    fn search<'s>(&'s self, candidates: &'s CandidateBitmaps, stop_at: Option<Score>) -> GuessSearch<'s> {
        GuessSearch { size: self.problem.size, candidates, scorer: &self.scorer, stop_at, parallel: false }
    }

    /// The ranks of the allowed guesses, at least one of each symmetry class.
    fn allowed<'s>(
        &self,
        bitmaps: &CandidateBitmaps,
        ranks: &'s [u32],
        symmetry: &CandidateSymmetry,
    ) -> Box<dyn Iterator<Item = u32> + 's> {
        match self.problem.allowed {
            AllowedGuesses::Consistent => Box::new(ranks.iter().copied()),
            AllowedGuesses::Any | AllowedGuesses::Distinct => {
                let guesses = symmetry.representatives(bitmaps);
                Box::new((0..guesses.count()).map(move |index| guesses.rank(index)))
            }
        }
    }

    /// The best of these guesses.
    fn best(&self, guesses: impl Iterator<Item = u32>, ranks: &[u32], left: GuessesLeft) -> Option<BoundedGuess> {
        guesses.map(|guess| self.bounded(guess, ranks, left)).min()
    }

    /// A guess with its lower bound by the weights of the candidates.
    fn bounded(&self, rank: u32, ranks: &[u32], left: GuessesLeft) -> BoundedGuess {
        let partition = self.partition(rank, ranks);
        let inconsistent = partition.part(self.winning_index()).is_empty();
        BoundedGuess { lower: self.lower_bound(&partition, ranks, left).min(IMPOSSIBLE), inconsistent, rank }
    }

    /// The lower bound of a guess, and whether it is exact.
    fn exactness(&self, best: BoundedGuess, ranks: &[u32]) -> (Cost, bool) {
        let pairs = || self.partition(best.rank, ranks).iter().all(|(_, part)| part.len() <= 2);
        (best.lower, best.lower >= IMPOSSIBLE || pairs())
    }

    /// A lower bound on the cost of the candidates with the guess that makes this partition.
    fn lower_bound(&self, partition: &Partition, ranks: &[u32], left: GuessesLeft) -> Cost {
        let of_part = |(response, part): (usize, &[u32])| match response == self.winning_index() {
            true => self.costs.last_guess_penalty(left) * self.costs.weight(part),
            false => self.costs.lower_bound(part, self.left_after(left)),
        };
        self.costs.one_guess(ranks) + partition.iter().map(of_part).sum::<Cost>()
    }

    /// The number of guesses left after one more.
    pub const fn left_after(&self, left: GuessesLeft) -> GuessesLeft {
        if self.costs.is_limited() { left.saturating_sub(1) } else { left }
    }
}
