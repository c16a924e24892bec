//! The evaluation of guesses: lower bounds on the cost by the sizes of the parts, and the enumeration of all guesses below a
//! limit.

use crate::{
    canonical::SetKey,
    problem::{AllowedGuesses, exchanged},
    solve::{SearchMonitor, Stopped},
    sparse::search::{BlockBoard, BlockBounds, BlockCounts, BlockResponse, CostEstimate, SizeBound, hill_climb},
};
use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

/// A guess, and a lower bound on the cost of the candidates with it. The derived order puts the lowest bound first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BlockGuess {
    pub lower: u64,
    pub counts: BlockCounts,
}

/// Evaluates guesses for a set of candidates.
#[derive(Debug)]
pub struct GuessEvaluator<'a> {
    board: &'a BlockBoard,
    bounds: &'a BlockBounds,
    /// For each candidate and block the color, and at the first block of a color the number of its pegs in the candidate; else
    /// 0.
    rows: Vec<(u8, u8)>,
    block_count: usize,
    /// Twice the weight of all candidates.
    twice: u64,
    /// The least weight of a candidate.
    unit: u64,
    /// The number of candidates by response.
    parts: Vec<u16>,
    guess: BlockCounts,
    /// The number of pegs of each color in the guess.
    sums: Vec<u8>,
}

/// A step of the enumeration: the pegs of one color are placed, which determines the response of some candidates.
#[derive(Debug)]
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
    /// The remaining budget of steps.
    budget: &'a mut u64,
    monitor: &'a SearchMonitor,
    found: Vec<BlockGuess>,
}

/// Why an enumeration ended early.
enum EnumerationEnd {
    /// There are more guesses, or more steps, than are allowed.
    TooMany,
    /// The search was told to stop.
    Stopped,
}

/// The budget of steps for the guesses of a set. Where it does not suffice, only bounds are found.
pub const MAX_STEPS: u64 = 1 << 30;
/// The most guesses of an enumeration.
const MAX_FOUND: usize = 400_000;
/// The number of steps that are counted together, some tenths of a millisecond.
const COUNTED_STEPS: u64 = 1 << 14;

