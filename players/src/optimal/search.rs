//! The search for the best strategy.

use super::memo::{Key, Keys, Known, Memo, Stage};
use crate::tree::{Branch, Tree};
use cells::{Alike, Best, Criterion, Guesses, Judge, Planes, Score, Search};
use scsa::{Feedback, Size};
use std::{cmp::Reverse, collections::HashSet};

/// Which guesses are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// All of them.
    Any,
    /// Those that may be the secret.
    Consistent,
}

/// The work that was allowed is done, and nothing proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveUp;

/// A search for a strategy with which all codes of a size together take the fewest guesses: branch and bound.
///
/// A guess is gone into only if the cells that it makes may take fewer guesses than the best one before it. What a cell takes
/// at least is known from its number of candidates (the responses of a guess tell only so much), then from the cells of the
/// best guess in it, and in the end from what was found of the same candidates before. Guesses that follow from each other by
/// exchanging pegs and colors which the history does not tell apart are gone into once (Koyama and Lai 1993, "An optimal
/// Mastermind strategy", for the kind of search).
#[derive(Debug)]
pub struct Solver {
    size: Size,
    play: Play,
    judge: Judge,
    keys: Keys,
    memo: Memo,
    /// How many sets of candidates may still be looked at.
    looks: u64,
}

/// The candidates that give one response.
struct Cell {
    key: Key,
    places: Vec<u32>,
    known: Known,
}

impl Solver {
    /// A search that looks at so many sets of candidates at the most, and remembers so many.
    pub fn new(size: Size, play: Play, looks: u64, sets: usize) -> Solver {
        let codes = size.count().unwrap_or(0) as usize;
        let judge = Judge::new(Criterion::FewestGuesses, codes, size.pegs());
        Solver { size, play, judge, keys: Keys::new(codes), memo: Memo::new(sets), looks }
    }

    /// The strategy.
    ///
    /// # Errors
    /// [`GaveUp`] when it is not found by so many looks.
    pub fn solve(&mut self) -> Result<Tree, GaveUp> {
        let places: Vec<u32> = (0..self.size.count().unwrap_or(0) as u32).collect();
        let root = self.branch(&places, &Alike::new(self.size))?;
        Ok(Tree::new(self.size, root))
    }

