//! The one-step look-ahead heuristics: players that choose a guess by the sizes of the parts into which it partitions the candidates.

use crate::asking::lowest_unguessed;
use crate::tree::{Branch, Tree};
use crate::{Briefing, Entrant, Player, PlayerInstance, Refusal};
use rayon::prelude::*;
use scsa::{Code, Color, Game, Response, Rng, Turn};
use solver::partition::{CandidateBitmaps, CandidateSymmetry, Criterion, GuessList, GuessSearch, Score, Scorer};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A player by a heuristic: `H` is its index in [`HEURISTICS`].
///
/// It keeps the ranks of the candidates, 4 bytes each, and some 2 bits for each candidate, peg and color while it looks for a guess: at the
/// million codes of 6x10 some 20 MB, and as much again for the cache. A game takes some 20 µs at 4x6, 2 ms at 6x6 and 30 ms at 6x10.
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

struct Heuristic {
    name: &'static str,
    summary: &'static str,
    criterion: Criterion,
    consistent: bool,
}

/// Declares the heuristics, each with its index, its player's type, its name, its criterion, whether its guesses are consistent, and
/// its summary.
macro_rules! heuristics {
    ($($index:literal $Kind:ident $name:literal $criterion:ident $consistent:literal $summary:literal;)+) => {
        $(pub type $Kind = OneStep<$index>;)+

        const HEURISTICS: [Heuristic; [$($index),+].len()] = [$(
            Heuristic { name: $name, summary: $summary, criterion: Criterion::$criterion, consistent: $consistent }
        ),+];

        /// The strategy of a player of these heuristics; none for other players.
        fn strategy(player: &PlayerInstance) -> Option<&OneStepStrategy> {
            None$(.or_else(|| player.downcast_ref::<$Kind>().map(|player| &*player.strategy)))+
        }
    };
}

heuristics! {
    0 Knuth "knuth" Minimax false "minimizes the largest part (Knuth 1977)";
    1 ConsistentKnuth "consistent-knuth" Minimax true "minimizes the largest part, by consistent guesses only";
    2 Minimax "minimax" Minimax false "minimizes the largest part, as knuth does";
    3 ConsistentMinimax "consistent-minimax" Minimax true
        "minimizes the largest part, by consistent guesses only, as consistent-knuth does";
    4 ExpectedSize "expected-size" ExpectedSize false "minimizes the expected size of the part (Irving 1979)";
    5 Entropy "entropy" Entropy false "maximizes expected information (Neuwirth 1982)";
    6 MostParts "most-parts" MostParts false "maximizes the number of parts (Kooi 2005)";
    7 ConsistentExpectedSize "consistent-expected-size" ExpectedSize true
        "minimizes the expected size of the part, by consistent guesses only";
    8 ConsistentEntropy "consistent-entropy" Entropy true "maximizes expected information, by consistent guesses only";
    9 ConsistentMostParts "consistent-most-parts" MostParts true "maximizes the number of parts, by consistent guesses only";
    10 WeightedEntropy "weighted-entropy" WeightedEntropy false
        "maximizes expected information, weighted by the response (after Gür 2025)";
}

impl<const H: usize> OneStep<H> {
    const MAX_CODES: u64 = 4_000_000;
    /// The same without repeats, where few codes are symmetric after the first guess. At 7x10n, which has 604800, the second guess takes
    /// the longest.
    const MAX_CODES_WITHOUT_REPEATS: u64 = 1_000_000;
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
            return lowest_unguessed(self.strategy.game, turns);
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
    strategy(player).and_then(OneStepStrategy::tree)
}

impl<const H: usize> Entrant for OneStep<H> {
    const NAME: &'static str = HEURISTICS[H].name;
    const SUMMARY: &'static str = HEURISTICS[H].summary;

