//! Branch and bound for the cost of sets of candidates, with a transposition table.

use crate::archive::{Archive, Fact};
use crate::best::BestGuesses;
use crate::evaluator::{
    Cost, CostBound, CostModel, EvaluationStage, Evaluator, GuessesLeft, IMPOSSIBLE, Node, Partition,
};
use crate::monitor::{SearchMonitor, Stopped};
use crate::partition::{CandidateBitmaps, CandidateSymmetry, Criterion, GuessList, GuessSearch, ScoredGuess, Scorer};
use crate::problem::{AllowedGuesses, ListedProblem, Resources, Strategy};
use crate::table::{CanonicalHasher, SetKey, TranspositionTable};
use scsa::Response;
use std::cmp::Reverse;
use std::iter;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};

/// A branch-and-bound search for the cost of the secrets with an optimal strategy.
///
/// A guess is searched only if the sum of the lower bounds of its parts is below the cost of the best guess so far. The lower bound of a part
/// is at first that of its number of candidates, by the number of responses of a guess; then that of one guess ahead, for a large part of two;
/// and in the end what the transposition table has for the same candidates up to the names of pegs and colors. Of guesses that are equivalent
/// by the symmetry of the history only one is searched (Koyama and Lai 1993, "An optimal Mastermind strategy", for the kind of search).
///
/// The results do not depend on the order in which threads work: an exact cost is the same however it is found.
pub struct BranchAndBound<'a> {
    pub(super) problem: &'a ListedProblem,
    pub(super) monitor: &'a SearchMonitor,
    pub(super) evaluator: Arc<Evaluator<'a>>,
    hasher: Arc<CanonicalHasher>,
    pub(super) table: TranspositionTable,
    pub(super) resources: Resources,
    /// Sets of more candidates are bounded by two guesses before they are searched.
    few: usize,
    /// Which guesses are tried; none where all are.
    pub(super) best: Option<Arc<BestGuesses>>,
    /// Where bounds are kept that took much work.
    pub(super) archive: Option<&'a dyn Archive>,
}

/// A part of the partition by a guess, with its bound.
pub struct Child {
    pub key: SetKey,
    pub response: usize,
    pub bound: CostBound,
}

/// A guess whose parts were evaluated. The parts that are not exact are in ascending order of their sizes.
pub struct Expansion {
    /// The sum of the lower bounds of the parts, and the cost of the guess.
    pub total: Cost,
    pub partition: Partition,
    pub children: Vec<Child>,
    pub symmetry: CandidateSymmetry,
}

/// The most bytes of a transposition table of a part.
const PART_TABLE: usize = 1 << 28;
/// The most candidates that are evaluated as guesses at once, because a table lookup takes longer.
const MAX_DIRECT: usize = 16;
/// The fewest candidates for which threads share the guesses.
const PARALLEL_CANDIDATES: usize = 50;
/// The fewest nodes for which a bound is kept in the archive: about 10 ms.
const ARCHIVED_NODES: u64 = 300;

