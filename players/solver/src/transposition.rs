//! The transposition table: bounds on the cost of sets of candidates.

use super::{canonical::SetKey, costs::Cost};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A lower bound on the cost of a set of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostBound {
    /// The lower bound.
    pub lower: Cost,
    /// The most that [`CostBound::lower`] can become by the evaluation of one more guess.
    pub reach: Cost,
    /// What the bound is from.
    pub stage: EvaluationStage,
}

/// What was evaluated for a bound, in ascending order of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EvaluationStage {
    /// The number of candidates.
    Size,
    /// The partitions by the candidates as guesses.
    Candidates,
    /// The partitions by all guesses.
    AllGuesses,
    /// The whole subtree: the bound is the cost.
    Exact,
}

/// Bounds by the key of the set, in a fixed amount of memory. Threads share it without locks.
///
/// The key selects a bucket of 4 slots. Where it is full, the new entry replaces the one with the fewest candidates.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<[Slot; WAYS]>,
}

/// The number of slots in a bucket.
const WAYS: usize = 4;

/// An entry, in three words. The first word is the exclusive or of the others and half of the key: where threads have written
/// words of different entries it does not match, and the slot counts as empty.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    lower: AtomicU64,
    /// From the highest bit: 40 bits for the reach minus the lower bound, 22 for the number of candidates, 2 for the stage.
    rest: AtomicU64,
}

impl TranspositionTable {
    /// An empty table of about this many bytes, at least one bucket. Where the system has not that much memory, it is smaller.
    pub fn new(bytes: usize) -> TranspositionTable {
        let (mut count, mut buckets) = ((bytes / size_of::<[Slot; WAYS]>()).max(1), Vec::new());
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        buckets.resize_with(count, || std::array::from_fn(|_| Slot::default()));
        TranspositionTable { buckets }
    }

    /// The bound for the set with this key.
    pub fn get(&self, key: SetKey) -> Option<CostBound> {
        let (bucket, check) = self.bucket(key);
        bucket.iter().find_map(|slot| {
            let (lower, rest) = (slot.lower.load(Relaxed), slot.rest.load(Relaxed));
            (rest != 0 && slot.check.load(Relaxed) ^ lower ^ rest.rotate_left(32) == check).then(|| CostBound {
                lower,
                reach: lower + (rest >> 24 & (Slot::MAX_REACH)),
                stage: match rest & 3 {
                    0 => EvaluationStage::Size,
                    1 => EvaluationStage::Candidates,
                    2 => EvaluationStage::AllGuesses,
                    _ => EvaluationStage::Exact,
                },
            })
        })
    }

    /// Stores the bound for the set with this key and number of candidates.
    pub fn put(&self, key: SetKey, candidates: usize, bound: CostBound) {
        let (bucket, check) = self.bucket(key);
        let number = |slot: &Slot| {
            let (lower, rest) = (slot.lower.load(Relaxed), slot.rest.load(Relaxed));
            let same = slot.check.load(Relaxed) ^ lower ^ rest.rotate_left(32) == check;
            if same { 0 } else { rest >> 2 & Slot::MAX_CANDIDATES }
        };
        let Some(slot) = bucket.iter().min_by_key(|slot| number(slot)) else { return };
        let reach = (bound.reach.saturating_sub(bound.lower)).min(Slot::MAX_REACH);
        let rest = reach << 24 | (candidates as u64).min(Slot::MAX_CANDIDATES) << 2 | bound.stage as u64;
        slot.lower.store(bound.lower, Relaxed);
        slot.rest.store(rest, Relaxed);
        slot.check.store(check ^ bound.lower ^ rest.rotate_left(32), Relaxed);
    }

    fn bucket(&self, key: SetKey) -> (&[Slot; WAYS], u64) {
        let (low, high) = (key as u64, (key >> 64) as u64);
        // The high half of the product is evenly distributed over the buckets.
        let index = (u128::from(low) * self.buckets.len() as u128) >> 64;
        (&self.buckets[index as usize], high)
    }
}

impl Slot {
    const MAX_REACH: u64 = (1 << 40) - 1;
    const MAX_CANDIDATES: u64 = (1 << 22) - 1;
}
