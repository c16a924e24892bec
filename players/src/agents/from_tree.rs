//! Players whose whole strategy is a tree: an optimal one, or that of a file.

use crate::asking::lowest_unguessed;
use crate::tree::{Branch, Tree, TreeFile};
use crate::{Briefing, Entrant, ParameterizedEntrant, Player, PlayerInstance, Refusal};
use scsa::{Code, Game, Rng, Turn};
use solver::{AllowedGuesses, ListedProblem, Objective, Resources, SearchMonitor, SolveError, Strategy, solve};
use std::sync::Arc;

/// Plays a strategy with the fewest guesses for all codes together: 5625 at 4x6 (Koyama and Lai 1993). If `CONSISTENT`, it is
/// the best strategy of consistent guesses: 5660 at 4x6. The strategy is found and proved optimal before the match, which takes a
/// tenth of a second at 4x6, or is a precomputed one.
///
/// It assumes that all codes are equally likely, whatever it knows of the codemaker. After guesses of others it searches for the best
/// strategy again, with a node budget; if that runs out, the guess is that of the best strategy so far. Where feedback contradicts
/// itself it guesses the lowest code that was not guessed yet.
#[derive(Clone, Debug)]
pub struct OptimalPlayer<const CONSISTENT: bool> {
    tree: Arc<Tree>,
}

/// The optimal strategy of any guesses.
pub type Optimal = OptimalPlayer<false>;

pub type ConsistentOptimal = OptimalPlayer<true>;

/// Strategies of any guesses that take long to find: found and proved by `arena solve --size GAME --csv FILE`.
const PRECOMPUTED: [(&str, &[u8]); 7] = [
    ("4x8", include_bytes!("../../optimal/4x8.csv")),
    ("4x9", include_bytes!("../../optimal/4x9.csv")),
    ("4x10", include_bytes!("../../optimal/4x10.csv")),
    ("4x11", include_bytes!("../../optimal/4x11.csv")),
    ("4x12", include_bytes!("../../optimal/4x12.csv")),
    ("4x10n", include_bytes!("../../optimal/4x10n.csv")),
    ("5x6", include_bytes!("../../optimal/5x6.csv")),
];

impl<const CONSISTENT: bool> OptimalPlayer<CONSISTENT> {
    const MAX_CODES: u64 = if CONSISTENT { 10_000 } else { 3200 };
    /// The same where no color comes twice: a set of candidates takes less time.
    const MAX_CODES_WITHOUT_REPEATS: u64 = if CONSISTENT { 10_000 } else { 5040 };
    /// The node budget of a search, in sets of candidates, which takes some seconds. 4x7 takes 48 thousand; 5x6 with consistent guesses, 161.
    const NODE_BUDGET: u64 = if CONSISTENT { 200_000 } else { 100_000 };
    /// The node budget with more than seven pegs, where a node takes ten times as long. 10x2 takes 20 thousand.
    const NODE_BUDGET_OF_MANY_PEGS: u64 = 25_000;
    const NODE_BUDGET_AFTER_OTHERS: u64 = 2_000;
    const GUESSES: AllowedGuesses = if CONSISTENT { AllowedGuesses::Consistent } else { AllowedGuesses::Any };

    /// The strategy in a game; none if it takes too long to find.
    fn find(game: Game) -> Option<Tree> {
        let precomputed = PRECOMPUTED.iter().find(|(name, _)| !CONSISTENT && *name == game.to_string());
        if let Some((_, file)) = precomputed {
            return Tree::from_csv(file).ok();
        }
        game.count_at_most(if game.allows_repeats() { Self::MAX_CODES } else { Self::MAX_CODES_WITHOUT_REPEATS })?;
        let budget = if game.pegs() > 7 { Self::NODE_BUDGET_OF_MANY_PEGS } else { Self::NODE_BUDGET };
        let listed = ListedProblem::new(game, Self::GUESSES)?;
        let answer =
            solve(&listed, Objective::default(), Self::resources(&listed), &SearchMonitor::new(budget)).ok()?;
        Some(Tree::new(game, branch(game, &answer.strategy)))
    }

