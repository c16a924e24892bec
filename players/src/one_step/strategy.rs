//! One-step strategies: the guess that is best by its cells.

use super::{
    criterion::{Criterion, Judge},
    guesses::{Alike, Guesses},
    planes::Planes,
    scan::Search,
};
use crate::tree::{Branch, Tree};
use rayon::prelude::*;
use scsa::{Code, Feedback, Size};

/// Guesses whatever is best by a criterion, among all codes or among the candidates. Of equally good guesses one that may
/// be the secret comes first, then the lowest one in numeric order (Knuth 1977).
#[derive(Clone, Debug)]
pub struct Strategy {
    size: Size,
    judge: Judge,
    consistent: bool,
    first: Option<Code>,
}

/// Where a game stands: the candidates, and what is alike for them.
#[derive(Clone, Debug)]
pub struct Position {
    alike: Alike,
    is_first: bool,
    /// The places of the candidates in the order of all codes.
    pub places: Vec<u32>,
}

/// So many candidates are worth a thread of their own.
const FORK: usize = 64;

impl Strategy {
    pub fn new(size: Size, criterion: Criterion, consistent: bool, first: Option<Code>) -> Strategy {
        let codes = size.count().unwrap_or(u64::MAX) as usize;
        Strategy { size, judge: Judge::new(criterion, codes), consistent, first }
    }

    /// The beginning of a game, in which every code is a candidate.
    pub fn start(&self) -> Position {
        let places = 0..self.size.count().unwrap_or(0) as u32;
        Position { alike: Alike::new(self.size), is_first: true, places: places.collect() }
    }

    /// The place of the guess.
    fn choose(&self, position: &Position, planes: &Planes) -> u32 {
        if position.is_first
            && let Some(guess) = &self.first
        {
            return self.size.place(guess) as u32;
        }
        let code = |place: &u32| self.size.code((*place).into());
        let perfect = self.judge.perfect(planes.len(), Feedback::values(self.size.pegs()));
        let search = Search { size: self.size, planes, judge: &self.judge, enough: perfect };
        let candidates = || position.places.iter().map(code);
        let best = if self.consistent {
            // With few candidates all of them are looked at: the lowest of a class is found soonest that way.
            let is_worth = |code: &Code| perfect.is_some() || position.alike.is_lowest(code);
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
            [place] | [place, _] if !position.is_first => place,
            _ => self.choose(position, &Planes::new(self.size, &position.places)),
        };
        self.size.code(place.into())
    }

    /// The whole strategy. Threads share the work.
    pub fn tree(&self) -> Tree {
        Tree::new(self.size, self.branch(self.start()))
    }

    fn branch(&self, position: Position) -> Branch {
        match position.places[..] {
            [place] if !position.is_first => return Branch::leaf(place),
            [low, high] if !position.is_first => {
                let feedback = self.size.code(low.into()).feedback(&self.size.code(high.into()));
                return Branch::new(low, true, vec![(feedback, Branch::leaf(high))]);
            }
            _ => {}
        }
        let planes = Planes::new(self.size, &position.places);
        let place = self.choose(&position, &planes);
        let guess = self.size.code(place.into());
        let mut cells = planes.part(Guesses::of(self.size, [guess]).get(0), &position.places);
        let wins = cells.pop().is_some_and(|won| !won.is_empty());
        let alike = position.alike.after(&guess);
        let forks = position.places.len() >= FORK;
        drop((planes, position));
        let cells = cells.into_iter().enumerate().filter(|(_, places)| !places.is_empty());
        let follow = |(index, places)| {
            let next = Position { alike: alike.clone(), is_first: false, places };
            (Feedback::from_index(index), self.branch(next))
        };
        let next = if forks {
            cells.collect::<Vec<_>>().into_par_iter().map(follow).collect()
        } else {
            cells.map(follow).collect()
        };
        Branch::new(place, wins, next)
    }
}
