//! The optimal strategy for an objective.

use crate::{
    evaluator::{Cost, CostModel, IMPOSSIBLE},
    problem::{ListedProblem, RankStrategy, SolveError},
    search::{BranchAndBound, Node},
};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

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

/// A strategy that is proved to be optimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The guesses that all secrets take together, each times its weight.
    pub total: u64,
    /// The number of guesses in the worst case.
    pub worst_case: usize,
    /// The strategy.
    pub strategy: RankStrategy,
}

impl Resources {
    /// One thread, and [`Resources::useful_table_bytes`].
    #[must_use]
    pub fn for_problem(problem: &ListedProblem) -> Resources {
        Resources { table_bytes: Resources::useful_table_bytes(problem), threads: 1 }
    }

    /// The size of the transposition table beyond which it hardly gets faster: 2 MB for 4x6, 67 MB for 4x8, 460 MB for 5x6.
    #[must_use]
    pub fn useful_table_bytes(problem: &ListedProblem) -> usize {
        (problem.secret_count().saturating_pow(3) >> 10).max(1 << 18)
    }
}

/// Finds an optimal strategy.
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
/// # Ok::<(), scsa::SizeError>(())
/// ```
pub fn solve(
    problem: &ListedProblem,
    objective: Objective,
    resources: Resources,
    monitor: &SearchMonitor,
) -> Result<Solution, SolveError> {
    let minimize = |max_guesses, penalizes_last, below| {
        Minimization { problem, resources, monitor, max_guesses, penalizes_last }.solve(below)
    };
    let found = if objective.minimize_worst_case {
        let most = objective.max_guesses.unwrap_or(usize::MAX);
        let mut max_guesses = 1;
        loop {
            if max_guesses > most {
                return Err(SolveError::Impossible(most));
            }
            if let Some(found) = minimize(Some(max_guesses), false, IMPOSSIBLE)? {
                break found;
            }
            max_guesses += 1;
        }
    } else {
        match (minimize(objective.max_guesses, false, IMPOSSIBLE)?, objective.max_guesses) {
            (Some(found), _) => found,
            (None, max_guesses) => return Err(SolveError::Impossible(max_guesses.unwrap_or(usize::MAX))),
        }
    };
    let mut solution = found;
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

/// One minimization of the total, with a fixed limit on the guesses.
#[derive(Clone, Copy)]
struct Minimization<'a> {
    problem: &'a ListedProblem,
    resources: Resources,
    monitor: &'a SearchMonitor,
    max_guesses: Option<usize>,
    /// Whether the weight of the secrets that take the last guess decides between equal totals.
    penalizes_last: bool,
}

impl Minimization<'_> {
    /// The optimal strategy if its total is below the limit; none if there is no such strategy.
    fn solve(self, below: u64) -> Result<Option<Solution>, SolveError> {
        let Minimization { problem, resources, monitor, max_guesses, penalizes_last } = self;
        monitor.begin(max_guesses);
        let costs =
            CostModel::new(problem.size, problem.secret_count(), problem.weights.clone(), max_guesses, penalizes_last);
        let unit = costs.unit();
        let bytes = resources.table_bytes.min(Resources::useful_table_bytes(problem));
        let search = BranchAndBound::new(problem, monitor, costs, bytes, resources.threads);
        let report = |cost: Cost| {
            // `IMPOSSIBLE` is not a number of guesses.
            if cost < IMPOSSIBLE {
                monitor.raise_lower(cost / unit);
            }
        };
        let left = max_guesses.unwrap_or(usize::MAX);
        let mut root =
            Node { ranks: &problem.secrets, left, depth: 0, symmetry: &problem.symmetry, report: Some(&report) };
        let greedy = search.greedy(&Node { report: None, ..root }).ok().filter(|(cost, _)| *cost < IMPOSSIBLE);
        if let Some((cost, _)) = &greedy {
            monitor.reduce_upper(cost / unit);
        }
        let known = greedy.as_ref().map_or(IMPOSSIBLE, |(cost, _)| cost + 1);
        let limit = known.min(below.saturating_mul(unit));
        let stopped =
            |Stopped| SolveError::Stopped(monitor.bounds(), greedy.as_ref().map(|(_, strategy)| strategy.clone()));
        let Some(cost) = search.cost_below(&root, limit).map_err(stopped)? else { return Ok(None) };
        monitor.raise_lower(cost / unit);
        monitor.reduce_upper(cost / unit);
        root.report = None;
        let strategy = search.strategy(&root, cost).map_err(stopped)?;
        Ok(Some(Solution { total: cost / unit, worst_case: strategy.by_guesses().len(), strategy }))
    }
}

