//! The player with an optimal strategy.

use crate::{
    Briefing, Entrant, Player, PlayerInstance, Refusal,
    tree::{Branch, Tree, Walk},
};
use scsa::{Code, Rng, Size, Turn};
use solver::{Game, Goal, Guessing, Means, Strategy, Watch, solve};
use std::sync::Arc;

/// Plays a strategy with which all codes together take the fewest guesses that any strategy can: 5625 at 4x6 (Koyama and Lai
/// 1993); or, where every guess is to be `CONSISTENT`, that any strategy of such guesses can: 5660. It is searched for before
/// the match, which takes a tenth of a second at 4x6, and proved to be the best, or was proved before.
///
/// Every code is as likely as any other to it, whatever it is told of the codemaker.
#[derive(Clone, Debug)]
pub struct Optimal<const CONSISTENT: bool> {
    tree: Arc<Walk>,
}

/// Strategies of all guesses that take long to find: found and proved by `arena solve --size SIZE --csv FILE`.
const AT_HAND: [(&str, &[u8]); 3] = [
    ("4x8", include_bytes!("../../results/optimal/4x8.csv")),
    ("4x9", include_bytes!("../../results/optimal/4x9.csv")),
    ("5x6", include_bytes!("../../results/optimal/5x6.csv")),
];

impl<const CONSISTENT: bool> Optimal<CONSISTENT> {
    /// More codes than these are not searched.
    const MOST_CODES: u64 = 3200;
    /// So many sets of candidates are looked at, which takes some seconds. At 4x6 there are 2 thousand, at 4x7 60 thousand.
    const LOOKS: u64 = 100_000;
    /// The same with more pegs than seven, where a look takes ten times as long. At 10x2 there are 20 thousand.
    const LOOKS_AT_MANY_PEGS: u64 = 25_000;

    /// The strategy at a size; none where it takes too long to find.
    fn find(size: Size) -> Option<Walk> {
        let at_hand = AT_HAND.iter().find(|(name, _)| !CONSISTENT && *name == size.to_string());
        if let Some((_, file)) = at_hand {
            return Some(Walk::new(&Tree::from_csv(file).ok()?));
        }
        size.count_at_most(Self::MOST_CODES)?;
        let looks = if size.pegs() > 7 { Self::LOOKS_AT_MANY_PEGS } else { Self::LOOKS };
        let guessing = if CONSISTENT { Guessing::Consistent } else { Guessing::Any };
        let game = Game::new(size, guessing)?;
        let answer = solve(&game, Goal::default(), Means::of(&game), &Watch::new(looks)).ok()?;
        Some(Walk::new(&Tree::new(size, branch(&answer.strategy))))
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

fn branch(strategy: &Strategy) -> Branch {
    let next = strategy.next.iter().map(|(feedback, next)| (*feedback, branch(next))).collect();
    Branch::new(strategy.guess, strategy.wins, next)
}
