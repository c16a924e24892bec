//! Branch and bound for the cost of sets of candidates, with a transposition table.

use crate::best::BestGuesses;
use crate::evaluator::{
    BoundReport, Cost, CostBound, CostModel, EvaluationStage, Evaluator, GuessesLeft, IMPOSSIBLE, Node, Partition,
};
use crate::monitor::{SearchMonitor, Stopped};
use crate::partition::{CandidateBitmaps, CandidateSymmetry, Criterion, GuessList, GuessSearch, ScoredGuess, Scorer};
use crate::problem::{AllowedGuesses, ListedProblem, Resources, Strategy};
use scsa::{Game, Response, Rng};
use std::cmp::Reverse;
use std::iter;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, PoisonError};

/// A branch-and-bound search for the cost of the secrets with an optimal strategy.
///
/// A guess is searched only if the sum of the lower bounds of its parts is below the cost of the best guess so far. The lower
/// bound of a part is at first that of its number of candidates, by the number of responses of a guess; then that of the best
/// guess for it, one guess ahead; and in the end what the transposition table has for the same candidates up to the names of
/// pegs and colors. Of guesses that are equivalent by the symmetry of the history only one is searched (Koyama and Lai 1993,
/// "An optimal Mastermind strategy", for the kind of search).
///
/// The results do not depend on the order in which threads work: an exact cost is the same however it is found.
pub struct BranchAndBound<'a> {
    pub(super) problem: &'a ListedProblem,
    pub(super) monitor: &'a SearchMonitor,
    pub(super) evaluator: Arc<Evaluator<'a>>,
    hasher: Arc<CanonicalHasher>,
    pub(super) table: TranspositionTable,
    resources: Resources,
    /// Which guesses are tried; none where all are.
    pub(super) best: Option<Arc<BestGuesses>>,
}

/// A part of the partition by a guess, with its bound.
struct Child {
    key: SetKey,
    response: usize,
    bound: CostBound,
}

/// A guess whose parts were evaluated. The parts that are not exact are in ascending order of their sizes.
struct Expansion {
    /// The sum of the lower bounds of the parts, and the cost of the guess.
    total: Cost,
    partition: Partition,
    children: Vec<Child>,
    symmetry: CandidateSymmetry,
}

/// The most bytes of a transposition table of a part.
const PART_TABLE: usize = 1 << 28;
/// The most candidates that are evaluated as guesses at once, because a table lookup takes longer.
const MAX_DIRECT: usize = 16;
/// The fewest candidates for which threads share the guesses.
const PARALLEL_CANDIDATES: usize = 256;