impl<'a> GuessEvaluator<'a> {
    /// An evaluator for these candidates.
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
            guess: vec![0; board.size.colors() * block_count],
            sums: vec![0; board.size.colors()],
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
        black * (self.board.size.pegs() + 1) + all
    }

    fn set_guess(&mut self, counts: &[u8]) {
        self.guess.copy_from_slice(counts);
        for (sum, counts) in self.sums.iter_mut().zip(counts.chunks_exact(self.block_count)) {
            *sum = counts.iter().sum();
        }
    }

    /// Calls `f` with the size of each part of the partition by a guess, except the one that wins.
    pub fn part_sizes(&mut self, counts: &[u8], mut f: impl FnMut(usize)) {
        self.set_guess(counts);
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
        let (bounds, mut above) = (self.bounds, 0);
        self.part_sizes(counts, |size| above += bounds.by_size.of(size));
        self.twice - u64::from(candidate_weight) + self.unit * above
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
        let mut enumeration = GuessEnumeration { steps, spare, limit, budget, monitor, found: Vec::new() };
        let mut left = self.board.block_sizes.clone();
        let result = self.step(&mut enumeration, 0, &mut left, 0, self.twice);
        self.parts.fill(0);
        let GuessEnumeration { mut found, .. } = enumeration;
        match result {
            Ok(()) => {}
            Err(EnumerationEnd::TooMany) => return Ok(None),
            Err(EnumerationEnd::Stopped) => return Err(Stopped),
        }
        found.sort_unstable();
        Ok(Some(found))
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
        let of =
            |left| one_block.iter().map(|(others, &size)| self.bounds.one_block.after_guess(others, size, left)).sum();
        (0..=self.board.size.pegs()).map(of).collect()
    }

    /// Places the pegs of the color of step `at` in all ways. `above` is the bound on the guesses beyond two for each candidate
    /// from the parts known so far. `lower` is the highest lower bound on the way to this step. It is the bound of the guess,
    /// so that a guess that was pruned at one limit has a bound of at least that limit in a later enumeration.
    fn step(
        &mut self,
        enumeration: &mut GuessEnumeration<'_>,
        at: usize,
        left: &mut [u8],
        above: u64,
        lower: u64,
    ) -> Result<(), EnumerationEnd> {
        let Some(ColorStep { color, same_class, .. }) = enumeration.steps.get(at) else {
            return self.found(enumeration, left, lower);
        };
        let (color, same_class) = (*color, *same_class);
        let last = at + 1 == enumeration.steps.len() && enumeration.spare.is_none();
        let before = if same_class { enumeration.steps[at - 1].color } else { color };
        let mut column = [0u8; scsa::Size::MAX_PEGS];
        let column = &mut column[..self.block_count];
        if last {
            // The last color takes the pegs that are left.
            column.copy_from_slice(left);
            if same_class && *column > self.guess[before * self.block_count..][..self.block_count] {
                return Ok(());
            }
        }
        loop {
            *enumeration.budget = enumeration.budget.checked_sub(1).ok_or(EnumerationEnd::TooMany)?;
            if enumeration.budget.is_multiple_of(COUNTED_STEPS) {
                enumeration.monitor.count_steps(COUNTED_STEPS).map_err(|Stopped| EnumerationEnd::Stopped)?;
            }
            self.guess[color * self.block_count..][..self.block_count].copy_from_slice(column);
            self.sums[color] = column.iter().sum();
            left.iter_mut().zip(&*column).for_each(|(left, count)| *left -= count);
            let mut more = above;
            let mut counted = 0;
            let candidates = std::mem::take(&mut enumeration.steps[at].candidates);
            let pegs: usize = left.iter().copied().map(usize::from).sum();
            let bound = self.twice + self.unit * enumeration.steps[at].rest_bounds[pegs];
            for &candidate in &candidates {
                let part = self.response(candidate);
                let size = usize::from(self.parts[part]);
                more += self.bounds.by_size.of(size + 1) - self.bounds.by_size.of(size);
                self.parts[part] += 1;
                counted += 1;
                if bound + self.unit * more >= enumeration.limit {
                    break;
                }
            }
            let bound = lower.max(bound + self.unit * more);
            let result =
                if bound < enumeration.limit { self.step(enumeration, at + 1, left, more, bound) } else { Ok(()) };
            for &candidate in &candidates[..counted] {
                let part = self.response(candidate);
                self.parts[part] -= 1;
            }
            enumeration.steps[at].candidates = candidates;
            left.iter_mut().zip(&*column).for_each(|(left, count)| *left += count);
            result?;
            if last || !self.next(column, left, same_class.then_some(before)) {
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
    fn found(&mut self, enumeration: &mut GuessEnumeration<'_>, left: &[u8], lower: u64) -> Result<(), EnumerationEnd> {
        if enumeration.found.len() == MAX_FOUND {
            return Err(EnumerationEnd::TooMany);
        }
        let mut counts = self.guess.clone();
        match enumeration.spare {
            Some(spare) => counts[spare * self.block_count..][..self.block_count].copy_from_slice(left),
            None if left.iter().any(|&left| left > 0) => return Ok(()),
            None => {}
        }
        // A guess that wins is a candidate, and not listed here.
        if self.parts[self.board.winning_response()] == 0 {
            enumeration.found.push(BlockGuess { lower, counts });
        }
        Ok(())
    }
}

/// Bounds on the cost of a set of candidates.
#[derive(Clone, Debug)]
pub struct CostInterval {
    /// The lower bound.
    pub lower: u64,
    /// The upper bound: the cost of a strategy that was found.
    pub upper: u64,
    /// The first guess of that strategy, by the color names of the canonical set.
    pub guess: BlockCounts,
    /// A search with a limit up to this does not improve the bounds.
    pub exhausted_limit: u64,
    /// Whether the lower bound includes that of its large part.
    pub large_part_evaluated: bool,
}

/// A set in canonical form.
pub struct CanonicalSet {
    pub set: BlockCandidates,
    pub key: SetKey,
    /// The new name of each color of the original set.
    pub names: Vec<u8>,
    /// Whether its two blocks are swapped.
    pub swapped: bool,
}

/// Bounds on the cost of sets of candidates, by the keys of their canonical forms.
pub struct BoundsTable<'a> {
    pub board: &'a BlockBoard,
    pub allowed: AllowedGuesses,
    pub monitor: &'a SearchMonitor,
    pub bounds: Rc<BlockBounds>,
    estimate: CostEstimate,
    entries: HashMap<SetKey, CostInterval>,
}

/// The number of guesses of [`hill_climb`] that are evaluated.
const CLIMBED_GUESSES: usize = 2;

impl<'a> BoundsTable<'a> {
    /// An empty table.
    pub fn new(
        board: &'a BlockBoard,
        allowed: AllowedGuesses,
        monitor: &'a SearchMonitor,
        by_size: SizeBound,
    ) -> BoundsTable<'a> {
        let estimate = CostEstimate::new(by_size.max_candidates());
        let bounds = Rc::new(BlockBounds::new(board, by_size));
        BoundsTable { board, allowed, monitor, bounds, estimate, entries: HashMap::new() }
    }

    /// The number of sets.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Stores the bounds of a set.
    pub fn insert(&mut self, set: &CanonicalSet, interval: &CostInterval) {
        self.entries.insert(set.key, interval.clone());
    }

    /// The canonical form of a set.
    pub fn canonical(&self, set: &BlockCandidates) -> CanonicalSet {
        let colors = self.board.size.colors();
        let (canonical, key, names) = set.canonical(colors);
        if let [one, other] = *self.board.block_sizes
            && one == other
        {
            let (swapped, swapped_key, swapped_names) = set.with_blocks_swapped().canonical(colors);
            if swapped_key < key {
                return CanonicalSet { set: swapped, key: swapped_key, names: swapped_names, swapped: true };
            }
        }
        CanonicalSet { set: canonical, key, names, swapped: false }
    }

    /// The bounds of a set in the table, or those that need no search.
    pub fn interval(&mut self, of: &CanonicalSet) -> Result<CostInterval, Stopped> {
        if let Some(interval) = self.entries.get(&of.key) {
            return Ok(interval.clone());
        }
        self.monitor.count_node()?;
        let interval = self.quick_interval(&of.set)?;
        self.insert(of, &interval);
        Ok(interval)
    }

    /// Bounds without search.
    fn quick_interval(&mut self, set: &BlockCandidates) -> Result<CostInterval, Stopped> {
        let heaviest = self.board.counts(set.row(set.heaviest()));
        let weight = set.weight();
        if set.count() <= 2 {
            // The heavier one first.
            let upper = 2 * weight - u64::from(set.weights[set.heaviest()]);
            return Ok(CostInterval {
                lower: upper,
                upper,
                guess: heaviest,
                exhausted_limit: 0,
                large_part_evaluated: false,
            });
        }
        let (board, bounds) = (self.board, Rc::clone(&self.bounds));
        let mut evaluator = GuessEvaluator::new(board, &bounds, set);
        let candidate_guesses = self.candidate_guesses(set, &mut evaluator);
        let best_candidate =
            candidate_guesses.iter().min().cloned().unwrap_or(BlockGuess { lower: 0, counts: heaviest.clone() });
        let mut interval = CostInterval {
            lower: best_candidate.lower,
            upper: u64::MAX,
            guess: best_candidate.counts.clone(),
            exhausted_limit: 0,
            large_part_evaluated: false,
        };
        let mut tried = vec![best_candidate.counts];
        if self.allowed == AllowedGuesses::Consistent {
            tried.extend(
                candidate_guesses
                    .iter()
                    .min_by_key(|guess| self.estimate.of(&mut evaluator, &guess.counts))
                    .map(|g| g.counts.clone()),
            );
        } else {
            let unit = set.weights.iter().copied().min().map_or(0, u64::from);
            interval.lower = interval.lower.min(2 * weight).max(weight + unit * self.bounds.one_block.lower_bound(set));
            // Where a candidate separates all others, no guess is better.
            if best_candidate.lower + u64::from(set.weights[set.heaviest()]) > 2 * weight {
                tried.extend(hill_climb(board, set, &mut evaluator, &self.estimate).into_iter().take(CLIMBED_GUESSES));
            }
        }
        drop(evaluator);
        for counts in tried {
            let upper = self.upper_bound(set, &counts)?;
            if upper < interval.upper {
                interval.upper = upper;
                interval.guess = counts;
            }
            if interval.upper <= interval.lower {
                break;
            }
        }
        Ok(interval)
    }

    /// The candidates as guesses, one of each symmetry class.
    pub fn candidate_guesses(&self, set: &BlockCandidates, evaluator: &mut GuessEvaluator<'_>) -> Vec<BlockGuess> {
        let classes = set.classes(self.board.size.colors());
        let mut seen = HashSet::new();
        let mut candidate_guesses = Vec::new();
        for (row, &weight) in set.rows().zip(&set.weights) {
            // For each block the class of its color, and the first block with the same color.
            let class: Vec<(usize, Option<usize>)> =
                row.iter().map(|color| (classes[usize::from(*color)], row.iter().position(|c| c == color))).collect();
            if seen.insert(class) {
                let counts = self.board.counts(row);
                candidate_guesses.push(BlockGuess { lower: evaluator.lower_bound(&counts, weight), counts });
            }
        }
        candidate_guesses
    }

    /// An upper bound on the cost of a set with this guess first.
    fn upper_bound(&mut self, set: &BlockCandidates, counts: &[u8]) -> Result<u64, Stopped> {
        let parts = set.partition(self.board, counts);
        if parts.len() == 1 && set.count() > 1 {
            return Ok(u64::MAX);
        }
        let mut upper = set.weight();
        for (_, part) in parts.iter().filter(|(response, _)| *response != self.board.winning_response()) {
            let canonical = self.canonical(part);
            upper += self.interval(&canonical)?.upper;
        }
        Ok(upper)
    }
}

