//! The transposition table of sparse problems, and the bounds that need no search.

use super::{
    blocks::{BlockBoard, BlockCounts},
    candidates::BlockCandidates,
    evaluator::{BlockGuess, GuessEvaluator},
    hill_climb::{CostEstimate, hill_climb},
    one_block::BlockBounds,
    size_bound::SizeBound,
};
use crate::{
    canonical::SetKey,
    monitor::{SearchMonitor, Stopped},
    problem::AllowedGuesses,
};
use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

/// Bounds on the cost of a set of candidates.
#[derive(Clone, Debug)]
pub struct CostInterval {
    /// The lower bound.
    pub lower: u64,
    /// The upper bound: the cost of a strategy that was found.
    pub upper: u64,
    /// The first guess of that strategy, by the color names of the canonical set.
    pub guess: BlockCounts,
    /// A search with a limit up to this does not improve the bounds.
    pub exhausted_limit: u64,
    /// Whether the lower bound includes that of its large part.
    pub large_part_evaluated: bool,
}

/// A set in canonical form.
pub struct CanonicalSet {
    pub set: BlockCandidates,
    pub key: SetKey,
    /// The new name of each color of the original set.
    pub names: Vec<u8>,
    /// Whether its two blocks are swapped.
    pub swapped: bool,
}

/// Bounds on the cost of sets of candidates, by the keys of their canonical forms.
pub struct BoundsTable<'a> {
    pub board: &'a BlockBoard,
    pub allowed: AllowedGuesses,
    pub monitor: &'a SearchMonitor,
    pub bounds: Rc<BlockBounds>,
    estimate: CostEstimate,
    entries: HashMap<SetKey, CostInterval>,
}

/// The number of guesses of [`hill_climb`] that are evaluated.
const CLIMBED_GUESSES: usize = 2;

impl<'a> BoundsTable<'a> {
    /// An empty table.
    pub fn new(
        board: &'a BlockBoard,
        allowed: AllowedGuesses,
        monitor: &'a SearchMonitor,
        by_size: SizeBound,
    ) -> BoundsTable<'a> {
        let estimate = CostEstimate::new(by_size.max_candidates());
        let bounds = Rc::new(BlockBounds::new(board, by_size));
        BoundsTable { board, allowed, monitor, bounds, estimate, entries: HashMap::new() }
    }

    /// The number of sets.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Stores the bounds of a set.
    pub fn insert(&mut self, set: &CanonicalSet, interval: &CostInterval) {
        self.entries.insert(set.key, interval.clone());
    }

    /// The canonical form of a set.
    pub fn canonical(&self, set: &BlockCandidates) -> CanonicalSet {
        let colors = self.board.size.colors();
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

    /// Bounds without search.
    fn quick_interval(&mut self, set: &BlockCandidates) -> Result<CostInterval, Stopped> {
        let heaviest = self.board.counts(set.row(set.heaviest()));
        let weight = set.weight();
        if set.count() <= 2 {
            // The heavier one first.
            let upper = 2 * weight - u64::from(set.weights[set.heaviest()]);
            return Ok(CostInterval {
                lower: upper,
                upper,
                guess: heaviest,
                exhausted_limit: 0,
                large_part_evaluated: false,
            });
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
            exhausted_limit: 0,
            large_part_evaluated: false,
        };
        let mut tried = vec![best_candidate.counts];
        if self.allowed == AllowedGuesses::Consistent {
            tried.extend(
                candidate_guesses
                    .iter()
                    .min_by_key(|guess| self.estimate.of(&mut evaluator, &guess.counts))
                    .map(|g| g.counts.clone()),
            );
        } else {
            let unit = set.weights.iter().copied().min().map_or(0, u64::from);
            interval.lower = interval.lower.min(2 * weight).max(weight + unit * self.bounds.one_block.lower_bound(set));
            // Where a candidate separates all others, no guess is better.
            if best_candidate.lower + u64::from(set.weights[set.heaviest()]) > 2 * weight {
                tried.extend(hill_climb(board, set, &mut evaluator, &self.estimate).into_iter().take(CLIMBED_GUESSES));
            }
        }
        drop(evaluator);
        for counts in tried {
            let upper = self.upper_bound(set, &counts)?;
            if upper < interval.upper {
                interval.upper = upper;
                interval.guess = counts;
            }
            if interval.upper <= interval.lower {
                break;
            }
        }
        Ok(interval)
    }

    /// The candidates as guesses, one of each symmetry class.
    pub fn candidate_guesses(&self, set: &BlockCandidates, evaluator: &mut GuessEvaluator<'_>) -> Vec<BlockGuess> {
        let classes = set.classes(self.board.size.colors());
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

    /// An upper bound on the cost of a set with this guess first.
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