    /// The best strategy for these candidates.
    fn branch(&mut self, places: &[u32], alike: &Alike) -> Result<Branch, GaveUp> {
        if let [place] = places {
            return Ok(Branch::leaf(*place));
        }
        let guess = self.best_guess(places, alike)?;
        let mut cells = Planes::new(self.size, places).part(self.size, guess, places);
        let wins = cells.pop().is_some_and(|won| !won.is_empty());
        let alike = alike.after(&self.size.code(guess.into()));
        let mut next = Vec::new();
        for (index, cell) in cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            next.push((Feedback::from_index(index), self.branch(cell, &alike)?));
        }
        Ok(Branch::new(guess, wins, next))
    }

    /// The best guess where there are two candidates or more.
    fn best_guess(&mut self, places: &[u32], alike: &Alike) -> Result<u32, GaveUp> {
        if let [low, _] = places {
            return Ok(*low);
        }
        let key = self.keys.of(places);
        if let Some(Known { stage: Stage::Solved, guess, .. }) = self.memo.get(key) {
            return Ok(guess);
        }
        // No strategy is worse than guessing one candidate after another.
        let worst = (places.len() * (places.len() + 1) / 2) as u32;
        self.least_below(places, key, alike, worst + 1)?;
        Ok(self.memo.get(key).map_or(places[0], |known| known.guess))
    }

    /// The fewest guesses that candidates take together, if they are below a limit.
    fn least_below(&mut self, places: &[u32], key: Key, alike: &Alike, limit: u32) -> Result<Option<u32>, GaveUp> {
        self.look()?;
        let planes = Planes::new(self.size, places);
        let search = self.search(&planes, None);
        let mut guesses = match self.play {
            Play::Any => search.below(limit.into(), alike),
            Play::Consistent => search.below_of_list(limit.into(), &Guesses::of(self.size, places.iter().copied())),
        };
        guesses.sort_unstable();
        let mut best = Known { least: limit, reach: limit, stage: Stage::All, guess: places[0] };
        let (mut classes, mut partitions) = (HashSet::new(), HashSet::new());
        for guess in guesses {
            let least = guess.score as u32;
            if least >= best.least {
                break;
            }
            if !classes.insert(alike.canonical(&self.size.code(guess.place.into()))) {
                continue;
            }
            let cells = planes.part(self.size, guess.place, places);
            let (cells, partition) = self.cells(cells);
            if partitions.insert(partition)
                && let Some(total) = self.total_below(guess, cells, alike, best.least)?
            {
                best = Known { least: total, reach: total, stage: Stage::Solved, guess: guess.place };
            }
        }
        self.memo.put(key, best);
        Ok((best.stage == Stage::Solved).then_some(best.least))
    }

    /// The cells worth going into, and a number for the partition: guesses with the same cells are equally good.
    fn cells(&self, parts: Vec<Vec<u32>>) -> (Vec<Cell>, Key) {
        let wins = parts.len() - 1;
        let mut partition: Key = 0;
        let mut cells = Vec::new();
        for (index, places) in parts.into_iter().enumerate().filter(|(_, places)| !places.is_empty()) {
            let key = self.keys.of(&places);
            // A sum, whatever the order of the cells; who wins is told apart.
            partition = partition.wrapping_add(mixed(if index == wins { !key } else { key }));
            // One candidate takes one guess, and two take three.
            if places.len() > 2 {
                let least = self.judge.fewest(places.len());
                let number = Known { least, reach: u32::MAX, stage: Stage::Number, guess: 0 };
                cells.push(Cell { key, known: self.memo.get(key).unwrap_or(number), places });
            }
        }
        (cells, partition)
    }

    /// The guesses that the candidates take with this one first, if they are below a limit. By its score they are at least
    /// so many.
    fn total_below(
        &mut self,
        guess: Best,
        mut cells: Vec<Cell>,
        alike: &Alike,
        limit: u32,
    ) -> Result<Option<u32>, GaveUp> {
        let mut total = guess.score as u32
            + cells.iter().map(|cell| cell.known.least - self.judge.fewest(cell.places.len())).sum::<u32>();
        // A large cell may take many more guesses than its number of candidates tells.
        cells.sort_by_key(|cell| Reverse(cell.places.len()));
        for cell in &mut cells {
            if total < limit && cell.known.stage == Stage::Number {
                total += self.look_at_own(cell)?;
            }
        }
        let alike = alike.after(&self.size.code(guess.place.into()));
        let room = |cell: &Cell| if cell.known.stage == Stage::Own { cell.known.reach - cell.known.least } else { 0 };
        let mut rooms: u32 = cells.iter().map(room).sum();
        for cell in &mut cells {
            // Where even all cells together do not reach the limit, looking at them tells nothing.
            if total < limit && total + rooms >= limit && cell.known.stage == Stage::Own {
                rooms -= room(cell);
                total += self.look_at_all(cell, &alike)?;
            }
        }
        cells.reverse();
        for cell in cells.iter().filter(|cell| cell.known.stage < Stage::Solved) {
            if total >= limit {
                break;
            }
            let others = total - cell.known.least;
            match self.least_below(&cell.places, cell.key, &alike, limit - others)? {
                Some(least) => total = others + least,
                None => return Ok(None),
            }
        }
        Ok((total < limit).then_some(total))
    }

    /// Looks at the candidates as guesses. Returns how many guesses more it takes at least than was known.
    fn look_at_own(&mut self, cell: &mut Cell) -> Result<u32, GaveUp> {
        self.look()?;
        let number = cell.places.len();
        let planes = Planes::new(self.size, &cell.places);
        let fewest = self.judge.fewest(number);
        let search = self.search(&planes, Some(fewest));
        let Some(own) = search.best_of_list(&Guesses::of(self.size, cell.places.iter().copied())) else { return Ok(0) };
        let reach = own.score as u32;
        // A guess that is no candidate takes one more than the fewest, as it finds nobody.
        let least = if self.play == Play::Consistent { reach } else { reach.min(fewest + 1) };
        let stage = match least == reach {
            // In the cells there is one candidate, or two in one of them.
            true if reach <= 2 * number as u32 => Stage::Solved,
            true => Stage::All,
            false => Stage::Own,
        };
        self.know(cell, Known { least, reach, stage, guess: own.place });
        Ok(least - fewest)
    }

    /// Looks at all guesses. Returns how many guesses more it takes at least than was known.
    fn look_at_all(&mut self, cell: &mut Cell, alike: &Alike) -> Result<u32, GaveUp> {
        self.look()?;
        let before = cell.known.least;
        let planes = Planes::new(self.size, &cell.places);
        let search = self.search(&planes, Some(before));
        let Some(best) = search.best_of_all(alike) else { return Ok(0) };
        let least = best.score as u32;
        let parts = planes.part(self.size, best.place, &cell.places);
        let stage = if parts.iter().all(|part| part.len() <= 2) { Stage::Solved } else { Stage::All };
        self.know(cell, Known { least, reach: least, stage, guess: best.place });
        Ok(least - before)
    }

    /// A search for guesses that may stop at so few guesses.
    fn search<'a>(&'a self, planes: &'a Planes, enough: Option<u32>) -> Search<'a> {
        Search { size: self.size, planes, judge: &self.judge, enough: enough.map(Score::from), shared: false }
    }

    fn know(&mut self, cell: &mut Cell, known: Known) {
        cell.known = known;
        self.memo.put(cell.key, known);
    }

    fn look(&mut self) -> Result<(), GaveUp> {
        self.looks = self.looks.checked_sub(1).ok_or(GaveUp)?;
        Ok(())
    }
}

/// A number that depends on all bits of a key.
const fn mixed(key: Key) -> Key {
    let mixed = (key ^ (key >> 61)).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    mixed ^ (mixed >> 67)
}
