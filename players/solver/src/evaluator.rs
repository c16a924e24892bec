//! The evaluation of a set of candidates: lower bounds on their cost by the partitions of guesses.

use crate::partition::{
    CandidateBitmaps, CandidateSymmetry, CodeBitsets, Criterion, GuessList, GuessSearch, ONE_ABOVE, Score, ScoredGuess,
    Scorer,
};
use crate::problem::{AllowedGuesses, ListedProblem};
use scsa::{Game, Response};
use std::{collections::HashSet, iter, sync::Arc};

/// The partition of candidates by their response to a guess.
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

/// A set of candidates in the search tree.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    /// Their ranks, in descending order of their weights.
    pub ranks: &'a [u32],
    pub left: GuessesLeft,
    pub depth: usize,
    pub symmetry: &'a CandidateSymmetry,
}

/// How guesses are compared where only the last one costs.
struct LastGuessScorer {
    /// The most candidates of a part that are found before its last guess.
    most: usize,
    scorer: Scorer,
    /// The candidates above that number, by the size of a part.
    of_part: Vec<u32>,
}

pub struct Evaluator<'a> {
    pub problem: &'a ListedProblem,
    pub costs: CostModel,
    scorer: Scorer,
    /// Lower bounds on the guesses that candidates of weight 1 take, by their number, where guesses are not limited.
    min_guesses: Vec<u32>,
    /// Where only the last guess costs: how guesses are compared, for each number of guesses left. Empty elsewhere.
    by_last: Vec<LastGuessScorer>,
    codes: CodeBitsets,
}

