//! The guesses that are tried for a set of candidates where not all are.

use crate::evaluator::{Evaluator, Node};
use crate::partition::{Criterion, Score, ScoredGuess, Scorer};
use crate::problem::ListedProblem;
use std::collections::HashSet;

/// The most first guesses that are tried.
const FIRST: usize = 3;

/// Which guesses are tried for a set of candidates: those of the lowest [estimates](Criterion::EstimatedGuesses).
pub struct BestGuesses {
    most: usize,
    scorer: Scorer,
}

impl BestGuesses {
    pub fn new(most: usize, problem: &ListedProblem) -> BestGuesses {
        let scorer = Scorer::new(Criterion::EstimatedGuesses, problem.secrets.len(), problem.game.pegs());
        BestGuesses { most, scorer }
    }

    /// The guesses to try, in the order of their estimates, one of each symmetry class, without bounds as their scores. They do not depend on
    /// what was found before.
    pub fn of(&self, evaluator: &Evaluator<'_>, node: &Node<'_>) -> Vec<ScoredGuess> {
        let mut guesses = evaluator.scored(node, &self.scorer, Score::MAX);
        let most = if node.depth == 0 { self.most.min(FIRST) } else { self.most };
        let (mut classes, mut best) = (HashSet::new(), Vec::new());
        // Few of the best are equivalent.
        let mut next = most.saturating_mul(2);
        while best.len() < most && !guesses.is_empty() {
            let rest = if next < guesses.len() {
                guesses.select_nth_unstable(next);
                guesses.split_off(next)
            } else {
                Vec::new()
            };
            guesses.sort_unstable();
            let game = evaluator.problem.game;
            let class = |guess: &ScoredGuess| node.symmetry.canonical_rank(&game.unrank(guess.rank.into()));
            best.extend(guesses.into_iter().filter(|guess| classes.insert(class(guess))));
            (guesses, next) = (rest, next.saturating_mul(2));
        }
        best.truncate(most);
        best.iter_mut().for_each(|guess| guess.score = 0);
        best
    }
}
