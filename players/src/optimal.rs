//! The player with an optimal strategy.

use crate::{
    Briefing, Entrant, Player, PlayerInstance, Refusal,
    tree::{Branch, Tree, Walk},
};
use scsa::{Code, Rng, Size, Turn};
use solver::{AllowedGuesses, ListedProblem, Objective, RankStrategy, Resources, SearchMonitor, solve};
use std::sync::Arc;

/// Plays an optimal strategy: all codes together take the fewest guesses that any strategy can, 5625 at 4x6 (Koyama and Lai
/// 1993); or, where every guess is to be `CONSISTENT`, that any strategy of consistent guesses can, 5660. It is found and proved
/// before the match, which takes a tenth of a second at 4x6, or is precomputed.
///
/// It takes all codes as equally probable, whatever it knows of the codemaker.
#[derive(Clone, Debug)]
pub struct Optimal<const CONSISTENT: bool> {
    tree: Arc<Walk>,
}

/// Precomputed optimal strategies of sizes where the search takes long: found and proved by `arena solve --size SIZE --csv FILE`.
const PRECOMPUTED: [(&str, &[u8]); 3] = [
    ("4x8", include_bytes!("../../results/optimal/4x8.csv")),
    ("4x9", include_bytes!("../../results/optimal/4x9.csv")),
    ("5x6", include_bytes!("../../results/optimal/5x6.csv")),
];

impl<const CONSISTENT: bool> Optimal<CONSISTENT> {
    /// The most codes of a board that is searched.
    const MOST_CODES: u64 = 3200;
    /// The node budget of the search, some seconds. 4x6 takes 2 thousand nodes, 4x7 60 thousand.
    const NODE_BUDGET: u64 = 100_000;
    /// The same with more than seven pegs, where a node takes ten times as long. 10x2 takes 20 thousand nodes.
    const NODE_BUDGET_MANY_PEGS: u64 = 25_000;

    /// The strategy at a size; none where the search takes too long.
    fn find(size: Size) -> Option<Walk> {
        let precomputed = PRECOMPUTED.iter().find(|(name, _)| !CONSISTENT && *name == size.to_string());
        if let Some((_, file)) = precomputed {
            return Some(Walk::new(&Tree::from_csv(file).ok()?));
        }
        size.count_at_most(Self::MOST_CODES)?;
        let node_budget = if size.pegs() > 7 { Self::NODE_BUDGET_MANY_PEGS } else { Self::NODE_BUDGET };
        let guessing = if CONSISTENT { AllowedGuesses::Consistent } else { AllowedGuesses::Any };
        let problem = ListedProblem::new(size, guessing)?;
        let resources = Resources::for_problem(&problem);
        let solution = solve(&problem, Objective::default(), resources, &SearchMonitor::new(node_budget)).ok()?;
        Some(Walk::new(&Tree::new(size, branch(&solution.strategy))))
    }
}

impl<const CONSISTENT: bool> Player for Optimal<CONSISTENT> {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.tree.guess(turns)
    }
}

/// The tree of a player of this kind.
pub fn tree(player: &PlayerInstance) -> Option<Tree> {
    let free = player.downcast_ref::<Optimal<false>>().map(|player| &player.tree);
    free.or_else(|| player.downcast_ref::<Optimal<true>>().map(|player| &player.tree)).map(|walk| walk.tree())
}

impl<const CONSISTENT: bool> Entrant for Optimal<CONSISTENT> {
    const NAME: &'static str = if CONSISTENT { "consistent-optimal" } else { "optimal" };
    const SUMMARY: &'static str = if CONSISTENT {
        "the consistent guesses that take the fewest for all codes together, proved before the match"
    } else {
        "the fewest guesses that any strategy takes for all codes together, proved before the match"
    };

    fn prepare(briefing: &Briefing) -> Result<Self, Refusal> {
        let tree = Self::find(briefing.size).ok_or_else(|| {
            Refusal::new("its best strategy takes too long to find").with_hint("choose a smaller size")
        })?;
        Ok(Optimal { tree: Arc::new(tree) })
    }
}

fn branch(strategy: &RankStrategy) -> Branch {
    let next = strategy.next.iter().map(|(feedback, next)| (*feedback, branch(next))).collect();
    Branch::new(strategy.guess, strategy.wins, next)
}
