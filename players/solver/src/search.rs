//! The search for what candidates cost.

use super::{
    costs::{Cost, Costs, Left, NEVER},
    game::Game,
    labels::{Key, Labels},
    looks::{Guess, Looks, Parts},
    memo::{Known, Memo, Stage},
    watch::{Stopped, Watch},
};
use partition::Alike;
use std::{
    cmp::Reverse,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
};

/// A search for what the secrets of a game cost with the best strategy: branch and bound.
///
/// A guess is gone into only if the cells that it makes may cost less than with the best one before it. What a cell costs
/// at least is known from its number of candidates (the responses of a guess tell only so much), then from the cells of the
/// best guess in it, and in the end from what was found of the same candidates before, or of candidates that are like them
/// but for the names of pegs and colors. Guesses that follow from each other by exchanging pegs and colors which the history
/// does not tell apart are gone into once (Koyama and Lai 1993, "An optimal Mastermind strategy", for the kind of search).
///
/// What is found does not depend on the order in which threads find it, as it is what the candidates cost, and no less.
#[derive(Debug)]
pub struct Finder<'a> {
    pub(super) game: &'a Game,
    pub(super) watch: &'a Watch,
    pub(super) looks: Looks<'a>,
    labels: Labels,
    memo: Memo,
    threads: usize,
}

/// A set of candidates with what is left to find them.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    pub places: &'a [u32],
    pub left: Left,
    /// How many guesses were made.
    pub depth: usize,
    pub alike: &'a Alike,
    /// Where to tell what they cost at least, whenever more is known of it.
    pub report: Option<&'a Report<'a>>,
}

/// What a cost is told to.
type Report<'a> = dyn Fn(Cost) + Sync + 'a;

/// The candidates that give one response.
struct Cell {
    key: Key,
    /// The index of the response.
    response: usize,
    known: Known,
}

/// A guess whose cells were looked at, the small ones first.
struct Opened {
    total: Cost,
    parts: Parts,
    cells: Vec<Cell>,
    /// What is alike after the guess.
    alike: Alike,
}

/// So few candidates are looked at whenever they are met.
const FEW: usize = 16;
/// So many candidates are worth being shared among threads.
const SHARED: usize = 256;

