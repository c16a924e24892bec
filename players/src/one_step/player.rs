//! The players of the one-step heuristics.

use super::strategy::{Position, Strategy};
use crate::{Briefing, Entrant, Player, PlayerInstance, Refusal, tree::Tree};
use partition::Criterion;
use scsa::{Code, Feedback, Rng, Size, Turn};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// A player by a criterion: `C` is its place in [`KINDS`].
///
/// It keeps the places of the candidates, 4 bytes each, and some 2 bits for each candidate, peg and color while it looks for
/// a guess: at a million codes of 6x10 some 20 MB, and as much again for what is remembered. A game takes some 20 µs at 4x6,
/// 2 ms at 6x6 and 30 ms at 6x10.
#[derive(Clone, Debug)]
pub struct OneStep<const C: usize> {
    strategy: Arc<Strategy>,
    position: Arc<Position>,
    remembered: Arc<Mutex<Memory>>,
}

/// What is remembered for a match: positions with many candidates and their guesses, by the responses that lead there. The
/// guesses before follow from these.
#[derive(Debug)]
struct Memory {
    positions: HashMap<Vec<Feedback>, (Arc<Position>, Code)>,
    /// How many places of candidates may still be remembered.
    room: usize,
}

/// With so many candidates a position is remembered.
const WORTH_REMEMBERING: usize = 1000;
/// So many places of candidates are remembered: 16 MB, without those of the first position.
const MOST_REMEMBERED: usize = 4_000_000;

/// The kinds of players.
const KINDS: [Kind; 10] = [
    kind("knuth", "Knuth's method of 1977: the guess whose largest cell is smallest", Criterion::Minimax, false),
    kind("consistent-knuth", "Knuth's method with consistent guesses only", Criterion::Minimax, true),
    kind("minimax", "the guess whose largest cell is smallest", Criterion::Minimax, false),
    kind("consistent-minimax", "the consistent guess whose largest cell is smallest", Criterion::Minimax, true),
    kind(
        "expected-size",
        "the guess whose cells are smallest as expected (Irving 1979)",
        Criterion::ExpectedSize,
        false,
    ),
    kind("entropy", "the guess whose response has the largest entropy (Neuwirth 1982)", Criterion::Entropy, false),
    kind("most-parts", "the guess with most cells (Kooi 2005)", Criterion::MostParts, false),
    kind("consistent-expected-size", "the consistent guess whose cells are smallest", Criterion::ExpectedSize, true),
    kind("consistent-entropy", "the consistent guess whose response has the largest entropy", Criterion::Entropy, true),
    kind("consistent-most-parts", "the consistent guess with most cells", Criterion::MostParts, true),
];

// Who is who, whatever the order of the kinds.
pub type Knuth = OneStep<{ place("knuth") }>;
pub type ConsistentKnuth = OneStep<{ place("consistent-knuth") }>;
pub type Minimax = OneStep<{ place("minimax") }>;
pub type ConsistentMinimax = OneStep<{ place("consistent-minimax") }>;
pub type ExpectedSize = OneStep<{ place("expected-size") }>;
pub type Entropy = OneStep<{ place("entropy") }>;
pub type MostParts = OneStep<{ place("most-parts") }>;
pub type ConsistentExpectedSize = OneStep<{ place("consistent-expected-size") }>;
pub type ConsistentEntropy = OneStep<{ place("consistent-entropy") }>;
pub type ConsistentMostParts = OneStep<{ place("consistent-most-parts") }>;

/// The place of a name in [`KINDS`]. A name that is not there does not compile.
const fn place(name: &str) -> usize {
    let mut place = 0;
    while !same(KINDS[place].name, name) {
        place += 1;
    }
    place
}

/// `==`, which is not yet for constants.
const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut byte = 0;
    while byte < one.len() && byte < other.len() && one[byte] == other[byte] {
        byte += 1;
    }
    byte == one.len() && byte == other.len()
}

struct Kind {
    name: &'static str,
    summary: &'static str,
    criterion: Criterion,
    consistent: bool,
}

const fn kind(name: &'static str, summary: &'static str, criterion: Criterion, consistent: bool) -> Kind {
    Kind { name, summary, criterion, consistent }
}

impl<const C: usize> OneStep<C> {
    /// More codes than that are not listed.
    const MOST_CODES: u64 = 4_000_000;

    fn strategy(size: Size) -> Strategy {
        Strategy::new(size, KINDS[C].criterion, KINDS[C].consistent)
    }
}

impl<const C: usize> Player for OneStep<C> {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        let many = self.position.places.len() >= WORTH_REMEMBERING;
        let history: Vec<Feedback> = if many { turns.iter().map(|turn| turn.feedback).collect() } else { Vec::new() };
        let memory = || self.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if many && let Some((position, guess)) = memory().positions.get(&history) {
            self.position = Arc::clone(position);
            return *guess;
        }
        if let Some(turn) = turns.last() {
            self.position = Arc::new(self.strategy.after(&self.position, turn));
        }
        let guess = self.strategy.guess(&self.position);
        let places = self.position.places.len();
        let mut memory = memory();
        if places >= WORTH_REMEMBERING && places <= memory.room {
            memory.room -= places;
            memory.positions.insert(history, (Arc::clone(&self.position), guess));
        }
        guess
    }
}

/// The tree of a player of this kind; none where it would have too many codes.
pub fn tree(player: &PlayerInstance) -> Option<Tree> {
    fn of<const C: usize>(player: &PlayerInstance) -> Option<&Strategy> {
        player.downcast_ref::<OneStep<C>>().map(|player| &*player.strategy)
    }
    const KINDS: [fn(&PlayerInstance) -> Option<&Strategy>; 10] =
        [of::<0>, of::<1>, of::<2>, of::<3>, of::<4>, of::<5>, of::<6>, of::<7>, of::<8>, of::<9>];
    KINDS.iter().find_map(|strategy| strategy(player)).and_then(Strategy::tree)
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
        let memory = Memory { positions: HashMap::from([(Vec::new(), first)]), room: MOST_REMEMBERED };
        Ok(OneStep { strategy: Arc::new(strategy), position, remembered: Arc::new(Mutex::new(memory)) })
    }
}
