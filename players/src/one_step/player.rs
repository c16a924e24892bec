//! The players of the one-step heuristics.

use super::strategy::{OneStepStrategy, Position};
use crate::{Briefing, Entrant, Player, PlayerInstance, Refusal, tree::Tree};
use partition::Criterion;
use scsa::{Code, Feedback, Rng, Size, Turn};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// A player of a one-step heuristic: `C` is its index in [`KINDS`].
///
/// It keeps the ranks of the candidates, 4 bytes each, and while it chooses a guess some 2 bits for each candidate, peg and
/// color: at a million codes of 6x10 some 20 MB, and as much again for the cache of positions. A game takes some 20 µs at
/// 4x6, 2 ms at 6x6 and 30 ms at 6x10.
#[derive(Clone, Debug)]
pub struct OneStep<const C: usize> {
    strategy: Arc<OneStepStrategy>,
    position: Arc<Position>,
    cache: Arc<Mutex<PositionCache>>,
}

/// The positions with many candidates that occurred in a match, with their guesses, by the responses that lead to them. The
/// responses determine the earlier guesses.
#[derive(Debug)]
struct PositionCache {
    positions: HashMap<Vec<Feedback>, (Arc<Position>, Code)>,
    /// The number of ranks of candidates that may still be added.
    free_ranks: usize,
}

/// The fewest candidates of a position in the cache.
const MIN_CACHED_CANDIDATES: usize = 1000;
/// The most ranks of candidates in the cache, 16 MB, not counting the first position.
const MAX_CACHED_RANKS: usize = 4_000_000;

/// The kinds of players.
const KINDS: [OneStepKind; 10] = [
    kind("knuth", "Knuth's method of 1977: the guess whose largest part is smallest", Criterion::Minimax, false),
    kind("consistent-knuth", "Knuth's method with consistent guesses only", Criterion::Minimax, true),
    kind("minimax", "the guess whose largest part is smallest", Criterion::Minimax, false),
    kind("consistent-minimax", "the consistent guess whose largest part is smallest", Criterion::Minimax, true),
    kind("expected-size", "the guess with the smallest expected part (Irving 1979)", Criterion::ExpectedSize, false),
    kind("entropy", "the guess whose response has the largest entropy (Neuwirth 1982)", Criterion::Entropy, false),
    kind("most-parts", "the guess with the most parts (Kooi 2005)", Criterion::MostParts, false),
    kind(
        "consistent-expected-size",
        "the consistent guess with the smallest expected part",
        Criterion::ExpectedSize,
        true,
    ),
    kind("consistent-entropy", "the consistent guess whose response has the largest entropy", Criterion::Entropy, true),
    kind("consistent-most-parts", "the consistent guess with the most parts", Criterion::MostParts, true),
];

// The players by name, so that the order of the kinds does not matter.
pub type Knuth = OneStep<{ index("knuth") }>;
pub type ConsistentKnuth = OneStep<{ index("consistent-knuth") }>;
pub type Minimax = OneStep<{ index("minimax") }>;
pub type ConsistentMinimax = OneStep<{ index("consistent-minimax") }>;
pub type ExpectedSize = OneStep<{ index("expected-size") }>;
pub type Entropy = OneStep<{ index("entropy") }>;
pub type MostParts = OneStep<{ index("most-parts") }>;
pub type ConsistentExpectedSize = OneStep<{ index("consistent-expected-size") }>;
pub type ConsistentEntropy = OneStep<{ index("consistent-entropy") }>;
pub type ConsistentMostParts = OneStep<{ index("consistent-most-parts") }>;

/// The index of a name in [`KINDS`]. An unknown name is a compile error.
const fn index(name: &str) -> usize {
    let mut index = 0;
    while !same(KINDS[index].name, name) {
        index += 1;
    }
    index
}

/// `==`, which is not available in constants.
const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut byte = 0;
    while byte < one.len() && byte < other.len() && one[byte] == other[byte] {
        byte += 1;
    }
    byte == one.len() && byte == other.len()
}

struct OneStepKind {
    name: &'static str,
    summary: &'static str,
    criterion: Criterion,
    consistent: bool,
}

const fn kind(name: &'static str, summary: &'static str, criterion: Criterion, consistent: bool) -> OneStepKind {
    OneStepKind { name, summary, criterion, consistent }
}

impl<const C: usize> OneStep<C> {
    /// The most codes of a board, which are all listed.
    const MOST_CODES: u64 = 4_000_000;

    fn strategy(size: Size) -> OneStepStrategy {
        OneStepStrategy::new(size, KINDS[C].criterion, KINDS[C].consistent)
    }
}

impl<const C: usize> Player for OneStep<C> {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let many = self.position.ranks.len() >= MIN_CACHED_CANDIDATES;
        let history: Vec<Feedback> = if many { turns.iter().map(|turn| turn.feedback).collect() } else { Vec::new() };
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if many && let Some((position, guess)) = cache().positions.get(&history) {
            self.position = Arc::clone(position);
            return *guess;
        }
        if let Some(turn) = turns.last() {
            self.position = Arc::new(self.strategy.after(&self.position, turn));
        }
        let guess = self.strategy.guess(&self.position);
        let ranks = self.position.ranks.len();
        let mut cache = cache();
        if ranks >= MIN_CACHED_CANDIDATES && ranks <= cache.free_ranks {
            cache.free_ranks -= ranks;
            cache.positions.insert(history, (Arc::clone(&self.position), guess));
        }
        guess
    }
}

/// The tree of a player of this kind; none where it would have too many codes.
pub fn tree(player: &PlayerInstance) -> Option<Tree> {
    fn of<const C: usize>(player: &PlayerInstance) -> Option<&OneStepStrategy> {
        player.downcast_ref::<OneStep<C>>().map(|player| &*player.strategy)
    }
    const KINDS: [fn(&PlayerInstance) -> Option<&OneStepStrategy>; 10] =
        [of::<0>, of::<1>, of::<2>, of::<3>, of::<4>, of::<5>, of::<6>, of::<7>, of::<8>, of::<9>];
    KINDS.iter().find_map(|strategy| strategy(player)).and_then(OneStepStrategy::tree)
}

impl<const C: usize> Entrant for OneStep<C> {
    const NAME: &'static str = KINDS[C].name;
    const SUMMARY: &'static str = KINDS[C].summary;

    fn prepare(briefing: &Briefing) -> Result<OneStep<C>, Refusal> {
        let size = briefing.size;
        briefing.codes_up_to(Self::MOST_CODES)?;
        let strategy = Self::strategy(size);
        let position = Arc::new(strategy.start());
        let first = (Arc::clone(&position), strategy.guess(&position));
        let cache = PositionCache { positions: HashMap::from([(Vec::new(), first)]), free_ranks: MAX_CACHED_RANKS };
        Ok(OneStep { strategy: Arc::new(strategy), position, cache: Arc::new(Mutex::new(cache)) })
    }
}
