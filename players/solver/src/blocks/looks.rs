//! Guesses by what the cells cost at least that they make.

use super::{
    board::{Board, Counts},
    set::Set,
    thin::Thin,
};
use crate::watch::{Stopped, Watch};
use std::collections::HashMap;

/// What sets of so many candidates cost at least, above their weight, in parts of the least weight.
#[derive(Clone, Debug)]
pub struct Extra(Vec<u64>);

/// A guess, and what the candidates cost with it at least.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Guess {
    pub least: u64,
    pub counts: Counts,
}

impl Extra {
    /// Where no guess has more responses than that, for sets of up to so many candidates.
    pub fn new(responses: usize, candidates: usize) -> Extra {
        let others = responses.saturating_sub(1).max(1);
        // One candidate is found with the first guess, then as many as there are other responses, their square, …
        let (mut depth, mut room, mut wide) = (0, 1usize, 1usize);
        let mut extra = vec![0];
        for _ in 0..candidates {
            if room == 0 {
                depth += 1;
                wide = wide.saturating_mul(others);
                room = wide;
            }
            room -= 1;
            extra.push(extra[extra.len() - 1] + depth);
        }
        Extra(extra)
    }

    /// With what thin sets cost, as far as that is known without a search.
    pub fn alone(self, board: &Board) -> (Extra, Thin) {
        let thin = Thin::new(board, &self);
        (self, thin)
    }

    /// For sets of up to so many candidates.
    pub fn most(&self) -> usize {
        self.0.len() - 1
    }

    #[inline]
    pub fn of(&self, candidates: usize) -> u64 {
        self.0[candidates]
    }
}

/// What a set costs at least with each guess, by the number of candidates in the cells.
#[derive(Debug)]
pub struct Look<'a> {
    board: &'a Board,
    extra: &'a Extra,
    thin: &'a Thin,
    /// The colors of the candidates, and how often each color is in them, at the first of its blocks.
    rows: Vec<(u8, u8)>,
    blocks: usize,
    /// Twice the weight of the candidates, and the least weight of one.
    twice: u64,
    unit: u64,
    /// How many candidates give each response.
    cells: Vec<u16>,
    guess: Counts,
    /// How many pegs of each color the guess has.
    sums: Vec<u8>,
}

/// A color that is given to pegs, and the candidates whose response is then known.
#[derive(Debug)]
struct Step {
    color: usize,
    /// The color of the step before is in the same class: it is to have no fewer pegs, block by block in their order.
    again: bool,
    candidates: Vec<usize>,
    /// What the candidates whose response is not known after it cost at least above one each, by the number of pegs left.
    rest: Vec<u64>,
}

/// What goes through the guesses.
struct Walk<'a> {
    colored: Vec<Step>,
    /// A color of no candidate, which takes what is left.
    spare: Option<usize>,
    /// Guesses that cost as much are left out.
    limit: u64,
    /// So many steps are left.
    steps: &'a mut u64,
    watch: &'a Watch,
    found: Vec<Guess>,
}

/// Why guesses are not gone through to the last one.
enum Ended {
    /// There are more than are allowed.
    TooMany,
    Stopped,
}

/// No more guesses are kept.
const MOST_FOUND: usize = 400_000;
/// So many steps take some hundredths of a second.
const ASK_EVERY: u64 = 1 << 20;

