//! What is asked, and the answer.

use super::{
    costs::{Cost, Costs, NEVER},
    game::Game,
    search::{Finder, Node},
    strategy::Strategy,
    watch::{Bounds, Stopped, Watch},
};

/// What the best strategy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Goal {
    /// The longest game is to be as short as can be; only then the guesses that all secrets take together count.
    pub least_worst: bool,
    /// No secret may take more guesses than that.
    pub within: Option<usize>,
    /// Of the strategies that are equally good by that, one whose longest game is as short as can be, with the fewest secrets
    /// that take so many guesses.
    pub fewest_last: bool,
}

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// So many bytes are for remembering sets of candidates. A board takes some more: 64 bytes a code.
    pub bytes: usize,
    /// So many threads share the work. What they find does not depend on it.
    pub threads: usize,
}

/// A strategy that is proved to be the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The guesses that all secrets take together, each times its weight.
    pub total: u64,
    /// The guesses of the longest game.
    pub worst: usize,
    /// The strategy.
    pub strategy: Strategy,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// No strategy finds every secret with so many guesses: that is proved.
    Impossible(usize),
    /// The search was stopped, or was not allowed more work. What is known of the question it was at, with the strategy that
    /// has [`Bounds::most`].
    Stopped(Bounds, Option<Strategy>),
}

impl Means {
    /// One thread, and so many bytes as serve a board.
    #[must_use]
    pub fn of(game: &Game) -> Means {
        Means { bytes: Means::useful(game), threads: 1 }
    }

    /// More bytes hardly help: 2 MB for 4x6, 67 MB for 4x8, 460 MB for 5x6.
    #[must_use]
    pub fn useful(game: &Game) -> usize {
        (game.secrets().saturating_pow(3) >> 10).max(1 << 18)
    }
}

/// The best strategy for a game.
///
/// The answer is the same whatever the means, and each time.
///
/// # Errors
/// [`Unsolved`] when there is no such strategy, or the search is stopped.
///
/// ```
/// use solver::{Game, Goal, Guessing, Means, Watch, solve};
/// let game = Game::new("3x4".parse()?, Guessing::Any).unwrap();
/// let answer = solve(&game, Goal::default(), Means::of(&game), &Watch::default()).unwrap();
/// assert_eq!((answer.total, answer.strategy.by_guesses()), (206, vec![1, 7, 33, 23]));
/// # Ok::<(), scsa::SizeError>(())
/// ```
pub fn solve(game: &Game, goal: Goal, means: Means, watch: &Watch) -> Result<Answer, Unsolved> {
    let ask = |within, tells_last, below| Question { game, means, watch, within, tells_last }.answer(below);
    let found = if goal.least_worst {
        // The shortest game first that responses allow.
        let most = goal.within.unwrap_or(usize::MAX);
        let mut within = 1;
        loop {
            if within > most {
                return Err(Unsolved::Impossible(most));
            }
            if let Some(found) = ask(Some(within), false, NEVER)? {
                break found;
            }
            within += 1;
        }
    } else {
        match (ask(goal.within, false, NEVER)?, goal.within) {
            (Some(found), _) => found,
            (None, within) => return Err(Unsolved::Impossible(within.unwrap_or(usize::MAX))),
        }
    };
    let mut answer = found;
    if goal.fewest_last {
        // With the same total, and a shorter longest game.
        while !goal.least_worst && answer.worst > 1 {
            let Some(shorter) = ask(Some(answer.worst - 1), false, answer.total + 1)? else { break };
            answer = shorter;
        }
        answer = ask(Some(answer.worst), true, answer.total + 1)?.unwrap_or(answer);
    }
    Ok(answer)
}

/// What the secrets take together with no more than some guesses.
#[derive(Clone, Copy)]
struct Question<'a> {
    game: &'a Game,
    means: Means,
    watch: &'a Watch,
    within: Option<usize>,
    tells_last: bool,
}

impl Question<'_> {
    /// The best strategy that takes fewer guesses than that; none where there is none.
    fn answer(self, below: u64) -> Result<Option<Answer>, Unsolved> {
        let Question { game, means, watch, within, tells_last } = self;
        watch.ask(within);
        let costs = Costs::new(game.size, game.secrets(), game.weights.clone(), within, tells_last);
        let unit = costs.unit();
        let bytes = means.bytes.min(Means::useful(game));
        let finder = Finder::new(game, watch, costs, bytes, means.threads);
        let report = |cost: Cost| {
            // That there is no strategy at all is not a number of guesses.
            if cost < NEVER {
                watch.at_least(cost / unit);
            }
        };
        let left = within.unwrap_or(usize::MAX);
        let mut root = Node { places: &game.secrets, left, depth: 0, alike: &game.alike, report: Some(&report) };
        let quick = finder.quick(&Node { report: None, ..root }).ok().filter(|(cost, _)| *cost < NEVER);
        if let Some((cost, _)) = &quick {
            watch.at_most(cost / unit);
        }
        let known = quick.as_ref().map_or(NEVER, |(cost, _)| cost + 1);
        let limit = known.min(below.saturating_mul(unit));
        let stopped = |Stopped| Unsolved::Stopped(watch.bounds(), quick.as_ref().map(|(_, strategy)| strategy.clone()));
        let Some(cost) = finder.cost_below(&root, limit).map_err(stopped)? else { return Ok(None) };
        watch.at_least(cost / unit);
        watch.at_most(cost / unit);
        root.report = None;
        let strategy = finder.strategy(&root, cost).map_err(stopped)?;
        Ok(Some(Answer { total: cost / unit, worst: strategy.by_guesses().len(), strategy }))
    }
}
