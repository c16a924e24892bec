//! Branch and bound for sparse problems.

use crate::{
    problem::AllowedGuesses,
    solve::{SearchMonitor, Stopped},
    sparse::evaluator::{
        BlockCandidates, BlockGuess, BoundsTable, CanonicalSet, CostInterval, GuessEvaluator, MAX_STEPS,
    },
};
use scsa::{Code, Color, Feedback, Rng, Size};
use std::{cmp::Reverse, rc::Rc};

/// A branch-and-bound search for the cost of sets of candidates.
pub struct BlockSearch<'a> {
    pub table: BoundsTable<'a>,
    /// The number of sets in the table at which the search ends.
    max_entries: usize,
}

/// How thoroughly the parts of a guess are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartEvaluation {
    /// Without search.
    Quick,
    /// With a search of their large parts.
    LargeParts,
    /// With a search of all of them.
    Full,
}

/// The fewest candidates of a large part.
const MIN_LARGE_PART: usize = 12;

impl<'a> BlockSearch<'a> {
    /// A search whose table has up to `max_entries` sets.
    pub fn new(
        board: &'a BlockBoard,
        allowed: AllowedGuesses,
        monitor: &'a SearchMonitor,
        by_size: SizeBound,
        max_entries: usize,
    ) -> BlockSearch<'a> {
        BlockSearch { table: BoundsTable::new(board, allowed, monitor, by_size), max_entries }
    }

    /// Searches the one-block sets, and raises their bounds.
    pub fn search_one_block_sets(&mut self) -> Result<(), Stopped> {
        if self.table.board.block_count() != 2 || self.table.allowed != AllowedGuesses::Any {
            return Ok(());
        }
        for size in 3..self.table.board.size.colors() {
            for block in 0..2 {
                let mut set = BlockCandidates::new(2);
                for color in 1..=size as u8 {
                    let row = if block == 0 { [color, 0] } else { [0, color] };
                    set.push(&row, 1);
                }
                let canonical = self.table.canonical(&set);
                let interval = self.solve(&canonical, u64::MAX, 1)?;
                Rc::make_mut(&mut self.table.bounds).one_block.raise(block, size, interval.lower - size as u64);
            }
        }
        Ok(())
    }

    /// The bounds of a set, where the lower bound is at least the sum of those of its large part and of the rest.
    ///
    /// Most sets consist of a large part, whose candidates have exactly one color of the largest symmetry class, and some other
    /// candidates. There are few different large parts, and the sum is close to the cost of the set.
    fn with_large_part(&mut self, of: &CanonicalSet, depth: usize) -> Result<CostInterval, Stopped> {
        let mut interval = self.table.interval(of)?;
        if interval.large_part_evaluated
            || interval.lower >= interval.upper
            || of.set.count() < MIN_LARGE_PART
            || self.table.allowed != AllowedGuesses::Any
        {
            return Ok(interval);
        }
        interval.large_part_evaluated = true;
        let classes = of.set.classes(self.table.board.size.colors());
        let used = of.set.used();
        let size = |class: usize| classes.iter().filter(|&&other| other == class).count();
        let largest =
            (0..classes.len()).filter(|&color| used >> color & 1 == 1).max_by_key(|&color| size(classes[color]));
        let class = classes[largest.unwrap_or(0)];
        let (mut large, mut rest) = (
            BlockCandidates::new(self.table.board.block_count()),
            BlockCandidates::new(self.table.board.block_count()),
        );
        for (row, &weight) in of.set.rows().zip(&of.set.weights) {
            let number = row.iter().filter(|color| classes[usize::from(**color)] == class).count();
            if number == 1 { large.push(row, weight) } else { rest.push(row, weight) }
        }
        if large.count() >= MIN_LARGE_PART && rest.count() > 0 {
            let (large, rest) = (self.table.canonical(&large), self.table.canonical(&rest));
            let lower = self.solve(&large, u64::MAX, depth + 1)?.lower + self.table.interval(&rest)?.lower;
            interval.lower = interval.lower.max(lower);
        }
        self.table.insert(of, &interval);
        Ok(interval)
    }

    /// The bounds of a set after a search for its cost, as far as that is below the limit and the budgets suffice.
    pub fn solve(&mut self, of: &CanonicalSet, limit: u64, depth: usize) -> Result<CostInterval, Stopped> {
        let mut interval = self.with_large_part(of, depth)?;
        let end = interval.upper.min(limit);
        if interval.lower >= end || interval.exhausted_limit >= end || self.table.len() >= self.max_entries {
            return Ok(interval);
        }
        let classes = of.set.classes(self.table.board.size.colors());
        let mut budget = MAX_STEPS;
        let (mut from, mut width, mut others) = (0, 1, u64::MAX);
        loop {
            let end = interval.upper.min(limit);
            let to =
                if self.table.allowed == AllowedGuesses::Consistent { end } else { (interval.lower + width).min(end) };
            let Some(mut guesses) = self.guesses(&of.set, &classes, from, to, &mut budget)? else {
                interval.exhausted_limit = limit;
                break;
            };
            if depth == 0 {
                // The first guess sets a limit. Quick evaluations leave few other guesses below it.
                if let Some(first) = guesses.first().filter(|guess| guess.lower < end) {
                    let (_, upper) = self.interval_with(&of.set, &first.counts, end, depth, PartEvaluation::Full)?;
                    if upper < interval.upper {
                        interval.upper = upper;
                        interval.guess = first.counts.clone();
                        self.table.insert(of, &interval);
                        self.table.monitor.reduce_upper(upper);
                    }
                }
                for evaluation in [PartEvaluation::Quick, PartEvaluation::LargeParts] {
                    self.evaluate_all(&of.set, &mut guesses, evaluation, interval.upper.min(end))?;
                    let lower = guesses.first().map_or(to, |guess| guess.lower.min(to));
                    self.table.monitor.raise_lower(lower.min(interval.upper).max(interval.lower));
                }
            }
            for (number, guess) in guesses.iter().enumerate() {
                let end = interval.upper.min(limit);
                if guess.lower >= end {
                    break;
                }
                let (lower, upper) = self.interval_with(&of.set, &guess.counts, end, depth, PartEvaluation::Full)?;
                if upper < interval.upper {
                    interval.upper = upper;
                    interval.guess = guess.counts.clone();
                    self.table.insert(of, &interval);
                }
                others = others.min(lower);
                if depth == 0 {
                    self.table.monitor.reduce_upper(interval.upper);
                    let rest = guesses.get(number + 1).map_or(to, |guess| guess.lower.min(to));
                    self.table.monitor.raise_lower(others.min(rest).min(interval.upper).max(interval.lower));
                }
            }
            interval.lower = interval.lower.max(others.min(to).min(interval.upper));
            if interval.lower >= interval.upper.min(limit) {
                break;
            }
            if others <= interval.lower {
                // The same search cannot raise the lower bound further.
                interval.exhausted_limit = limit;
                break;
            }
            (from, width) = (to, 2 * width);
        }
        self.table.insert(of, &interval);
        Ok(interval)
    }

    /// The guesses with lower bounds in `from..to` by the sizes of their parts. None where there are too many.
    fn guesses(
        &self,
        set: &BlockCandidates,
        classes: &[usize],
        from: u64,
        to: u64,
        budget: &mut u64,
    ) -> Result<Option<Vec<BlockGuess>>, Stopped> {
        let mut evaluator = GuessEvaluator::new(self.table.board, &self.table.bounds, set);
        let mut guesses = self.table.candidate_guesses(set, &mut evaluator);
        guesses.retain(|guess| guess.lower < to);
        if self.table.allowed == AllowedGuesses::Any {
            let Some(others) = evaluator.guesses(classes, to, budget, self.table.monitor)? else { return Ok(None) };
            guesses.extend(others);
        }
        guesses.retain(|guess| guess.lower >= from);
        guesses.sort_unstable();
        Ok(Some(guesses))
    }

    /// Raises the lower bounds of the guesses that are below the limit, and sorts the guesses by them.
    fn evaluate_all(
        &mut self,
        set: &BlockCandidates,
        guesses: &mut [BlockGuess],
        evaluation: PartEvaluation,
        limit: u64,
    ) -> Result<(), Stopped> {
        for guess in guesses.iter_mut().filter(|guess| guess.lower < limit) {
            let (lower, _) = self.interval_with(set, &guess.counts, limit, 0, evaluation)?;
            guess.lower = guess.lower.max(lower);
        }
        guesses.sort_unstable();
        Ok(())
    }

    /// Lower and upper bounds on the cost of a set with this guess first. It stops once the lower bound reaches the limit.
    fn interval_with(
        &mut self,
        set: &BlockCandidates,
        counts: &[u8],
        limit: u64,
        depth: usize,
        evaluation: PartEvaluation,
    ) -> Result<(u64, u64), Stopped> {
        self.table.monitor.count_node()?;
        let mut parts = set.partition(self.table.board, counts);
        if parts.len() == 1 && set.count() > 1 {
            return Ok((u64::MAX, u64::MAX));
        }
        parts.retain(|(response, _)| *response != self.table.board.winning_response());
        parts.sort_by_key(|(_, part)| Reverse(part.count()));
        let by_size = |(_, part): &(BlockResponse, BlockCandidates)| {
            let unit = part.weights.iter().copied().min().map_or(0, u64::from);
            part.weight() + unit * self.table.bounds.by_size.of(part.count())
        };
        let mut bounds: Vec<(u64, u64)> = parts.iter().map(|part| (by_size(part), u64::MAX)).collect();
        let weight = set.weight();
        let sum = |bounds: &[(u64, u64)]| {
            bounds.iter().fold((weight, weight), |(lower, upper), (l, m)| (lower + l, upper.saturating_add(*m)))
        };
        let mut children = Vec::new();
        for (part, at) in parts.iter().map(|(_, part)| part).zip(0..) {
            let child = self.table.canonical(part);
            let interval = self.table.interval(&child)?;
            bounds[at] = (interval.lower.max(bounds[at].0), interval.upper);
            children.push(child);
            if sum(&bounds).0 >= limit {
                return Ok(sum(&bounds));
            }
        }
        if evaluation == PartEvaluation::Quick {
            return Ok(sum(&bounds));
        }
        for (child, at) in children.iter().zip(0..) {
            if sum(&bounds).0 >= limit {
                break;
            }
            let interval = self.with_large_part(child, depth + 1)?;
            bounds[at] = (interval.lower.max(bounds[at].0), interval.upper);
        }
        if evaluation == PartEvaluation::LargeParts {
            return Ok(sum(&bounds));
        }
        for (child, at) in children.iter().zip(0..) {
            let (lower, _) = sum(&bounds);
            if lower >= limit {
                break;
            }
            let part_limit = limit - (lower - bounds[at].0);
            let interval = self.solve(child, part_limit, depth + 1)?;
            bounds[at] = (interval.lower.max(bounds[at].0), interval.upper);
        }
        Ok(sum(&bounds))
    }
}

