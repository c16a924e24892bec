//! One-step look-ahead: the guess that is best by a criterion.

use crate::tree::{Branch, Tree};
use partition::{Alike, Criterion, Guesses, Judge, Planes, Score, Search};
use rayon::prelude::*;
use scsa::{Code, Color, Feedback, Size, Turn};

/// The strategy of guessing what is best by a criterion, among all codes or among the candidates. Of equally good guesses a
/// candidate is preferred, then the lowest code (Knuth 1977).
///
/// Where evaluating all guesses takes more than 2^27 comparisons with candidates, only the candidates are evaluated. This happens
/// at 6x10, but not at 6x6 and 5x8.
#[derive(Clone, Debug)]
pub struct OneStepStrategy {
    size: Size,
    judge: Judge,
    consistent: bool,
}

/// A position of a game: the candidates, and the symmetries of the turns.
#[derive(Clone, Debug)]
pub struct Position {
    alike: Alike,
    /// The ranks of the candidates ([`Size::rank`]), in order.
    pub ranks: Vec<u32>,
}

/// The least number of candidates at which the subtrees are shared among threads.
const MIN_FORK: usize = 64;
/// The largest number of guesses times candidates, which takes some 10 ms. Beyond it only consistent guesses are evaluated.
const MAX_COMPARISONS: usize = 1 << 27;
/// The largest number of candidates that are compared with each other one by one.
const FEW: usize = 12;

impl OneStepStrategy {
    pub fn new(size: Size, criterion: Criterion, consistent: bool) -> OneStepStrategy {
        let codes = size.count().unwrap_or(u64::MAX) as usize;
        OneStepStrategy { size, judge: Judge::new(criterion, codes, size.pegs()), consistent }
    }

    /// The first position, in which every code is a candidate.
    pub fn start(&self) -> Position {
        let ranks = 0..self.size.count().unwrap_or(0) as u32;
        Position { alike: Alike::new(self.size), ranks: ranks.collect() }
    }

    /// The rank of the guess. `shared` divides the work among threads; in a round it is false, because CPU time is limited.
    fn choose(&self, position: &Position, planes: &Planes, shared: bool) -> u32 {
        let perfect = self.judge.perfect(planes.candidates(), Feedback::values(self.size.pegs()));
        let search = Search { size: self.size, planes, judge: &self.judge, enough: perfect, shared };
        let candidates = || position.ranks.iter().copied();
        let most = MAX_COMPARISONS / planes.candidates();
        let are_too_many = || {
            let codes = self.size.count().unwrap_or(u64::MAX) as usize;
            codes > most && !position.alike.choices(planes).are_at_most(most)
        };
        let best = if self.consistent || are_too_many() {
            // With few candidates all of them are evaluated; that finds the lowest of a symmetry class soonest.
            let is_worth = |rank: &u32| perfect.is_some() || position.alike.is_lowest(*rank);
            search.best_of_list(&Guesses::of(self.size, candidates().filter(is_worth)))
        } else {
            let own = perfect.and_then(|_| search.best_of_list(&Guesses::of(self.size, candidates())));
            own.filter(|own| Some(own.score) == perfect).or_else(|| search.best_of_all(&position.alike))
        };
        best.map_or(0, |best| best.place)
    }

    /// The guess; the lowest code if there is no candidate, which happens only with contradictory turns.
    pub fn guess(&self, position: &Position) -> Code {
        let rank = match position.ranks[..] {
            [] => 0,
            [rank] | [rank, _] => rank,
            _ => self.choose(position, &Planes::new(self.size, &position.ranks), false),
        };
        self.size.unrank(rank.into())
    }

    /// The position after another turn.
    pub fn after(&self, position: &Position, turn: &Turn) -> Position {
        let fits = |rank: &&u32| self.size.unrank(u64::from(**rank)).feedback(&turn.guess) == turn.feedback;
        let ranks = position.ranks.iter().filter(fits).copied().collect();
        Position { alike: position.alike.after(&turn.guess), ranks }
    }

    /// The whole strategy, unless there are too many codes for a tree. The work is shared among threads.
    pub fn tree(&self) -> Option<Tree> {
        self.size.count_up_to(Tree::MAX_CODES)?;
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
            let planes = Planes::new(self.size, &position.ranks);
            let rank = self.choose(&position, &planes, true);
            (rank, planes.part(self.size, rank, &position.ranks))
        });
        let wins = parts.pop().is_some_and(|won| !won.is_empty());
        let alike = position.alike.after(&self.size.unrank(rank.into()));
        let forks = position.ranks.len() >= MIN_FORK;
        drop(position);
        let parts = parts.into_iter().enumerate().filter(|(_, ranks)| !ranks.is_empty());
        let follow = |(index, ranks)| {
            let next = Position { alike: alike.clone(), ranks };
            (Feedback::from_index(index), self.branch(next))
        };
        let next = if forks {
            parts.collect::<Vec<_>>().into_par_iter().map(follow).collect()
        } else {
            parts.map(follow).collect()
        };
        Branch::new(rank, wins, next)
    }

    /// The best of few candidates and its parts, without planes; none if another guess may be better, or if there are more
    /// candidates.
    fn best_of_few(&self, position: &Position) -> Option<(u32, Vec<Vec<u32>>)> {
        let number = position.ranks.len();
        if number > FEW {
            return None;
        }
        let values = Feedback::values(self.size.pegs());
        let perfect = self.judge.perfect(number, values)?;
        let mut codes = [Code::uniform(self.size, Color::A); FEW];
        codes.iter_mut().zip(&position.ranks).for_each(|(code, &rank)| *code = self.size.unrank(rank.into()));
        let codes = &codes[..number];
        let mut sizes = vec![0; values];
        let mut best: Option<(Score, usize)> = None;
        for (candidate, guess) in codes.iter().enumerate() {
            codes.iter().for_each(|code| sizes[code.feedback(guess).index()] += 1);
            let score = self.judge.score(&sizes);
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