impl<'a> Evaluator<'a> {
    pub fn new(problem: &'a ListedProblem, costs: CostModel) -> Evaluator<'a> {
        let (number, pegs) = (problem.secrets.len(), problem.game.pegs());
        let scorer = Scorer::new(Criterion::FewestGuesses, number, pegs);
        let min_guesses = (0..=number).map(|candidates| scorer.min_guesses(candidates)).collect();
        let by_last = |left: GuessesLeft| {
            let most = costs.found_at.iter().take(left.saturating_sub(2)).sum();
            LastGuessScorer {
                most,
                scorer: Scorer::new(Criterion::FewestAbove(most as u32), number, pegs),
                of_part: (0..=number).map(|size| size.saturating_sub(most) as u32).collect(),
            }
        };
        let limits = if costs.prices.guess == 0 { costs.by_count.len() } else { 0 };
        let by_last = (0..limits).map(by_last).collect();
        Evaluator { problem, costs, scorer, min_guesses, by_last, codes: CodeBitsets::new(problem.game) }
    }

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

    pub fn winning_index(&self) -> usize {
        Response::values(self.problem.game.pegs()) - 1
    }

    /// The guesses with lower bounds on the cost of the candidates below a limit, as their scores, in their order; one of each symmetry class.
    pub fn guesses(&self, node: &Node<'_>, limit: Cost) -> Vec<ScoredGuess> {
        let Node { ranks, left, symmetry, .. } = *node;
        // The derived order of guesses, with fewer comparisons.
        let sort = |guesses: &mut Vec<ScoredGuess>| {
            let key = |guess: &ScoredGuess| (guess.score, u64::from(guess.inconsistent) << 32 | u64::from(guess.rank));
            guesses.sort_unstable_by_key(key);
        };
        let mut guesses: Vec<ScoredGuess> = if self.costs.weights.is_some() {
            let bitmaps = CandidateBitmaps::new(self.problem.game, ranks);
            let bounded = self.allowed(&bitmaps, node).map(|guess| self.bounded(guess, ranks, left));
            let mut bounded = bounded.filter(|guess| guess.score < limit).collect();
            sort(&mut bounded);
            bounded
        } else {
            let (scorer, cost, score) = match self.by_last.get(left) {
                Some(by_last) => (&by_last.scorer, 1, ONE_ABOVE),
                None => (&self.scorer, self.costs.prices.guess, 1),
            };
            let mut found = self.scored(node, scorer, limit.div_ceil(cost).saturating_mul(score));
            sort(&mut found);
            let guess = |guess: ScoredGuess| ScoredGuess { score: guess.score / score * cost, ..guess };
            found.into_iter().map(guess).collect()
        };
        if self.problem.allowed == AllowedGuesses::Consistent {
            // The list has all candidates, equivalent or not.
            let mut classes = HashSet::new();
            guesses
                .retain(|guess| classes.insert(symmetry.canonical_rank(&self.problem.game.unrank(guess.rank.into()))));
        }
        guesses
    }

    /// The guesses with scores below a limit, at least one of each symmetry class.
    pub fn scored(&self, node: &Node<'_>, scorer: &Scorer, limit: Score) -> Vec<ScoredGuess> {
        let bitmaps = CandidateBitmaps::new(self.problem.game, node.ranks);
        let search = self.search(&bitmaps, scorer, None);
        match self.problem.allowed {
            AllowedGuesses::Any => search.below_limit_of_all(limit, node.symmetry),
            AllowedGuesses::Consistent => search.below_limit_of_list(limit, &self.guess_list(node.ranks)),
        }
    }

    pub fn bound_by_size(&self, ranks: &[u32], left: GuessesLeft) -> CostBound {
        let lower = self.costs.lower_bound(ranks, left, 0);
        let stage = if lower >= IMPOSSIBLE { EvaluationStage::Exact } else { EvaluationStage::Size };
        CostBound { lower, reach: Cost::MAX, stage }
    }

    pub fn bound_by_candidates(&self, ranks: &[u32], left: GuessesLeft) -> CostBound {
        let (reach, is_exact) = if self.costs.weights.is_some() {
            self.best(ranks.iter().copied(), ranks, left)
        } else {
            self.cost_of_best_candidate(ranks, left)
        };
        let inconsistent = if self.problem.allowed == AllowedGuesses::Consistent {
            IMPOSSIBLE
        } else {
            self.costs.lower_bound(ranks, left, 1)
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
    pub fn bound_by_all_guesses(&self, node: &Node<'_>, before: CostBound) -> CostBound {
        let Node { ranks, left, symmetry, .. } = *node;
        let bitmaps = CandidateBitmaps::new(self.problem.game, ranks);
        let (reach, is_exact) = if self.costs.weights.is_some() {
            self.best(self.allowed(&bitmaps, node), ranks, left)
        } else if left == 2 {
            // With a guess that is none of the candidates, all parts must have one candidate.
            let number = ranks.len() as Cost;
            let found = self.search(&bitmaps, &self.scorer, None).below_limit_of_all(2 * number + 1, symmetry);
            let cost = number * (2 * self.costs.prices.guess + self.costs.last_guess_penalty(1));
            (if found.iter().any(|guess| guess.inconsistent) { cost } else { IMPOSSIBLE }, true)
        } else if let Some(LastGuessScorer { most, scorer, .. }) = self.by_last.get(left) {
            if ranks.len() <= *most {
                // Every guess has a bound of 0.
                (0, false)
            } else {
                let Some(best) = self.search(&bitmaps, scorer, None).best_of_all(symmetry) else { return before };
                (best.score / ONE_ABOVE, self.leaves_pairs(best.rank, ranks))
            }
        } else {
            let search = self.search(&bitmaps, &self.scorer, Some(before.lower / self.costs.prices.guess));
            let Some(best) = search.best_of_all(symmetry) else { return before };
            let is_exact = self.costs.is_determined_by_guesses(left) && self.leaves_pairs(best.rank, ranks);
            (best.score * self.costs.prices.guess, is_exact)
        };
        let stage = if is_exact { EvaluationStage::Exact } else { EvaluationStage::AllGuesses };
        CostBound { lower: reach, reach, stage }
    }

    /// A lower bound on the cost of the candidates with the best of them first, and whether it is exact.
    fn cost_of_best_candidate(&self, ranks: &[u32], left: GuessesLeft) -> (Cost, bool) {
        let (number, unit) = (ranks.len() as Cost, self.costs.prices.guess);
        let guesses = self.min_guesses_with_candidates(ranks);
        // All parts have one candidate, or all but one, which has two.
        let (single, pair) = (guesses < 2 * number, guesses == 2 * number);
        match left {
            2 if single => (guesses * unit + self.costs.last_guess_penalty(1) * (number - 1), true),
            2 => (IMPOSSIBLE, true),
            _ if unit == 0 && (single || pair) => (Cost::from(pair && left == 3), true),
            _ if unit == 0 => (self.fewest_last_with_candidates(ranks, left), false),
            _ => (guesses * unit, single || pair && self.costs.is_determined_by_guesses(left)),
        }
    }

    /// A lower bound on the guesses that the candidates take with the best of them first.
    fn min_guesses_with_candidates(&self, ranks: &[u32]) -> Score {
        if let Some(best) = self.codes.best_candidate(ranks, &self.min_guesses) {
            return best.into();
        }
        let bitmaps = CandidateBitmaps::new(self.problem.game, ranks);
        let fewest = self.scorer.min_guesses(ranks.len()).into();
        let best = self.search(&bitmaps, &self.scorer, Some(fewest)).best_of_list(&self.guess_list(ranks));
        best.map_or(fewest, |best| best.score)
    }

    /// A lower bound on the candidates that take the last guess with the best of them first.
    fn fewest_last_with_candidates(&self, ranks: &[u32], left: GuessesLeft) -> Cost {
        let Some(LastGuessScorer { most, scorer, of_part }) = self.by_last.get(left) else { return 0 };
        if ranks.len() <= *most {
            return 0;
        }
        if let Some(best) = self.codes.best_candidate(ranks, of_part) {
            return Cost::from(best) - ranks.len() as Cost;
        }
        let bitmaps = CandidateBitmaps::new(self.problem.game, ranks);
        let best = self.search(&bitmaps, scorer, None).best_of_list(&self.guess_list(ranks));
        best.map_or(0, |best| best.score / ONE_ABOVE)
    }

    fn guess_list(&self, ranks: &[u32]) -> GuessList {
        GuessList::of(self.problem.game, ranks.iter().copied())
    }

    fn search<'s>(
        &self,
        candidates: &'s CandidateBitmaps,
        scorer: &'s Scorer,
        stop_at: Option<Score>,
    ) -> GuessSearch<'s> {
        GuessSearch { game: self.problem.game, candidates, scorer, stop_at, parallel: false }
    }

    /// The ranks of the allowed guesses, at least one of each symmetry class.
    fn allowed<'s>(&self, bitmaps: &CandidateBitmaps, node: &Node<'s>) -> Box<dyn Iterator<Item = u32> + 's> {
        match self.problem.allowed {
            AllowedGuesses::Consistent => Box::new(node.ranks.iter().copied()),
            AllowedGuesses::Any => {
                let guesses = node.symmetry.representatives(bitmaps);
                Box::new((0..guesses.count()).map(move |index| guesses.rank(index)))
            }
        }
    }

    /// The lower bound with the best of these guesses, and whether it is exact.
    fn best(&self, guesses: impl Iterator<Item = u32>, ranks: &[u32], left: GuessesLeft) -> (Cost, bool) {
        let best = guesses.map(|guess| self.bounded(guess, ranks, left)).min();
        let is_exact = |best: &ScoredGuess| best.score >= IMPOSSIBLE || self.leaves_pairs(best.rank, ranks);
        best.map_or((IMPOSSIBLE, true), |best| (best.score, is_exact(&best)))
    }

    /// Whether no part has more than two candidates.
    fn leaves_pairs(&self, guess: u32, ranks: &[u32]) -> bool {
        self.partition(guess, ranks).iter().all(|(_, part)| part.len() <= 2)
    }

    /// A guess with its lower bound by the weights of the candidates.
    fn bounded(&self, rank: u32, ranks: &[u32], left: GuessesLeft) -> ScoredGuess {
        let partition = self.partition(rank, ranks);
        let inconsistent = partition.part(self.winning_index()).is_empty();
        ScoredGuess { score: self.lower_bound(&partition, ranks, left).min(IMPOSSIBLE), inconsistent, rank }
    }

    fn lower_bound(&self, partition: &Partition, ranks: &[u32], left: GuessesLeft) -> Cost {
        let of_part = |(response, part): (usize, &[u32])| match response == self.winning_index() {
            true => self.costs.last_guess_penalty(left) * self.costs.weight(part),
            false => self.costs.lower_bound(part, self.left_after(left), 0),
        };
        self.costs.one_guess(ranks) + partition.iter().map(of_part).sum::<Cost>()
    }

    pub const fn left_after(&self, left: GuessesLeft) -> GuessesLeft {
        if self.costs.is_limited { left.saturating_sub(1) } else { left }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostBound {
    pub lower: Cost,
    /// The most that [`CostBound::lower`] can become by the evaluation of one more guess.
    pub reach: Cost,
    /// What the bound is from.
    pub stage: EvaluationStage,
}

/// What was evaluated for a bound, in ascending order of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EvaluationStage {
    /// The number of candidates.
    Size,
    Candidates,
    AllGuesses,
    /// Two guesses ahead, or a search without an exact cost.
    TwoGuesses,
    /// The whole subtree: the bound is the cost.
    Exact,
}

