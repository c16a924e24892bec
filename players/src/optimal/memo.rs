//! What is known of sets of candidates.

use scsa::Rng;
use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// A set of candidates: the exclusive or of a random number for each. Two of a thousand million sets have the same key with
/// a probability below 10^-20.
pub type Key = u128;

/// The random numbers of the codes.
#[derive(Clone, Debug)]
pub struct Keys(Vec<Key>);

/// What is known of a set: how many guesses its candidates take together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// At least so many.
    pub least: u32,
    /// What [`Known::least`] may become by looking at one more guess only.
    pub reach: u32,
    pub stage: Stage,
    /// The place of the best guess among those that were looked at.
    pub guess: u32,
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
    /// Everything: they take no more than the least, with that guess.
    Solved,
}

/// What is known of many sets.
#[derive(Debug)]
pub struct Memo {
    sets: HashMap<Key, Known, BuildHasherDefault<OwnHash>>,
    most: usize,
}

/// Keys are random already.
#[derive(Default)]
pub struct OwnHash(u64);

impl Keys {
    /// The numbers of so many codes, always the same.
    pub fn new(codes: usize) -> Keys {
        let mut rng = Rng::new(0);
        let mut word = || u128::from(rng.bits());
        Keys((0..codes).map(|_| word() << 64 | word()).collect())
    }

    /// The key of the set of the codes at these places.
    pub fn of(&self, places: &[u32]) -> Key {
        places.iter().fold(0, |key, &place| key ^ self.0[place as usize])
    }
}

impl Memo {
    /// A memo of so many sets at the most, some 60 bytes each. What does not fit is forgotten, with all the rest.
    pub fn new(most: usize) -> Memo {
        Memo { sets: HashMap::default(), most }
    }

    pub fn get(&self, key: Key) -> Option<Known> {
        self.sets.get(&key).copied()
    }

    pub fn put(&mut self, key: Key, known: Known) {
        if self.sets.len() >= self.most {
            self.sets.clear();
        }
        self.sets.insert(key, known);
    }
}

impl Hasher for OwnHash {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}
