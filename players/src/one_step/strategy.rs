//! One-step strategies: the guess that is best by its cells.

use crate::tree::{Branch, Tree};
use partition::{Alike, Criterion, Guesses, Judge, Planes, Score, Search};
use rayon::prelude::*;
use scsa::{Code, Color, Feedback, Size, Turn};

/// Guesses whatever is best by a criterion, among all codes or among the candidates. Of equally good guesses one that may
/// be the secret comes first, then the lowest one in numeric order (Knuth 1977).
///
/// On boards so large that all guesses after a history take more than 2^27 comparisons, which is not so at 6x6 and 5x8 but
/// at 6x10, only the candidates are looked at there.
#[derive(Clone, Debug)]
pub struct Strategy {
    size: Size,
    judge: Judge,
    consistent: bool,
}

/// Where a game stands: the candidates, and what is alike for them.
#[derive(Clone, Debug)]
pub struct Position {
    alike: Alike,
    /// The places of the candidates in the order of all codes.
    pub places: Vec<u32>,
}

/// So many candidates are worth a thread of their own.
const FORK: usize = 64;
/// Guesses times candidates. Beyond that only consistent guesses are looked at; it takes some 10 ms.
const MOST_COMPARISONS: usize = 1 << 27;
/// So many are compared with each other one by one.
const HANDFUL: usize = 12;

impl Strategy {
    pub fn new(size: Size, criterion: Criterion, consistent: bool) -> Strategy {
        let codes = size.count().unwrap_or(u64::MAX) as usize;
        Strategy { size, judge: Judge::new(criterion, codes, size.pegs()), consistent }
    }

    /// The beginning of a game, in which every code is a candidate.
    pub fn start(&self) -> Position {
        let places = 0..self.size.count().unwrap_or(0) as u32;
        Position { alike: Alike::new(self.size), places: places.collect() }
    }

    /// The place of the guess. In a game a player has one thread, whose time counts: then the work is not shared.
    fn choose(&self, position: &Position, planes: &Planes, shared: bool) -> u32 {
        let perfect = self.judge.perfect(planes.candidates(), Feedback::values(self.size.pegs()));
        let search = Search { size: self.size, planes, judge: &self.judge, enough: perfect, shared };
        let candidates = || position.places.iter().copied();
        let most = MOST_COMPARISONS / planes.candidates();
        let are_too_many = || {
            let codes = self.size.count().unwrap_or(u64::MAX) as usize;
            codes > most && !position.alike.choices(planes).are_at_most(most)
        };
        let best = if self.consistent || are_too_many() {
            // With few candidates all of them are looked at: the lowest of a class is found soonest that way.
            let is_worth = |place: &u32| perfect.is_some() || position.alike.is_lowest(*place);
            search.best_of_list(&Guesses::of(self.size, candidates().filter(is_worth)))
        } else {
            let own = perfect.and_then(|_| search.best_of_list(&Guesses::of(self.size, candidates())));
            own.filter(|own| Some(own.score) == perfect).or_else(|| search.best_of_all(&position.alike))
        };
        best.map_or(0, |best| best.place)
    }

    /// The guess; with no candidate, which honest answers do not lead to, the lowest code.
    pub fn guess(&self, position: &Position) -> Code {
        let place = match position.places[..] {
            [] => 0,
            [place] | [place, _] => place,
            _ => self.choose(position, &Planes::new(self.size, &position.places), false),
        };
        self.size.unrank(place.into())
    }

    /// Where the game stands after a turn more.
    pub fn after(&self, position: &Position, turn: &Turn) -> Position {
        let fits = |place: &&u32| self.size.unrank(u64::from(**place)).feedback(&turn.guess) == turn.feedback;
        let places = position.places.iter().filter(fits).copied().collect();
        Position { alike: position.alike.after(&turn.guess), places }
    }

    /// The whole strategy, unless there are too many codes for a tree. Threads share the work.
    pub fn tree(&self) -> Option<Tree> {
        self.size.count_at_most(Tree::MOST_CODES)?;
        Some(Tree::new(self.size, self.branch(self.start())))
    }

    fn branch(&self, position: Position) -> Branch {
        match position.places[..] {
            [place] => return Branch::leaf(place),
            [low, high] => {
                let feedback = self.size.unrank(low.into()).feedback(&self.size.unrank(high.into()));
                return Branch::new(low, true, vec![(feedback, Branch::leaf(high))]);
            }
            _ => {}
        }
        let (place, mut cells) = self.best_of_handful(&position).unwrap_or_else(|| {
            let planes = Planes::new(self.size, &position.places);
            let place = self.choose(&position, &planes, true);
            (place, planes.part(self.size, place, &position.places))
        });
        let wins = cells.pop().is_some_and(|won| !won.is_empty());
        let alike = position.alike.after(&self.size.unrank(place.into()));
        let forks = position.places.len() >= FORK;
        drop(position);
        let cells = cells.into_iter().enumerate().filter(|(_, places)| !places.is_empty());
        let follow = |(index, places)| {
            let next = Position { alike: alike.clone(), places };
            (Feedback::from_index(index), self.branch(next))
        };
        let next = if forks {
            cells.collect::<Vec<_>>().into_par_iter().map(follow).collect()
        } else {
            cells.map(follow).collect()
        };
        Branch::new(place, wins, next)
    }

    /// The best candidate of a handful and its cells, without planes; none where another guess may be better, or where there
    /// are more.
    fn best_of_handful(&self, position: &Position) -> Option<(u32, Vec<Vec<u32>>)> {
        let number = position.places.len();
        if number > HANDFUL {
            return None;
        }
        let values = Feedback::values(self.size.pegs());
        let perfect = self.judge.perfect(number, values)?;
        let mut codes = [Code::uniform(self.size, Color::A); HANDFUL];
        codes.iter_mut().zip(&position.places).for_each(|(code, &place)| *code = self.size.unrank(place.into()));
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
        let mut cells = vec![Vec::new(); values];
        for (code, &place) in codes.iter().zip(&position.places) {
            cells[code.feedback(&codes[candidate]).index()].push(place);
        }
        Some((position.places[candidate], cells))
    }
}