/// The cost of some candidates: the sum of the prices of their guesses, each times the weight of the candidate.
pub type Cost = u64;

/// What a candidate of weight 1 costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prices {
    /// For each guess that it takes.
    pub guess: Cost,
    /// More, where it takes the last guess that is allowed.
    pub last: Cost,
}

impl Prices {
    /// Only the guesses count.
    pub const GUESSES: Prices = Prices { guess: 1, last: 0 };
    /// Only the candidates that take the last guess count.
    pub const LAST: Prices = Prices { guess: 0, last: 1 };

    /// Between equal numbers of guesses, the candidates that take the last one decide: their weight is at most this.
    pub const fn then_last(most: Cost) -> Prices {
        Prices { guess: most + 1, last: 1 }
    }

    /// The cost of what is counted first: a guess, or a candidate that takes the last one.
    pub const fn unit(self) -> Cost {
        if self.guess == 0 { self.last } else { self.guess }
    }
}

/// The cost where no strategy finds all candidates within the guesses that are left.
pub const IMPOSSIBLE: Cost = 1 << 56;

/// The number of guesses that may still be made; `usize::MAX` where that is not limited.
pub type GuessesLeft = usize;

/// The cost of guesses, and lower bounds on the cost of candidates.
///
/// The bounds assume that every guess separates as many candidates as it can have responses.
pub struct CostModel {
    pub prices: Prices,
    /// Whether the number of guesses is limited.
    pub is_limited: bool,
    /// How many candidates at most are found with the first, second, … guess; the last entry is for all later guesses, too.
    found_at: Vec<usize>,
    /// Lower bounds for candidates of weight 1, by guesses left (one row where they are not limited) and number of candidates.
    by_count: Vec<Vec<Cost>>,
    /// The weights of all codes by rank; none where all weights are 1.
    pub weights: Option<Arc<[u32]>>,
}

