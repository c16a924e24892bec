//! The evaluation of guesses: lower bounds on the cost by the sizes of the parts, and the enumeration of all guesses below a
//! limit.

use crate::monitor::{SearchMonitor, Stopped};
use crate::sparse::board::{BlockBoard, BlockCandidates, BlockCounts};
use crate::sparse::bounds::BlockBounds;
use scsa::Rng;
use std::collections::HashMap;

/// A guess, and a lower bound on the cost of the candidates with it. The derived order puts the lowest bound first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockGuess {
    pub lower: u64,
    pub counts: BlockCounts,
}

/// Evaluates guesses for a set of candidates.
pub struct GuessEvaluator<'a> {
    board: &'a BlockBoard,
    bounds: &'a BlockBounds,
    /// For each candidate and block the color, and at the first block of a color the number of its pegs in the candidate; else
    /// 0.
    rows: Vec<(u8, u8)>,
    block_count: usize,
    twice: u64,
    unit: u64,
    parts: Vec<u16>,
    guess: BlockCounts,
    sums: Vec<u8>,
}

/// A step of the enumeration: the pegs of one color are placed, which determines the response of some candidates.
struct ColorStep {
    color: usize,
    /// Whether the color of the step before is in the same symmetry class. Then this color's pegs on the blocks are no higher
    /// than those of the color before, in lexicographic order.
    same_class: bool,
    /// The candidates whose response is determined by this step.
    candidates: Vec<usize>,
    /// A lower bound on the guesses beyond two each of the candidates whose response is still open, by the number of pegs left.
    rest_bounds: Vec<u64>,
}

/// The state of the enumeration of all guesses below a limit.
struct GuessEnumeration<'a> {
    steps: Vec<ColorStep>,
    /// A color of no candidate, which takes the pegs that are left.
    spare: Option<usize>,
    /// Guesses with this lower bound or a higher one are left out.
    limit: u64,
    budget: &'a mut u64,
    monitor: &'a SearchMonitor,
    /// The pegs of each block that have no color yet.
    left: Vec<u8>,
    found: Vec<BlockGuess>,
}

/// Why an enumeration ended early: it was told to stop, or there are more guesses, or more steps, than are allowed.
type EarlyEnd = Option<Stopped>;

/// The budget of steps for the guesses of a set. Where it does not suffice, only bounds are found.
pub const MAX_STEPS: u64 = 1 << 30;
const MAX_FOUND: usize = 400_000;
/// The number of steps that are counted together, some tenths of a millisecond.
const COUNTED_STEPS: u64 = 1 << 14;

