//! A search for good strategies without proof: only a few guesses are tried for each set of candidates.

use crate::evaluator::{Cost, CostBound, CostModel, EvaluationStage, Evaluator, Node, Prices};
use crate::monitor::{SearchMonitor, Stopped};
use crate::partition::{Criterion, Score, ScoredGuess, Scorer};
use crate::problem::{ListedProblem, Strategy};
use crate::search::{BranchAndBound, SetKey};
use crate::solve::{Resources, Solution, SolveError};
use rayon::prelude::*;
use scsa::Response;
use std::cmp::Reverse;
use std::collections::HashSet;

/// The most first guesses that are tried.
const FIRST: usize = 3;

/// Which guesses are tried for a set of candidates: those of the lowest [estimates](Criterion::EstimatedGuesses).
pub struct BestGuesses {
    most: usize,
    scorer: Scorer,
}

impl BestGuesses {
    pub fn new(most: usize, problem: &ListedProblem) -> BestGuesses {
        let scorer = Scorer::new(Criterion::EstimatedGuesses, problem.secrets.len(), problem.game.pegs());
        BestGuesses { most, scorer }
    }

    /// The guesses to try, in the order of their estimates, one of each symmetry class. They do not depend on what was found before.
    pub fn of(&self, evaluator: &Evaluator<'_>, node: &Node<'_>) -> Vec<ScoredGuess> {
        let mut guesses = evaluator.scored(node, &self.scorer, Score::MAX);
        let most = if node.depth == 0 { self.most.min(FIRST) } else { self.most };
        let (mut classes, mut best) = (HashSet::new(), Vec::new());
        // Few of the best are equivalent.
        let mut next = most.saturating_mul(2);
        while best.len() < most && !guesses.is_empty() {
            let rest = if next < guesses.len() {
                guesses.select_nth_unstable(next);
                guesses.split_off(next)
            } else {
                Vec::new()
            };
            guesses.sort_unstable();
            let game = evaluator.problem.game;
            let class = |guess: &ScoredGuess| node.symmetry.canonical_rank(&game.unrank(guess.rank.into()));
            best.extend(guesses.into_iter().filter(|guess| classes.insert(class(guess))));
            (guesses, next) = (rest, next.saturating_mul(2));
        }
        best.truncate(most);
        best
    }
}

impl BranchAndBound<'_> {
    /// The least cost with the guesses that are tried, if it is below the limit.
    pub fn search_best(
        &self,
        best: &BestGuesses,
        node: &Node<'_>,
        key: SetKey,
        limit: Cost,
    ) -> Result<Option<Cost>, Stopped> {
        let mut least = limit;
        for guess in best.of(&self.evaluator, node) {
            least = self.cost_with_guess(node, guess, least, None)?.unwrap_or(least);
        }
        let stage = if least < limit { EvaluationStage::Exact } else { EvaluationStage::AllGuesses };
        self.table.put(key, node.ranks.len(), CostBound { lower: least, reach: least, stage });
        Ok((least < limit).then_some(least))
    }

    /// The strategy with this first guess, if it costs less than the limit. Threads share the parts of the guess, each with a transposition
    /// table of its own, so that the strategy does not depend on them.
    fn best_with(&self, root: &Node<'_>, rank: u32, limit: Cost) -> Result<Option<Strategy>, Stopped> {
        let guess = self.problem.game.unrank(rank.into());
        let symmetry = root.symmetry.after(&guess);
        let left = self.evaluator.left_after(root.left);
        let partition = self.evaluator.partition(rank, root.ranks);
        let (won, mut parts): (Vec<_>, Vec<_>) =
            partition.iter().partition(|(response, _)| *response == self.evaluator.winning_index());
        let lower = |ranks: &[u32]| self.evaluator.bound_by_size(ranks, left).lower;
        let sum =
            self.evaluator.costs.one_guess(root.ranks) + parts.iter().map(|(_, ranks)| lower(ranks)).sum::<Cost>();
        // The large parts first, so that threads finish at about the same time.
        parts.sort_by_key(|(_, ranks)| Reverse(ranks.len()));
        let strategy = |(response, ranks): (usize, &[u32])| {
            let node = Node { ranks, left, depth: 1, symmetry: &symmetry, report: None };
            let (search, others) = (self.of_part(ranks.len()), sum - lower(ranks));
            let cost = search.cost_below(&node, limit.saturating_sub(others))?;
            cost.map(|cost| Ok((Response::from_index(response), search.strategy(&node, cost)?))).transpose()
        };
        let found: Vec<Option<_>> = parts.into_iter().par_bridge().map(strategy).collect::<Result<_, Stopped>>()?;
        let Some(mut next) = found.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
        next.sort_by_key(|(response, _)| response.index());
        Ok(Some(Strategy { guess, wins: !won.is_empty(), next }))
    }
}

/// The best strategy in which each guess is one of the `most` guesses of the lowest estimated costs for its candidates, and the first
/// guess one of three; with a lower bound for all strategies, by two guesses.
pub fn best_strategy(
    problem: &ListedProblem,
    most: usize,
    resources: Resources,
    monitor: &SearchMonitor,
) -> Result<Solution, SolveError> {
    monitor.begin(None, false);
    let candidates = problem.secrets.len();
    let costs = CostModel::new(problem.game, candidates, problem.weights.clone(), None, Prices::GUESSES);
    let best = BestGuesses::new(most, problem);
    let search = BranchAndBound::new(problem, monitor, costs, resources, Some(best));
    let root = Node { ranks: &problem.secrets, left: usize::MAX, depth: 0, symmetry: &problem.symmetry, report: None };
    let (mut cost, mut strategy) =
        search.greedy(&root).map_err(|Stopped| SolveError::Stopped(monitor.bounds(), None))?;
    monitor.raise_lower(search.evaluator.bound_by_size(root.ranks, root.left).lower);
    monitor.reduce_upper(cost);
    let mut improve = || {
        for guess in search.best.iter().flat_map(|best| best.of(&search.evaluator, &root)) {
            let Some(found) = search.best_with(&root, guess.rank, cost)? else { continue };
            if problem.total(&found) < cost {
                (cost, strategy) = (problem.total(&found), found);
                monitor.reduce_upper(cost);
            }
        }
        let least = search.first_guesses(&root, cost)?.first().map_or(cost, |guess| guess.score);
        monitor.raise_lower(least);
        Ok(least)
    };
    match improve() {
        Ok(lower) => Ok(Solution::new(lower, cost, strategy)),
        Err(Stopped) => Err(SolveError::Stopped(monitor.bounds(), Some(Box::new(strategy)))),
    }
}