    /// With a table of 64 MB at most, with which a search evaluates hardly more sets of candidates.
    fn resources(problem: &ListedProblem) -> Resources {
        let Resources { table_bytes, threads } = Resources::for_problem(problem);
        Resources { table_bytes: table_bytes.min(1 << 26), threads }
    }

    fn after_others(game: Game, turns: &[Turn]) -> Code {
        let codes: Vec<(Code, f64)> =
            game.codes().filter(|code| game.is_consistent(code, turns)).map(|code| (code, 1.0)).collect();
        let best = || {
            let listed = ListedProblem::with_secrets(game, Self::GUESSES, &codes)?;
            let monitor = SearchMonitor::new(Self::NODE_BUDGET_AFTER_OTHERS);
            match solve(&listed, Objective::default(), Self::resources(&listed), &monitor) {
                Ok(solution) => Some(solution.strategy.guess),
                Err(SolveError::Stopped(_, strategy)) => strategy.map(|strategy| strategy.guess),
                Err(SolveError::Impossible(_) | SolveError::Unfinished(_) | SolveError::Weights) => None,
            }
        };
        match &codes[..] {
            [] => lowest_unguessed(game, turns),
            [(code, _)] | [(code, _), _] => *code,
            [(code, _), ..] => best().unwrap_or(*code),
        }
    }
}

impl<const CONSISTENT: bool> Player for OptimalPlayer<CONSISTENT> {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.tree.own_guess(turns).unwrap_or_else(|| Self::after_others(self.tree.game(), turns))
    }
}

/// The tree of a player of these kinds; none for other players.
pub fn tree(player: &PlayerInstance) -> Option<Tree> {
    let any = player.downcast_ref::<Optimal>().map(|player| &player.tree);
    let consistent = || player.downcast_ref::<ConsistentOptimal>().map(|player| &player.tree);
    let read = || player.downcast_ref::<FromFile>().map(|player| &player.tree);
    any.or_else(consistent).or_else(read).map(|tree| Tree::clone(tree))
}

impl<const CONSISTENT: bool> Entrant for OptimalPlayer<CONSISTENT> {
    const NAME: &'static str = if CONSISTENT { "consistent-optimal" } else { "optimal" };
    const SUMMARY: &'static str = if CONSISTENT {
        "plays an optimal strategy of consistent guesses, proved before the match"
    } else {
        "plays an optimal strategy (fewest guesses for all codes together), proved before the match"
    };

    fn prepare(briefing: &Briefing) -> Result<Self, Refusal> {
        let tree = Self::find(briefing.game).ok_or_else(|| {
            Refusal::new("its best strategy takes too long to find").with_hint("choose a smaller game")
        })?;
        Ok(OptimalPlayer { tree: Arc::new(tree) })
    }
}

fn branch(game: Game, strategy: &Strategy) -> Branch {
    let next = strategy.next.iter().map(|(feedback, next)| (*feedback, branch(game, next))).collect();
    Branch::new(game.with_repeats().rank(&strategy.guess) as u32, strategy.wins, next)
}

/// Plays the tree of a file, in the game of the tree: `tree:knuth.csv`. After feedback that no secret of the tree gives, it
/// repeats its last guess.
#[derive(Clone, Debug)]
pub struct FromFile {
    tree: Arc<Tree>,
}

impl Player for FromFile {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.tree.next_guess(turns)
    }
}

impl ParameterizedEntrant for FromFile {
    const NAME: &'static str = "tree";
    const SUMMARY: &'static str = "plays the strategy of a file that `arena tree PLAYER --csv FILE` has written";
    const PARAMETER: &'static str = "FILE";
    type Parameter = TreeFile;

    fn only_game(file: &TreeFile) -> Option<Game> {
        Some(file.tree.game())
    }

    fn prepare(briefing: &Briefing, file: &TreeFile) -> Result<FromFile, Refusal> {
        let game = file.tree.game();
        if game != briefing.game {
            let reason = format!("the tree of {file} is for {game}");
            return Err(Refusal::new(reason).with_hint(format!("choose {game}")));
        }
        Ok(FromFile { tree: Arc::clone(&file.tree) })
    }
}