impl<'a> Look<'a> {
    pub fn new(board: &'a Board, (extra, thin): &'a (Extra, Thin), set: &Set) -> Look<'a> {
        let blocks = board.blocks();
        let mut rows = Vec::with_capacity(set.len() * blocks);
        for row in set.rows() {
            for (block, &color) in row.iter().enumerate() {
                let own = |at: usize| if row[at] == color { board.lens[at] } else { 0 };
                let first = !row[..block].contains(&color);
                rows.push((color, if first { (block..blocks).map(own).sum() } else { 0 }));
            }
        }
        Look {
            board,
            extra,
            thin,
            rows,
            blocks,
            twice: 2 * set.weight(),
            unit: set.weights.iter().copied().min().map_or(1, u64::from),
            cells: vec![0; board.responses()],
            guess: vec![0; board.size.colors() * blocks],
            sums: vec![0; board.size.colors()],
        }
    }

    #[inline]
    fn response(&self, candidate: usize) -> usize {
        let row = &self.rows[candidate * self.blocks..][..self.blocks];
        let (mut black, mut all) = (0, 0);
        for (block, &(color, own)) in row.iter().enumerate() {
            black += usize::from(self.guess[usize::from(color) * self.blocks + block]);
            all += usize::from(own.min(self.sums[usize::from(color)]));
        }
        black * (self.board.size.pegs() + 1) + all
    }

    fn set_guess(&mut self, counts: &[u8]) {
        self.guess.copy_from_slice(counts);
        for (sum, counts) in self.sums.iter_mut().zip(counts.chunks_exact(self.blocks)) {
            *sum = counts.iter().sum();
        }
    }

    /// The sizes of the cells that a guess makes, but for the one that wins, are told one by one.
    pub fn cells(&mut self, counts: &[u8], mut tell: impl FnMut(usize)) {
        self.set_guess(counts);
        let candidates = self.rows.len() / self.blocks;
        let responses: Vec<usize> = (0..candidates).map(|candidate| self.response(candidate)).collect();
        responses.iter().for_each(|&response| self.cells[response] += 1);
        for response in responses {
            let size = std::mem::take(&mut self.cells[response]);
            if size > 0 && response != self.board.wins() {
                tell(size.into());
            }
        }
    }

    /// What the candidates cost at least with a guess, which may be one of so much weight.
    pub fn least(&mut self, counts: &[u8], own: u32) -> u64 {
        let (extra, mut above) = (self.extra, 0);
        self.cells(counts, |size| above += extra.of(size));
        self.twice - u64::from(own) + self.unit * above
    }

    /// All guesses with which the candidates may cost less than a limit, the best first, but for those that are candidates. Of
    /// guesses that are alike there is one. Colors with the same number in `classes` may be exchanged. None when it takes more
    /// steps than there are left.
    ///
    /// # Errors
    /// [`Stopped`] when the search is told to stop.
    pub fn guesses(
        &mut self,
        classes: &[usize],
        limit: u64,
        steps: &mut u64,
        watch: &Watch,
    ) -> Result<Option<Vec<Guess>>, Stopped> {
        self.guess.fill(0);
        self.sums.fill(0);
        let candidates = self.rows.len() / self.blocks;
        let mut often = vec![0usize; classes.len()];
        self.rows.iter().for_each(|&(color, _)| often[usize::from(color)] += 1);
        let mut colors: Vec<usize> = (0..classes.len()).filter(|&color| often[color] > 0).collect();
        // Colors of many candidates first, so that most responses are soon known.
        colors.sort_by_key(|&color| (std::cmp::Reverse(often[color]), classes[color], color));
        let mut known = vec![false; candidates];
        let mut colored: Vec<Step> = Vec::new();
        for (place, &color) in colors.iter().enumerate() {
            let again = place > 0 && classes[colors[place - 1]] == classes[color];
            let is_known = |candidate: &usize| {
                let row = &self.rows[candidate * self.blocks..][..self.blocks];
                !known[*candidate] && row.iter().all(|(color, _)| colors[..=place].contains(&usize::from(*color)))
            };
            let candidates: Vec<usize> = (0..candidates).filter(is_known).collect();
            candidates.iter().for_each(|&candidate| known[candidate] = true);
            let rest = self.rest(&known, &colors[place + 1..]);
            colored.push(Step { color, again, candidates, rest });
        }
        let spare = (0..classes.len()).find(|&color| often[color] == 0);
        let mut walk = Walk { colored, spare, limit, steps, watch, found: Vec::new() };
        let mut left = self.board.lens.clone();
        let result = self.step(&mut walk, 0, &mut left, 0, self.twice);
        self.cells.fill(0);
        let Walk { mut found, .. } = walk;
        match result {
            Ok(()) => {}
            Err(Ended::TooMany) => return Ok(None),
            Err(Ended::Stopped) => return Err(Stopped),
        }
        found.sort_unstable();
        Ok(Some(found))
    }

    /// What the candidates cost at least above one each whose response is not known, by the number of pegs that are left.
    fn rest(&self, known: &[bool], unknown: &[usize]) -> Vec<u64> {
        let open = |color: u8| unknown.contains(&usize::from(color));
        let mut alike: HashMap<Vec<Option<u8>>, usize> = HashMap::new();
        for (row, _) in self.rows.chunks_exact(self.blocks).zip(known).filter(|(_, known)| !**known) {
            let mut of_row: Vec<u8> = row.iter().map(|(color, _)| *color).filter(|&color| open(color)).collect();
            of_row.dedup();
            if of_row.len() == 1 {
                let others = row.iter().map(|&(color, _)| (!open(color)).then_some(color)).collect();
                *alike.entry(others).or_default() += 1;
            }
        }
        let of = |left| alike.iter().map(|(others, &size)| self.thin.parted(others, size, left)).sum();
        (0..=self.board.size.pegs()).map(of).collect()
    }

    /// Gives the color of a step to pegs, in all ways. The cells known so far cost so much above one for each candidate, and
    /// the set costs the least at least: the most that was known on the way, so that a guess that was left out below one limit
    /// is not taken for one that was found below it.
    fn step(&mut self, walk: &mut Walk<'_>, at: usize, left: &mut [u8], above: u64, least: u64) -> Result<(), Ended> {
        let Some(Step { color, again, .. }) = walk.colored.get(at) else { return self.found(walk, left, least) };
        let (color, again) = (*color, *again);
        let last = at + 1 == walk.colored.len() && walk.spare.is_none();
        let before = if again { walk.colored[at - 1].color } else { color };
        let mut column = [0u8; scsa::Size::MAX_PEGS];
        let column = &mut column[..self.blocks];
        if last {
            // Nobody else takes what is left.
            column.copy_from_slice(left);
            if again && *column > self.guess[before * self.blocks..][..self.blocks] {
                return Ok(());
            }
        }
        loop {
            *walk.steps = walk.steps.checked_sub(1).ok_or(Ended::TooMany)?;
            if walk.steps.is_multiple_of(ASK_EVERY) && walk.watch.is_stopped() {
                return Err(Ended::Stopped);
            }
            self.guess[color * self.blocks..][..self.blocks].copy_from_slice(column);
            self.sums[color] = column.iter().sum();
            left.iter_mut().zip(&*column).for_each(|(left, count)| *left -= count);
            let mut more = above;
            let mut counted = 0;
            let candidates = std::mem::take(&mut walk.colored[at].candidates);
            let pegs: usize = left.iter().copied().map(usize::from).sum();
            let bound = self.twice + self.unit * walk.colored[at].rest[pegs];
            for &candidate in &candidates {
                let cell = self.response(candidate);
                let size = usize::from(self.cells[cell]);
                more += self.extra.of(size + 1) - self.extra.of(size);
                self.cells[cell] += 1;
                counted += 1;
                if bound + self.unit * more >= walk.limit {
                    break;
                }
            }
            let bound = least.max(bound + self.unit * more);
            let result = if bound < walk.limit { self.step(walk, at + 1, left, more, bound) } else { Ok(()) };
            for &candidate in &candidates[..counted] {
                let cell = self.response(candidate);
                self.cells[cell] -= 1;
            }
            walk.colored[at].candidates = candidates;
            left.iter_mut().zip(&*column).for_each(|(left, count)| *left += count);
            result?;
            if last || !self.next(column, left, again.then_some(before)) {
                break;
            }
        }
        self.guess[color * self.blocks..][..self.blocks].fill(0);
        self.sums[color] = 0;
        Ok(())
    }

    /// The next column in lexicographic order; false after the last one.
    fn next(&self, column: &mut [u8], left: &[u8], before: Option<usize>) -> bool {
        for block in (0..column.len()).rev() {
            if column[block] < left[block] {
                column[block] += 1;
                return before.is_none_or(|before| *column <= self.guess[before * self.blocks..][..self.blocks]);
            }
            column[block] = 0;
        }
        false
    }

    fn found(&mut self, walk: &mut Walk<'_>, left: &[u8], least: u64) -> Result<(), Ended> {
        if walk.found.len() == MOST_FOUND {
            return Err(Ended::TooMany);
        }
        let mut counts = self.guess.clone();
        match walk.spare {
            Some(spare) => counts[spare * self.blocks..][..self.blocks].copy_from_slice(left),
            None if left.iter().any(|&left| left > 0) => return Ok(()),
            None => {}
        }
        // The only guess that wins is a candidate.
        if self.cells[self.board.wins()] == 0 {
            walk.found.push(Guess { least, counts });
        }
        Ok(())
    }
}