impl<'a> BranchAndBound<'a> {
    /// A search of all guesses, or of the best ones, by threads of the current rayon pool.
    pub fn new(
        problem: &'a ListedProblem,
        monitor: &'a SearchMonitor,
        costs: CostModel,
        resources: Resources,
        best: Option<BestGuesses>,
    ) -> BranchAndBound<'a> {
        BranchAndBound {
            problem,
            monitor,
            evaluator: Arc::new(Evaluator::new(problem, costs)),
            hasher: Arc::new(CanonicalHasher::new(problem.game)),
            // Of the best guesses, the parts have tables of their own.
            table: TranspositionTable::new(if best.is_some() { 1 << 18 } else { resources.table_bytes }),
            resources,
            best: best.map(Arc::new),
        }
    }

    /// The same search for a part of this many candidates, on one thread with a transposition table of its own. Its size depends on the part
    /// alone: where not all guesses are tried, equivalent sets may have different costs, and what was found first decides.
    pub fn of_part(&self, candidates: usize) -> BranchAndBound<'a> {
        let table_bytes = Resources::table_bytes_for(candidates).min(PART_TABLE);
        BranchAndBound {
            evaluator: Arc::clone(&self.evaluator),
            hasher: Arc::clone(&self.hasher),
            table: TranspositionTable::new(table_bytes),
            resources: Resources { table_bytes, threads: 1 },
            best: self.best.clone(),
            ..*self
        }
    }

    pub fn cost(&self, node: &Node<'_>) -> Result<Cost, Stopped> {
        if node.ranks.len() <= 2 {
            return Ok(self.evaluator.costs.lower_bound(node.ranks, node.left, 0));
        }
        let key = self.key(node.ranks, node.left);
        match self.table.get(key) {
            Some(CostBound { stage: EvaluationStage::Exact, lower, .. }) => Ok(lower),
            _ => Ok(self.cost_below(node, IMPOSSIBLE)?.unwrap_or(IMPOSSIBLE)),
        }
    }

    pub fn cost_below(&self, node: &Node<'_>, limit: Cost) -> Result<Option<Cost>, Stopped> {
        let bound = self.evaluator.bound_by_size(node.ranks, node.left);
        self.search(node, self.key(node.ranks, node.left), bound.lower, limit)
    }

    /// The same where the key and a lower bound are known.
    fn search(&self, node: &Node<'_>, key: SetKey, lower: Cost, limit: Cost) -> Result<Option<Cost>, Stopped> {
        self.monitor.count_node()?;
        if let Some(best) = &self.best {
            return self.search_best(best, node, key, limit);
        }
        let best = AtomicU64::new(limit);
        if node.depth == 0 {
            self.try_all(node, &self.first_guesses(node, limit)?, limit, &best)?;
            let best = best.into_inner();
            return Ok((best < limit).then_some(best));
        }
        // Usually one of the guesses with the lowest bounds is optimal, and the others need not be listed.
        let costs = &self.evaluator.costs;
        let unit = costs.prices.unit() * costs.weight(&node.ranks[node.ranks.len() - 1..]);
        let mut from = 0;
        for to in [lower + 2 * unit, limit] {
            if from < best.load(Relaxed) {
                let guesses = self.evaluator.guesses(node, from, to.min(best.load(Relaxed)));
                self.try_all(node, &guesses, to, &best)?;
            }
            from = to;
        }
        let best = best.into_inner();
        let stage = if best < limit { EvaluationStage::Exact } else { EvaluationStage::AllGuesses };
        self.table.put(key, node.ranks.len(), CostBound { lower: best, reach: best, stage });
        Ok((best < limit).then_some(best))
    }

    /// The least cost with the guesses that are tried, if it is below the limit.
    fn search_best(
        &self,
        best: &BestGuesses,
        node: &Node<'_>,
        key: SetKey,
        limit: Cost,
    ) -> Result<Option<Cost>, Stopped> {
        let mut least = limit;
        for guess in best.of(&self.evaluator, node) {
            least = self.cost_with_guess(node, guess, least, None)?.unwrap_or(least);
        }
        let stage = if least < limit { EvaluationStage::Exact } else { EvaluationStage::AllGuesses };
        self.table.put(key, node.ranks.len(), CostBound { lower: least, reach: least, stage });
        Ok((least < limit).then_some(least))
    }

    /// The guesses whose parts have lower bounds below the limit together, as their scores. There are few first guesses. The lowest of
    /// their bounds is a bound for the problem.
    pub fn first_guesses(&self, node: &Node<'_>, limit: Cost) -> Result<Vec<ScoredGuess>, Stopped> {
        let mut guesses = Vec::new();
        for guess in self.evaluator.guesses(node, 0, limit) {
            let expansion = self.expand(node, guess, limit)?;
            guesses.extend(expansion.map(|Expansion { total, .. }| ScoredGuess { score: total, ..guess }));
        }
        guesses.sort_unstable();
        Ok(guesses)
    }

    /// Searches guesses in their order, as long as their lower bounds are below the best cost so far, which it updates. The cost
    /// with any other guess is at least `others`.
    fn try_all(&self, node: &Node<'_>, guesses: &[ScoredGuess], others: Cost, best: &AtomicU64) -> Result<(), Stopped> {
        let bounds = node.report.map(|_| Mutex::new(guesses.iter().map(|guess| guess.score).collect::<Vec<_>>()));
        // Returns whether the lower bound of the guess was below the best cost.
        let try_one = |number: usize| {
            let guess = &guesses[number];
            if guess.score >= best.load(Relaxed) {
                return Ok(false);
            }
            let report = |lower: Cost| {
                // Computing the minimum of many bounds takes time, so that it is done only for some guesses.
                if let (Some(report), Some(bounds)) = (node.report, &bounds)
                    && (node.depth == 0 || number.is_multiple_of(32))
                {
                    let mut bounds = bounds.lock().unwrap_or_else(PoisonError::into_inner);
                    bounds[number] = bounds[number].max(lower);
                    report(bounds.iter().copied().min().unwrap_or(others).min(others).min(best.load(Relaxed)));
                }
            };
            let report: Option<&BoundReport<'_>> = if bounds.is_some() { Some(&report) } else { None };
            if let Some(cost) = self.cost_with_guess(node, *guess, best.load(Relaxed), report)? {
                best.fetch_min(cost, Relaxed);
                if node.depth == 0 {
                    self.monitor.reduce_upper(cost / self.evaluator.costs.prices.unit());
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
        let threads = self.resources.threads;
        if threads == 1 || node.depth > 1 || node.ranks.len() < PARALLEL_CANDIDATES || guesses.len() <= 2 {
            for number in 1..guesses.len() {
                if !try_one(number)? {
                    break;
                }
            }
            return Ok(());
        }
        // The first guess has set a limit for the others. Threads start far from each other, because guesses next to each other
        // have equivalent parts, which two threads would search at the same time.
        let taken: Vec<AtomicBool> = guesses.iter().map(|_| AtomicBool::new(false)).collect();
        let stopped = AtomicBool::new(false);
        let work = |thread: usize| {
            let from = 1 + thread * (guesses.len() - 1) / threads;
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
        rayon::scope(|scope| (0..threads).for_each(|thread| scope.spawn(move |_| work(thread))));
        if stopped.into_inner() { Err(Stopped) } else { Ok(()) }
    }

    /// Evaluates the parts of a guess. None where the lower bound with the guess is not below the limit.
    fn expand(&self, node: &Node<'_>, guess: ScoredGuess, limit: Cost) -> Result<Option<Expansion>, Stopped> {
        let costs = &self.evaluator.costs;
        let left = self.evaluator.left_after(node.left);
        let partition = self.evaluator.partition(guess.rank, node.ranks);
        let ranks = |child: &Child| partition.part(child.response);
        let mut children = Vec::new();
        let mut total = costs.one_guess(node.ranks);
        for (response, ranks) in partition.iter() {
            if response == self.evaluator.winning_index() {
                total += costs.last_guess_penalty(node.left) * costs.weight(ranks);
                continue;
            }
            if ranks.len() == node.ranks.len() {
                // The guess gives no information.
                return Ok(None);
            }
            let mut bound = self.evaluator.bound_by_size(ranks, left);
            if bound.stage == EvaluationStage::Size && (3..=MAX_DIRECT).contains(&ranks.len()) {
                // This takes no longer than a table lookup.
                bound = self.evaluator.bound_by_candidates(ranks, left);
            }
            total += bound.lower;
            if ranks.len() > 2 && bound.stage < EvaluationStage::Exact {
                children.push(Child { key: 0, response, bound });
            }
        }
        // The bound by size is worst for large parts.
        children.sort_by_key(|child| Reverse(ranks(child).len()));
        for child in &mut children {
            if total >= limit {
                return Ok(None);
            }
            child.key = self.key(ranks(child), left);
            if let Some(bound) = self.table.get(child.key)
                && (bound.stage, bound.lower) > (child.bound.stage, child.bound.lower)
            {
                total += bound.lower.saturating_sub(child.bound.lower);
                child.bound = bound;
            }
        }
        for child in &mut children {
            if total < limit && child.bound.stage == EvaluationStage::Size {
                self.monitor.count_node()?;
                total += self.improve(child, ranks(child), self.evaluator.bound_by_candidates(ranks(child), left));
            }
        }
        if total >= limit {
            return Ok(None);
        }
        let symmetry = node.symmetry.after(&self.problem.game.unrank(guess.rank.into()));
        let gap = |child: &Child| {
            if child.bound.stage == EvaluationStage::Candidates { child.bound.reach - child.bound.lower } else { 0 }
        };
        let mut gaps: Cost = children.iter().map(gap).sum();
        for child in &mut children {
            // Where all parts together cannot reach the limit, evaluating them does not prune the guess.
            if total < limit && total + gaps >= limit && child.bound.stage == EvaluationStage::Candidates {
                gaps -= gap(child);
                self.monitor.count_node()?;
                let ranks_of = ranks(child);
                let part = Node { ranks: ranks_of, left, depth: node.depth + 1, symmetry: &symmetry, report: None };
                let bound = self.evaluator.bound_by_all_guesses(&part, child.bound);
                total += self.improve(child, ranks(child), bound);
            }
        }
        children.reverse();
        Ok((total < limit).then_some(Expansion { total, partition, children, symmetry }))
    }

    /// The cost of the candidates with this guess first, if it is below the limit.
    pub fn cost_with_guess(
        &self,
        node: &Node<'_>,
        guess: ScoredGuess,
        limit: Cost,
        report: Option<&BoundReport<'_>>,
    ) -> Result<Option<Cost>, Stopped> {
        let Some(Expansion { total, partition, children, symmetry }) = self.expand(node, guess, limit)? else {
            return Ok(None);
        };
        let left = self.evaluator.left_after(node.left);
        // The sum of the lower bounds, which only grows.
        let total = AtomicU64::new(total);
        let search_child = |child: &Child| {
            let others = total.load(Relaxed) - child.bound.lower;
            if others + child.bound.lower >= limit {
                return Ok(());
            }
            let report_child = |lower: Cost| {
                if let Some(report) = report {
                    report(others + lower.max(child.bound.lower));
                }
            };
            report_child(child.bound.lower);
            // Bounds from deeper in the tree change too often to be reported.
            let report_child: Option<&BoundReport<'_>> =
                if report.is_some() && node.depth == 0 { Some(&report_child) } else { None };
            let node = Node {
                ranks: partition.part(child.response),
                left,
                depth: node.depth + 1,
                symmetry: &symmetry,
                report: report_child,
            };
            let more = match self.search(&node, child.key, child.bound.lower, limit - others)? {
                Some(lower) => lower - child.bound.lower,
                None => limit,
            };
            total.fetch_add(more, Relaxed);
            Ok(())
        };
        let unsolved = children.iter().filter(|child| child.bound.stage < EvaluationStage::Exact);
        if self.resources.threads > 1 && node.depth == 0 {
            let stopped = AtomicBool::new(false);
            let search_child = |child: &Child| {
                if search_child(child) == Err(Stopped) {
                    stopped.store(true, Relaxed);
                }
            };
            let search_child = &search_child;
            // The large parts first, so that threads finish at about the same time.
            rayon::scope(|scope| unsolved.rev().for_each(|child| scope.spawn(move |_| search_child(child))));
            if stopped.into_inner() {
                return Err(Stopped);
            }
        } else {
            unsolved.into_iter().try_for_each(search_child)?;
        }
        let total = total.into_inner();
        Ok((total < limit).then_some(total))
    }

    /// Stores a new bound of a part, no lower than its bound before. Returns by how much the lower bound rises.
    fn improve(&self, child: &mut Child, ranks: &[u32], mut bound: CostBound) -> Cost {
        let before = child.bound.lower;
        bound.lower = bound.lower.max(before);
        bound.reach = bound.reach.max(bound.lower);
        self.table.put(child.key, ranks.len(), bound);
        child.bound = bound;
        bound.lower - before
    }

    fn key(&self, ranks: &[u32], left: GuessesLeft) -> SetKey {
        let key = self.hasher.key(ranks, self.evaluator.costs.weights.as_deref());
        // An odd constant with random bits.
        key.wrapping_add((left as SetKey).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
    }
}

/// Bounds by the key of the set, in a fixed amount of memory. Threads share it without locks.
///
/// The key selects a bucket of 4 slots. Where it is full, the new entry replaces the one with the fewest candidates.
pub struct TranspositionTable {
    buckets: Vec<[Slot; WAYS]>,
}

const WAYS: usize = 4;

/// An entry, in three words. The first word is the exclusive or of the others and half of the key: where threads have written
/// words of different entries it does not match, and the slot counts as empty.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    lower: AtomicU64,
    /// From the highest bit: 40 bits for the reach minus the lower bound, 22 for the number of candidates, 2 for the stage.
    rest: AtomicU64,
}

impl TranspositionTable {
    /// An empty table of about this many bytes, at least one bucket. Where the system has not that much memory, it is smaller.
    pub fn new(bytes: usize) -> TranspositionTable {
        let (mut count, mut buckets) = ((bytes / size_of::<[Slot; WAYS]>()).max(1), Vec::new());
        while buckets.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        buckets.resize_with(count, || std::array::from_fn(|_| Slot::default()));
        TranspositionTable { buckets }
    }

    pub fn get(&self, key: SetKey) -> Option<CostBound> {
        let (bucket, check) = self.bucket(key);
        bucket.iter().find_map(|slot| {
            let (lower, rest) = (slot.lower.load(Relaxed), slot.rest.load(Relaxed));
            (rest != 0 && slot.check.load(Relaxed) ^ lower ^ rest.rotate_left(32) == check).then(|| CostBound {
                lower,
                reach: lower + (rest >> 24 & (Slot::MAX_REACH)),
                stage: match rest & 3 {
                    0 => EvaluationStage::Size,
                    1 => EvaluationStage::Candidates,
                    2 => EvaluationStage::AllGuesses,
                    _ => EvaluationStage::Exact,
                },
            })
        })
    }

    pub fn put(&self, key: SetKey, candidates: usize, bound: CostBound) {
        let (bucket, check) = self.bucket(key);
        let number = |slot: &Slot| {
            let (lower, rest) = (slot.lower.load(Relaxed), slot.rest.load(Relaxed));
            let same = slot.check.load(Relaxed) ^ lower ^ rest.rotate_left(32) == check;
            if same { 0 } else { rest >> 2 & Slot::MAX_CANDIDATES }
        };
        let Some(slot) = bucket.iter().min_by_key(|slot| number(slot)) else { return };
        let reach = (bound.reach.saturating_sub(bound.lower)).min(Slot::MAX_REACH);
        let rest = reach << 24 | (candidates as u64).min(Slot::MAX_CANDIDATES) << 2 | bound.stage as u64;
        slot.lower.store(bound.lower, Relaxed);
        slot.rest.store(rest, Relaxed);
        slot.check.store(check ^ bound.lower ^ rest.rotate_left(32), Relaxed);
    }

    fn bucket(&self, key: SetKey) -> (&[Slot; WAYS], u64) {
        let (low, high) = (key as u64, (key >> 64) as u64);
        // The high half of the product is evenly distributed over the buckets.
        let index = (u128::from(low) * self.buckets.len() as u128) >> 64;
        (&self.buckets[index as usize], high)
    }
}

impl Slot {
    const MAX_REACH: u64 = (1 << 40) - 1;
    const MAX_CANDIDATES: u64 = (1 << 22) - 1;
}

impl BranchAndBound<'_> {
    /// The strategy for the candidates of a node with this cost. Of the guesses with that cost it has the first one by their
    /// lower bounds, then by whether it is a candidate, then by rank.
    pub fn strategy(&self, node: &Node<'_>, cost: Cost) -> Result<Strategy, Stopped> {
        if let [rank] = *node.ranks {
            return Ok(self.last_guess(rank));
        }
        let guess = self.guess(node, cost)?;
        self.strategy_with(node, guess, |node| self.strategy(node, self.cost(node)?))
    }

    fn last_guess(&self, rank: u32) -> Strategy {
        Strategy { guess: self.problem.game.unrank(rank.into()), wins: true, next: Vec::new() }
    }

    fn strategy_with(
        &self,
        node: &Node<'_>,
        rank: u32,
        mut of_part: impl FnMut(&Node<'_>) -> Result<Strategy, Stopped>,
    ) -> Result<Strategy, Stopped> {
        let guess = self.problem.game.unrank(rank.into());
        let symmetry = node.symmetry.after(&guess);
        let left = self.evaluator.left_after(node.left);
        let (mut next, mut wins) = (Vec::new(), false);
        for (index, ranks) in self.evaluator.partition(rank, node.ranks).iter() {
            if index == self.evaluator.winning_index() {
                wins = true;
            } else {
                let node = Node { ranks, left, depth: node.depth + 1, symmetry: &symmetry, report: None };
                next.push((Response::from_index(index), of_part(&node)?));
            }
        }
        Ok(Strategy { guess, wins, next })
    }

    /// The first guess with which the candidates cost no more than this.
    fn guess(&self, node: &Node<'_>, cost: Cost) -> Result<u32, Stopped> {
        if let [first, _] = *node.ranks {
            return Ok(first);
        }
        let tried = self.best.iter().flat_map(|best| best.of(&self.evaluator, node));
        // A cost may also come from a bound that is exact, with a guess that is not tried.
        for guess in tried.chain(iter::once_with(|| self.evaluator.guesses(node, 0, cost + 1)).flatten()) {
            if self.cost_with_guess(node, guess, cost + 1, None)?.is_some() {
                return Ok(guess.rank);
            }
        }
        Ok(node.ranks[0])
    }

    /// A strategy without search, and its cost: always the guess with the smallest expected part (Irving 1979).
    pub fn greedy(&self, node: &Node<'_>) -> Result<(Cost, Strategy), Stopped> {
        // With very many candidates even this takes long enough to be stopped.
        self.monitor.check()?;
        if let [rank] = *node.ranks {
            return Ok((self.evaluator.costs.lower_bound(node.ranks, node.left, 0), self.last_guess(rank)));
        }
        let game = self.problem.game;
        let candidates = CandidateBitmaps::new(game, node.ranks);
        let scorer = Scorer::new(Criterion::ExpectedSize, node.ranks.len(), game.pegs());
        let search = GuessSearch { game, candidates: &candidates, scorer: &scorer, stop_at: None, parallel: false };
        let best = match self.problem.allowed {
            AllowedGuesses::Any if node.ranks.len() > 2 => search.best_of_all(node.symmetry),
            _ => search.best_of_list(&GuessList::of(game, node.ranks.iter().copied())),
        };
        let guess = best.map_or(node.ranks[0], |best| best.rank);
        let costs = &self.evaluator.costs;
        let mut cost = costs.one_guess(node.ranks);
        let strategy = self.strategy_with(node, guess, |node| {
            let (of_part, strategy) = self.greedy(node)?;
            cost += of_part;
            Ok(strategy)
        })?;
        if strategy.wins {
            cost += costs.last_guess_penalty(node.left) * costs.weight(&[guess]);
        }
        Ok((cost.min(IMPOSSIBLE), strategy))
    }
}

/// The key of a canonical set of candidates. Two of a thousand million different sets have the same key with a probability
/// below 10^-20.
pub type SetKey = u128;

/// Hashes the canonical form of sets of codes.
///
/// Two sets are equivalent when exchanges of pegs and colors turn one into the other. A strategy for one is then a strategy
/// for the other. The canonical form orders pegs and colors by invariants of the set, and the key is a Zobrist hash of it. Sets
/// with the same key are equivalent. Equivalent sets can have different keys where two pegs or colors have equal invariants
/// but are not exchangeable; then the same search is repeated.
pub struct CanonicalHasher {
    pegs: usize,
    colors: usize,
    digits: Vec<u8>,
    keys: Vec<SetKey>,
}

/// The most pegs of a board whose codes can be listed, and the most colors.
const MAX_PEGS: usize = 32;
const MAX_COLORS: usize = 32;

impl CanonicalHasher {
    /// A hasher for the codes of a game, of which each takes 16 bytes and one for each peg.
    pub fn new(game: Game) -> CanonicalHasher {
        let mut rng = Rng::new(0);
        let mut word = || SetKey::from(rng.bits());
        let digits: Vec<u8> =
            game.codes().flat_map(|code| code.pegs().map(|color| color.index() as u8).collect::<Vec<_>>()).collect();
        let keys = (0..digits.len() / game.pegs()).map(|_| word() << 64 | word()).collect();
        CanonicalHasher { pegs: game.pegs(), colors: game.colors(), digits, keys }
    }

    /// The key of the set of codes with these ranks and, if there are `weights` by rank, their weights.
    pub fn key(&self, ranks: &[u32], weights: Option<&[u32]>) -> SetKey {
        match self.pegs {
            4 => self.key_of::<4>(ranks, weights),
            5 => self.key_of::<5>(ranks, weights),
            _ => self.key_of::<0>(ranks, weights),
        }
    }

    #[inline(always)]
    fn key_of<const PEGS: usize>(&self, ranks: &[u32], weights: Option<&[u32]>) -> SetKey {
        let pegs = if PEGS == 0 { self.pegs } else { PEGS };
        let code = |rank: u32| &self.digits[rank as usize * pegs..][..pegs];
        let weight = |rank: u32| weights.map_or(1, |weights| u64::from(weights[rank as usize]));

        // The invariant of each color on each peg: the weight of the codes that have it there.
        let mut counts = [[0u64; MAX_COLORS]; MAX_PEGS];
        for &rank in ranks {
            for (counts, &color) in counts[..pegs].iter_mut().zip(code(rank)) {
                counts[usize::from(color) % MAX_COLORS] += weight(rank);
            }
        }
        let mut of_peg = [0u64; MAX_PEGS];
        for (of_peg, counts) in of_peg[..pegs].iter_mut().zip(&mut counts) {
            let counts = &mut counts[..self.colors];
            counts.iter_mut().for_each(|count| *count = mix(*count));
            *of_peg = mix(counts.iter().copied().fold(0, u64::wrapping_add)) | 1;
        }
        let mut of_color = [0u64; MAX_COLORS];
        for (of_peg, counts) in of_peg[..pegs].iter().zip(&counts) {
            for (of_color, &count) in of_color[..self.colors].iter_mut().zip(counts) {
                *of_color = of_color.wrapping_add(count.wrapping_mul(*of_peg));
            }
        }
        of_color[..self.colors].iter_mut().for_each(|of_color| *of_color = mix(*of_color) | 1);

        // Refine the invariants of pegs and colors by those of the codes that have them.
        let (mut next_peg, mut next_color) = ([0u64; MAX_PEGS], [0u64; MAX_COLORS]);
        for &rank in ranks {
            let code = code(rank);
            let of_pegs = code.iter().zip(&of_peg);
            let of_code =
                of_pegs.map(|(&color, of_peg)| of_color[usize::from(color) % MAX_COLORS].wrapping_mul(*of_peg));
            let of_code = mix(of_code.fold(weight(rank), u64::wrapping_add));
            for ((&color, of_peg), next_peg) in code.iter().zip(&of_peg).zip(&mut next_peg) {
                let color = usize::from(color) % MAX_COLORS;
                *next_peg = next_peg.wrapping_add(of_code.wrapping_mul(of_color[color]));
                next_color[color] = next_color[color].wrapping_add(of_code.wrapping_mul(*of_peg));
            }
        }

        // The color with the highest invariant becomes the first. A color of no code has 0.
        let names = descending_order::<MAX_COLORS>(&next_color[..self.colors]);
        let new_peg = descending_order::<MAX_PEGS>(&next_peg[..pegs]);
        let mut power = [1u32; MAX_PEGS];
        for peg in 1..pegs {
            power[peg] = power[peg - 1] * self.colors as u32;
        }
        let mut place_value = [0u32; MAX_PEGS];
        for (place_value, &new_peg) in place_value[..pegs].iter_mut().zip(&new_peg) {
            *place_value = power[usize::from(new_peg)];
        }
        let mut key: SetKey = 0;
        for &rank in ranks {
            let code = code(rank).iter().zip(&place_value);
            let canonical: u32 =
                code.map(|(&color, place_value)| u32::from(names[usize::from(color) % MAX_COLORS]) * place_value).sum();
            let code_key = self.keys[canonical as usize];
            key = match weights {
                None => key ^ code_key,
                Some(_) => key.wrapping_add(code_key.wrapping_mul(SetKey::from(weight(rank)) * 2 + 1)),
            };
        }
        key
    }
}

#[inline(always)]
fn descending_order<const MAX: usize>(numbers: &[u64]) -> [u8; MAX] {
    let mut ranks = [0; MAX];
    for (one, number) in numbers.iter().enumerate() {
        for (two, other) in numbers[..one].iter().enumerate() {
            let first = usize::from(number > other);
            ranks[one] += 1 - first as u8;
            ranks[two] += first as u8;
        }
    }
    ranks
}

/// A hash of a number that depends on all its bits.
#[inline(always)]
const fn mix(number: u64) -> u64 {
    let mixed = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 32)
}
