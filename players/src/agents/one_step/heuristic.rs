//! The players of the one-step look-ahead heuristics.

use super::strategy::{OneStepStrategy, Position};
use crate::{Briefing, Entrant, Player, PlayerInstance, Refusal, asking::lowest_unguessed, tree::Tree};
use scsa::{Code, Rng, Size, Turn};
use solver::partition::Criterion;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// A player by a heuristic: `H` is its index in [`HEURISTICS`].
///
/// It keeps the ranks of the candidates, 4 bytes each, and some 2 bits for each candidate, peg and color while it looks for
/// a guess: at the million codes of 6x10 some 20 MB, and as much again for the cache. A game takes some 20 µs at 4x6, 2 ms at 6x6
/// and 30 ms at 6x10.
#[derive(Clone, Debug)]
pub struct OneStep<const H: usize> {
    strategy: Arc<OneStepStrategy>,
    position: Arc<Position>,
    /// The number of turns that the position includes.
    turns: usize,
    cache: Arc<Mutex<PositionCache>>,
}

/// The positions with many candidates that occurred in a match, with their guesses, by the turns that lead there.
#[derive(Debug)]
struct PositionCache {
    positions: HashMap<Vec<Turn>, (Arc<Position>, Code)>,
    /// How many more candidates may be stored.
    capacity: usize,
}

/// The least number of candidates at which a position is stored. With fewer, the guess is computed again.
const MIN_STORED: usize = 1000;
/// The number of candidates that a cache may store: 16 MB, without those of the first position.
const CACHE_CAPACITY: usize = 4_000_000;

const HEURISTICS: [Heuristic; 10] = [
    heuristic("knuth", "minimizes the largest part (Knuth 1977)", Criterion::Minimax, false),
    heuristic("consistent-knuth", "minimizes the largest part, by consistent guesses only", Criterion::Minimax, true),
    heuristic("minimax", "minimizes the largest part, as knuth does", Criterion::Minimax, false),
    heuristic(
        "consistent-minimax",
        "minimizes the largest part, by consistent guesses only, as consistent-knuth does",
        Criterion::Minimax,
        true,
    ),
    heuristic("expected-size", "minimizes the expected size of the part (Irving 1979)", Criterion::ExpectedSize, false),
    heuristic("entropy", "maximizes expected information (Neuwirth 1982)", Criterion::Entropy, false),
    heuristic("most-parts", "maximizes the number of parts (Kooi 2005)", Criterion::MostParts, false),
    heuristic(
        "consistent-expected-size",
        "minimizes the expected size of the part, by consistent guesses only",
        Criterion::ExpectedSize,
        true,
    ),
    heuristic(
        "consistent-entropy",
        "maximizes expected information, by consistent guesses only",
        Criterion::Entropy,
        true,
    ),
    heuristic(
        "consistent-most-parts",
        "maximizes the number of parts, by consistent guesses only",
        Criterion::MostParts,
        true,
    ),
];

// By name, so that the order of the heuristics does not matter.
pub type Knuth = OneStep<{ index_of("knuth") }>;
pub type ConsistentKnuth = OneStep<{ index_of("consistent-knuth") }>;
pub type Minimax = OneStep<{ index_of("minimax") }>;
pub type ConsistentMinimax = OneStep<{ index_of("consistent-minimax") }>;
pub type ExpectedSize = OneStep<{ index_of("expected-size") }>;
pub type Entropy = OneStep<{ index_of("entropy") }>;
pub type MostParts = OneStep<{ index_of("most-parts") }>;
pub type ConsistentExpectedSize = OneStep<{ index_of("consistent-expected-size") }>;
pub type ConsistentEntropy = OneStep<{ index_of("consistent-entropy") }>;
pub type ConsistentMostParts = OneStep<{ index_of("consistent-most-parts") }>;

/// The index of a name in [`HEURISTICS`]. An unknown name does not compile.
const fn index_of(name: &str) -> usize {
    let mut index = 0;
    while !equal(HEURISTICS[index].name, name) {
        index += 1;
    }
    index
}

/// `==`, which constants cannot use yet.
const fn equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut byte = 0;
    while byte < one.len() && byte < other.len() && one[byte] == other[byte] {
        byte += 1;
    }
    byte == one.len() && byte == other.len()
}

struct Heuristic {
    name: &'static str,
    summary: &'static str,
    criterion: Criterion,
    consistent: bool,
}

const fn heuristic(name: &'static str, summary: &'static str, criterion: Criterion, consistent: bool) -> Heuristic {
    Heuristic { name, summary, criterion, consistent }
}

impl<const H: usize> OneStep<H> {
    /// The largest number of codes that are listed.
    const MAX_CODES: u64 = 4_000_000;

    fn strategy(size: Size) -> OneStepStrategy {
        OneStepStrategy::new(size, HEURISTICS[H].criterion, HEURISTICS[H].consistent)
    }
}

impl<const H: usize> Player for OneStep<H> {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if self.position.ranks.len() >= MIN_STORED
            && let Some((position, guess)) = cache().positions.get(turns)
        {
            (self.position, self.turns) = (Arc::clone(position), turns.len());
            return *guess;
        }
        for turn in turns.get(self.turns..).unwrap_or_default() {
            self.position = Arc::new(self.strategy.after(&self.position, turn));
        }
        self.turns = turns.len();
        let candidates = self.position.ranks.len();
        if candidates == 0 {
            return lowest_unguessed(self.strategy.size(), turns);
        }
        let guess = self.strategy.guess(&self.position);
        let mut cache = cache();
        if candidates >= MIN_STORED && candidates <= cache.capacity {
            cache.capacity -= candidates;
            cache.positions.insert(turns.to_vec(), (Arc::clone(&self.position), guess));
        }
        guess
    }
}

/// The tree of a player of these heuristics; none for other players, or if there are too many codes for a tree.
pub fn tree(player: &PlayerInstance) -> Option<Tree> {
    fn of<const H: usize>(player: &PlayerInstance) -> Option<&OneStepStrategy> {
        player.downcast_ref::<OneStep<H>>().map(|player| &*player.strategy)
    }
    const BY_HEURISTIC: [fn(&PlayerInstance) -> Option<&OneStepStrategy>; HEURISTICS.len()] =
        [of::<0>, of::<1>, of::<2>, of::<3>, of::<4>, of::<5>, of::<6>, of::<7>, of::<8>, of::<9>];
    BY_HEURISTIC.iter().find_map(|strategy| strategy(player)).and_then(OneStepStrategy::tree)
}

impl<const H: usize> Entrant for OneStep<H> {
    const NAME: &'static str = HEURISTICS[H].name;
    const SUMMARY: &'static str = HEURISTICS[H].summary;

    fn prepare(briefing: &Briefing) -> Result<OneStep<H>, Refusal> {
        let size = briefing.size;
        briefing.codes_up_to(Self::MAX_CODES)?;
        let strategy = Self::strategy(size);
        let position = Arc::new(strategy.start());
        let first = (Arc::clone(&position), strategy.guess(&position));
        let cache = PositionCache { positions: HashMap::from([(Vec::new(), first)]), capacity: CACHE_CAPACITY };
        Ok(OneStep { strategy: Arc::new(strategy), position, turns: 0, cache: Arc::new(Mutex::new(cache)) })
    }
}
