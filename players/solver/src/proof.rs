//! The proof of the least cost of a problem, in pieces that different searches may share.

use crate::archive::{Piece, PieceBound};
use crate::evaluator::{Cost, CostBound, EvaluationStage, IMPOSSIBLE, Node};
use crate::monitor::Stopped;
use crate::partition::ScoredGuess;
use crate::problem::Strategy;
use crate::search::{BranchAndBound, Child, Expansion};
use rayon::prelude::*;
use scsa::Response;
use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is known of the least cost.
pub enum Proof {
    /// It, and a strategy for it.
    Solved(Cost, Strategy),
    /// Every strategy costs at least the limit.
    NoneBelow,
    /// Pieces are left to other searches.
    Unfinished,
}

/// The candidates of a part for each piece.
const CANDIDATES_OF_PIECE: usize = 500;

/// A first guess, and what is known of it.
struct FirstGuess {
    guess: ScoredGuess,
    /// A lower bound of the cost with it.
    lower: AtomicU64,
    /// Whether that is the cost.
    is_exact: AtomicBool,
}

/// A part of a first guess: the candidates after a response.
struct Part {
    /// What was kept of each piece when the search began: its lower bound, and whether it is the cost of a strategy.
    kept: Vec<Option<(Cost, bool)>>,
    /// The least cost of a strategy of its pieces.
    cost: Cost,
    /// The pieces whose bounds are not known.
    pieces_left: usize,
    /// The least of the lower bounds of the other pieces, and whether it is the cost of a strategy.
    least: (Cost, Reverse<bool>),
    /// What is counted for the part in the sum of the first guess.
    bound: CostBound,
}

