//! Branch and bound for sparse problems.

use super::{
    blocks::{BlockBoard, BlockResponse},
    candidates::BlockCandidates,
    evaluator::{BlockGuess, GuessEvaluator, MAX_STEPS},
    size_bound::SizeBound,
    table::{BoundsTable, CanonicalSet, CostInterval},
};
use crate::{
    monitor::{SearchMonitor, Stopped},
    problem::AllowedGuesses,
};
use std::{cmp::Reverse, rc::Rc};

/// A branch-and-bound search for the cost of sets of candidates.
pub struct BlockSearch<'a> {
    pub table: BoundsTable<'a>,
    /// The number of sets in the table at which the search ends.
    max_entries: usize,
}

/// How thoroughly the parts of a guess are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartEvaluation {
    /// Without search.
    Quick,
    /// With a search of their large parts.
    LargeParts,
    /// With a search of all of them.
    Full,
}

/// The fewest candidates of a large part.
const MIN_LARGE_PART: usize = 12;

impl<'a> BlockSearch<'a> {
    /// A search whose table has up to `max_entries` sets.
    pub fn new(
        board: &'a BlockBoard,
        allowed: AllowedGuesses,
        monitor: &'a SearchMonitor,
        by_size: SizeBound,
        max_entries: usize,
    ) -> BlockSearch<'a> {
        BlockSearch { table: BoundsTable::new(board, allowed, monitor, by_size), max_entries }
    }

    /// Searches the one-block sets, and raises their bounds.
    pub fn search_one_block_sets(&mut self) -> Result<(), Stopped> {
        if self.table.board.block_count() != 2 || self.table.allowed != AllowedGuesses::Any {
            return Ok(());
        }
        for size in 3..self.table.board.size.colors() {
            for block in 0..2 {
                let mut set = BlockCandidates::new(2);
                for color in 1..=size as u8 {
                    let row = if block == 0 { [color, 0] } else { [0, color] };
                    set.push(&row, 1);
                }
                let canonical = self.table.canonical(&set);
                let interval = self.solve(&canonical, u64::MAX, 1)?;
                Rc::make_mut(&mut self.table.bounds).one_block.raise(block, size, interval.lower - size as u64);
            }
        }
        Ok(())
    }

    /// The bounds of a set, where the lower bound is at least the sum of those of its large part and of the rest.
    ///
    /// Most sets consist of a large part, whose candidates have exactly one color of the largest symmetry class, and some other
    /// candidates. There are few different large parts, and the sum is close to the cost of the set.
    fn with_large_part(&mut self, of: &CanonicalSet, depth: usize) -> Result<CostInterval, Stopped> {
        let mut interval = self.table.interval(of)?;
        if interval.large_part_evaluated
            || interval.lower >= interval.upper
            || of.set.count() < MIN_LARGE_PART
            || self.table.allowed != AllowedGuesses::Any
        {
            return Ok(interval);
        }
        interval.large_part_evaluated = true;
        let classes = of.set.classes(self.table.board.size.colors());
        let used = of.set.used();
        let size = |class: usize| classes.iter().filter(|&&other| other == class).count();
        let largest =
            (0..classes.len()).filter(|&color| used >> color & 1 == 1).max_by_key(|&color| size(classes[color]));
        let class = classes[largest.unwrap_or(0)];
        let (mut large, mut rest) = (
            BlockCandidates::new(self.table.board.block_count()),
            BlockCandidates::new(self.table.board.block_count()),
        );
        for (row, &weight) in of.set.rows().zip(&of.set.weights) {
            let number = row.iter().filter(|color| classes[usize::from(**color)] == class).count();
            if number == 1 { large.push(row, weight) } else { rest.push(row, weight) }
        }
        if large.count() >= MIN_LARGE_PART && rest.count() > 0 {
            let (large, rest) = (self.table.canonical(&large), self.table.canonical(&rest));
            let lower = self.solve(&large, u64::MAX, depth + 1)?.lower + self.table.interval(&rest)?.lower;
            interval.lower = interval.lower.max(lower);
        }
        self.table.insert(of, &interval);
        Ok(interval)
    }

    /// The bounds of a set after a search for its cost, as far as that is below the limit and the budgets suffice.
    pub fn solve(&mut self, of: &CanonicalSet, limit: u64, depth: usize) -> Result<CostInterval, Stopped> {
        let mut interval = self.with_large_part(of, depth)?;
        let end = interval.upper.min(limit);
        if interval.lower >= end || interval.exhausted_limit >= end || self.table.len() >= self.max_entries {
            return Ok(interval);
        }
        let classes = of.set.classes(self.table.board.size.colors());
        let mut budget = MAX_STEPS;
        let (mut from, mut width, mut others) = (0, 1, u64::MAX);
        loop {
            let end = interval.upper.min(limit);
            let to =
                if self.table.allowed == AllowedGuesses::Consistent { end } else { (interval.lower + width).min(end) };
            let Some(mut guesses) = self.guesses(&of.set, &classes, from, to, &mut budget)? else {
                interval.exhausted_limit = limit;
                break;
            };
            if depth == 0 {
                // The first guess sets a limit. Quick evaluations leave few other guesses below it.
                if let Some(first) = guesses.first().filter(|guess| guess.lower < end) {
                    let (_, upper) = self.interval_with(&of.set, &first.counts, end, depth, PartEvaluation::Full)?;
                    if upper < interval.upper {
                        interval.upper = upper;
                        interval.guess = first.counts.clone();
                        self.table.insert(of, &interval);
                        self.table.monitor.reduce_upper(upper);
                    }
                }
                for evaluation in [PartEvaluation::Quick, PartEvaluation::LargeParts] {
                    self.evaluate_all(&of.set, &mut guesses, evaluation, interval.upper.min(end))?;
                    let lower = guesses.first().map_or(to, |guess| guess.lower.min(to));
                    self.table.monitor.raise_lower(lower.min(interval.upper).max(interval.lower));
                }
            }
            for (number, guess) in guesses.iter().enumerate() {
                let end = interval.upper.min(limit);
                if guess.lower >= end {
                    break;
                }
                let (lower, upper) = self.interval_with(&of.set, &guess.counts, end, depth, PartEvaluation::Full)?;
                if upper < interval.upper {
                    interval.upper = upper;
                    interval.guess = guess.counts.clone();
                    self.table.insert(of, &interval);
                }
                others = others.min(lower);
                if depth == 0 {
                    self.table.monitor.reduce_upper(interval.upper);
                    let rest = guesses.get(number + 1).map_or(to, |guess| guess.lower.min(to));
                    self.table.monitor.raise_lower(others.min(rest).min(interval.upper).max(interval.lower));
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
        self.table.insert(of, &interval);
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
        let mut evaluator = GuessEvaluator::new(self.table.board, &self.table.bounds, set);
        let mut guesses = self.table.candidate_guesses(set, &mut evaluator);
        guesses.retain(|guess| guess.lower < to);
        if self.table.allowed == AllowedGuesses::Any {
            let Some(others) = evaluator.guesses(classes, to, budget, self.table.monitor)? else { return Ok(None) };
            guesses.extend(others);
        }
        guesses.retain(|guess| guess.lower >= from);
        guesses.sort_unstable();
        Ok(Some(guesses))
    }

    /// Raises the lower bounds of the guesses that are below the limit, and sorts the guesses by them.
    fn evaluate_all(
        &mut self,
        set: &BlockCandidates,
        guesses: &mut [BlockGuess],
        evaluation: PartEvaluation,
        limit: u64,
    ) -> Result<(), Stopped> {
        for guess in guesses.iter_mut().filter(|guess| guess.lower < limit) {
            let (lower, _) = self.interval_with(set, &guess.counts, limit, 0, evaluation)?;
            guess.lower = guess.lower.max(lower);
        }
        guesses.sort_unstable();
        Ok(())
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
        self.table.monitor.count_node()?;
        let mut parts = set.partition(self.table.board, counts);
        if parts.len() == 1 && set.count() > 1 {
            return Ok((u64::MAX, u64::MAX));
        }
        parts.retain(|(response, _)| *response != self.table.board.winning_response());
        parts.sort_by_key(|(_, part)| Reverse(part.count()));
        let by_size = |(_, part): &(BlockResponse, BlockCandidates)| {
            let unit = part.weights.iter().copied().min().map_or(0, u64::from);
            part.weight() + unit * self.table.bounds.by_size.of(part.count())
        };
        let mut bounds: Vec<(u64, u64)> = parts.iter().map(|part| (by_size(part), u64::MAX)).collect();
        let weight = set.weight();
        let sum = |bounds: &[(u64, u64)]| {
            bounds.iter().fold((weight, weight), |(lower, upper), (l, m)| (lower + l, upper.saturating_add(*m)))
        };
        let mut children = Vec::new();
        for (part, at) in parts.iter().map(|(_, part)| part).zip(0..) {
            let child = self.table.canonical(part);
            let interval = self.table.interval(&child)?;
            bounds[at] = (interval.lower.max(bounds[at].0), interval.upper);
            children.push(child);
            if sum(&bounds).0 >= limit {
                return Ok(sum(&bounds));
            }
        }
        if evaluation == PartEvaluation::Quick {
            return Ok(sum(&bounds));
        }
        for (child, at) in children.iter().zip(0..) {
            if sum(&bounds).0 >= limit {
                break;
            }
            let interval = self.with_large_part(child, depth + 1)?;
            bounds[at] = (interval.lower.max(bounds[at].0), interval.upper);
        }
        if evaluation == PartEvaluation::LargeParts {
            return Ok(sum(&bounds));
        }
        for (child, at) in children.iter().zip(0..) {
            let (lower, _) = sum(&bounds);
            if lower >= limit {
                break;
            }
            let part_limit = limit - (lower - bounds[at].0);
            let interval = self.solve(child, part_limit, depth + 1)?;
            bounds[at] = (interval.lower.max(bounds[at].0), interval.upper);
        }
        Ok(sum(&bounds))
    }
}