/// A set of candidates, each as a row: the color of each block. Each has a weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockCandidates {
    blocks: usize,
    /// The rows one after the other.
    colors: Vec<u8>,
    pub weights: Vec<u32>,
}

impl BlockCandidates {
    /// No candidates, with this number of blocks.
    pub fn new(blocks: usize) -> BlockCandidates {
        BlockCandidates { blocks, colors: Vec::new(), weights: Vec::new() }
    }

    /// Adds a candidate.
    pub fn push(&mut self, row: &[u8], weight: u32) {
        self.colors.extend_from_slice(row);
        self.weights.push(weight);
    }

    /// The number of candidates.
    pub fn count(&self) -> usize {
        self.weights.len()
    }

    /// The rows of all candidates.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.colors.chunks_exact(self.blocks)
    }

    /// The row of the candidate with this index.
    pub fn row(&self, index: usize) -> &[u8] {
        &self.colors[index * self.blocks..][..self.blocks]
    }

    /// The sum of the weights.
    pub fn weight(&self) -> u64 {
        self.weights.iter().copied().map(u64::from).sum()
    }

    /// The colors that some candidate has, a bit each.
    pub fn used(&self) -> u32 {
        self.colors.iter().fold(0, |used, color| used | 1 << color)
    }

    /// The partition of the candidates by their response to a guess, in ascending order of the responses.
    pub fn partition(&self, board: &BlockBoard, guess: &[u8]) -> Vec<(BlockResponse, BlockCandidates)> {
        let mut parts: Vec<(BlockResponse, BlockCandidates)> = Vec::new();
        let mut of = vec![usize::MAX; board.response_values()];
        for (row, &weight) in self.rows().zip(&self.weights) {
            let response = response(board, guess, row);
            if of[response] == usize::MAX {
                of[response] = parts.len();
                parts.push((response, BlockCandidates::new(self.blocks)));
            }
            parts[of[response]].1.push(row, weight);
        }
        parts.sort_unstable_by_key(|(response, _)| *response);
        parts
    }

    /// The set with its two blocks swapped.
    pub fn with_blocks_swapped(&self) -> BlockCandidates {
        let colors = self.colors.chunks_exact(self.blocks).flat_map(|row| row.iter().rev().copied()).collect();
        BlockCandidates { colors, ..self.clone() }
    }

    /// The canonical form of the set: colors renamed in descending order of their invariants, those of no candidate last, and
    /// the rows sorted. Also its key, and the new name of each color.
    ///
    /// Sets with the same key are equal up to the names of colors. The converse is not certain, where two colors have the same
    /// invariant but are not exchangeable; then the same search is repeated.
    pub fn canonical(&self, colors: usize) -> (BlockCandidates, SetKey, Vec<u8>) {
        let mut invariants = vec![1u64; colors];
        for _ in 0..3 {
            let mut next = vec![0u64; colors];
            for (row, &weight) in self.rows().zip(&self.weights) {
                let of_row = row.iter().enumerate().fold(u64::from(weight), |of_row, (block, &color)| {
                    of_row.wrapping_add(mix(invariants[usize::from(color)] ^ mix(block as u64 + 7)))
                });
                let of_row = mix(of_row);
                for (block, &color) in row.iter().enumerate() {
                    let next = &mut next[usize::from(color)];
                    *next = next.wrapping_add(mix(of_row ^ mix(block as u64 + 77)));
                }
            }
            for (invariant, next) in invariants.iter_mut().zip(next) {
                *invariant = if next == 0 { 0 } else { mix(next ^ *invariant) | 1 };
            }
        }
        let mut order: Vec<usize> = (0..colors).collect();
        order.sort_by_key(|&color| std::cmp::Reverse(invariants[color]));
        let mut names = vec![0u8; colors];
        order.iter().enumerate().for_each(|(name, &color)| names[color] = name as u8);
        let mut rows: Vec<(Vec<u8>, u32)> = self
            .rows()
            .zip(&self.weights)
            .map(|(row, &weight)| (row.iter().map(|&color| names[usize::from(color)]).collect(), weight))
            .collect();
        rows.sort_unstable();
        let mut set = BlockCandidates::new(self.blocks);
        let (mut low, mut high) = (1u64, 2u64);
        for (row, weight) in &rows {
            set.push(row, *weight);
            for value in row.iter().copied().map(u64::from).chain([u64::from(*weight) << 8]) {
                low = mix(low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ value);
                high = mix(high.wrapping_mul(0xc2b2_ae3d_27d4_eb4f) ^ value.wrapping_add(0x1234_5678_9abc_def1));
            }
        }
        (set, SetKey::from(low) << 64 | SetKey::from(high), names)
    }

    /// The symmetry class of each color, as the first color of the class: the set is unchanged when colors of a class are
    /// exchanged.
    pub fn classes(&self, colors: usize) -> Vec<usize> {
        let all: HashSet<(Vec<u8>, u32)> = self.rows().zip(&self.weights).map(|(row, &w)| (row.to_vec(), w)).collect();
        let exchangeable = |one: u8, two: u8| {
            let of_either = self.rows().zip(&self.weights).filter(|(row, _)| row.contains(&one) || row.contains(&two));
            let mut exchanged =
                of_either.map(|(row, &w)| (row.iter().map(|&color| exchanged(color, one, two)).collect(), w));
            exchanged.all(|candidate| all.contains(&candidate))
        };
        let mut classes: Vec<usize> = Vec::new();
        for color in 0..colors {
            let same = |&first: &usize| classes[first] == first && exchangeable(first as u8, color as u8);
            let class = (0..color).find(same).unwrap_or(color);
            classes.push(class);
        }
        classes
    }

    /// The index of the first candidate with the largest weight.
    pub fn heaviest(&self) -> usize {
        (0..self.count()).max_by_key(|&index| (self.weights[index], std::cmp::Reverse(index))).unwrap_or(0)
    }
}

