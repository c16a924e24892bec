//! The search: which guess is the best, and what is known where that is not known.

use super::{
    MOST_STEPS,
    board::{Board, Counts, Response},
    climb::{Estimate, climb},
    looks::{Extra, Guess, Look},
    set::{Key, Set},
    thin::Thin,
};
use crate::{
    game::Guessing,
    watch::{Stopped, Watch},
};
use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
    rc::Rc,
};

/// What is known of a set: what its candidates cost together.
#[derive(Clone, Debug)]
pub struct Known {
    /// At least so much.
    pub least: u64,
    /// No more than that, with this guess first, under the names of the set.
    pub most: u64,
    pub guess: Counts,
    /// Looking again with a limit up to that is of no use.
    stuck: u64,
    /// The large part of it was looked at: see [`Finder::large_part`].
    parted: bool,
}

/// Finds what sets cost.
pub struct Finder<'a> {
    pub board: &'a Board,
    guessing: Guessing,
    watch: &'a Watch,
    extra: Rc<(Extra, Thin)>,
    estimate: Estimate,
    memo: HashMap<Key, Known>,
    /// How many sets are remembered before the search gives up.
    most_sets: usize,
}

/// A set under its own names.
pub struct Named {
    pub set: Set,
    pub key: Key,
    /// The name that each color has in it.
    pub names: Vec<u8>,
    /// Whether its two blocks are exchanged.
    pub turned: bool,
}

/// How the cells of a guess are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looking {
    Quick,
    /// With their large parts.
    Parted,
    Well,
}

/// So many guesses of [`climb`] are looked into.
const CLIMBED: usize = 2;
/// A part of so many candidates is large.
const LARGE: usize = 12;