impl<'a> BranchAndBound<'a> {
    /// A search of all guesses, or of the best ones, by threads of the current rayon pool.
    pub fn new(
        problem: &'a ListedProblem,
        monitor: &'a SearchMonitor,
        costs: CostModel,
        resources: Resources,
        best: Option<BestGuesses>,
        archive: Option<&'a dyn Archive>,
    ) -> BranchAndBound<'a> {
        // Consistent guesses are few, and searching them takes no longer; with weights, bounds by all guesses take long.
        let is_bounded = problem.allowed == AllowedGuesses::Any && costs.weights.is_none() && best.is_none();
        BranchAndBound {
            problem,
            monitor,
            few: if is_bounded { costs.few() } else { usize::MAX },
            evaluator: Arc::new(Evaluator::new(problem, costs)),
            hasher: Arc::new(CanonicalHasher::new(problem.game)),
            // Of the best guesses, the parts have tables of their own.
            table: TranspositionTable::new(if best.is_some() { 1 << 18 } else { resources.table_bytes }),
            resources,
            best: best.map(Arc::new),
            archive,
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

    /// The cost of the candidates, if it is below the limit.
    pub fn cost_below(&self, node: &Node<'_>, limit: Cost) -> Result<Option<Cost>, Stopped> {
        self.search(node, self.key(node.ranks, node.left), limit)
    }

    /// The same where the key is known.
    pub fn search(&self, node: &Node<'_>, key: SetKey, limit: Cost) -> Result<Option<Cost>, Stopped> {
        self.monitor.count_node()?;
        let nodes = self.monitor.nodes();
        let guesses = match &self.best {
            Some(best) => best.of(&self.evaluator, node),
            None => self.evaluator.guesses(node, limit),
        };
        let best = self.try_all(node, &guesses, limit)?;
        Ok(self.found(key, node, best, limit, nodes))
    }

    /// The least cost with the guesses of a share, of which the first is `share` in the order of all guesses, if it is below the limit.
    pub fn search_share(
        &self,
        node: &Node<'_>,
        (share, shares): (usize, usize),
        limit: Cost,
    ) -> Result<Option<Cost>, Stopped> {
        let guesses = self.evaluator.guesses(node, limit).into_iter().skip(share).step_by(shares);
        let best = self.try_all(node, &guesses.collect::<Vec<_>>(), limit)?;
        Ok((best < limit).then_some(best))
    }

    /// Keeps what a search has found since there were so many nodes: the least cost, or that it is not below the limit.
    fn found(&self, key: SetKey, node: &Node<'_>, lower: Cost, limit: Cost, nodes: u64) -> Option<Cost> {
        let stage = if lower < limit { EvaluationStage::Exact } else { EvaluationStage::TwoGuesses };
        self.keep(key, node.ranks, CostBound { lower, reach: lower, stage }, nodes);
        (lower < limit).then_some(lower)
    }

    /// Keeps a bound, in the archive, too, if it took much work since there were so many nodes.
    fn keep(&self, key: SetKey, ranks: &[u32], bound: CostBound, nodes: u64) {
        self.table.put(key, ranks.len(), bound);
        if let Some(archive) = self.archive
            && self.monitor.nodes() - nodes >= ARCHIVED_NODES
        {
            let is_exact = bound.stage == EvaluationStage::Exact;
            archive.note(Fact { key, candidates: ranks.len(), lower: bound.lower, is_exact });
        }
    }

    /// A lower bound on the cost of the candidates, by two guesses; the limit where the bound is no lower.
    pub fn bound_by_two_guesses(&self, node: &Node<'_>, limit: Cost) -> Result<Cost, Stopped> {
        let mut least = limit;
        for guess in self.evaluator.guesses(node, limit) {
            if guess.score >= least {
                break;
            }
            least = self.expand(node, guess, least, true)?.map_or(least, |found| found.total);
        }
        Ok(least)
    }

    /// A guess whose parts are evaluated, the large ones by two guesses. None where the lower bound with the guess is not below the limit.
    pub fn expand_far(&self, node: &Node<'_>, guess: ScoredGuess, limit: Cost) -> Result<Option<Expansion>, Stopped> {
        let Some(mut expansion) = self.expand(node, guess, limit, false)? else { return Ok(None) };
        let Expansion { total, partition, children, symmetry } = &mut expansion;
        for child in children.iter_mut().rev().filter(|child| child.bound.stage < EvaluationStage::TwoGuesses) {
            let ranks = partition.part(child.response);
            if ranks.len() <= self.few || *total >= limit {
                break;
            }
            let part = Node { ranks, left: self.evaluator.left_after(node.left), depth: node.depth + 1, symmetry };
            let below = limit - (*total - child.bound.lower);
            let (nodes, lower) = (self.monitor.nodes(), self.bound_by_two_guesses(&part, below)?);
            let stage = if lower < below { EvaluationStage::TwoGuesses } else { EvaluationStage::AllGuesses };
            *total += self.improve(child, ranks, CostBound { lower, reach: lower, stage }, nodes);
        }
        Ok((*total < limit).then_some(expansion))
    }

    /// Searches guesses in their order, as long as their lower bounds are below the best cost so far, which is the limit at first.
    fn try_all(&self, node: &Node<'_>, guesses: &[ScoredGuess], limit: Cost) -> Result<Cost, Stopped> {
        let best = AtomicU64::new(limit);
        // With a guess of a part of the problem, the bounds are kept, too: the part may have thousands of guesses.
        let archive = self.archive.filter(|_| node.depth == 1);
        let searched = AtomicUsize::new(0);
        // Returns whether the lower bound of the guess was below the best cost.
        let try_one = |number: usize| {
            let guess = &guesses[number];
            if guess.score >= best.load(Relaxed) {
                return Ok(false);
            }
            let limit = best.load(Relaxed);
            let key = archive.map(|_| self.hasher.key_of_guess(guess.rank, node.ranks));
            let known = key.and_then(|key| self.table.get(key)).map_or(0, |bound| bound.lower);
            if known < limit {
                let lower = self.cost_with_guess(node, *guess, limit)?.unwrap_or(limit);
                best.fetch_min(lower, Relaxed);
                if let (Some(archive), Some(key)) = (archive, key) {
                    archive.note(Fact { key, candidates: node.ranks.len(), lower, is_exact: false });
                }
            }
            if node.depth == 1 {
                self.monitor.searched_of_piece(searched.fetch_add(1, Relaxed) + 1, guesses.len());
            }
            Ok(true)
        };
        if guesses.is_empty() || !try_one(0)? {
            return Ok(limit);
        }
        let threads = self.resources.threads;
        if threads == 1 || node.ranks.len() < PARALLEL_CANDIDATES || guesses.len() <= 2 {
            for number in 1..guesses.len() {
                if !try_one(number)? {
                    break;
                }
            }
            return Ok(best.into_inner());
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
        rayon::scope(|scope| {
            (1..threads).for_each(|thread| scope.spawn(move |_| work(thread)));
            work(0);
        });
        if stopped.into_inner() { Err(Stopped) } else { Ok(best.into_inner()) }
    }

    /// Evaluates the parts of a guess, by all guesses `always` or where that may prune it. None where the lower bound with the guess is not
    /// below the limit.
    fn expand(
        &self,
        node: &Node<'_>,
        guess: ScoredGuess,
        limit: Cost,
        always: bool,
    ) -> Result<Option<Expansion>, Stopped> {
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
                let bound = self.evaluator.bound_by_candidates(ranks(child), left);
                total += self.improve(child, ranks(child), bound, self.monitor.nodes());
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
            if total < limit && (always || total + gaps >= limit) && child.bound.stage == EvaluationStage::Candidates {
                gaps -= gap(child);
                self.monitor.count_node()?;
                let part = Node { ranks: ranks(child), left, depth: node.depth + 1, symmetry: &symmetry };
                let bound = self.evaluator.bound_by_all_guesses(&part, child.bound);
                total += self.improve(child, ranks(child), bound, self.monitor.nodes());
            }
        }
        children.reverse();
        Ok((total < limit).then_some(Expansion { total, partition, children, symmetry }))
    }

    /// The cost of the candidates with this guess first, if it is below the limit.
    pub fn cost_with_guess(&self, node: &Node<'_>, guess: ScoredGuess, limit: Cost) -> Result<Option<Cost>, Stopped> {
        let Some(Expansion { mut total, partition, children, symmetry }) = self.expand_far(node, guess, limit)? else {
            return Ok(None);
        };
        let left = self.evaluator.left_after(node.left);
        for child in children.iter().filter(|child| child.bound.stage < EvaluationStage::Exact) {
            let others = total - child.bound.lower;
            let ranks = partition.part(child.response);
            let part = Node { ranks, left, depth: node.depth + 1, symmetry: &symmetry };
            match self.search(&part, child.key, limit - others)? {
                Some(cost) => total = others + cost,
                None => return Ok(None),
            }
        }
        Ok((total < limit).then_some(total))
    }

    /// Keeps a new bound of a part, no lower than its bound before. Returns by how much the lower bound rises.
    fn improve(&self, child: &mut Child, ranks: &[u32], mut bound: CostBound, nodes: u64) -> Cost {
        let before = child.bound.lower;
        bound.lower = bound.lower.max(before);
        bound.reach = bound.reach.max(bound.lower);
        self.keep(child.key, ranks, bound, nodes);
        child.bound = bound;
        bound.lower - before
    }

    pub fn key(&self, ranks: &[u32], left: GuessesLeft) -> SetKey {
        let key = self.hasher.key(ranks, self.evaluator.costs.weights.as_deref());
        // An odd constant with random bits.
        key.wrapping_add((left as SetKey).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
    }
}

impl BranchAndBound<'_> {
    /// The strategy for the candidates of a node with this cost. Of the guesses with that cost it has the first one by their
    /// lower bounds, then by whether it is a candidate, then by rank.
    pub fn strategy(&self, node: &Node<'_>, cost: Cost) -> Result<Strategy, Stopped> {
        self.strategy_of_share(node, (0, 1), cost)
    }

    /// The same with a first guess of a share.
    pub fn strategy_of_share(&self, node: &Node<'_>, share: (usize, usize), cost: Cost) -> Result<Strategy, Stopped> {
        if let [rank] = *node.ranks {
            return Ok(self.last_guess(rank));
        }
        let guess = self.guess(node, share, cost)?;
        self.strategy_with(node, guess, |part, _| self.strategy(part, self.cost(part)?))
    }

    fn last_guess(&self, rank: u32) -> Strategy {
        Strategy { guess: self.problem.game.unrank(rank.into()), wins: true, next: Vec::new() }
    }

    /// The strategy with this guess, from the strategies of its parts.
    pub fn strategy_with(
        &self,
        node: &Node<'_>,
        rank: u32,
        mut of_part: impl FnMut(&Node<'_>, Response) -> Result<Strategy, Stopped>,
    ) -> Result<Strategy, Stopped> {
        let guess = self.problem.game.unrank(rank.into());
        let symmetry = node.symmetry.after(&guess);
        let left = self.evaluator.left_after(node.left);
        let (mut next, mut wins) = (Vec::new(), false);
        for (index, ranks) in self.evaluator.partition(rank, node.ranks).iter() {
            if index == self.evaluator.winning_index() {
                wins = true;
            } else {
                let node = Node { ranks, left, depth: node.depth + 1, symmetry: &symmetry };
                let response = Response::from_index(index);
                next.push((response, of_part(&node, response)?));
            }
        }
        Ok(Strategy { guess, wins, next })
    }

    /// The first guess of a share with which the candidates cost no more than this.
    fn guess(&self, node: &Node<'_>, (share, shares): (usize, usize), cost: Cost) -> Result<u32, Stopped> {
        if let [first, _] = *node.ranks {
            return Ok(first);
        }
        let tried = self.best.iter().flat_map(|best| best.of(&self.evaluator, node));
        // A cost may also come from a bound that is exact, with a guess that is not tried.
        let guesses = tried.chain(iter::once_with(|| self.evaluator.guesses(node, cost + 1)).flatten());
        for guess in guesses.skip(share).step_by(shares) {
            if self.cost_with_guess(node, guess, cost + 1)?.is_some() {
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
        let stop_at = scorer.best_possible(node.ranks.len(), Response::values(game.pegs()));
        let search = GuessSearch { game, candidates: &candidates, scorer: &scorer, stop_at, parallel: false };
        let ranks = node.ranks.iter().copied();
        let best = match self.problem.allowed {
            AllowedGuesses::Any if node.ranks.len() > 2 => search.best_by_candidates_first(ranks, node.symmetry),
            _ => search.best_of_list(&GuessList::of(game, ranks)),
        };
        let guess = best.map_or(node.ranks[0], |best| best.rank);
        let costs = &self.evaluator.costs;
        let mut cost = costs.one_guess(node.ranks);
        let strategy = self.strategy_with(node, guess, |part, _| {
            let (of_part, strategy) = self.greedy(part)?;
            cost += of_part;
            Ok(strategy)
        })?;
        if strategy.wins {
            cost += costs.last_guess_penalty(node.left) * costs.weight(&[guess]);
        }
        Ok((cost.min(IMPOSSIBLE), strategy))
    }
}
