//! Strategies from a search: the optimal one, by the costs that were found, and a good one for the first upper bound.

use super::{
    costs::{Cost, IMPOSSIBLE},
    monitor::Stopped,
    problem::AllowedGuesses,
    search::{BranchAndBound, Node},
    strategy::RankStrategy,
};
use partition::{CandidateBitmaps, Criterion, GuessList, GuessSearch, Scorer};
use scsa::Feedback;

impl BranchAndBound<'_> {
    /// The strategy for the candidates of a node with this cost. Of the guesses with that cost it has the first one by their
    /// lower bounds, then by whether it is a candidate, then by rank.
    pub fn strategy(&self, node: &Node<'_>, cost: Cost) -> Result<RankStrategy, Stopped> {
        if let [rank] = *node.ranks {
            return Ok(RankStrategy { guess: rank, wins: true, next: Vec::new() });
        }
        let guess = self.guess(node, cost)?;
        self.strategy_with(node, guess, |node| self.strategy(node, self.cost(node)?))
    }

    /// The strategy with this guess first, from the strategies for its parts.
    fn strategy_with(
        &self,
        node: &Node<'_>,
        guess: u32,
        mut of_part: impl FnMut(&Node<'_>) -> Result<RankStrategy, Stopped>,
    ) -> Result<RankStrategy, Stopped> {
        let symmetry = node.symmetry.after(&self.problem.size.unrank(guess.into()));
        let left = self.evaluator.left_after(node.left);
        let (mut next, mut wins) = (Vec::new(), false);
        for (index, ranks) in self.evaluator.partition(guess, node.ranks).iter() {
            if index == self.evaluator.winning_index() {
                wins = true;
            } else {
                let node = Node { ranks, left, depth: node.depth + 1, symmetry: &symmetry, report: None };
                next.push((Feedback::from_index(index), of_part(&node)?));
            }
        }
        Ok(RankStrategy { guess, wins, next })
    }

    /// The first guess with which the candidates cost no more than this.
    fn guess(&self, node: &Node<'_>, cost: Cost) -> Result<u32, Stopped> {
        if let [first, _] = *node.ranks {
            return Ok(first);
        }
        for guess in self.evaluator.guesses(node.ranks, node.left, node.symmetry, 0, cost + 1) {
            if self.cost_with_guess(node, guess, cost + 1, None)?.is_some() {
                return Ok(guess.rank);
            }
        }
        Ok(node.ranks[0])
    }

    /// A strategy without search, and its cost: always the guess with the smallest expected part (Irving 1979).
    pub fn greedy(&self, node: &Node<'_>) -> Result<(Cost, RankStrategy), Stopped> {
        // With very many candidates even this takes long enough to be stopped.
        self.monitor.check()?;
        if let [rank] = *node.ranks {
            let strategy = RankStrategy { guess: rank, wins: true, next: Vec::new() };
            return Ok((self.evaluator.costs.lower_bound(node.ranks, node.left), strategy));
        }
        let size = self.problem.size;
        let candidates = CandidateBitmaps::new(size, node.ranks);
        let scorer = Scorer::new(Criterion::ExpectedSize, node.ranks.len(), size.pegs());
        let search = GuessSearch { size, candidates: &candidates, scorer: &scorer, stop_at: None, parallel: false };
        let best = match self.problem.allowed {
            AllowedGuesses::Any | AllowedGuesses::Distinct if node.ranks.len() > 2 => search.best_of_all(node.symmetry),
            _ => search.best_of_list(&GuessList::of(size, node.ranks.iter().copied())),
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
