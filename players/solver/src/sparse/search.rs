//! Branch and bound for sparse problems.

use crate::monitor::{SearchMonitor, Stopped};
use crate::problem::AllowedGuesses;
use crate::sparse::board::{BlockBoard, BlockCandidates, BlockCounts, BlockResponse};
use crate::sparse::bounds::BlockBounds;
use crate::sparse::evaluator::{BlockGuess, GuessEvaluator, MAX_STEPS, estimates, hill_climb};
use crate::table::SetKey;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// How thoroughly the parts of a guess are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PartEvaluation {
    Quick,
    LargeParts,
    Full,
}

const MIN_LARGE_PART: usize = 12;

impl BlockSearch<'_> {
    pub fn search_one_block_sets(&mut self) -> Result<(), Stopped> {
        if self.board.block_count() != 2 || self.allowed != AllowedGuesses::Any {
            return Ok(());
        }
        for size in 3..self.board.game.colors() {
            for block in 0..2 {
                let mut set = BlockCandidates::new(2);
                for color in 1..=size as u8 {
                    let row = if block == 0 { [color, 0] } else { [0, color] };
                    set.push(&row, 1);
                }
                let canonical = self.canonical(&set);
                let interval = self.solve(&canonical, u64::MAX, 1)?;
                Rc::make_mut(&mut self.bounds).raise(block, size, interval.lower - size as u64);
            }
        }
        Ok(())
    }

    /// The bounds of a set, where the lower bound is at least the sum of those of its large part and of the rest.
    ///
    /// Most sets consist of a large part, whose candidates have exactly one color of the largest symmetry class, and some other
    /// candidates. There are few different large parts, and the sum is close to the cost of the set.
    fn with_large_part(&mut self, of: &CanonicalSet, depth: usize) -> Result<CostInterval, Stopped> {
        let mut interval = self.interval(of)?;
        if interval.large_part_evaluated
            || interval.lower >= interval.upper
            || of.set.count() < MIN_LARGE_PART
            || self.allowed != AllowedGuesses::Any
        {
            return Ok(interval);
        }
        interval.large_part_evaluated = true;
        let classes = of.set.classes(self.board.game.colors());
        let used = of.set.used();
        let size = |class: usize| classes.iter().filter(|&&other| other == class).count();
        let largest =
            (0..classes.len()).filter(|&color| used >> color & 1 == 1).max_by_key(|&color| size(classes[color]));
        let class = classes[largest.unwrap_or(0)];
        let (mut large, mut rest) =
            (BlockCandidates::new(self.board.block_count()), BlockCandidates::new(self.board.block_count()));
        for (row, &weight) in of.set.rows().zip(&of.set.weights) {
            let number = row.iter().filter(|color| classes[usize::from(**color)] == class).count();
            if number == 1 { large.push(row, weight) } else { rest.push(row, weight) }
        }
        if large.count() >= MIN_LARGE_PART && rest.count() > 0 {
            let (large, rest) = (self.canonical(&large), self.canonical(&rest));
            let lower = self.solve(&large, u64::MAX, depth + 1)?.lower + self.interval(&rest)?.lower;
            interval.lower = interval.lower.max(lower);
        }
        self.insert(of, &interval);
        Ok(interval)
    }

    /// The bounds of a set after a search for its cost, as far as that is below the limit and the budgets suffice.
    pub fn solve(&mut self, of: &CanonicalSet, limit: u64, depth: usize) -> Result<CostInterval, Stopped> {
        let mut interval = self.with_large_part(of, depth)?;
        let end = interval.upper.min(limit);
        if interval.lower >= end || interval.exhausted_limit >= end || self.entries.len() >= self.max_entries {
            return Ok(interval);
        }
        let classes = of.set.classes(self.board.game.colors());
        let mut budget = MAX_STEPS;
        let (mut from, mut width, mut others) = (0, 1, u64::MAX);
        loop {
            let end = interval.upper.min(limit);
            let to = if self.allowed == AllowedGuesses::Consistent { end } else { (interval.lower + width).min(end) };
            let Some(mut guesses) = self.guesses(&of.set, &classes, from, to, &mut budget)? else {
                interval.exhausted_limit = limit;
                break;
            };
            if depth == 0 {
                // The first guess sets a limit. Quick evaluations leave few other guesses below it.
                if let Some(first) = guesses.first().filter(|guess| guess.lower < end) {
                    let (_, upper) = self.interval_with(&of.set, &first.counts, end, depth, PartEvaluation::Full)?;
                    if interval.reduce_upper(upper, &first.counts) {
                        self.insert(of, &interval);
                        self.monitor.reduce_upper(upper);
                    }
                }
                for evaluation in [PartEvaluation::Quick, PartEvaluation::LargeParts] {
                    let limit = interval.upper.min(end);
                    for guess in guesses.iter_mut().filter(|guess| guess.lower < limit) {
                        let (lower, _) = self.interval_with(&of.set, &guess.counts, limit, 0, evaluation)?;
                        guess.lower = guess.lower.max(lower);
                    }
                    guesses.sort_unstable();
                    let lower = guesses.first().map_or(to, |guess| guess.lower.min(to));
                    self.monitor.raise_lower(lower.min(interval.upper).max(interval.lower));
                }
            }
            for (number, guess) in guesses.iter().enumerate() {
                let end = interval.upper.min(limit);
                if guess.lower >= end {
                    break;
                }
                let (lower, upper) = self.interval_with(&of.set, &guess.counts, end, depth, PartEvaluation::Full)?;
                if interval.reduce_upper(upper, &guess.counts) {
                    self.insert(of, &interval);
                }
                others = others.min(lower);
                if depth == 0 {
                    self.monitor.reduce_upper(interval.upper);
                    let rest = guesses.get(number + 1).map_or(to, |guess| guess.lower.min(to));
                    self.monitor.raise_lower(others.min(rest).min(interval.upper).max(interval.lower));
                }
            }
            interval.lower = interval.lower.max(others.min(to).min(interval.upper));
            if interval.lower >= interval.upper.min(limit) {
                break;
            }
            if others <= interval.lower {
                // The same search cannot raise the lower bound further.
                interval.exhausted_limit = limit;
                break;
            }
            (from, width) = (to, 2 * width);
        }
        self.insert(of, &interval);
        Ok(interval)
    }

    /// The guesses with lower bounds in `from..to` by the sizes of their parts. None where there are too many.
    fn guesses(
        &self,
        set: &BlockCandidates,
        classes: &[usize],
        from: u64,
        to: u64,
        budget: &mut u64,
    ) -> Result<Option<Vec<BlockGuess>>, Stopped> {
        let mut evaluator = GuessEvaluator::new(self.board, &self.bounds, set);
        let mut guesses = self.candidate_guesses(set, &mut evaluator);
        guesses.retain(|guess| guess.lower < to);
        if self.allowed == AllowedGuesses::Any {
            let Some(others) = evaluator.guesses(classes, to, budget, self.monitor)? else { return Ok(None) };
            guesses.extend(others);
        }
        guesses.retain(|guess| guess.lower >= from);
        guesses.sort_unstable();
        Ok(Some(guesses))
    }

    /// Lower and upper bounds on the cost of a set with this guess first. It stops once the lower bound reaches the limit.
    fn interval_with(
        &mut self,
        set: &BlockCandidates,
        counts: &[u8],
        limit: u64,
        depth: usize,
        evaluation: PartEvaluation,
    ) -> Result<(u64, u64), Stopped> {
        self.monitor.count_node()?;
        let mut parts = set.partition(self.board, counts);
        if parts.len() == 1 && set.count() > 1 {
            return Ok((u64::MAX, u64::MAX));
        }
        parts.retain(|(response, _)| *response != self.board.winning_response());
        parts.sort_by_key(|(_, part)| Reverse(part.count()));
        let by_size = |(_, part): &(BlockResponse, BlockCandidates)| {
            let unit = part.weights.iter().copied().min().map_or(0, u64::from);
            part.weight() + unit * self.bounds.by_size[part.count()]
        };
        let mut bounds: Vec<(u64, u64)> = parts.iter().map(|part| (by_size(part), u64::MAX)).collect();
        let weight = set.weight();
        let sum = |bounds: &[(u64, u64)]| {
            bounds.iter().fold((weight, weight), |(lower, upper), (l, m)| (lower + l, upper.saturating_add(*m)))
        };
        let mut children = Vec::new();
        for (part, at) in parts.iter().map(|(_, part)| part).zip(0..) {
            let child = self.canonical(part);
            let interval = self.interval(&child)?;
            bounds[at] = (interval.lower.max(bounds[at].0), interval.upper);
            children.push(child);
            if sum(&bounds).0 >= limit {
                return Ok(sum(&bounds));
            }
        }
        for further in
            [PartEvaluation::LargeParts, PartEvaluation::Full].into_iter().filter(|&other| other <= evaluation)
        {
            for (child, at) in children.iter().zip(0..) {
                let (lower, _) = sum(&bounds);
                if lower >= limit {
                    break;
                }
                let interval = match further {
                    PartEvaluation::Full => self.solve(child, limit - (lower - bounds[at].0), depth + 1)?,
                    _ => self.with_large_part(child, depth + 1)?,
                };
                bounds[at] = (interval.lower.max(bounds[at].0), interval.upper);
            }
        }
        Ok(sum(&bounds))
    }
}