impl CostModel {
    /// The most guesses that the tables distinguish. No strategy takes more for the candidates that are searched.
    const MAX_DEPTH: GuessesLeft = 64;

    /// A model for up to `candidates` candidates, with no more than `max_guesses` guesses, if that is limited.
    pub fn new(
        game: Game,
        candidates: usize,
        weights: Option<Arc<[u32]>>,
        max_guesses: Option<GuessesLeft>,
        prices: Prices,
    ) -> CostModel {
        // One feedback wins, and one (all black but one, which is white) never occurs.
        let responses = Response::values(game.pegs()).saturating_sub(2).max(1);
        let (mut found_at, mut sum) = (vec![1], 1);
        while let Some(last) = found_at.last().filter(|_| sum < candidates && found_at.len() < CostModel::MAX_DEPTH) {
            let next = (last * responses).min(candidates);
            found_at.push(next);
            sum += next;
        }
        let mut costs =
            CostModel { prices, is_limited: max_guesses.is_some(), found_at, by_count: Vec::new(), weights: None };
        let row = |left| -> Vec<Cost> {
            let prices = (1..).flat_map(|depth| iter::repeat_n(costs.price(left, depth), costs.found_with(depth)));
            let sums = prices.scan(0, |sum: &mut Cost, price| {
                *sum = IMPOSSIBLE.min(*sum + price);
                Some(*sum)
            });
            iter::once(0).chain(sums).take(candidates + 1).collect()
        };
        costs.by_count = (0..max_guesses.map_or(1, |most| most.min(CostModel::MAX_DEPTH) + 1)).map(row).collect();
        costs.weights = weights;
        costs
    }