impl<'a> GuessEvaluator<'a> {
    pub fn new(board: &'a BlockBoard, bounds: &'a BlockBounds, set: &BlockCandidates) -> GuessEvaluator<'a> {
        let block_count = board.block_count();
        let mut rows = Vec::with_capacity(set.count() * block_count);
        for row in set.rows() {
            for (block, &color) in row.iter().enumerate() {
                let on_block = |at: usize| if row[at] == color { board.block_sizes[at] } else { 0 };
                let first = !row[..block].contains(&color);
                rows.push((color, if first { (block..block_count).map(on_block).sum() } else { 0 }));
            }
        }
        GuessEvaluator {
            board,
            bounds,
            rows,
            block_count,
            twice: 2 * set.weight(),
            unit: set.weights.iter().copied().min().map_or(1, u64::from),
            parts: vec![0; board.response_values()],
            guess: vec![0; board.game.colors() * block_count],
            sums: vec![0; board.game.colors()],
        }
    }

    /// The response to the current guess when this candidate is the secret.
    #[inline]
    fn response(&self, candidate: usize) -> usize {
        let row = &self.rows[candidate * self.block_count..][..self.block_count];
        let (mut black, mut all) = (0, 0);
        for (block, &(color, count)) in row.iter().enumerate() {
            black += usize::from(self.guess[usize::from(color) * self.block_count + block]);
            all += usize::from(count.min(self.sums[usize::from(color)]));
        }
        black * (self.board.game.pegs() + 1) + all
    }

    /// Calls `f` with the size of each part of the partition by a guess, except the one that wins.
    pub fn part_sizes(&mut self, counts: &[u8], mut f: impl FnMut(usize)) {
        self.guess.copy_from_slice(counts);
        for (sum, counts) in self.sums.iter_mut().zip(counts.chunks_exact(self.block_count)) {
            *sum = counts.iter().sum();
        }
        let candidates = self.rows.len() / self.block_count;
        let responses: Vec<usize> = (0..candidates).map(|candidate| self.response(candidate)).collect();
        responses.iter().for_each(|&response| self.parts[response] += 1);
        for response in responses {
            let size = std::mem::take(&mut self.parts[response]);
            if size > 0 && response != self.board.winning_response() {
                f(size.into());
            }
        }
    }

    /// A lower bound on the cost of the candidates with a guess. `candidate_weight` is its weight if it is a candidate,
    /// else 0.
    pub fn lower_bound(&mut self, counts: &[u8], candidate_weight: u32) -> u64 {
        self.twice - u64::from(candidate_weight) + self.unit * self.sum(counts, &self.bounds.by_size)
    }

    /// The sum of what the sizes of the parts have in a table, without the part that wins.
    pub fn sum(&mut self, counts: &[u8], by_size: &[u64]) -> u64 {
        let mut sum = 0;
        self.part_sizes(counts, |size| sum += by_size[size]);
        sum
    }

    /// All guesses with lower bounds below the limit, in ascending order, except the candidates. `classes` has the symmetry class
    /// of each color; of equivalent guesses there is one. `budget` is the number of steps that may be taken, and is reduced by
    /// those that were. None when it does not suffice, or there are more than [`MAX_FOUND`] guesses.
    ///
    /// # Errors
    /// [`Stopped`] when the search is stopped.
    pub fn guesses(
        &mut self,
        classes: &[usize],
        limit: u64,
        budget: &mut u64,
        monitor: &SearchMonitor,
    ) -> Result<Option<Vec<BlockGuess>>, Stopped> {
        self.guess.fill(0);
        self.sums.fill(0);
        let candidates = self.rows.len() / self.block_count;
        let mut often = vec![0usize; classes.len()];
        self.rows.iter().for_each(|&(color, _)| often[usize::from(color)] += 1);
        let mut colors: Vec<usize> = (0..classes.len()).filter(|&color| often[color] > 0).collect();
        // Colors of many candidates first, so that most responses are determined early.
        colors.sort_by_key(|&color| (std::cmp::Reverse(often[color]), classes[color], color));
        let mut known = vec![false; candidates];
        let mut steps: Vec<ColorStep> = Vec::new();
        for (position, &color) in colors.iter().enumerate() {
            let same_class = position > 0 && classes[colors[position - 1]] == classes[color];
            let is_known = |candidate: &usize| {
                let row = &self.rows[candidate * self.block_count..][..self.block_count];
                !known[*candidate] && row.iter().all(|(color, _)| colors[..=position].contains(&usize::from(*color)))
            };
            let candidates: Vec<usize> = (0..candidates).filter(is_known).collect();
            candidates.iter().for_each(|&candidate| known[candidate] = true);
            let rest_bounds = self.rest_bounds(&known, &colors[position + 1..]);
            steps.push(ColorStep { color, same_class, candidates, rest_bounds });
        }
        let spare = (0..classes.len()).find(|&color| often[color] == 0);
        let left = self.board.block_sizes.clone();
        let mut enumeration = GuessEnumeration { steps, spare, limit, budget, monitor, left, found: Vec::new() };
        let result = self.step(&mut enumeration, 0, 0, self.twice);
        self.parts.fill(0);
        let GuessEnumeration { mut found, .. } = enumeration;
        found.sort_unstable();
        match result {
            Ok(()) => Ok(Some(found)),
            Err(early) => early.map_or(Ok(None), Err),
        }
    }

    /// A lower bound on the guesses beyond two each of the candidates whose response is still open, by the number of pegs left.
    /// `unknown` are the colors of later steps.
    fn rest_bounds(&self, known: &[bool], unknown: &[usize]) -> Vec<u64> {
        let open = |color: u8| unknown.contains(&usize::from(color));
        let mut one_block: HashMap<Vec<Option<u8>>, usize> = HashMap::new();
        for (row, _) in self.rows.chunks_exact(self.block_count).zip(known).filter(|(_, known)| !**known) {
            let mut of_row: Vec<u8> = row.iter().map(|(color, _)| *color).filter(|&color| open(color)).collect();
            of_row.dedup();
            if of_row.len() == 1 {
                let others = row.iter().map(|&(color, _)| (!open(color)).then_some(color)).collect();
                *one_block.entry(others).or_default() += 1;
            }
        }
        let of = |left| one_block.iter().map(|(others, &size)| self.bounds.after_guess(others, size, left)).sum();
        (0..=self.board.game.pegs()).map(of).collect()
    }

    /// Places the pegs of the color of step `at` in all ways. `above` is the bound on the guesses beyond two for each candidate
    /// from the parts known so far. `lower` is the highest lower bound on the way to this step. It is the bound of the guess,
    /// so that a guess that was pruned at one limit has a bound of at least that limit in a later enumeration.
    fn step(&mut self, all: &mut GuessEnumeration<'_>, at: usize, above: u64, lower: u64) -> Result<(), EarlyEnd> {
        let Some(ColorStep { color, same_class, .. }) = all.steps.get(at) else { return self.found(all, lower) };
        let (color, same_class) = (*color, *same_class);
        let last = at + 1 == all.steps.len() && all.spare.is_none();
        let before = if same_class { all.steps[at - 1].color } else { color };
        let mut column = [0u8; scsa::Game::MAX_PEGS];
        let column = &mut column[..self.block_count];
        if last {
            // The last color takes the pegs that are left.
            column.copy_from_slice(&all.left);
            if same_class && *column > self.guess[before * self.block_count..][..self.block_count] {
                return Ok(());
            }
        }
        loop {
            *all.budget = all.budget.checked_sub(1).ok_or(None)?;
            if all.budget.is_multiple_of(COUNTED_STEPS) {
                all.monitor.count_steps(COUNTED_STEPS).map_err(Some)?;
            }
            self.guess[color * self.block_count..][..self.block_count].copy_from_slice(column);
            self.sums[color] = column.iter().sum();
            all.left.iter_mut().zip(&*column).for_each(|(left, count)| *left -= count);
            let mut more = above;
            let mut counted = 0;
            let candidates = std::mem::take(&mut all.steps[at].candidates);
            let pegs: usize = all.left.iter().copied().map(usize::from).sum();
            let bound = self.twice + self.unit * all.steps[at].rest_bounds[pegs];
            for &candidate in &candidates {
                let part = self.response(candidate);
                let size = usize::from(self.parts[part]);
                more += self.bounds.by_size[size + 1] - self.bounds.by_size[size];
                self.parts[part] += 1;
                counted += 1;
                if bound + self.unit * more >= all.limit {
                    break;
                }
            }
            let bound = lower.max(bound + self.unit * more);
            let result = if bound < all.limit { self.step(all, at + 1, more, bound) } else { Ok(()) };
            for &candidate in &candidates[..counted] {
                let part = self.response(candidate);
                self.parts[part] -= 1;
            }
            all.steps[at].candidates = candidates;
            all.left.iter_mut().zip(&*column).for_each(|(left, count)| *left += count);
            result?;
            if last || !self.next(column, &all.left, same_class.then_some(before)) {
                break;
            }
        }
        self.guess[color * self.block_count..][..self.block_count].fill(0);
        self.sums[color] = 0;
        Ok(())
    }

    /// Advances to the next column in lexicographic order, no higher than that of the color `before`. Returns false after the
    /// last one.
    fn next(&self, column: &mut [u8], left: &[u8], before: Option<usize>) -> bool {
        for block in (0..column.len()).rev() {
            if column[block] < left[block] {
                column[block] += 1;
                return before
                    .is_none_or(|before| *column <= self.guess[before * self.block_count..][..self.block_count]);
            }
            column[block] = 0;
        }
        false
    }

    /// Adds the current guess, whose bound is `lower`.
    fn found(&mut self, all: &mut GuessEnumeration<'_>, lower: u64) -> Result<(), EarlyEnd> {
        if all.found.len() == MAX_FOUND {
            return Err(None);
        }
        let mut counts = self.guess.clone();
        match all.spare {
            Some(spare) => counts[spare * self.block_count..][..self.block_count].copy_from_slice(&all.left),
            None if all.left.iter().any(|&left| left > 0) => return Ok(()),
            None => {}
        }
        // A guess that wins is a candidate, and not listed here.
        if self.parts[self.board.winning_response()] == 0 {
            all.found.push(BlockGuess { lower, counts });
        }
        Ok(())
    }
}