    fn prepare(briefing: &Briefing) -> Result<OneStep<H>, Refusal> {
        let game = briefing.game;
        let most = if game.allows_repeats() { Self::MAX_CODES } else { Self::MAX_CODES_WITHOUT_REPEATS };
        briefing.codes_up_to(most)?;
        if game.with_repeats().count_at_most(u32::MAX.into()).is_none() {
            let reason = format!("{} has more than {} codes", game.with_repeats(), u32::MAX);
            return Err(Refusal::new(reason).with_hint("choose a smaller game"));
        }
        let strategy = OneStepStrategy::new(game, HEURISTICS[H].criterion, HEURISTICS[H].consistent);
        let position = Arc::new(strategy.start());
        let first = (Arc::clone(&position), strategy.guess(&position));
        let cache = PositionCache { positions: HashMap::from([(Vec::new(), first)]), capacity: CACHE_CAPACITY };
        Ok(OneStep { strategy: Arc::new(strategy), position, turns: 0, cache: Arc::new(Mutex::new(cache)) })
    }
}

/// The strategy that makes the best guess by a criterion, among all codes or among the candidates. Of equally good guesses
/// it prefers a candidate, then the lowest one in numeric order (Knuth 1977).
///
/// Where all guesses after a history take more than 2^27 comparisons, as at 6x10 but not at 6x6 and 5x8, it scores only the candidates.
#[derive(Clone, Debug)]
pub struct OneStepStrategy {
    game: Game,
    /// The game with repeats, among whose codes a code has its rank.
    board: Game,
    scorer: Scorer,
    consistent: bool,
    most_comparisons: usize,
}

/// The state of a game: the candidates and their symmetry.
#[derive(Clone, Debug)]
pub struct Position {
    pub symmetry: CandidateSymmetry,
    pub ranks: Vec<u32>,
}

const PARALLEL_CANDIDATES: usize = 64;
/// Guesses times candidates, which take some 10 ms. Where there are more, only the candidates are scored as guesses.
const MOST_COMPARISONS: usize = 1 << 27;
/// The most candidates whose feedback is computed pair by pair, without bitmaps.
const MAX_PAIRWISE: usize = 12;

impl OneStepStrategy {
    pub fn new(game: Game, criterion: Criterion, consistent: bool) -> OneStepStrategy {
        let codes = game.count().unwrap_or(u64::MAX) as usize;
        OneStepStrategy {
            game,
            board: game.with_repeats(),
            scorer: Scorer::new(criterion, codes, game.pegs()),
            consistent,
            most_comparisons: MOST_COMPARISONS,
        }
    }

    /// The same strategy, which scores all guesses however long it takes.
    pub fn without_limit(self) -> OneStepStrategy {
        OneStepStrategy { most_comparisons: usize::MAX, ..self }
    }

    /// The state before the first guess, where every code is a candidate.
    pub fn start(&self) -> Position {
        let ranks = self.game.codes().map(|code| self.board.rank(&code) as u32);
        Position { symmetry: CandidateSymmetry::new(self.game), ranks: ranks.collect() }
    }

    /// The rank of the best guess. Threads share the work only if `parallel`: in a game a player has one thread.
    fn choose(&self, position: &Position, candidates: &CandidateBitmaps, parallel: bool) -> u32 {
        let perfect = self.scorer.best_possible(position.ranks.len(), Response::values(self.game.pegs()));
        let search = GuessSearch { game: self.board, candidates, scorer: &self.scorer, stop_at: perfect, parallel };
        let ranks = || position.ranks.iter().copied();
        let most = self.most_comparisons / position.ranks.len();
        let are_too_many = || {
            let codes = self.game.count().unwrap_or(u64::MAX) as usize;
            codes > most && !position.symmetry.has_representatives_up_to(candidates, most)
        };
        let best = if self.consistent || are_too_many() {
            // With few candidates scoring all of them is faster than testing which are the lowest of their class.
            let is_needed = |rank: &u32| perfect.is_some() || position.symmetry.may_be_lowest(*rank);
            search.best_of_list(&GuessList::of(self.board, ranks().filter(is_needed)))
        } else {
            search.best_by_candidates_first(ranks(), &position.symmetry)
        };
        best.map_or(0, |best| best.rank)
    }