/// Bounds on the cost of a set of candidates.
#[derive(Clone, Debug, Default)]
pub struct CostInterval {
    pub lower: u64,
    /// The upper bound: the cost of a strategy that was found.
    pub upper: u64,
    /// The first guess of that strategy, by the color names of the canonical set.
    pub guess: BlockCounts,
    /// A search with a limit up to this does not improve the bounds.
    pub exhausted_limit: u64,
    pub large_part_evaluated: bool,
}

impl CostInterval {
    /// Takes a strategy that begins with this guess, if it costs less. Returns whether it does.
    fn reduce_upper(&mut self, upper: u64, guess: &[u8]) -> bool {
        let is_less = upper < self.upper;
        if is_less {
            (self.upper, self.guess) = (upper, guess.to_vec());
        }
        is_less
    }
}

pub struct CanonicalSet {
    pub set: BlockCandidates,
    pub key: SetKey,
    /// The new name of each color of the original set.
    pub names: Vec<u8>,
    /// Whether its two blocks are swapped.
    pub swapped: bool,
}

/// A branch-and-bound search for the cost of sets of candidates, with a table of bounds by the keys of their canonical forms.
pub struct BlockSearch<'a> {
    pub board: &'a BlockBoard,
    pub allowed: AllowedGuesses,
    pub monitor: &'a SearchMonitor,
    pub bounds: Rc<BlockBounds>,
    estimates: Vec<u64>,
    entries: HashMap<SetKey, CostInterval>,
    /// The number of sets in the table at which the search ends.
    max_entries: usize,
}

