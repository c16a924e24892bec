//! What is known of sets of candidates.

use super::{costs::Cost, labels::Key};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What is known of a set: what its candidates cost together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// At least so much.
    pub least: Cost,
    /// What [`Known::least`] may become by looking at one more guess only.
    pub reach: Cost,
    pub stage: Stage,
}

/// What was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// How many candidates there are.
    Number,
    /// The candidates as guesses, and the cells that they make.
    Own,
    /// All guesses, and the cells that they make.
    All,
    /// Everything: they cost the least.
    Solved,
}

/// What is known of many sets, in so much memory and no more. Threads share it without waiting for each other.
///
/// A set has its place in one of the buckets by its key. Where a bucket is full, the smallest set in it is forgotten.
#[derive(Debug)]
pub struct Memo {
    buckets: Vec<[Slot; WAYS]>,
}

/// The slots of a bucket.
const WAYS: usize = 4;

/// Three words, of which the first is the exclusive or of the others and the key: where another thread has written some of
/// them the key does not come out, and the slot is as good as empty.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    least: AtomicU64,
    /// The reach above the least, the stage and how many candidates.
    rest: AtomicU64,
}

impl Memo {
    /// A memo of so many bytes, some more than it says, as there is one bucket at least.
    pub fn new(bytes: usize) -> Memo {
        let buckets = (bytes / size_of::<[Slot; WAYS]>()).max(1);
        Memo { buckets: (0..buckets).map(|_| std::array::from_fn(|_| Slot::default())).collect() }
    }

    /// What is known of the set of that key.
    pub fn get(&self, key: Key) -> Option<Known> {
        let (bucket, check) = self.bucket(key);
        bucket.iter().find_map(|slot| {
            let (least, rest) = (slot.least.load(Relaxed), slot.rest.load(Relaxed));
            (rest != 0 && slot.check.load(Relaxed) ^ least ^ rest.rotate_left(32) == check).then(|| Known {
                least,
                reach: least + (rest >> 24 & (Slot::MOST_REACH)),
                stage: match rest & 3 {
                    0 => Stage::Number,
                    1 => Stage::Own,
                    2 => Stage::All,
                    _ => Stage::Solved,
                },
            })
        })
    }

    /// So much is known of the set of so many candidates.
    pub fn put(&self, key: Key, candidates: usize, known: Known) {
        let (bucket, check) = self.bucket(key);
        let number = |slot: &Slot| {
            let (least, rest) = (slot.least.load(Relaxed), slot.rest.load(Relaxed));
            let own = slot.check.load(Relaxed) ^ least ^ rest.rotate_left(32) == check;
            if own { 0 } else { rest >> 2 & Slot::MOST_CANDIDATES }
        };
        let Some(slot) = bucket.iter().min_by_key(|slot| number(slot)) else { return };
        let reach = (known.reach.saturating_sub(known.least)).min(Slot::MOST_REACH);
        let rest = reach << 24 | (candidates as u64).min(Slot::MOST_CANDIDATES) << 2 | known.stage as u64;
        slot.least.store(known.least, Relaxed);
        slot.rest.store(rest, Relaxed);
        slot.check.store(check ^ known.least ^ rest.rotate_left(32), Relaxed);
    }

    fn bucket(&self, key: Key) -> (&[Slot; WAYS], u64) {
        let (low, high) = (key as u64, (key >> 64) as u64);
        // The high bits of the product are evenly spread over the buckets.
        let place = (u128::from(low) * self.buckets.len() as u128) >> 64;
        (&self.buckets[place as usize], high)
    }
}

impl Slot {
    const MOST_REACH: u64 = (1 << 40) - 1;
    const MOST_CANDIDATES: u64 = (1 << 22) - 1;
}
