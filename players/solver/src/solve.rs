//! The optimal strategy for an objective.

use crate::evaluator::{Cost, CostModel, IMPOSSIBLE, Node};
use crate::monitor::{Bounds, SearchMonitor, Stopped};
use crate::problem::{ListedProblem, Strategy};
use crate::search::BranchAndBound;

/// What to minimize, and a limit. The default minimizes the guesses that all secrets take together, each times its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Objective {
    /// Minimize the guesses in the worst case first, and only then the total.
    pub minimize_worst_case: bool,
    /// The most guesses that a secret may take.
    pub max_guesses: Option<usize>,
    /// Of the strategies that are optimal by that, choose one with the fewest guesses in the worst case, and among these the
    /// fewest secrets (by weight) at the worst case.
    pub fewest_at_worst_case: bool,
}

/// What a search may use. The solution does not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// The size of the transposition table in bytes. A board takes 64 bytes for each code on top of that.
    pub table_bytes: usize,
    /// The number of threads that share the work.
    pub threads: usize,
}

/// The best strategy that was found, and a lower bound for all strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// It is proved that all secrets together take at least this number of guesses, each times its weight, with any strategy.
    pub lower_bound: u64,
    /// The guesses that they take with this strategy. It is proved to be optimal where the lower bound is the same.
    pub total: u64,
    /// The number of guesses in the worst case.
    pub worst_case: usize,
    /// The strategy.
    pub strategy: Strategy,
}

impl Solution {
    pub(crate) fn new(lower_bound: u64, total: u64, strategy: Strategy) -> Solution {
        Solution { lower_bound, total, worst_case: strategy.by_guesses().len(), strategy }
    }
}

impl Resources {
    /// One thread, and the table size beyond which the search hardly gets faster: 2 MB for 4x6, 67 MB for 4x8, 460 MB for 5x6.
    pub fn for_problem(problem: &ListedProblem) -> Resources {
        Resources { table_bytes: (problem.secrets.len().saturating_pow(3) >> 10).max(1 << 18), threads: 1 }
    }
}

/// Finds an optimal strategy: its total is the lower bound.
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
/// assert_eq!((solution.total, solution.strategy.by_guesses()), (206, vec![1, 7, 33, 23]));
/// # Ok::<(), scsa::GameError>(())
/// ```
pub fn solve(
    problem: &ListedProblem,
    objective: Objective,
    resources: Resources,
    monitor: &SearchMonitor,
) -> Result<Solution, SolveError> {
    let minimize =
        |max_guesses, penalizes_last, below| minimized(problem, resources, monitor, max_guesses, penalizes_last, below);
    let within = |max_guesses| minimize(max_guesses, false, IMPOSSIBLE);
    let most = objective.max_guesses.unwrap_or(usize::MAX);
    let found = if objective.minimize_worst_case {
        (1..=most).find_map(|max_guesses| within(Some(max_guesses)).transpose()).transpose()?
    } else {
        within(objective.max_guesses)?
    };
    let mut solution = found.ok_or(SolveError::Impossible(most))?;
    if objective.fewest_at_worst_case {
        // The same total with fewer guesses in the worst case.
        while !objective.minimize_worst_case && solution.worst_case > 1 {
            let Some(shorter) = minimize(Some(solution.worst_case - 1), false, solution.total + 1)? else { break };
            solution = shorter;
        }
        solution = minimize(Some(solution.worst_case), true, solution.total + 1)?.unwrap_or(solution);
    }
    Ok(solution)
}

/// The strategy with the least total within `max_guesses`, if that is below the limit; none if there is no such strategy. With
/// `penalizes_last`, the weight of the secrets that take the last guess decides between equal totals.
fn minimized(
    problem: &ListedProblem,
    resources: Resources,
    monitor: &SearchMonitor,
    max_guesses: Option<usize>,
    penalizes_last: bool,
    below: u64,
) -> Result<Option<Solution>, SolveError> {
    monitor.begin(max_guesses);
    let costs =
        CostModel::new(problem.game, problem.secrets.len(), problem.weights.clone(), max_guesses, penalizes_last);
    let unit = costs.unit;
    let bytes = resources.table_bytes.min(Resources::for_problem(problem).table_bytes);
    let search = BranchAndBound::new(problem, monitor, costs, bytes, resources.threads);
    let report = |cost: Cost| {
        // `IMPOSSIBLE` is not a number of guesses.
        if cost < IMPOSSIBLE {
            monitor.raise_lower(cost / unit);
        }
    };
    let left = max_guesses.unwrap_or(usize::MAX);
    let mut root = Node { ranks: &problem.secrets, left, depth: 0, symmetry: &problem.symmetry, report: Some(&report) };
    let greedy = search.greedy(&Node { report: None, ..root }).ok().filter(|(cost, _)| *cost < IMPOSSIBLE);
    if let Some((cost, _)) = &greedy {
        monitor.reduce_upper(cost / unit);
    }
    let known = greedy.as_ref().map_or(IMPOSSIBLE, |(cost, _)| cost + 1);
    let limit = known.min(below.saturating_mul(unit));
    let stopped = |Stopped| {
        SolveError::Stopped(monitor.bounds(), greedy.as_ref().map(|(_, strategy)| Box::new(strategy.clone())))
    };
    let Some(cost) = search.cost_below(&root, limit).map_err(stopped)? else { return Ok(None) };
    monitor.raise_lower(cost / unit);
    monitor.reduce_upper(cost / unit);
    root.report = None;
    let strategy = search.strategy(&root, cost).map_err(stopped)?;
    Ok(Some(Solution::new(cost / unit, cost / unit, strategy)))
}

/// Why a problem was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// It is proved that no strategy finds every secret with this number of guesses.
    Impossible(usize),
    /// The search was stopped, or has used up a budget: the bounds that it has proved, and a strategy whose total is
    /// no less than [`Bounds::upper`].
    Stopped(Bounds, Option<Box<Strategy>>),
}