/// The budgets, the progress and the stop signal of a search. Threads share it.
///
/// A node is a set of candidates that is evaluated. For some sets, guesses are enumerated in steps, each about 20 ns.
#[derive(Debug)]
pub struct SearchMonitor {
    stop: AtomicBool,
    nodes: AtomicU64,
    node_budget: u64,
    steps: AtomicU64,
    step_budget: u64,
    lower: AtomicU64,
    /// `u64::MAX` for none; so is the limit.
    upper: AtomicU64,
    max_guesses: AtomicU64,
}

/// The search was told to stop, or has used up a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Bounds on the fewest guesses that all secrets take together, each times its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// It is proved that they take no fewer.
    pub lower: u64,
    /// The total of the best strategy found so far, if there is one.
    pub upper: Option<u64>,
    /// The most guesses that a secret may take in this part of the search, if they are limited.
    pub max_guesses: Option<usize>,
}

impl Default for SearchMonitor {
    /// A monitor without a limit on the nodes.
    fn default() -> SearchMonitor {
        SearchMonitor::new(u64::MAX)
    }
}

impl SearchMonitor {
    /// A monitor of a search that may evaluate `node_budget` nodes.
    #[must_use]
    pub const fn new(node_budget: u64) -> SearchMonitor {
        SearchMonitor {
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_budget,
            steps: AtomicU64::new(0),
            step_budget: u64::MAX,
            lower: AtomicU64::new(0),
            upper: AtomicU64::new(u64::MAX),
            max_guesses: AtomicU64::new(u64::MAX),
        }
    }

    /// The same with a limit on the steps of all enumerations together, which are counted by 16384. With many pegs and colors, one
    /// node may take minutes without it. Only the search of a [`SparseProblem`](crate::SparseProblem) enumerates in steps.
    #[must_use]
    pub const fn with_step_budget(self, step_budget: u64) -> SearchMonitor {
        SearchMonitor { step_budget, ..self }
    }

    /// Tells the search to stop.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// The number of nodes evaluated so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The bounds proved so far.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let (lower, upper) = (self.lower.load(Relaxed), self.upper.load(Relaxed));
        let max_guesses = self.max_guesses.load(Relaxed);
        Bounds {
            lower: lower.min(upper),
            upper: (upper < u64::MAX).then_some(upper),
            max_guesses: (max_guesses < u64::MAX).then_some(max_guesses as usize),
        }
    }

    /// Counts one more node.
    pub(crate) fn count_node(&self) -> Result<(), Stopped> {
        let nodes = self.nodes.fetch_add(1, Relaxed);
        if nodes >= self.node_budget { Err(Stopped) } else { self.check() }
    }

    /// Counts more steps of an enumeration.
    pub(crate) fn count_steps(&self, steps: u64) -> Result<(), Stopped> {
        let before = self.steps.fetch_add(steps, Relaxed);
        if before.saturating_add(steps) > self.step_budget { Err(Stopped) } else { self.check() }
    }

    /// An error once the search was told to stop.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        if self.stop.load(Relaxed) { Err(Stopped) } else { Ok(()) }
    }

    /// Resets the bounds for another search with this limit on the guesses.
    pub(crate) fn begin(&self, max_guesses: Option<usize>) {
        self.max_guesses.store(max_guesses.map_or(u64::MAX, |most| most as u64), Relaxed);
        self.lower.store(0, Relaxed);
        self.upper.store(u64::MAX, Relaxed);
    }

    /// Raises the lower bound to `guesses`, if it is lower.
    pub(crate) fn raise_lower(&self, guesses: u64) {
        self.lower.fetch_max(guesses, Relaxed);
    }

    /// Reduces the upper bound to `guesses`, if it is higher.
    pub(crate) fn reduce_upper(&self, guesses: u64) {
        self.upper.fetch_min(guesses, Relaxed);
    }
}