/// An estimate of the cost of a part by its number of candidates: the guesses beyond one for each, in sixteenths of a guess.
#[derive(Clone, Debug)]
pub struct CostEstimate(Vec<u64>);

impl CostEstimate {
    /// For up to `candidates` candidates.
    pub fn new(candidates: usize) -> CostEstimate {
        let mut estimate = vec![0, 0];
        for size in 2..=candidates as u64 {
            // One guess usually separates five candidates; the more there are beyond, the less likely it is to.
            let more = 16 + if size > 5 { 22 * (size - 5) / size } else { 0 };
            estimate.push(estimate[estimate.len() - 1] + more);
        }
        CostEstimate(estimate)
    }

    /// The estimated cost with a guess.
    pub fn of(&self, evaluator: &mut GuessEvaluator<'_>, counts: &[u8]) -> u64 {
        let mut sum = 0;
        evaluator.part_sizes(counts, |size| sum += self.0[size]);
        sum
    }
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
    estimate: &CostEstimate,
) -> Vec<BlockCounts> {
    let mut rng = Rng::new(candidates.count() as u128);
    let blocks = board.block_count();
    let used = candidates.used();
    let mut colors: Vec<usize> = (0..board.size.colors()).filter(|color| used >> color & 1 == 1).collect();
    // All colors of no candidate are equivalent.
    colors.extend((0..board.size.colors()).find(|color| used >> color & 1 == 0));
    let mut found: Vec<(u64, BlockCounts)> = Vec::new();
    for _ in 0..STARTS {
        let mut counts = vec![0u8; board.size.colors() * blocks];
        for (block, &block_size) in board.block_sizes.iter().enumerate() {
            for _ in 0..block_size {
                counts[colors[rng.below(colors.len())] * blocks + block] += 1;
            }
        }
        let mut best = estimate.of(evaluator, &counts);
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
            let cost = estimate.of(evaluator, &moved);
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

/// Lower bounds for one-block sets: candidates that differ in the color of one block only.
///
/// A guess partitions such a set by the number of pegs of each candidate's own color on each block. As a guess has few pegs, it
/// separates few of the candidates.
#[derive(Clone, Debug)]
pub struct OneBlockBounds {
    pegs: usize,
    /// The number of ways to place a number of pegs of one color on the blocks, at least 1.
    columns: Vec<usize>,
    /// For the block whose color differs and a number of candidates: a lower bound on the guesses that they take beyond one
    /// each. Only for boards of two blocks; else empty.
    by_block: Vec<Vec<u64>>,
    /// The same after a guess, by the number of candidates and the number of pegs of their own colors that the guess has,
    /// beyond two each.
    after_guess: Vec<Vec<Vec<u64>>>,
    /// The same by [`SizeBound`] only, for any block.
    after_guess_by_size: Vec<Vec<u64>>,
}

/// The lower bounds on the cost of sets that need no search.
#[derive(Clone, Debug)]
pub struct BlockBounds {
    pub by_size: SizeBound,
    pub one_block: OneBlockBounds,
}

impl BlockBounds {
    /// The bounds before any one-block set was searched.
    pub fn new(board: &BlockBoard, by_size: SizeBound) -> BlockBounds {
        let one_block = OneBlockBounds::new(board, &by_size);
        BlockBounds { by_size, one_block }
    }
}

impl OneBlockBounds {
    fn new(board: &BlockBoard, by_size: &SizeBound) -> OneBlockBounds {
        let pegs = board.size.pegs();
        let mut columns = vec![1usize; pegs + 1];
        for _ in 1..board.block_count() {
            let before = columns.clone();
            for (number, of) in columns.iter_mut().enumerate() {
                *of = before[..=number].iter().fold(0, |sum, own| sum.saturating_add(*own));
            }
        }
        let bounds: Vec<u64> = (0..=board.size.colors()).map(|size| by_size.of(size)).collect();
        let mut one_block =
            OneBlockBounds { pegs, columns, by_block: vec![], after_guess: vec![], after_guess_by_size: vec![] };
        one_block.after_guess_by_size = one_block.table(&bounds);
        if board.block_count() == 2 {
            one_block.by_block = vec![bounds; 2];
            one_block.after_guess = vec![one_block.after_guess_by_size.clone(); 2];
        }
        one_block
    }

    /// Raises the bound for `size` candidates that differ in this block: they take at least `lower` guesses beyond one each.
    pub fn raise(&mut self, block: usize, size: usize, lower: u64) {
        let bounds = &mut self.by_block[block];
        bounds[size] = bounds[size].max(lower);
        // More candidates cost no less, and each additional one takes at least two guesses.
        for more in size + 1..bounds.len() {
            bounds[more] = bounds[more].max(bounds[more - 1] + 1);
        }
        self.after_guess[block] = self.table(&self.by_block[block]);
    }

    /// A lower bound on the cost of a set beyond its weight, in units of the least weight: the sum over disjoint one-block
    /// subsets, the largest first.
    pub fn lower_bound(&self, set: &BlockCandidates) -> u64 {
        if self.by_block.is_empty() {
            return 0;
        }
        let mut rows: Vec<&[u8]> = set.rows().collect();
        let mut lower = 0;
        loop {
            let mut sizes = [[0usize; 32]; 2];
            for row in &rows {
                sizes[0][usize::from(row[1])] += 1;
                sizes[1][usize::from(row[0])] += 1;
            }
            let all = (0..2).flat_map(|block| (0..32).map(move |color| (block, color)));
            let Some((block, color)) = all.max_by_key(|&(block, color)| sizes[block][color]) else { return lower };
            let size = sizes[block][color];
            if size < 3 {
                return lower + (rows.len() as u64).saturating_sub(1);
            }
            lower += self.by_block[block][size];
            rows.retain(|row| usize::from(row[1 - block]) != color);
        }
    }

    /// A lower bound on the guesses beyond two each that `size` candidates take, after a guess with `pegs` pegs of the colors in
    /// which they differ. `shared` has the color of each block that they share, none for the block that differs.
    pub fn after_guess(&self, shared: &[Option<u8>], size: usize, pegs: usize) -> u64 {
        let block = shared.iter().position(Option::is_none).unwrap_or(0);
        let searched = self.after_guess.get(block).filter(|_| shared.iter().any(Option::is_some));
        searched.unwrap_or(&self.after_guess_by_size)[size][pegs]
    }

    /// The least sum of `bounds` over the parts, for all ways to give the candidates pegs of their own colors: by the number of
    /// candidates and the number of pegs.
    fn table(&self, bounds: &[u64]) -> Vec<Vec<u64>> {
        let most = bounds.len();
        // Candidates whose color has no peg are in one part.
        let mut table: Vec<Vec<u64>> = bounds.iter().map(|&lower| vec![lower; self.pegs + 1]).collect();
        for number in 1..=self.pegs {
            for _ in 0..self.columns[number].min(self.pegs / number) {
                for size in (1..most).rev() {
                    for pegs in (number..=self.pegs).rev() {
                        let of = |own: usize| table[size - own][pegs - own * number] + bounds[own];
                        let least = (1..=size.min(pegs / number)).map(of).min().unwrap_or(u64::MAX);
                        table[size][pegs] = table[size][pegs].min(least);
                    }
                }
            }
        }
        table
    }
}

/// For each number of candidates a lower bound on the guesses that they take beyond one each, each of weight 1.
///
/// It assumes that every guess separates as many candidates as it can have responses.
#[derive(Clone, Debug)]
pub struct SizeBound(Vec<u64>);

impl SizeBound {
    /// For up to `candidates` candidates, where no guess has more than `responses` responses.
    pub fn new(responses: usize, candidates: usize) -> SizeBound {
        let others = responses.saturating_sub(1).max(1);
        // One candidate is found with the first guess, then as many as there are other responses, then their square, …
        let (mut depth, mut free, mut width) = (0, 1usize, 1usize);
        let mut above_one = vec![0];
        for _ in 0..candidates {
            if free == 0 {
                depth += 1;
                width = width.saturating_mul(others);
                free = width;
            }
            free -= 1;
            above_one.push(above_one[above_one.len() - 1] + depth);
        }
        SizeBound(above_one)
    }

    /// The largest number of candidates.
    pub fn max_candidates(&self) -> usize {
        self.0.len() - 1
    }

    /// The bound for this number of candidates.
    #[inline]
    pub fn of(&self, candidates: usize) -> u64 {
        self.0[candidates]
    }
}

/// A board whose pegs form blocks: pegs of a block have the same color in every secret.
///
/// A secret is then a color for each block, and only the number of pegs of each color on each block of a guess matters. For
/// 650 secrets such as ABAB… at 20x26, 26^20 first guesses are 59521 up to the names of colors.
#[derive(Clone, Debug)]
pub struct BlockBoard {
    pub size: Size,
    /// The block of each peg.
    block_of: Vec<usize>,
    /// The number of pegs of each block.
    pub block_sizes: Vec<u8>,
}

/// A guess: for each color its number of pegs on each block.
pub type BlockCounts = Vec<u8>;

/// A response: the number of black pegs times (pegs + 1), plus the number of black and white pegs.
pub type BlockResponse = usize;

impl BlockBoard {
    /// The blocks of these secrets.
    pub fn of(size: Size, secrets: &[(Code, f64)]) -> BlockBoard {
        let (mut block_of, mut firsts) = (Vec::new(), Vec::<usize>::new());
        for peg in 0..size.pegs() {
            let same = |first: &usize| secrets.iter().all(|(code, _)| code.peg(*first) == code.peg(peg));
            let block = firsts.iter().position(same).unwrap_or_else(|| {
                firsts.push(peg);
                firsts.len() - 1
            });
            block_of.push(block);
        }
        let block_size = |block: usize| block_of.iter().filter(|&&of| of == block).count() as u8;
        let block_sizes = (0..firsts.len()).map(block_size).collect();
        BlockBoard { size, block_of, block_sizes }
    }

    /// The number of blocks.
    pub fn block_count(&self) -> usize {
        self.block_sizes.len()
    }

    /// The number of values of [`BlockResponse`].
    pub fn response_values(&self) -> usize {
        (self.size.pegs() + 1) * (self.size.pegs() + 1)
    }

    /// The response that wins.
    pub fn winning_response(&self) -> BlockResponse {
        self.response_values() - 1
    }

    /// The feedback of a response.
    pub fn feedback(&self, response: BlockResponse) -> Feedback {
        let radix = self.size.pegs() + 1;
        let (black, all) = (response / radix, response % radix);
        Feedback::new(black as u8, (all - black) as u8)
    }

    /// The color of each block in a secret.
    pub fn colors(&self, secret: &Code) -> Vec<u8> {
        let first = |block| self.block_of.iter().position(|&of| of == block).unwrap_or(0);
        (0..self.block_count()).map(|block| secret.peg(first(block)).index() as u8).collect()
    }

    /// The guess that is the secret with these colors.
    pub fn counts(&self, colors: &[u8]) -> BlockCounts {
        let mut counts = vec![0; self.size.colors() * self.block_count()];
        for (block, &color) in colors.iter().enumerate() {
            counts[usize::from(color) * self.block_count() + block] = self.block_sizes[block];
        }
        counts
    }

    /// The lowest code with these counts, whose sum is the number of pegs.
    pub fn code(&self, counts: &[u8]) -> Code {
        let mut left = counts.to_vec();
        let block_count = self.block_count();
        Code::from_fn(self.size, |peg| {
            let block = self.block_of[peg];
            let color = self.size.palette().find(|color| left[color.index() * block_count + block] > 0);
            if let Some(color) = color {
                left[color.index() * block_count + block] -= 1;
            }
            color.unwrap_or(Color::A)
        })
    }
}
