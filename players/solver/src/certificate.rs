//! A certificate of a lower bound: sets of candidates with proved bounds, each of which follows from those before it.

use crate::evaluator::{Cost, EvaluationStage, Node};
use crate::monitor::Stopped;
use crate::search::BranchAndBound;
use crate::table::SetKey;
use scsa::Code;
use std::collections::HashMap;
use std::fmt;

/// A set of candidates and a lower bound of their cost.
///
/// With each guess that is allowed, the parts cost at least the bound in sum, where a part, up to the names of pegs and colors, has the bound
/// of an earlier lemma, or the least sum of what its own parts cost by their sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The candidates.
    pub candidates: Vec<Code>,
    /// They cost no less.
    pub bound: u64,
}

impl fmt::Display for Lemma {
    /// The bound, and the codes in letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bound)?;
        self.candidates.iter().try_for_each(|code| write!(f, " {code}"))
    }
}

/// The lemmas so far.
#[derive(Default)]
struct Certificate {
    lemmas: Vec<Lemma>,
    /// The bounds of lemmas by their sets.
    bounds: HashMap<SetKey, Cost>,
    /// What one guess proves, by set.
    by_one_guess: HashMap<SetKey, Cost>,
}

impl BranchAndBound<'_> {
    /// Lemmas, of which the last one says that the candidates cost no less than this.
    pub fn certificate(&self, node: &Node<'_>, bound: Cost) -> Result<Vec<Lemma>, Stopped> {
        let mut certificate = Certificate::default();
        self.certify(node, bound, &mut certificate)?;
        Ok(certificate.lemmas)
    }

    fn certify(&self, node: &Node<'_>, bound: Cost, certificate: &mut Certificate) -> Result<(), Stopped> {
        let key = self.key(node.ranks, node.left);
        if certificate.bounds.get(&key).is_some_and(|known| *known >= bound) {
            return Ok(());
        }
        for guess in self.evaluator.guesses(node, bound) {
            let symmetry = node.symmetry.after(&self.problem.game.unrank(guess.rank.into()));
            let partition = self.evaluator.partition(guess.rank, node.ranks);
            let (mut sum, mut parts) = (guess.score, Vec::new());
            for (response, ranks) in partition.iter() {
                if response == self.evaluator.winning_index() || ranks.len() <= 2 || ranks.len() == node.ranks.len() {
                    continue;
                }
                let part = Node { ranks, left: node.left, depth: node.depth + 1, symmetry: &symmetry };
                let key = self.key(ranks, node.left);
                let by_one_guess = match certificate.by_one_guess.get(&key) {
                    Some(known) => *known,
                    None => *certificate.by_one_guess.entry(key).or_insert(self.by_one_guess(&part)),
                };
                let known = certificate.bounds.get(&key).copied().unwrap_or(0).max(by_one_guess);
                sum += known - self.evaluator.bound_by_size(ranks, node.left).lower;
                parts.push((part, key, known));
            }
            // The small parts first, as in the search.
            parts.sort_by_key(|(part, ..)| part.ranks.len());
            for (part, key, known) in parts {
                if sum >= bound {
                    break;
                }
                let below = known + bound - sum;
                let proved = match self.table.get(key) {
                    Some(kept) if kept.stage == EvaluationStage::Exact || kept.lower >= below => kept.lower,
                    _ => self.cost_below(&part, below)?.unwrap_or(below),
                };
                if proved > known {
                    self.certify(&part, proved, certificate)?;
                    sum += proved - known;
                }
            }
        }
        certificate.bounds.insert(key, bound);
        let candidates = node.ranks.iter().map(|rank| self.problem.game.unrank((*rank).into())).collect();
        certificate.lemmas.push(Lemma { candidates, bound });
        Ok(())
    }

    /// The least sum, over all guesses, of what their parts cost by their sizes.
    fn by_one_guess(&self, node: &Node<'_>) -> Cost {
        let before = self.evaluator.bound_by_candidates(node.ranks, node.left);
        if before.stage >= EvaluationStage::AllGuesses {
            return before.lower;
        }
        self.evaluator.bound_by_all_guesses(node, before).lower
    }
}
