//! The optimal strategy for an objective.

use crate::archive::Archive;
use crate::best::BestGuesses;
use crate::certificate::Lemma;
use crate::evaluator::{Cost, CostModel, IMPOSSIBLE, Node, Prices};
use crate::monitor::{Bounds, SearchMonitor, Stopped};
use crate::problem::{ListedProblem, Resources, Strategy};
use crate::proof::Proof;
use crate::search::BranchAndBound;
use rayon::prelude::*;
use scsa::Response;
use std::cmp::Reverse;

/// What is minimized. A total is the sum over all secrets of guesses times weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Minimized {
    /// The total.
    #[default]
    Total,
    /// The guesses in the worst case, and then the total.
    WorstCase,
    /// The guesses in the worst case, and then the weight of the secrets that take so many.
    AtWorstCase,
}

/// What to minimize, and a limit. The default minimizes the total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Objective {
    /// What is minimized.
    pub minimized: Minimized,
    /// The most guesses that a secret may take.
    pub max_guesses: Option<usize>,
    /// Of the strategies that are optimal by that, choose one with the fewest guesses in the worst case, and among these the
    /// fewest secrets (by weight) at the worst case. It changes nothing where these are minimized.
    pub fewest_at_worst_case: bool,
    /// Try only so many guesses for each set of candidates, those of the lowest estimated costs, and at most three first guesses. Then only
    /// the total is minimized, without proof, and each thread has a table of up to 256 MB.
    pub best: Option<usize>,
}

/// The best strategy that was found, and a lower bound for all strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// It is proved that the cost of any strategy is at least this.
    pub lower_bound: u64,
    /// The cost of this strategy: its total, or for [`Minimized::AtWorstCase`] the weight of the secrets that take the most
    /// guesses. It is proved to be optimal where the lower bound is the same.
    pub cost: u64,
    /// The number of guesses in the worst case.
    pub worst_case: usize,
    /// The strategy.
    pub strategy: Strategy,
}

impl Solution {
    pub(crate) fn new(lower_bound: u64, cost: u64, strategy: Strategy) -> Solution {
        Solution { lower_bound, cost, worst_case: strategy.by_guesses().len(), strategy }
    }
}

/// Finds an optimal strategy: its cost is the lower bound.
///
/// The solution is the same for all resources, and every time.
///
/// # Errors
/// [`SolveError`] when it is proved that there is no strategy within the limit, or the search is stopped.
///
/// ```
/// use solver::{AllowedGuesses, ListedProblem, Objective, Resources, SearchMonitor, solve};
/// let problem = ListedProblem::new("3x4".parse()?, AllowedGuesses::Any).unwrap();
/// let resources = Resources::for_problem(&problem);
/// let solution = solve(&problem, Objective::default(), resources, &SearchMonitor::default()).unwrap();
/// assert_eq!((solution.cost, solution.strategy.by_guesses()), (206, vec![1, 7, 33, 23]));
/// # Ok::<(), scsa::GameError>(())
/// ```
pub fn solve(
    problem: &ListedProblem,
    objective: Objective,
    resources: Resources,
    monitor: &SearchMonitor,
) -> Result<Solution, SolveError> {
    if let Some(most) = objective.best {
        return best_strategy(problem, most, resources, monitor);
    }
    let minimize =
        |max_guesses, prices, below| minimized(problem, resources, monitor, max_guesses, prices, (below, None), None);
    let within = |max_guesses| minimize(max_guesses, Prices::GUESSES, IMPOSSIBLE);
    let most = objective.max_guesses.unwrap_or(usize::MAX);
    let found = if objective.minimized == Minimized::Total {
        within(objective.max_guesses)?
    } else {
        (1..=most).find_map(|max_guesses| within(Some(max_guesses)).transpose()).transpose()?
    };
    let mut solution = found.ok_or(SolveError::Impossible(most))?;
    if objective.minimized == Minimized::AtWorstCase {
        let at_last = problem.weight_at(&solution.strategy, solution.worst_case);
        let fewer = minimize(Some(solution.worst_case), Prices::LAST, at_last)?;
        return Ok(fewer.unwrap_or(Solution { lower_bound: at_last, cost: at_last, ..solution }));
    }
    if objective.fewest_at_worst_case {
        // The same total with fewer guesses in the worst case.
        while objective.minimized == Minimized::Total && solution.worst_case > 1 {
            let below = solution.cost + 1;
            let shorter = minimize(Some(solution.worst_case - 1), Prices::GUESSES, below)?;
            let Some(shorter) = shorter else { break };
            solution = shorter;
        }
        let then_last = Prices::then_last(problem.weight_at(&solution.strategy, solution.worst_case));
        if solution.cost >= IMPOSSIBLE / then_last.guess - 1 {
            return Err(SolveError::Weights);
        }
        let below = solution.cost + 1;
        solution = minimize(Some(solution.worst_case), then_last, below)?.unwrap_or(solution);
    }
    Ok(solution)
}

/// The guesses that are tried for a set of candidates by the search that comes before a search in pieces.
const TRIED_BEFORE: usize = 2;