impl<'a> Finder<'a> {
    /// A search in so many bytes, by so many threads.
    pub fn new(game: &'a Game, watch: &'a Watch, costs: Costs, bytes: usize, threads: usize) -> Finder<'a> {
        let looks = Looks::new(game, costs);
        Finder { game, watch, looks, labels: Labels::new(game.size), memo: Memo::new(bytes), threads }
    }

    /// What the candidates of a node cost, where so many guesses may still be made.
    pub fn cost(&self, node: &Node<'_>) -> Result<Cost, Stopped> {
        if node.places.len() <= 2 {
            return Ok(self.looks.costs.fewest(node.places, node.left));
        }
        let key = self.key(node.places, node.left);
        match self.memo.get(key) {
            Some(Known { stage: Stage::Solved, least, .. }) => Ok(least),
            _ => Ok(self.cost_below(node, NEVER)?.unwrap_or(NEVER)),
        }
    }

    /// What candidates cost, if it is below a limit.
    pub fn cost_below(&self, node: &Node<'_>, limit: Cost) -> Result<Option<Cost>, Stopped> {
        let known = self.looks.at_numbers(node.places, node.left);
        self.search(node, self.key(node.places, node.left), known.least, limit)
    }

    /// What candidates cost, if it is below a limit. They are known to cost the least at least.
    fn search(&self, node: &Node<'_>, key: Key, least: Cost, limit: Cost) -> Result<Option<Cost>, Stopped> {
        self.watch.look()?;
        let best = AtomicU64::new(limit);
        if node.depth == 0 {
            // There are few first guesses, and what is known of all of them is known of the game.
            let guesses = self.opened(node, limit)?;
            self.try_all(node, &guesses, limit, &best)?;
            let best = best.into_inner();
            return Ok((best < limit).then_some(best));
        }
        // Most often one of the guesses with the lowest bounds is the best, so that there is no need to list more.
        let unit = self.looks.costs.one_more(&node.places[node.places.len() - 1..]);
        let mut from = 0;
        for to in [least + 2 * unit, limit] {
            if from < best.load(Relaxed) {
                let guesses = self.looks.guesses(node.places, node.left, node.alike, from, to.min(best.load(Relaxed)));
                self.try_all(node, &guesses, to, &best)?;
            }
            from = to;
        }
        let best = best.into_inner();
        let stage = if best < limit { Stage::Solved } else { Stage::All };
        self.memo.put(key, node.places.len(), Known { least: best, reach: best, stage });
        Ok((best < limit).then_some(best))
    }

    /// The guesses that may cost less than a limit, by what is known of their cells, the best ones first.
    fn opened(&self, node: &Node<'_>, limit: Cost) -> Result<Vec<Guess>, Stopped> {
        let mut opened = Vec::new();
        for guess in self.looks.guesses(node.places, node.left, node.alike, 0, limit) {
            if let Some(Opened { total, .. }) = self.open(node, guess, limit)? {
                opened.push(Guess { least: total, ..guess });
            }
        }
        opened.sort_unstable();
        Ok(opened)
    }

    /// Goes into guesses in their order, as long as they may cost less than the best before them. All others cost as much as
    /// that at least.
    fn try_all(&self, node: &Node<'_>, guesses: &[Guess], others: Cost, best: &AtomicU64) -> Result<(), Stopped> {
        let bounds = node.report.map(|_| Mutex::new(guesses.iter().map(|guess| guess.least).collect::<Vec<_>>()));
        // Whether the guess of that number might cost less.
        let try_one = |number: usize| {
            let guess = &guesses[number];
            if guess.least >= best.load(Relaxed) {
                return Ok(false);
            }
            let report = |least: Cost| {
                // The smallest one of many is looked for now and then.
                if let (Some(report), Some(bounds)) = (node.report, &bounds)
                    && (node.depth == 0 || number.is_multiple_of(32))
                {
                    let mut bounds = bounds.lock().unwrap_or_else(PoisonError::into_inner);
                    bounds[number] = bounds[number].max(least);
                    report(bounds.iter().copied().min().unwrap_or(others).min(others).min(best.load(Relaxed)));
                }
            };
            let report: Option<&Report<'_>> = if bounds.is_some() { Some(&report) } else { None };
            if let Some(cost) = self.guess_below(node, *guess, best.load(Relaxed), report)? {
                best.fetch_min(cost, Relaxed);
                if node.depth == 0 {
                    self.watch.at_most(cost / self.looks.costs.unit());
                }
            }
            if let Some(report) = report {
                report(Cost::MAX);
            }
            Ok(true)
        };
        if guesses.is_empty() || !try_one(0)? {
            return Ok(());
        }
        if self.threads == 1 || node.depth > 1 || node.places.len() < SHARED || guesses.len() <= 2 {
            for number in 1..guesses.len() {
                if !try_one(number)? {
                    break;
                }
            }
            return Ok(());
        }
        // The first guess set a limit for the others. Threads begin far from each other: guesses side by side have cells that
        // are alike, and both threads would look into them.
        let taken: Vec<AtomicBool> = guesses.iter().map(|_| AtomicBool::new(false)).collect();
        let stopped = AtomicBool::new(false);
        let work = |thread: usize| {
            let from = 1 + thread * (guesses.len() - 1) / self.threads;
            for number in (from..guesses.len()).chain(1..from) {
                if stopped.load(Relaxed) {
                    break;
                }
                if !taken[number].swap(true, Relaxed) && try_one(number) == Err(Stopped) {
                    stopped.store(true, Relaxed);
                }
            }
        };
        let work = &work;
        rayon::scope(|scope| (0..self.threads).for_each(|thread| scope.spawn(move |_| work(thread))));
        if stopped.into_inner() { Err(Stopped) } else { Ok(()) }
    }

    /// Looks at the cells of a guess; none where the candidates cost no less than a limit with it.
    fn open(&self, node: &Node<'_>, guess: Guess, limit: Cost) -> Result<Option<Opened>, Stopped> {
        let costs = &self.looks.costs;
        let left = self.looks.after(node.left);
        let parts = self.looks.part(guess.place, node.places);
        let places = |cell: &Cell| parts.get(cell.response);
        let mut cells = Vec::new();
        let mut total = costs.one_more(node.places);
        for (response, places) in parts.iter() {
            if response == self.looks.wins() {
                total += costs.last(node.left) * costs.weight(places);
                continue;
            }
            if places.len() == node.places.len() {
                // The guess tells nothing.
                return Ok(None);
            }
            let mut known = self.looks.at_numbers(places, left);
            if known.stage == Stage::Number && (3..=FEW).contains(&places.len()) {
                // That takes no longer than looking it up.
                known = self.looks.at_own(places, left);
            }
            total += known.least;
            if places.len() > 2 && known.stage < Stage::Solved {
                cells.push(Cell { key: 0, response, known });
            }
        }
        // A large cell may cost much more than its number of candidates tells.
        cells.sort_by_key(|cell| Reverse(places(cell).len()));
        for cell in &mut cells {
            if total >= limit {
                return Ok(None);
            }
            cell.key = self.key(places(cell), left);
            if let Some(known) = self
                .memo
                .get(cell.key)
                .filter(|known| (known.stage, known.least) > (cell.known.stage, cell.known.least))
            {
                total += known.least.saturating_sub(cell.known.least);
                cell.known = known;
            }
        }
        for cell in &mut cells {
            if total < limit && cell.known.stage == Stage::Number {
                self.watch.look()?;
                total += self.know(cell, places(cell), self.looks.at_own(places(cell), left));
            }
        }
        if total >= limit {
            return Ok(None);
        }
        let alike = node.alike.after(&self.game.size.unrank(guess.place.into()));
        let room = |cell: &Cell| if cell.known.stage == Stage::Own { cell.known.reach - cell.known.least } else { 0 };
        let mut rooms: Cost = cells.iter().map(room).sum();
        for cell in &mut cells {
            // Where even all cells together do not reach the limit, looking at them tells nothing.
            if total < limit && total + rooms >= limit && cell.known.stage == Stage::Own {
                rooms -= room(cell);
                self.watch.look()?;
                total += self.know(cell, places(cell), self.looks.at_all(places(cell), left, &alike, cell.known));
            }
        }
        cells.reverse();
        Ok((total < limit).then_some(Opened { total, parts, cells, alike }))
    }

    /// What the candidates cost with this guess first, if it is below a limit.
    pub fn guess_below(
        &self,
        node: &Node<'_>,
        guess: Guess,
        limit: Cost,
        report: Option<&Report<'_>>,
    ) -> Result<Option<Cost>, Stopped> {
        let Some(Opened { total, parts, cells, alike }) = self.open(node, guess, limit)? else { return Ok(None) };
        let left = self.looks.after(node.left);
        // What is known of all cells, which only grows.
        let total = AtomicU64::new(total);
        let go_into = |cell: &Cell| {
            let others = total.load(Relaxed) - cell.known.least;
            if others + cell.known.least >= limit {
                return Ok(());
            }
            let tell = |least: Cost| {
                if let Some(report) = report {
                    report(others + least.max(cell.known.least));
                }
            };
            tell(cell.known.least);
            // What is found of the cells of cells comes too often to be told.
            let tell: Option<&Report<'_>> = if report.is_some() && node.depth == 0 { Some(&tell) } else { None };
            let node =
                Node { places: parts.get(cell.response), left, depth: node.depth + 1, alike: &alike, report: tell };
            let more = match self.search(&node, cell.key, cell.known.least, limit - others)? {
                Some(least) => least - cell.known.least,
                None => limit,
            };
            total.fetch_add(more, Relaxed);
            Ok(())
        };
        let unsolved = cells.iter().filter(|cell| cell.known.stage < Stage::Solved);
        if self.threads > 1 && node.depth == 0 {
            let stopped = AtomicBool::new(false);
            let go_into = |cell: &Cell| {
                if go_into(cell) == Err(Stopped) {
                    stopped.store(true, Relaxed);
                }
            };
            let go_into = &go_into;
            // The large ones first, so that threads are done at about the same time.
            rayon::scope(|scope| unsolved.rev().for_each(|cell| scope.spawn(move |_| go_into(cell))));
            if stopped.into_inner() {
                return Err(Stopped);
            }
        } else {
            unsolved.into_iter().try_for_each(go_into)?;
        }
        let total = total.into_inner();
        Ok((total < limit).then_some(total))
    }

    /// Keeps what is known of a cell now. Returns how much more it costs at least than was known.
    fn know(&self, cell: &mut Cell, places: &[u32], mut known: Known) -> Cost {
        let before = cell.known.least;
        known.least = known.least.max(before);
        known.reach = known.reach.max(known.least);
        self.memo.put(cell.key, places.len(), known);
        cell.known = known;
        known.least - before
    }

    /// Sets that are alike have the same key, where as many guesses are left.
    fn key(&self, places: &[u32], left: Left) -> Key {
        let key = self.labels.key(places, self.looks.costs.weights());
        // An odd number of some 128 bits.
        key.wrapping_add((left as Key).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
    }
}
