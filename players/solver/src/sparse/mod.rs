//! A problem with few secrets, and its solution.

mod board;
mod bounds;
mod evaluator;
mod search;

use crate::monitor::{SearchMonitor, Stopped};
use crate::problem::{AllowedGuesses, Strategy, integer_weights};
use crate::solve::{Solution, SolveError};
use crate::sparse::board::{BlockBoard, BlockCandidates, with_blocks_swapped, with_original_names};
use crate::sparse::bounds::{BlockBounds, by_size};
use crate::sparse::evaluator::{GuessEvaluator, MAX_STEPS};
use crate::sparse::search::BlockSearch;
use scsa::{Code, Game, Response};

/// A problem with few secrets on a board of any size: secrets with their weights, and the guesses that are allowed.
#[derive(Clone, Debug)]
pub struct SparseProblem {
    board: BlockBoard,
    allowed: AllowedGuesses,
    secrets: Vec<(Code, u32)>,
}

/// The approximate size of a set in the transposition table, in bytes.
const ENTRY_BYTES: usize = 400;

impl SparseProblem {
    /// The most secrets.
    pub const MAX_SECRETS: usize = 2000;

    /// The secrets are these codes, each once, with their probabilities. None where there are no secrets or more than
    /// [`SparseProblem::MAX_SECRETS`], a probability is not positive and finite, or no color comes twice in the game, which this search
    /// does not support.
    pub fn new(game: Game, allowed: AllowedGuesses, secrets: &[(Code, f64)]) -> Option<SparseProblem> {
        if !game.allows_repeats() || secrets.len() > SparseProblem::MAX_SECRETS {
            return None;
        }
        let weights = integer_weights(&secrets.iter().map(|(_, probability)| *probability).collect::<Vec<_>>())?;
        let board = BlockBoard::of(game, secrets);
        let secrets = secrets.iter().zip(weights).map(|((code, _), weight)| (*code, weight)).collect();
        Some(SparseProblem { board, allowed, secrets })
    }

    /// The secrets with their weights: integers in proportion to their probabilities, 1 where all are equally probable.
    pub fn secrets(&self) -> &[(Code, u32)] {
        &self.secrets
    }

    /// Finds the strategy with which all secrets together take the fewest guesses, as far as the table size suffices, and a
    /// lower bound.
    ///
    /// The solution is the same every time. `table_bytes` is the approximate size of the transposition table; once it is full,
    /// the bounds stay as they are. The search uses one thread.
    ///
    /// # Errors
    /// [`SolveError::Stopped`] when the search is stopped.
    ///
    /// ```
    /// use scsa::{algorithms::TwoColorAlternating, support};
    /// use solver::{AllowedGuesses, SearchMonitor, SparseProblem};
    /// let game = "8x8".parse()?;
    /// let secrets = support(&TwoColorAlternating, game, SparseProblem::MAX_SECRETS).unwrap();
    /// let problem = SparseProblem::new(game, AllowedGuesses::Any, &secrets).unwrap();
    /// let solution = problem.solve(1 << 30, &SearchMonitor::default()).unwrap();
    /// assert_eq!((secrets.len(), solution.lower_bound, solution.cost), (56, 158, 158));
    /// # Ok::<(), scsa::GameError>(())
    /// ```
    pub fn solve(&self, table_bytes: usize, monitor: &SearchMonitor) -> Result<Solution, SolveError> {
        self.search(table_bytes, monitor).map_err(|Stopped| SolveError::Stopped(monitor.bounds(), None))
    }

    fn search(&self, table_bytes: usize, monitor: &SearchMonitor) -> Result<Solution, Stopped> {
        let board = &self.board;
        let mut all = BlockCandidates::new(board.block_count());
        self.secrets.iter().for_each(|(code, weight)| all.push(&board.colors(code), *weight));
        monitor.begin(None, false);
        let responses = max_responses(board, self.allowed, &all, monitor)?;
        let by_size = by_size(responses, all.count().max(board.game.colors()));
        let mut search = BlockSearch::new(board, self.allowed, monitor, by_size, table_bytes / ENTRY_BYTES);
        let root = search.canonical(&all);
        let quick = search.interval(&root)?;
        monitor.raise_lower(quick.lower);
        monitor.reduce_upper(quick.upper);
        search.search_one_block_sets()?;
        let interval = search.solve(&root, u64::MAX, 0)?;
        let (strategy, total) = strategy(&mut search, &all)?;
        monitor.raise_lower(interval.lower);
        monitor.reduce_upper(total);
        Ok(Solution::new(interval.lower.min(total), total, strategy))
    }
}

/// The largest number of responses that a guess has. It has no more for a subset of the secrets.
fn max_responses(
    board: &BlockBoard,
    allowed: AllowedGuesses,
    all: &BlockCandidates,
    monitor: &SearchMonitor,
) -> Result<usize, Stopped> {
    // With a limit of `u64::MAX` the bounds do not matter.
    let bounds = BlockBounds::new(board, by_size(board.response_values(), all.count().max(board.game.colors())));
    let mut evaluator = GuessEvaluator::new(board, &bounds, all);
    let mut guesses: Vec<_> = all.rows().map(|row| board.counts(row)).collect();
    if allowed != AllowedGuesses::Consistent {
        let mut budget = MAX_STEPS;
        match evaluator.guesses(&all.classes(board.game.colors()), u64::MAX, &mut budget, monitor)? {
            Some(others) => guesses.extend(others.into_iter().map(|guess| guess.counts)),
            None => return Ok(Response::values(board.game.pegs()) - 1),
        }
    }
    // The part that wins is not among the sizes.
    let number = |counts: &Vec<u8>| {
        let mut number = 1;
        evaluator.part_sizes(counts, |_| number += 1);
        number
    };
    Ok(guesses.iter().map(number).max().unwrap_or(1))
}

/// The strategy with the best guesses found, and its cost.
fn strategy(search: &mut BlockSearch<'_>, set: &BlockCandidates) -> Result<(Strategy, u64), Stopped> {
    let canonical = search.canonical(set);
    let counts = search.interval(&canonical)?.guess;
    let counts = if canonical.swapped { with_blocks_swapped(&counts) } else { counts };
    let counts = with_original_names(&counts, &canonical.names);
    let board = search.board;
    let (mut next, mut wins, mut total) = (Vec::new(), false, set.weight());
    for (response, part) in set.partition(board, &counts) {
        if response == board.winning_response() {
            wins = true;
            continue;
        }
        let (strategy, cost) = strategy(search, &part)?;
        total += cost;
        next.push((board.feedback(response), strategy));
    }
    Ok((Strategy { guess: board.code(&counts), wins, next }, total))
}