    /// The guess. Without candidates, which correct feedback never leads to, it is the lowest code.
    pub fn guess(&self, position: &Position) -> Code {
        let rank = match position.ranks[..] {
            [] => 0,
            [rank] | [rank, _] => rank,
            _ => self.choose(position, &CandidateBitmaps::new(self.board, &position.ranks), false),
        };
        self.board.unrank(rank.into())
    }

    pub fn after(&self, position: &Position, turn: &Turn) -> Position {
        let fits = |rank: &&u32| self.game.answer(&turn.guess, &self.board.unrank(u64::from(**rank))) == turn.feedback;
        let ranks = position.ranks.iter().filter(fits).copied().collect();
        Position { symmetry: position.symmetry.after(&turn.guess), ranks }
    }

    /// The strategy as a tree; none where there are too many codes. Threads share the work.
    pub fn tree(&self) -> Option<Tree> {
        self.game.count_at_most(Tree::MAX_CODES)?;
        Some(Tree::new(self.game, self.branch(self.start())))
    }

    fn branch(&self, position: Position) -> Branch {
        match position.ranks[..] {
            [rank] => return Branch::leaf(rank),
            [low, high] => {
                let feedback = self.game.answer(&self.board.unrank(high.into()), &self.board.unrank(low.into()));
                return Branch::new(low, true, vec![(feedback, Branch::leaf(high))]);
            }
            _ => {}
        }
        let choose = || self.choose(&position, &CandidateBitmaps::new(self.board, &position.ranks), true);
        let rank = self.best_of_few(&position).unwrap_or_else(choose);
        let guess = self.board.unrank(rank.into());
        let mut parts = vec![Vec::new(); Response::values(self.game.pegs())];
        for &rank in &position.ranks {
            parts[self.game.answer(&guess, &self.board.unrank(rank.into())).index()].push(rank);
        }
        let wins = parts.pop().is_some_and(|won| !won.is_empty());
        let symmetry = position.symmetry.after(&guess);
        let forks = position.ranks.len() >= PARALLEL_CANDIDATES;
        drop(position);
        let parts = parts.into_iter().enumerate().filter(|(_, ranks)| !ranks.is_empty());
        let follow = |(index, ranks)| {
            let next = Position { symmetry: symmetry.clone(), ranks };
            (Response::from_index(index), self.branch(next))
        };
        let next = if forks {
            parts.collect::<Vec<_>>().into_par_iter().map(follow).collect()
        } else {
            parts.map(follow).collect()
        };
        Branch::new(rank, wins, next)
    }

    /// The best guess by pairwise feedback. None where there are more than [`MAX_PAIRWISE`] candidates, or a guess that is no
    /// candidate may be better.
    fn best_of_few(&self, position: &Position) -> Option<u32> {
        let number = position.ranks.len();
        if number > MAX_PAIRWISE {
            return None;
        }
        let values = Response::values(self.game.pegs());
        let perfect = self.scorer.best_possible(number, values)?;
        let mut codes = [Code::uniform(self.game, Color::A); MAX_PAIRWISE];
        codes.iter_mut().zip(&position.ranks).for_each(|(code, &rank)| *code = self.board.unrank(rank.into()));
        let codes = &codes[..number];
        let mut sizes = vec![0; values];
        let mut best: Option<(Score, usize)> = None;
        for (candidate, guess) in codes.iter().enumerate() {
            codes.iter().for_each(|code| sizes[self.game.answer(guess, code).index()] += 1);
            let score = self.scorer.score(&sizes);
            sizes.fill(0);
            if best.is_none_or(|best| (score, candidate) < best) {
                best = Some((score, candidate));
            }
            if score == perfect {
                break;
            }
        }
        let (_, candidate) = best.filter(|(score, _)| self.consistent || *score == perfect)?;
        Some(position.ranks[candidate])
    }
}
