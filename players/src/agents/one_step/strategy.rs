//! One-step look-ahead: the guess with the best partition of the candidates.

use crate::tree::{Branch, Tree};
use rayon::prelude::*;
use scsa::{Code, Color, Feedback, Size, Turn};
use solver::partition::{CandidateBitmaps, CandidateSymmetry, Criterion, GuessList, GuessSearch, Score, Scorer};

/// The strategy that makes the best guess by a criterion, among all codes or among the candidates. Of equally good guesses
/// it prefers a candidate, then the lowest one in numeric order (Knuth 1977).
///
/// Where all guesses after a history take more than 2^27 comparisons, as at 6x10 but not at 6x6 and 5x8, it scores only the
/// candidates.
#[derive(Clone, Debug)]
pub struct OneStepStrategy {
    size: Size,
    scorer: Scorer,
    consistent: bool,
}

/// The state of a game: the candidates and their symmetry.
#[derive(Clone, Debug)]
pub struct Position {
    symmetry: CandidateSymmetry,
    /// The ranks of the candidates.
    pub ranks: Vec<u32>,
}

/// The number of candidates from which on the branches of a tree are made in parallel.
const PARALLEL_CANDIDATES: usize = 64;
/// Guesses times candidates, which take some 10 ms. Where there are more, only the candidates are scored as guesses.
const MOST_COMPARISONS: usize = 1 << 27;
/// The most candidates whose feedback is computed pair by pair, without bitmaps.
const MAX_PAIRWISE: usize = 12;

impl OneStepStrategy {
    pub fn new(size: Size, criterion: Criterion, consistent: bool) -> OneStepStrategy {
        let codes = size.count().unwrap_or(u64::MAX) as usize;
        OneStepStrategy { size, scorer: Scorer::new(criterion, codes, size.pegs()), consistent }
    }

    /// The state before the first guess, where every code is a candidate.
    pub fn start(&self) -> Position {
        let ranks = 0..self.size.count().unwrap_or(0) as u32;
        Position { symmetry: CandidateSymmetry::new(self.size), ranks: ranks.collect() }
    }

    /// The rank of the best guess. Threads share the work only if `parallel`: in a game a player has one thread.
    fn choose(&self, position: &Position, candidates: &CandidateBitmaps, parallel: bool) -> u32 {
        let perfect = self.scorer.best_possible(candidates.candidates(), Feedback::values(self.size.pegs()));
        let search = GuessSearch { size: self.size, candidates, scorer: &self.scorer, stop_at: perfect, parallel };
        let ranks = || position.ranks.iter().copied();
        let most = MOST_COMPARISONS / candidates.candidates();
        let are_too_many = || {
            let codes = self.size.count().unwrap_or(u64::MAX) as usize;
            codes > most && !position.symmetry.has_representatives_up_to(candidates, most)
        };
        let best = if self.consistent || are_too_many() {
            // With few candidates scoring all of them is faster than testing which are the lowest of their class.
            let is_needed = |rank: &u32| perfect.is_some() || position.symmetry.may_be_lowest(*rank);
            search.best_of_list(&GuessList::of(self.size, ranks().filter(is_needed)))
        } else {
            let candidate = perfect.and_then(|_| search.best_of_list(&GuessList::of(self.size, ranks())));
            candidate.filter(|guess| Some(guess.score) == perfect).or_else(|| search.best_of_all(&position.symmetry))
        };
        best.map_or(0, |best| best.rank)
    }

    pub const fn size(&self) -> Size {
        self.size
    }

    /// The guess. Without candidates, which correct feedback never leads to, it is the lowest code.
    pub fn guess(&self, position: &Position) -> Code {
        let rank = match position.ranks[..] {
            [] => 0,
            [rank] | [rank, _] => rank,
            _ => self.choose(position, &CandidateBitmaps::new(self.size, &position.ranks), false),
        };
        self.size.unrank(rank.into())
    }

    /// The state after one more turn.
    pub fn after(&self, position: &Position, turn: &Turn) -> Position {
        let fits = |rank: &&u32| self.size.unrank(u64::from(**rank)).feedback(&turn.guess) == turn.feedback;
        let ranks = position.ranks.iter().filter(fits).copied().collect();
        Position { symmetry: position.symmetry.after(&turn.guess), ranks }
    }

    /// The strategy as a tree; none where there are too many codes. Threads share the work.
    pub fn tree(&self) -> Option<Tree> {
        self.size.count_at_most(Tree::MAX_CODES)?;
        Some(Tree::new(self.size, self.branch(self.start())))
    }

    fn branch(&self, position: Position) -> Branch {
        match position.ranks[..] {
            [rank] => return Branch::leaf(rank),
            [low, high] => {
                let feedback = self.size.unrank(low.into()).feedback(&self.size.unrank(high.into()));
                return Branch::new(low, true, vec![(feedback, Branch::leaf(high))]);
            }
            _ => {}
        }
        let (rank, mut parts) = self.best_of_few(&position).unwrap_or_else(|| {
            let bitmaps = CandidateBitmaps::new(self.size, &position.ranks);
            let rank = self.choose(&position, &bitmaps, true);
            (rank, bitmaps.partition(self.size, rank, &position.ranks))
        });
        let wins = parts.pop().is_some_and(|won| !won.is_empty());
        let symmetry = position.symmetry.after(&self.size.unrank(rank.into()));
        let forks = position.ranks.len() >= PARALLEL_CANDIDATES;
        drop(position);
        let parts = parts.into_iter().enumerate().filter(|(_, ranks)| !ranks.is_empty());
        let follow = |(index, ranks)| {
            let next = Position { symmetry: symmetry.clone(), ranks };
            (Feedback::from_index(index), self.branch(next))
        };
        let next = if forks {
            parts.collect::<Vec<_>>().into_par_iter().map(follow).collect()
        } else {
            parts.map(follow).collect()
        };
        Branch::new(rank, wins, next)
    }

    /// The best guess and its partition by pairwise feedback. None where there are more than [`MAX_PAIRWISE`] candidates, or a
    /// guess that is no candidate may be better.
    fn best_of_few(&self, position: &Position) -> Option<(u32, Vec<Vec<u32>>)> {
        let number = position.ranks.len();
        if number > MAX_PAIRWISE {
            return None;
        }
        let values = Feedback::values(self.size.pegs());
        let perfect = self.scorer.best_possible(number, values)?;
        let mut codes = [Code::uniform(self.size, Color::A); MAX_PAIRWISE];
        codes.iter_mut().zip(&position.ranks).for_each(|(code, &rank)| *code = self.size.unrank(rank.into()));
        let codes = &codes[..number];
        let mut sizes = vec![0; values];
        let mut best: Option<(Score, usize)> = None;
        for (candidate, guess) in codes.iter().enumerate() {
            codes.iter().for_each(|code| sizes[code.feedback(guess).index()] += 1);
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
        let mut parts = vec![Vec::new(); values];
        for (code, &rank) in codes.iter().zip(&position.ranks) {
            parts[code.feedback(&codes[candidate]).index()].push(rank);
        }
        Some((position.ranks[candidate], parts))
    }
}