impl BranchAndBound<'_> {
    /// The least cost of a problem, if it is below the limit, with a strategy. Of the first guesses with that cost it takes the first one
    /// in the order of their lower bounds by one guess.
    pub fn prove(&self, root: &Node<'_>, limit: Cost) -> Result<Proof, Stopped> {
        if let Some(archive) = self.archive {
            archive.noted(&mut |fact| {
                let stage = if fact.is_exact { EvaluationStage::Exact } else { EvaluationStage::TwoGuesses };
                self.table.put(fact.key, fact.candidates, CostBound { lower: fact.lower, reach: fact.lower, stage });
            });
        }
        self.raise_lower(self.bound_by_two_guesses(root, limit)?);
        let first = |guess: ScoredGuess| {
            let mut lower = self.kept(guess, None, (0, 1)).map_or(0, |kept| kept.lower);
            if lower < limit {
                lower = lower.max(self.expand_far(root, guess, limit)?.map_or(limit, |found| found.total));
            }
            Ok(FirstGuess { guess, lower: AtomicU64::new(lower), is_exact: AtomicBool::new(false) })
        };
        let guesses = self.evaluator.guesses(root, limit);
        let firsts = match self.resources.threads {
            1 => guesses.into_iter().map(first).collect::<Result<Vec<_>, Stopped>>()?,
            _ => guesses.into_par_iter().map(first).collect::<Result<Vec<_>, Stopped>>()?,
        };
        let mut order: Vec<usize> = (0..firsts.len()).collect();
        order.sort_by_key(|&number| firsts[number].lower.load(Relaxed));
        // All costs below it are found.
        let limit = AtomicU64::new(limit);
        for number in order {
            self.prove_with(root, number, &firsts, &limit)?;
        }
        let limit = limit.into_inner();
        let lower = |first: &FirstGuess| first.lower.load(Relaxed);
        let Some(best) = firsts.iter().filter(|first| lower(first) < limit).min_by_key(|first| lower(first)) else {
            return Ok(Proof::NoneBelow);
        };
        if firsts.iter().any(|first| lower(first) < limit && !first.is_exact.load(Relaxed)) {
            return Ok(Proof::Unfinished);
        }
        let strategy = self.strategy_with(root, best.guess.rank, |part, response| {
            match self.kept_strategy(part, best.guess, response) {
                Some(strategy) => Ok(strategy),
                None => self.strategy(part, self.cost(part)?),
            }
        })?;
        Ok(Proof::Solved(lower(best), strategy))
    }

    /// The best strategy of the pieces of a part, if all are kept. Of those with the same cost it has the one that [`Self::strategy`] finds.
    fn kept_strategy(&self, part: &Node<'_>, first: ScoredGuess, response: Response) -> Option<Strategy> {
        let pieces = self.pieces_of(part.ranks);
        let kept = (0..pieces).map(|piece| self.kept(first, Some(response), (piece, pieces)));
        let kept = kept.collect::<Option<Vec<PieceBound>>>()?;
        let least = kept.iter().map(|kept| kept.lower).min()?;
        let best = kept.into_iter().filter(|kept| kept.lower == least).filter_map(|kept| kept.strategy);
        let order = if pieces > 1 { self.evaluator.guesses(part, least + 1) } else { Vec::new() };
        let rank = |strategy: &Strategy| self.problem.game.rank(&strategy.guess);
        best.min_by_key(|strategy| order.iter().position(|guess| u64::from(guess.rank) == rank(strategy)))
    }

    /// The number of pieces of a part.
    fn pieces_of(&self, part: &[u32]) -> usize {
        if self.archive.is_some() { part.len().div_ceil(CANDIDATES_OF_PIECE) } else { 1 }
    }

    fn piece(&self, first: ScoredGuess, response: Option<Response>, share: (usize, usize)) -> Piece {
        Piece { first: self.problem.game.unrank(first.rank.into()), response, share }
    }

    fn kept(&self, first: ScoredGuess, response: Option<Response>, share: (usize, usize)) -> Option<PieceBound> {
        self.archive?.load(&self.piece(first, response, share))
    }

    /// Reports a lower bound. [`IMPOSSIBLE`] is not a number of guesses.
    fn raise_lower(&self, least: Cost) {
        if least < IMPOSSIBLE {
            self.monitor.raise_lower(least / self.evaluator.costs.prices.unit());
        }
    }

    /// Proves the cost with a first guess, or that it is not below the limit, as far as its pieces are kept or of this search.
    fn prove_with(
        &self,
        root: &Node<'_>,
        number: usize,
        firsts: &[FirstGuess],
        limit: &AtomicU64,
    ) -> Result<(), Stopped> {
        let first = &firsts[number];
        let unit = self.evaluator.costs.prices.unit();
        let raise = |lower: Cost| {
            first.lower.fetch_max(lower, Relaxed);
            let least = firsts.iter().map(|first| first.lower.load(Relaxed)).min().unwrap_or(lower);
            self.raise_lower(least.min(limit.load(Relaxed)));
        };
        let keep = |lower: Cost| {
            if let Some(archive) = self.archive {
                archive.save(&self.piece(first.guess, None, (0, 1)), &PieceBound { lower, strategy: None });
            }
        };
        let below = limit.load(Relaxed);
        if first.lower.load(Relaxed) >= below {
            return Ok(());
        }
        let Some(Expansion { total, partition, children, symmetry }) = self.expand_far(root, first.guess, below)?
        else {
            raise(below);
            keep(below);
            return Ok(());
        };
        let left = self.evaluator.left_after(root.left);
        // What is kept is read first, so that no thread searches with a looser limit what is proved.
        let load = |response: usize, share| {
            let kept = self.kept(first.guess, Some(Response::from_index(response)), share)?;
            Some((kept.lower, kept.strategy.is_some()))
        };
        let part = |child: &Child| {
            let pieces = self.pieces_of(partition.part(child.response));
            let kept: Vec<_> = (0..pieces).map(|share| load(child.response, (share, pieces))).collect();
            let costs = kept.iter().flatten().filter(|(_, is_exact)| *is_exact).map(|(cost, _)| *cost);
            let cost = costs.min().unwrap_or(IMPOSSIBLE);
            Part { kept, cost, pieces_left: pieces, least: (Cost::MAX, Reverse(false)), bound: child.bound }
        };
        let parts: Vec<Mutex<Part>> = children.iter().map(|child| Mutex::new(part(child))).collect();
        // The sum of the lower bounds, which only grows.
        let total = AtomicU64::new(total);
        let prove_piece = |(child, share): (usize, usize)| {
            let (Child { key, response, .. }, part) = (&children[child], &parts[child]);
            let ranks = partition.part(*response);
            let (pieces, before) = (self.pieces_of(ranks), lock(part).bound);
            let others = total.load(Relaxed) - before.lower;
            let below = limit.load(Relaxed).saturating_sub(others);
            if before.stage == EvaluationStage::Exact || before.lower >= below {
                return Ok(());
            }
            let piece = self.piece(first.guess, Some(Response::from_index(*response)), (share, pieces));
            let node = Node { ranks, left, depth: 1, symmetry: &symmetry };
            // Other pieces of the part may be exact, and only what costs no more is of interest.
            let (below, kept) = {
                let part = lock(part);
                (below.min(part.cost + 1), part.kept[share])
            };
            let kept = kept.or_else(|| load(*response, (share, pieces)));
            let in_table = self.table.get(*key).map(|bound| (bound.lower, bound.stage == EvaluationStage::Exact));
            let known = [kept, in_table].into_iter().flatten().find(|(lower, is_exact)| *is_exact || *lower >= below);
            let (lower, is_exact) = match (known, self.archive) {
                (Some(known), _) => known,
                (None, Some(archive)) if !archive.is_own(number + children.len() - 1 - child + share) => return Ok(()),
                (None, archive) => {
                    self.monitor.begin_piece(piece);
                    let cost = match pieces {
                        1 => self.search(&node, *key, below)?,
                        _ => self.search_share(&node, (share, pieces), below)?,
                    };
                    if let Some(archive) = archive {
                        let strategy =
                            cost.map(|cost| self.strategy_of_share(&node, (share, pieces), cost)).transpose()?;
                        archive.save(&piece, &PieceBound { lower: cost.unwrap_or(below), strategy });
                    }
                    (cost.unwrap_or(below), cost.is_some())
                }
            };
            let mut part = lock(part);
            part.cost = part.cost.min(if is_exact { lower } else { IMPOSSIBLE });
            part.least = part.least.min((lower, Reverse(is_exact)));
            part.pieces_left -= 1;
            if part.pieces_left == 0 {
                let (lower, Reverse(is_exact)) = part.least;
                let lower = lower.max(before.lower);
                let stage = if is_exact { EvaluationStage::Exact } else { EvaluationStage::AllGuesses };
                part.bound = CostBound { lower, reach: lower, stage };
                let total = total.fetch_add(lower - before.lower, Relaxed) + lower - before.lower;
                raise(total);
                self.table.put(*key, ranks.len(), part.bound);
            }
            Ok(())
        };
        // The small parts first, because what their bounds add saves work in the large ones.
        let pieces = (0..children.len()).flat_map(|child| {
            let pieces = self.pieces_of(partition.part(children[child].response));
            (0..pieces).map(move |share| (child, share))
        });
        let (pieces, stopped) = (Mutex::new(pieces), AtomicBool::new(false));
        let work = || {
            while !stopped.load(Relaxed) {
                let Some(piece) = lock(&pieces).next() else { break };
                if prove_piece(piece) == Err(Stopped) {
                    stopped.store(true, Relaxed);
                }
            }
        };
        let work = &work;
        rayon::scope(|scope| {
            (1..self.resources.threads).for_each(|_| scope.spawn(move |_| work()));
            work();
        });
        if stopped.into_inner() {
            return Err(Stopped);
        }
        let is_exact = |part: &Mutex<Part>| lock(part).bound.stage == EvaluationStage::Exact;
        let total = total.into_inner();
        raise(total);
        let below = limit.load(Relaxed);
        if total < below && parts.iter().all(is_exact) {
            first.is_exact.store(true, Relaxed);
            limit.fetch_min(total + 1, Relaxed);
            self.monitor.reduce_upper(total / unit);
        } else if total >= below {
            keep(total);
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