    /// How many candidates at most are found with the guess of this number; the first is 1.
    fn found_with(&self, depth: usize) -> usize {
        self.found_at.get(depth - 1).or(self.found_at.last()).copied().unwrap_or(1)
    }

    /// Two thirds of the candidates that three guesses find at most: larger sets are bounded by two guesses before they are searched. It is
    /// 122 with four pegs, and 254 with five.
    pub fn few(&self) -> usize {
        self.found_at.iter().take(3).sum::<usize>() * 2 / 3
    }

    /// The cost of a candidate of weight 1 that is found with the guess of this number.
    const fn price(&self, left: GuessesLeft, depth: usize) -> Cost {
        if !self.is_limited {
            depth as Cost * self.prices.guess
        } else if depth > left {
            IMPOSSIBLE
        } else {
            depth as Cost * self.prices.guess + self.last_guess_penalty(left + 1 - depth)
        }
    }

    /// A lower bound on the cost of candidates with these weights, in descending order. The first `skipped` guesses find none of them.
    fn bound(&self, left: GuessesLeft, skipped: usize, weights: impl Iterator<Item = u32>) -> Cost {
        let (mut depth, mut free, mut price, mut cost) = (skipped, 0, 0, 0);
        for weight in weights {
            if free == 0 {
                depth += 1;
                (free, price) = (self.found_with(depth), self.price(left, depth));
                if price == IMPOSSIBLE {
                    return IMPOSSIBLE;
                }
            }
            free -= 1;
            cost += Cost::from(weight) * price;
        }
        cost
    }

    /// A lower bound on the cost of candidates, where the first guess is one of them, or none if `skipped` is 1 instead of 0.
    #[inline]
    pub fn lower_bound(&self, ranks: &[u32], left: GuessesLeft, skipped: usize) -> Cost {
        match &self.weights {
            None => self.by_count[left.min(self.by_count.len() - 1)][ranks.len()] + skipped as Cost * self.prices.guess,
            Some(weights) => self.bound(left, skipped, ranks.iter().map(|&rank| weights[rank as usize])),
        }
    }

    #[inline]
    pub fn one_guess(&self, ranks: &[u32]) -> Cost {
        self.prices.guess * self.weight(ranks)
    }

    #[inline]
    pub fn weight(&self, ranks: &[u32]) -> u64 {
        match &self.weights {
            None => ranks.len() as u64,
            Some(weights) => ranks.iter().map(|&rank| u64::from(weights[rank as usize])).sum(),
        }
    }

    /// The additional cost of a candidate of weight 1 that is found by the next guess, where this many are left.
    #[inline]
    pub const fn last_guess_penalty(&self, left: GuessesLeft) -> Cost {
        if left == 1 { self.prices.last } else { 0 }
    }

    /// Whether the guesses that candidates take determine their cost, where each takes at most three more: neither the limit
    /// nor the last guess matters.
    pub const fn is_determined_by_guesses(&self, left: GuessesLeft) -> bool {
        left > 3 || left == 3 && self.prices.last == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_by_number_are_those_of_candidates_of_weight_one() {
        let (game, ones) = ("3x6".parse().unwrap(), Arc::<[u32]>::from([1; 216]));
        let ranks: Vec<u32> = (0..216).collect();
        for prices in [Prices::GUESSES, Prices::then_last(1 << 20), Prices::LAST] {
            let models = [None, Some(ones.clone())].map(|weights| CostModel::new(game, 216, weights, Some(4), prices));
            for (number, left) in (0..=216).flat_map(|number| (0..=4).map(move |left| (number, left))) {
                let [equal, weighted] = models.each_ref().map(|costs| costs.lower_bound(&ranks[..number], left, 0));
                assert_eq!(equal, weighted, "{prices:?}: {number} candidates, {left} guesses left");
            }
        }
    }
}