/// The number of guesses of [`hill_climb`] that are evaluated.
const CLIMBED_GUESSES: usize = 2;

impl<'a> BlockSearch<'a> {
    /// A search with an empty table, for up to `max_entries` sets.
    pub fn new(
        board: &'a BlockBoard,
        allowed: AllowedGuesses,
        monitor: &'a SearchMonitor,
        by_size: Vec<u64>,
        max_entries: usize,
    ) -> BlockSearch<'a> {
        let estimates = estimates(by_size.len() - 1);
        let bounds = Rc::new(BlockBounds::new(board, by_size));
        BlockSearch { board, allowed, monitor, bounds, estimates, entries: HashMap::new(), max_entries }
    }

    pub fn insert(&mut self, set: &CanonicalSet, interval: &CostInterval) {
        self.entries.insert(set.key, interval.clone());
    }

    pub fn canonical(&self, set: &BlockCandidates) -> CanonicalSet {
        let colors = self.board.game.colors();
        let (canonical, key, names) = set.canonical(colors);
        if let [one, other] = *self.board.block_sizes
            && one == other
        {
            let (swapped, swapped_key, swapped_names) = set.with_blocks_swapped().canonical(colors);
            if swapped_key < key {
                return CanonicalSet { set: swapped, key: swapped_key, names: swapped_names, swapped: true };
            }
        }
        CanonicalSet { set: canonical, key, names, swapped: false }
    }

    /// The bounds of a set in the table, or those that need no search.
    pub fn interval(&mut self, of: &CanonicalSet) -> Result<CostInterval, Stopped> {
        if let Some(interval) = self.entries.get(&of.key) {
            return Ok(interval.clone());
        }
        self.monitor.count_node()?;
        let interval = self.quick_interval(&of.set)?;
        self.insert(of, &interval);
        Ok(interval)
    }

    fn quick_interval(&mut self, set: &BlockCandidates) -> Result<CostInterval, Stopped> {
        let heaviest = self.board.counts(set.row(set.heaviest()));
        let weight = set.weight();
        if set.count() <= 2 {
            // The heavier one first.
            let upper = 2 * weight - u64::from(set.weights[set.heaviest()]);
            return Ok(CostInterval { lower: upper, upper, guess: heaviest, ..CostInterval::default() });
        }
        let (board, bounds) = (self.board, Rc::clone(&self.bounds));
        let mut evaluator = GuessEvaluator::new(board, &bounds, set);
        let candidate_guesses = self.candidate_guesses(set, &mut evaluator);
        let best_candidate =
            candidate_guesses.iter().min().cloned().unwrap_or(BlockGuess { lower: 0, counts: heaviest.clone() });
        let mut interval = CostInterval {
            lower: best_candidate.lower,
            upper: u64::MAX,
            guess: best_candidate.counts.clone(),
            ..CostInterval::default()
        };
        let mut tried = vec![best_candidate.counts];
        if self.allowed == AllowedGuesses::Consistent {
            tried.extend(
                candidate_guesses
                    .iter()
                    .min_by_key(|guess| evaluator.sum(&guess.counts, &self.estimates))
                    .map(|g| g.counts.clone()),
            );
        } else {
            let unit = set.weights.iter().copied().min().map_or(0, u64::from);
            interval.lower = interval.lower.min(2 * weight).max(weight + unit * self.bounds.lower_bound(set));
            // Where a candidate separates all others, no guess is better.
            if best_candidate.lower + u64::from(set.weights[set.heaviest()]) > 2 * weight {
                tried.extend(hill_climb(board, set, &mut evaluator, &self.estimates).into_iter().take(CLIMBED_GUESSES));
            }
        }
        drop(evaluator);
        for counts in tried {
            let upper = self.upper_bound(set, &counts)?;
            interval.reduce_upper(upper, &counts);
            if interval.upper <= interval.lower {
                break;
            }
        }
        Ok(interval)
    }

    pub fn candidate_guesses(&self, set: &BlockCandidates, evaluator: &mut GuessEvaluator<'_>) -> Vec<BlockGuess> {
        let classes = set.classes(self.board.game.colors());
        let mut seen = HashSet::new();
        let mut candidate_guesses = Vec::new();
        for (row, &weight) in set.rows().zip(&set.weights) {
            // For each block the class of its color, and the first block with the same color.
            let class: Vec<(usize, Option<usize>)> =
                row.iter().map(|color| (classes[usize::from(*color)], row.iter().position(|c| c == color))).collect();
            if seen.insert(class) {
                let counts = self.board.counts(row);
                candidate_guesses.push(BlockGuess { lower: evaluator.lower_bound(&counts, weight), counts });
            }
        }
        candidate_guesses
    }

    fn upper_bound(&mut self, set: &BlockCandidates, counts: &[u8]) -> Result<u64, Stopped> {
        let parts = set.partition(self.board, counts);
        if parts.len() == 1 && set.count() > 1 {
            return Ok(u64::MAX);
        }
        let mut upper = set.weight();
        for (_, part) in parts.iter().filter(|(response, _)| *response != self.board.winning_response()) {
            let canonical = self.canonical(part);
            upper += self.interval(&canonical)?.upper;
        }
        Ok(upper)
    }
}
