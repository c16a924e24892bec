//! The cost of strategies, and a lower bound on it by the number of candidates.

use scsa::{Feedback, Size};
use std::sync::Arc;

/// The cost of some candidates: the sum of the guesses that they take, each times its weight, in units of 1 /
/// [`CostModel::unit`] guesses.
pub type Cost = u64;

/// The cost where no strategy finds all candidates within the guesses that are left.
pub const IMPOSSIBLE: Cost = 1 << 56;

/// The number of guesses that may still be made; `usize::MAX` where that is not limited.
pub type GuessesLeft = usize;

/// The cost of guesses, and lower bounds on the cost of candidates.
///
/// The bounds assume that every guess separates as many candidates as it can have responses.
#[derive(Clone, Debug)]
pub struct CostModel {
    unit: Cost,
    /// Whether a candidate that takes the last guess costs 1 more.
    penalizes_last: bool,
    limited: bool,
    /// How many candidates at most are found with the first, second, … guess; the last entry is for all later guesses, too.
    found_at: Vec<usize>,
    /// Lower bounds for candidates of weight 1, by guesses left (one row where they are not limited) and number of candidates.
    by_count: Vec<Vec<Cost>>,
    /// Lower bounds on the guesses that candidates take, by their number, where guesses are not limited.
    min_guesses: Vec<u32>,
    /// The weights of all codes by rank; none where all weights are 1.
    weights: Option<Arc<[u32]>>,
}

impl CostModel {
    /// The most guesses that the tables distinguish. No strategy takes more for the candidates that are searched.
    const MAX_DEPTH: GuessesLeft = 64;

    /// A model for up to `candidates` candidates, with no more than `max_guesses` guesses, if that is limited. With
    /// `penalizes_last`, strategies of equal total cost differ by the weight of the candidates that take the last guess.
    pub fn new(
        size: Size,
        candidates: usize,
        weights: Option<Arc<[u32]>>,
        max_guesses: Option<GuessesLeft>,
        penalizes_last: bool,
    ) -> CostModel {
        // One feedback wins, and one (all black but one, which is white) never occurs.
        let responses = Feedback::values(size.pegs()).saturating_sub(2).max(1);
        let (mut found_at, mut sum) = (vec![1], 1);
        while let Some(last) = found_at.last().filter(|_| sum < candidates && found_at.len() < CostModel::MAX_DEPTH) {
            let next = (last * responses).min(candidates);
            found_at.push(next);
            sum += next;
        }
        let unit = if penalizes_last { 1 << 20 } else { 1 };
        let limited = max_guesses.is_some();
        let mut costs = CostModel {
            unit,
            penalizes_last,
            limited,
            found_at,
            by_count: Vec::new(),
            min_guesses: Vec::new(),
            weights: None,
        };
        let row = |left| -> Vec<Cost> {
            (0..=candidates).map(|number| costs.bound(left, 0, (0..number).map(|_| 1))).collect()
        };
        costs.by_count = (0..max_guesses.map_or(1, |most| most.min(CostModel::MAX_DEPTH) + 1)).map(row).collect();
        costs.min_guesses = match max_guesses {
            Some(_) => CostModel::new(size, candidates, None, None, false).min_guesses,
            None => costs.by_count[0].iter().map(|cost| (cost / unit) as u32).collect(),
        };
        costs.weights = weights;
        costs
    }

    /// A lower bound on the cost of candidates with these weights, in descending order. The first `skipped` guesses find none
    /// of them.
    fn bound(&self, left: GuessesLeft, skipped: usize, weights: impl Iterator<Item = u32>) -> Cost {
        let (mut depth, mut free, mut cost) = (skipped, 0, 0);
        for weight in weights {
            if free == 0 {
                free = self.found_at.get(depth).or(self.found_at.last()).copied().unwrap_or(1);
                depth += 1;
                if self.limited && depth > left {
                    return IMPOSSIBLE;
                }
            }
            free -= 1;
            let last = if self.limited { self.last_guess_penalty(left + 1 - depth) } else { 0 };
            cost += Cost::from(weight) * (depth as Cost * self.unit + last);
        }
        cost
    }

    /// The cost of one guess for a candidate of weight 1.
    pub const fn unit(&self) -> Cost {
        self.unit
    }

    /// A lower bound on the cost of these candidates, in descending order of their weights.
    #[inline]
    pub fn lower_bound(&self, ranks: &[u32], left: GuessesLeft) -> Cost {
        match &self.weights {
            None => self.by_count[left.min(self.by_count.len() - 1)][ranks.len()],
            Some(weights) => self.bound(left, 0, ranks.iter().map(|&rank| weights[rank as usize])),
        }
    }

    /// The same where the first guess is none of the candidates.
    pub fn lower_bound_after_inconsistent(&self, ranks: &[u32], left: GuessesLeft) -> Cost {
        match &self.weights {
            None => self.by_count[left.min(self.by_count.len() - 1)][ranks.len()] + self.unit,
            Some(weights) => self.bound(left, 1, ranks.iter().map(|&rank| weights[rank as usize])),
        }
    }

    /// The cost of one guess for these candidates.
    #[inline]
    pub fn one_guess(&self, ranks: &[u32]) -> Cost {
        self.unit * self.weight(ranks)
    }

    /// The sum of the weights of these candidates.
    #[inline]
    pub fn weight(&self, ranks: &[u32]) -> u64 {
        match &self.weights {
            None => ranks.len() as u64,
            Some(weights) => ranks.iter().map(|&rank| u64::from(weights[rank as usize])).sum(),
        }
    }

    /// The weights of all codes by rank, unless they are all 1.
    pub fn weights(&self) -> Option<&[u32]> {
        self.weights.as_deref()
    }

    /// Lower bounds on the guesses that candidates of weight 1 take, by their number, where guesses are not limited.
    pub fn min_guesses(&self) -> &[u32] {
        &self.min_guesses
    }

    /// Whether the number of guesses is limited.
    pub const fn is_limited(&self) -> bool {
        self.limited
    }

    /// The additional cost of a candidate of weight 1 that is found by the next guess, where this many are left.
    #[inline]
    pub const fn last_guess_penalty(&self, left: GuessesLeft) -> Cost {
        (self.penalizes_last && left == 1) as Cost
    }

    /// Whether the guesses that candidates take determine their cost, where each takes at most three more: neither the limit
    /// nor the last guess matters.
    pub const fn is_determined_by_guesses(&self, left: GuessesLeft) -> bool {
        left > 3 || left == 3 && !self.penalizes_last
    }
}