/// What is kept of a search, beside the strategy.
pub enum Keep<'a> {
    /// Its pieces, in an archive. The strategy is that of [`solve()`], however the search is divided and interrupted.
    Pieces(&'a dyn Archive),
    /// Lemmas, of which the last one is the lower bound.
    Certificate(&'a mut Vec<Lemma>),
}

/// Finds the strategy of the least total, and keeps more of the search.
///
/// # Errors
/// [`SolveError::Unfinished`] when pieces are left to other searches; [`SolveError::Stopped`].
pub fn solve_and_keep(
    problem: &ListedProblem,
    resources: Resources,
    monitor: &SearchMonitor,
    keep: Keep<'_>,
) -> Result<Solution, SolveError> {
    let mut known = (IMPOSSIBLE, None);
    if let Keep::Pieces(_) = keep {
        // With a good strategy, each piece has a limit that other pieces hardly change.
        let good = best_strategy(problem, TRIED_BEFORE, resources, monitor)?;
        known = (good.cost + 1, Some(good.strategy));
    }
    let found = minimized(problem, resources, monitor, None, Prices::GUESSES, known, Some(keep))?;
    found.ok_or_else(|| SolveError::Unfinished(monitor.bounds()))
}

/// The strategy with the least cost within `max_guesses`, if that is below so many of what is counted first, where such a strategy may be
/// known; none if there is no such strategy.
fn minimized(
    problem: &ListedProblem,
    resources: Resources,
    monitor: &SearchMonitor,
    max_guesses: Option<usize>,
    prices: Prices,
    (below, known): (u64, Option<Strategy>),
    keep: Option<Keep<'_>>,
) -> Result<Option<Solution>, SolveError> {
    monitor.begin(problem, max_guesses, prices.guess == 0);
    let costs = CostModel::new(problem.game, problem.secrets.len(), problem.weights.clone(), max_guesses, prices);
    let unit = prices.unit();
    let table_bytes = resources.table_bytes.min(Resources::for_problem(problem).table_bytes);
    let archive = if let Some(Keep::Pieces(archive)) = keep { Some(archive) } else { None };
    let search = BranchAndBound::new(problem, monitor, costs, Resources { table_bytes, ..resources }, None, archive);
    let left = max_guesses.unwrap_or(usize::MAX);
    let root = Node { ranks: &problem.secrets, left, depth: 0, symmetry: &problem.symmetry };
    let (mut limit, mut known) = (below.saturating_mul(unit), known);
    if known.is_none()
        && let Some((cost, strategy)) = search.greedy(&root).ok().filter(|(cost, _)| *cost < IMPOSSIBLE)
    {
        (limit, known) = (limit.min(cost + 1), Some(strategy));
        monitor.reduce_upper(cost / unit);
    } else if known.is_some() {
        monitor.reduce_upper(below - 1);
    }
    let prove = || {
        let proof = search.prove(&root, limit.min(IMPOSSIBLE))?;
        if let (Proof::Solved(cost, _), Some(Keep::Certificate(lemmas))) = (&proof, keep) {
            // A search of its own, so that the lemmas depend neither on threads nor on memory.
            *lemmas = search.of_part(problem.secrets.len()).certificate(&root, *cost)?;
        }
        Ok(proof)
    };
    match prove() {
        Ok(Proof::Solved(cost, strategy)) => {
            monitor.raise_lower(cost / unit);
            Ok(Some(Solution::new(cost / unit, cost / unit, strategy)))
        }
        Ok(Proof::NoneBelow) => Ok(None),
        Ok(Proof::Unfinished) => Err(SolveError::Unfinished(monitor.bounds())),
        Err(Stopped) => Err(SolveError::Stopped(monitor.bounds(), known.map(Box::new))),
    }
}

impl BranchAndBound<'_> {
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
            let node = Node { ranks, left, depth: 1, symmetry: &symmetry };
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
fn best_strategy(
    problem: &ListedProblem,
    most: usize,
    resources: Resources,
    monitor: &SearchMonitor,
) -> Result<Solution, SolveError> {
    monitor.begin(problem, None, false);
    let candidates = problem.secrets.len();
    let costs = CostModel::new(problem.game, candidates, problem.weights.clone(), None, Prices::GUESSES);
    let best = BestGuesses::new(most, problem);
    let search = BranchAndBound::new(problem, monitor, costs, resources, Some(best), None);
    let root = Node { ranks: &problem.secrets, left: usize::MAX, depth: 0, symmetry: &problem.symmetry };
    monitor.raise_lower(search.evaluator.bound_by_size(root.ranks, root.left).lower);
    let (mut cost, mut strategy) =
        search.greedy(&root).map_err(|Stopped| SolveError::Stopped(monitor.bounds(), None))?;
    monitor.reduce_upper(cost);
    let mut improve = || {
        for guess in search.best.iter().flat_map(|best| best.of(&search.evaluator, &root)) {
            let Some(found) = search.best_with(&root, guess.rank, cost)? else { continue };
            if problem.total(&found) < cost {
                (cost, strategy) = (problem.total(&found), found);
                monitor.reduce_upper(cost);
            }
        }
        // A bound of all guesses: the costs with those that were tried are in the tables of the parts alone.
        let least = search.bound_by_two_guesses(&root, cost)?;
        monitor.raise_lower(least);
        Ok(least)
    };
    match improve() {
        Ok(lower) => Ok(Solution::new(lower, cost, strategy)),
        Err(Stopped) => Err(SolveError::Stopped(monitor.bounds(), Some(Box::new(strategy)))),
    }
}

/// Why a problem was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// It is proved that no strategy finds every secret with this number of guesses.
    Impossible(usize),
    /// The search was stopped, or has used up a budget: the bounds that it has proved, and a strategy whose total is
    /// no less than [`Bounds::upper`].
    Stopped(Bounds, Option<Box<Strategy>>),
    /// Pieces of the proof are left to other searches: the bounds that are proved.
    Unfinished(Bounds),
    /// The weights of the secrets are too large to compare those at the worst case beside the total.
    Weights,
}
