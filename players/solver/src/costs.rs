//! What strategies cost.

use scsa::{Feedback, Size};
use std::sync::Arc;

/// What candidates cost together: the guesses that they take, each times its weight, in units of [`Costs::unit`].
pub type Cost = u64;

/// No strategy finds all candidates in time.
pub const NEVER: Cost = 1 << 56;

/// How many guesses there may still be; `usize::MAX` where that is not limited.
pub type Left = usize;

/// What candidates cost at least, as far as responses can tell them apart.
#[derive(Clone, Debug)]
pub struct Costs {
    unit: Cost,
    /// Whether a candidate that takes the last guess costs one more than its guesses do.
    tells_last: bool,
    limited: bool,
    /// How many candidates can be found with the first, second, … guess.
    found: Vec<usize>,
    /// By guesses left (one row where they are not limited), then by number of candidates.
    flat: Vec<Vec<Cost>>,
    /// How many guesses so many candidates take at least, where guesses are not limited.
    guesses: Vec<u32>,
    /// The weights of codes by place; all 1 where there are none.
    weights: Option<Arc<[u32]>>,
}

impl Costs {
    /// No strategy for few enough candidates takes as many guesses.
    const FAR: Left = 64;

    /// For so many candidates at the most.
    pub fn new(
        size: Size,
        candidates: usize,
        weights: Option<Arc<[u32]>>,
        within: Option<Left>,
        tells_last: bool,
    ) -> Costs {
        // One response wins, and one never occurs.
        let responses = Feedback::values(size.pegs()).saturating_sub(2).max(1);
        let (mut found, mut sum) = (vec![1], 1);
        while let Some(last) = found.last().filter(|_| sum < candidates && found.len() < Costs::FAR) {
            let next = (last * responses).min(candidates);
            found.push(next);
            sum += next;
        }
        let unit = if tells_last { 1 << 20 } else { 1 };
        let limited = within.is_some();
        let mut costs =
            Costs { unit, tells_last, limited, found, flat: Vec::new(), guesses: Vec::new(), weights: None };
        let row = |left| -> Vec<Cost> {
            (0..=candidates).map(|number| costs.bound(left, 0, (0..number).map(|_| 1))).collect()
        };
        costs.flat = (0..within.map_or(1, |within| within.min(Costs::FAR) + 1)).map(row).collect();
        costs.guesses = match within {
            Some(_) => Costs::new(size, candidates, None, None, false).guesses,
            None => costs.flat[0].iter().map(|cost| (cost / unit) as u32).collect(),
        };
        costs.weights = weights;
        costs
    }

    /// What candidates of these weights, the largest first, cost at least. So many guesses are made that find none.
    fn bound(&self, left: Left, skipped: usize, weights: impl Iterator<Item = u32>) -> Cost {
        let (mut depth, mut room, mut cost) = (skipped, 0, 0);
        for weight in weights {
            if room == 0 {
                room = self.found.get(depth).or(self.found.last()).copied().unwrap_or(1);
                depth += 1;
                if self.limited && depth > left {
                    return NEVER;
                }
            }
            room -= 1;
            let last = if self.limited { self.last(left + 1 - depth) } else { 0 };
            cost += Cost::from(weight) * (depth as Cost * self.unit + last);
        }
        cost
    }

    /// What a guess costs a candidate of weight 1.
    pub const fn unit(&self) -> Cost {
        self.unit
    }

    /// What these candidates cost at least. Those of large weight come first.
    #[inline]
    pub fn fewest(&self, places: &[u32], left: Left) -> Cost {
        match &self.weights {
            None => self.flat[left.min(self.flat.len() - 1)][places.len()],
            Some(weights) => self.bound(left, 0, places.iter().map(|&place| weights[place as usize])),
        }
    }

    /// What these candidates cost at least when the first guess is none of them.
    pub fn fewest_beside(&self, places: &[u32], left: Left) -> Cost {
        match &self.weights {
            None => self.flat[left.min(self.flat.len() - 1)][places.len()] + self.unit,
            Some(weights) => self.bound(left, 1, places.iter().map(|&place| weights[place as usize])),
        }
    }

    /// What one more guess costs these candidates.
    #[inline]
    pub fn one_more(&self, places: &[u32]) -> Cost {
        self.unit * self.weight(places)
    }

    /// The weight of these candidates together.
    #[inline]
    pub fn weight(&self, places: &[u32]) -> u64 {
        match &self.weights {
            None => places.len() as u64,
            Some(weights) => places.iter().map(|&place| u64::from(weights[place as usize])).sum(),
        }
    }

    /// The weights of the codes by place, unless they are all 1.
    pub fn weights(&self) -> Option<&[u32]> {
        self.weights.as_deref()
    }

    /// How many guesses so many candidates of weight 1 take at least, by their number, where guesses are not limited.
    pub fn guesses(&self) -> &[u32] {
        &self.guesses
    }

    /// Whether so many guesses may be too few.
    pub const fn is_limited(&self) -> bool {
        self.limited
    }

    /// What a candidate of weight 1 costs more when it is found by the next of so many guesses that are left.
    #[inline]
    pub const fn last(&self, left: Left) -> Cost {
        (self.tells_last && left == 1) as Cost
    }

    /// Whether the guesses that candidates take tell all that they cost, where each takes three more at the most.
    pub const fn is_plain(&self, left: Left) -> bool {
        left > 3 || left == 3 && !self.tells_last
    }
}