/// Estimates of the cost of a part by its number of candidates: the guesses beyond one for each, in sixteenths of a guess.
pub fn estimates(candidates: usize) -> Vec<u64> {
    let mut estimates = vec![0, 0];
    for size in 2..=candidates as u64 {
        // One guess usually separates five candidates; the more there are beyond, the less likely it is to.
        let more = 16 + if size > 5 { 22 * (size - 5) / size } else { 0 };
        estimates.push(estimates[estimates.len() - 1] + more);
    }
    estimates
}

/// The number of changes without an improvement after which a climb ends.
const MAX_FAILURES: usize = 250;

/// The number of climbs, from random guesses.
const STARTS: usize = 12;

/// The best guess of each climb, without repetitions, in ascending order of the estimates. The random numbers are seeded by the
/// number of candidates, so that the result is always the same.
pub fn hill_climb(
    board: &BlockBoard,
    candidates: &BlockCandidates,
    evaluator: &mut GuessEvaluator<'_>,
    estimates: &[u64],
) -> Vec<BlockCounts> {
    let mut rng = Rng::new(candidates.count() as u128);
    let blocks = board.block_count();
    let used = candidates.used();
    let mut colors: Vec<usize> = (0..board.game.colors()).filter(|color| used >> color & 1 == 1).collect();
    // All colors of no candidate are equivalent.
    colors.extend((0..board.game.colors()).find(|color| used >> color & 1 == 0));
    let mut found: Vec<(u64, BlockCounts)> = Vec::new();
    for _ in 0..STARTS {
        let mut counts = vec![0u8; board.game.colors() * blocks];
        for (block, &block_size) in board.block_sizes.iter().enumerate() {
            for _ in 0..block_size {
                counts[colors[rng.below(colors.len())] * blocks + block] += 1;
            }
        }
        let mut best = evaluator.sum(&counts, estimates);
        let mut failed = 0;
        while failed < MAX_FAILURES && best > 0 {
            let mut moved = counts.clone();
            for _ in 0..=rng.below(2) {
                let block = rng.below(blocks);
                let (from, to) = (colors[rng.below(colors.len())], colors[rng.below(colors.len())]);
                let pegs = moved[from * blocks + block].min(1 + rng.below(2) as u8);
                moved[from * blocks + block] -= pegs;
                moved[to * blocks + block] += pegs;
            }
            let cost = evaluator.sum(&moved, estimates);
            failed = if cost < best { 0 } else { failed + 1 };
            if cost <= best {
                (counts, best) = (moved, cost);
            }
        }
        found.push((best, counts));
        if best == 0 {
            break;
        }
    }
    found.sort();
    found.dedup();
    found.into_iter().map(|(_, counts)| counts).collect()
}
