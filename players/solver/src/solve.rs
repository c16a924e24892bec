//! The optimal strategy for an objective.

use crate::best::best_strategy;
use crate::evaluator::{Cost, CostModel, IMPOSSIBLE, Node, Prices};
use crate::monitor::{Bounds, SearchMonitor, Stopped};
use crate::problem::{ListedProblem, Strategy};
use crate::search::BranchAndBound;

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

impl Resources {
    /// One thread, and the table size beyond which the search hardly gets faster: 2 MB for 4x6, 67 MB for 4x8, 460 MB for 5x6.
    pub fn for_problem(problem: &ListedProblem) -> Resources {
        Resources { table_bytes: Resources::table_bytes_for(problem.secrets.len()), threads: 1 }
    }

    pub(crate) fn table_bytes_for(candidates: usize) -> usize {
        (candidates.saturating_pow(3) >> 10).max(1 << 18)
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
    let minimize = |max_guesses, prices, below| minimized(problem, resources, monitor, max_guesses, prices, below);
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
        let below = solution.cost + 1;
        solution = minimize(Some(solution.worst_case), Prices::THEN_LAST, below)?.unwrap_or(solution);
    }
    Ok(solution)
}

/// The strategy with the least cost within `max_guesses`, if that is below so many of what is counted first; none if there is no
/// such strategy.
fn minimized(
    problem: &ListedProblem,
    resources: Resources,
    monitor: &SearchMonitor,
    max_guesses: Option<usize>,
    prices: Prices,
    below: u64,
) -> Result<Option<Solution>, SolveError> {
    monitor.begin(max_guesses, prices.guess == 0);
    let costs = CostModel::new(problem.game, problem.secrets.len(), problem.weights.clone(), max_guesses, prices);
    let unit = prices.unit();
    let table_bytes = resources.table_bytes.min(Resources::for_problem(problem).table_bytes);
    let search = BranchAndBound::new(problem, monitor, costs, Resources { table_bytes, ..resources }, None);
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