/// The response to a guess when the candidate with this row is the secret.
pub fn response(board: &BlockBoard, guess: &[u8], row: &[u8]) -> BlockResponse {
    let blocks = row.len();
    let (mut black, mut all) = (0, 0);
    for (block, &color) in row.iter().enumerate() {
        let counts = &guess[usize::from(color) * blocks..][..blocks];
        black += usize::from(counts[block]);
        // Each color is counted once, at the first of its blocks.
        if !row[..block].contains(&color) {
            let on_block = |at: usize| if row[at] == color { u32::from(board.block_sizes[at]) } else { 0 };
            let in_secret: u32 = (block..blocks).map(on_block).sum();
            all += in_secret.min(counts.iter().copied().map(u32::from).sum()) as usize;
        }
    }
    black * (board.size.pegs() + 1) + all
}

/// A guess for the candidates before they were renamed; `names` are the new names of their colors.
pub fn with_original_names(counts: &[u8], names: &[u8]) -> BlockCounts {
    let blocks = counts.len() / names.len();
    names.iter().flat_map(|&name| counts[usize::from(name) * blocks..][..blocks].iter().copied()).collect()
}

/// A guess with the two blocks swapped.
pub fn with_blocks_swapped(counts: &[u8]) -> BlockCounts {
    counts.chunks_exact(2).flat_map(|column| [column[1], column[0]]).collect()
}

/// A hash of a number that depends on all its bits.
const fn mix(number: u64) -> u64 {
    let mixed = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 32)
}