impl<'a> Finder<'a> {
    pub fn new(board: &'a Board, guessing: Guessing, watch: &'a Watch, extra: Extra, most_sets: usize) -> Finder<'a> {
        let estimate = Estimate::new(extra.most());
        let extra = Rc::new(extra.alone(board));
        Finder { board, guessing, watch, extra, estimate, memo: HashMap::new(), most_sets }
    }

    /// Finds what sets cost whose candidates differ in one color only.
    pub fn learn(&mut self) -> Result<(), Stopped> {
        if self.board.blocks() != 2 || self.guessing != Guessing::Any {
            return Ok(());
        }
        for size in 3..self.board.size.colors() {
            for block in 0..2 {
                let mut set = Set::new(2);
                for color in 1..=size as u8 {
                    let row = if block == 0 { [color, 0] } else { [0, color] };
                    set.push(&row, 1);
                }
                let named = self.named(&set);
                let known = self.solve(&named, u64::MAX, 1)?;
                Rc::make_mut(&mut self.extra).1.learn(block, size, known.least - size as u64);
            }
        }
        Ok(())
    }

    pub fn named(&self, set: &Set) -> Named {
        let colors = self.board.size.colors();
        let (own, key, names) = set.renamed(colors);
        if let [one, other] = *self.board.lens
            && one == other
        {
            let (turned, turned_key, turned_names) = set.turned().renamed(colors);
            if turned_key < key {
                return Named { set: turned, key: turned_key, names: turned_names, turned: true };
            }
        }
        Named { set: own, key, names, turned: false }
    }

    /// What is known of a set, at least by a quick look.
    pub fn known(&mut self, of: &Named) -> Result<Known, Stopped> {
        if let Some(known) = self.memo.get(&of.key) {
            return Ok(known.clone());
        }
        self.watch.look()?;
        let known = self.quick(&of.set)?;
        self.memo.insert(of.key, known.clone());
        Ok(known)
    }

    fn quick(&mut self, set: &Set) -> Result<Known, Stopped> {
        let heaviest = self.board.counts(set.row(set.heaviest()));
        let weight = set.weight();
        if set.len() <= 2 {
            // The heavier one first.
            let most = 2 * weight - u64::from(set.weights[set.heaviest()]);
            return Ok(Known { least: most, most, guess: heaviest, stuck: 0, parted: false });
        }
        let (board, extra) = (self.board, Rc::clone(&self.extra));
        let mut look = Look::new(board, &extra, set);
        let own = self.own(set, &mut look);
        let best_own = own.iter().min().cloned().unwrap_or(Guess { least: 0, counts: heaviest.clone() });
        let mut known =
            Known { least: best_own.least, most: u64::MAX, guess: best_own.counts.clone(), stuck: 0, parted: false };
        let mut tried = vec![best_own.counts];
        if self.guessing == Guessing::Consistent {
            tried.extend(
                own.iter().min_by_key(|guess| self.estimate.of(&mut look, &guess.counts)).map(|g| g.counts.clone()),
            );
        } else {
            let unit = set.weights.iter().copied().min().map_or(0, u64::from);
            known.least = known.least.min(2 * weight).max(weight + unit * self.extra.1.least(set));
            // Where a candidate parts all others, nothing is better.
            if best_own.least + u64::from(set.weights[set.heaviest()]) > 2 * weight {
                tried.extend(climb(board, set, &mut look, &self.estimate).into_iter().take(CLIMBED));
            }
        }
        drop(look);
        for counts in tried {
            let most = self.most(set, &counts)?;
            if most < known.most {
                known.most = most;
                known.guess = counts;
            }
            if known.most <= known.least {
                break;
            }
        }
        Ok(known)
    }

    /// The candidates as guesses; of those that are alike one.
    fn own(&self, set: &Set, look: &mut Look<'_>) -> Vec<Guess> {
        let classes = set.classes(self.board.size.colors());
        let mut seen = HashSet::new();
        let mut own = Vec::new();
        for (row, &weight) in set.rows().zip(&set.weights) {
            // Which class the color of each block is of, and which blocks have the same color.
            let like: Vec<(usize, Option<usize>)> =
                row.iter().map(|color| (classes[usize::from(*color)], row.iter().position(|c| c == color))).collect();
            if seen.insert(like) {
                let counts = self.board.counts(row);
                own.push(Guess { least: look.least(&counts, weight), counts });
            }
        }
        own
    }

    /// What a set costs with a guess first, no more than that.
    fn most(&mut self, set: &Set, counts: &[u8]) -> Result<u64, Stopped> {
        let cells = set.part(self.board, counts);
        if cells.len() == 1 && set.len() > 1 {
            return Ok(u64::MAX);
        }
        let mut most = set.weight();
        for (_, cell) in cells.iter().filter(|(response, _)| *response != self.board.wins()) {
            let named = self.named(cell);
            most += self.known(&named)?.most;
        }
        Ok(most)
    }

    /// Most sets are a large part whose candidates have one color of a large class, and some other candidates. The large parts
    /// are few, and what they cost with the rest by itself is near to what the set costs.
    fn large_part(&mut self, of: &Named, depth: usize) -> Result<Known, Stopped> {
        let mut known = self.known(of)?;
        if known.parted || known.least >= known.most || of.set.len() < LARGE || self.guessing != Guessing::Any {
            return Ok(known);
        }
        known.parted = true;
        let classes = of.set.classes(self.board.size.colors());
        let used = of.set.used();
        let size = |class: usize| classes.iter().filter(|&&other| other == class).count();
        let largest =
            (0..classes.len()).filter(|&color| used >> color & 1 == 1).max_by_key(|&color| size(classes[color]));
        let class = classes[largest.unwrap_or(0)];
        let (mut large, mut rest) = (Set::new(self.board.blocks()), Set::new(self.board.blocks()));
        for (row, &weight) in of.set.rows().zip(&of.set.weights) {
            let number = row.iter().filter(|color| classes[usize::from(**color)] == class).count();
            if number == 1 { large.push(row, weight) } else { rest.push(row, weight) }
        }
        if large.len() >= LARGE && rest.len() > 0 {
            let (large, rest) = (self.named(&large), self.named(&rest));
            let least = self.solve(&large, u64::MAX, depth + 1)?.least + self.known(&rest)?.least;
            known.least = known.least.max(least);
        }
        self.memo.insert(of.key, known.clone());
        Ok(known)
    }

    /// What a set costs, as far as that is below a limit and can be found.
    pub fn solve(&mut self, of: &Named, limit: u64, depth: usize) -> Result<Known, Stopped> {
        let mut known = self.large_part(of, depth)?;
        let end = known.most.min(limit);
        if known.least >= end || known.stuck >= end || self.memo.len() >= self.most_sets {
            return Ok(known);
        }
        let classes = of.set.classes(self.board.size.colors());
        let mut steps = MOST_STEPS;
        let (mut from, mut wide, mut others) = (0, 1, u64::MAX);
        loop {
            let end = known.most.min(limit);
            let to = if self.guessing == Guessing::Consistent { end } else { (known.least + wide).min(end) };
            let Some(mut guesses) = self.guesses(&of.set, &classes, from, to, &mut steps)? else {
                known.stuck = limit;
                break;
            };
            if depth == 0 {
                // One guess sets a limit, below which a quick look at the others leaves few.
                if let Some(first) = guesses.first().filter(|guess| guess.least < end) {
                    let (_, most) = self.with(&of.set, &first.counts, end, depth, Looking::Well)?;
                    if most < known.most {
                        known.most = most;
                        known.guess = first.counts.clone();
                        self.memo.insert(of.key, known.clone());
                        self.watch.at_most(most);
                    }
                }
                for looking in [Looking::Quick, Looking::Parted] {
                    self.look_at(&of.set, &mut guesses, looking, known.most.min(end))?;
                    let least = guesses.first().map_or(to, |guess| guess.least.min(to));
                    self.watch.at_least(least.min(known.most).max(known.least));
                }
            }
            for (number, guess) in guesses.iter().enumerate() {
                let end = known.most.min(limit);
                if guess.least >= end {
                    break;
                }
                let (least, most) = self.with(&of.set, &guess.counts, end, depth, Looking::Well)?;
                if most < known.most {
                    known.most = most;
                    known.guess = guess.counts.clone();
                    self.memo.insert(of.key, known.clone());
                }
                others = others.min(least);
                if depth == 0 {
                    self.watch.at_most(known.most);
                    let rest = guesses.get(number + 1).map_or(to, |guess| guess.least.min(to));
                    self.watch.at_least(others.min(rest).min(known.most).max(known.least));
                }
            }
            known.least = known.least.max(others.min(to).min(known.most));
            if known.least >= known.most.min(limit) {
                break;
            }
            if others <= known.least {
                // What is left open will stay so.
                known.stuck = limit;
                break;
            }
            (from, wide) = (to, 2 * wide);
        }
        self.memo.insert(of.key, known.clone());
        Ok(known)
    }

    /// The guesses that cost at least so much by the size of their cells, and less than a limit. None where there are too many.
    fn guesses(
        &self,
        set: &Set,
        classes: &[usize],
        from: u64,
        to: u64,
        steps: &mut u64,
    ) -> Result<Option<Vec<Guess>>, Stopped> {
        let mut look = Look::new(self.board, &self.extra, set);
        let mut guesses = self.own(set, &mut look);
        guesses.retain(|guess| guess.least < to);
        if self.guessing == Guessing::Any {
            let Some(others) = look.guesses(classes, to, steps, self.watch)? else { return Ok(None) };
            guesses.extend(others);
        }
        guesses.retain(|guess| guess.least >= from);
        guesses.sort_unstable();
        Ok(Some(guesses))
    }

    /// Finds out more of what a set costs at least with each guess, and sorts them by it.
    fn look_at(&mut self, set: &Set, guesses: &mut [Guess], looking: Looking, limit: u64) -> Result<(), Stopped> {
        for guess in guesses.iter_mut().filter(|guess| guess.least < limit) {
            let (least, _) = self.with(set, &guess.counts, limit, 0, looking)?;
            guess.least = guess.least.max(least);
        }
        guesses.sort_unstable();
        Ok(())
    }

    /// What a set costs with a guess first, at least and at most, as far as that is below a limit.
    fn with(
        &mut self,
        set: &Set,
        counts: &[u8],
        limit: u64,
        depth: usize,
        looking: Looking,
    ) -> Result<(u64, u64), Stopped> {
        self.watch.look()?;
        let mut cells = set.part(self.board, counts);
        if cells.len() == 1 && set.len() > 1 {
            return Ok((u64::MAX, u64::MAX));
        }
        cells.retain(|(response, _)| *response != self.board.wins());
        cells.sort_by_key(|(_, cell)| Reverse(cell.len()));
        let at_first = |(_, cell): &(Response, Set)| {
            let unit = cell.weights.iter().copied().min().map_or(0, u64::from);
            cell.weight() + unit * self.extra.0.of(cell.len())
        };
        let mut bounds: Vec<(u64, u64)> = cells.iter().map(|cell| (at_first(cell), u64::MAX)).collect();
        let weight = set.weight();
        let sum = |bounds: &[(u64, u64)]| {
            bounds.iter().fold((weight, weight), |(least, most), (l, m)| (least + l, most.saturating_add(*m)))
        };
        let mut named = Vec::new();
        for (cell, bounds_of) in cells.iter().map(|(_, cell)| cell).zip(0..) {
            let own = self.named(cell);
            let known = self.known(&own)?;
            bounds[bounds_of] = (known.least.max(bounds[bounds_of].0), known.most);
            named.push(own);
            if sum(&bounds).0 >= limit {
                return Ok(sum(&bounds));
            }
        }
        if looking == Looking::Quick {
            return Ok(sum(&bounds));
        }
        for (own, at) in named.iter().zip(0..) {
            if sum(&bounds).0 >= limit {
                break;
            }
            let known = self.large_part(own, depth + 1)?;
            bounds[at] = (known.least.max(bounds[at].0), known.most);
        }
        if looking == Looking::Parted {
            return Ok(sum(&bounds));
        }
        for (own, at) in named.iter().zip(0..) {
            let (least, _) = sum(&bounds);
            if least >= limit {
                break;
            }
            let room = limit - (least - bounds[at].0);
            let known = self.solve(own, room, depth + 1)?;
            bounds[at] = (known.least.max(bounds[at].0), known.most);
        }
        Ok(sum(&bounds))
    }
}
