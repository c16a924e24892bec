//! Optimal strategies, proved and replayed.
//!
//! [`prove`] searches for the best strategy of an [`OptimalProblem`] with the crate `solver`, writes it as a tree, and plays the tree
//! against every secret with the feedback of the referee.

use crate::notation::Notation;
use crate::tree::{Secrets, Tree, TreeError, UncheckedTree, history};
use scsa::{Code, Game, Response, Scsa, Turn, support};
use solver::{
    AllowedGuesses, Bounds, Keep, ListedProblem, Minimized, Objective, Resources, SearchMonitor, SolveError, Strategy,
    solve, solve_and_keep,
};
use std::collections::HashSet;
use thiserror::Error;

/// A problem: of which strategies the best is searched for, and what is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptimalProblem {
    /// The game.
    pub game: Game,
    /// Which codes are secrets. Those of a codemaker are weighted by their probability.
    pub secrets: Secrets,
    /// Which guesses are allowed.
    pub guessing: AllowedGuesses,
    /// What is minimized.
    pub goal: Objective,
}

/// The best strategy that was found.
#[derive(Clone, Debug)]
pub struct OptimalStrategy {
    /// What is minimized in the end: the total, or the weight of the secrets that take the most guesses.
    pub cost: u64,
    /// A proved lower bound of the cost of any strategy. It equals `cost` where this strategy is proved to be optimal, which
    /// is open where only the best few guesses are searched.
    pub lower_bound: u64,
    /// The total: the sum over all secrets of weight times guesses.
    pub total: u64,
    /// The sum of the weights of all secrets: their number, where they are equally probable.
    pub weight: u64,
    /// The strategy.
    pub tree: Tree,
    /// The number of secrets found with one guess, with two, and so on, counted by playing it against every secret.
    pub by_guesses: Vec<u64>,
}

/// Why there is no proved strategy.
#[derive(Clone, Debug, Error)]
pub enum ProofError {
    /// The board has more codes than the search supports, or the secrets cannot be enumerated, for this reason.
    #[error("{0}")]
    Secrets(String),
    /// It is proved that no strategy finds every secret within this many guesses.
    #[error("no strategy finds every secret with {0} guesses")]
    Impossible(usize),
    /// The search was stopped; these bounds are proved.
    #[error("stopped: it is proved that {0} are needed")]
    Stopped(Bounds),
    /// Pieces of the proof are left to other searches; these bounds are proved.
    #[error("pieces are left to other searches: it is proved that {0} are needed")]
    Unfinished(Bounds),
    /// The replay of the strategy does not confirm it, for this reason: a defect of the search.
    #[error("the strategy that was found does not hold: {0}")]
    Replay(String),
}

impl OptimalProblem {
    /// Checks that the codes of the game can be listed for a search.
    ///
    /// # Errors
    /// [`ProofError::Secrets`] when there are too many.
    pub fn check(&self) -> Result<(), ProofError> {
        listed_codes(self.game).map(drop).ok_or_else(|| too_large(self.game))
    }

    /// The secrets of a board whose codes can be enumerated, each with its weight: an integer proportional to its probability.
    ///
    /// # Errors
    /// [`ProofError::Secrets`].
    fn listed(&self) -> Result<(ListedProblem, Vec<(Code, u32)>), ProofError> {
        let game = self.game;
        let codes = listed_codes(game).ok_or_else(|| too_large(game))?;
        let (listed, secrets) = match self.secrets {
            Secrets::All => (ListedProblem::new(game, self.guessing), game.codes().collect()),
            Secrets::Of(scsa) => {
                supported(scsa, game)?;
                let secrets = support(scsa, game, codes as usize).unwrap_or_default();
                let listed = ListedProblem::with_secrets(game, self.guessing, &secrets);
                (listed, secrets.into_iter().map(|(code, _)| code).collect::<Vec<_>>())
            }
        };
        let listed = listed.ok_or_else(|| ProofError::Secrets(format!("{game} has no secrets")))?;
        let weighed = secrets.into_iter().map(|code| (code, listed.weight(&code))).collect();
        Ok((listed, weighed))
    }
}

/// Searches for an optimal strategy with `threads` threads and a transposition table of `bytes` bytes, then serializes it, parses
/// it and replays it against every secret.
///
/// Where only the best few guesses are searched the strategy may not be proved to be optimal: see [`OptimalStrategy::lower_bound`].
///
/// # Errors
/// [`ProofError`] when the game is too large, there is no such strategy, or the search is stopped.
pub fn prove(
    problem: &OptimalProblem,
    bytes: usize,
    threads: usize,
    watch: &SearchMonitor,
    keep: Option<Keep<'_>>,
) -> Result<OptimalStrategy, ProofError> {
    let (listed, secrets) = problem.listed()?;
    let resources = Resources { table_bytes: bytes, threads };
    let found = match keep {
        None => solve(&listed, problem.goal, resources, watch),
        Some(keep) => solve_and_keep(&listed, resources, watch, keep),
    }?;
    // The replay of what is written and read must have the figures of the search.
    let defect = |e: TreeError| ProofError::Replay(e.to_string());
    let built = Tree::build(problem.game, problem.secrets, draft_of(&found.strategy)).map_err(defect)?;
    let tree = Tree::from_csv(built.to_csv(Notation::of(problem.game)).as_bytes()).map_err(defect)?;
    let Replay { total, at_worst_case, by_guesses } =
        replay(&tree, &secrets, problem.guessing).map_err(ProofError::Replay)?;
    let own_cost = if problem.goal.minimized == Minimized::AtWorstCase { at_worst_case } else { total };
    let (cost, worst, own_worst) = (found.cost, found.worst_case, by_guesses.len());
    if (own_cost, own_worst) != (cost, worst) {
        return Err(ProofError::Replay(format!(
            "the search found a cost of {cost} and a worst case of {worst}, the replay {own_cost} and {own_worst}"
        )));
    }
    let weight = secrets.iter().map(|(_, weight)| u64::from(*weight)).sum();
    Ok(OptimalStrategy { cost, lower_bound: found.lower_bound, total, weight, tree, by_guesses })
}

impl OptimalStrategy {
    /// Whether it is proved to be optimal.
    pub const fn is_proved(&self) -> bool {
        self.lower_bound == self.cost
    }

    /// The mean number of guesses, by the weights of the secrets.
    pub fn mean(&self) -> f64 {
        self.total as f64 / self.weight as f64
    }
}

impl From<SolveError> for ProofError {
    fn from(error: SolveError) -> ProofError {
        match error {
            SolveError::Impossible(within) => ProofError::Impossible(within),
            SolveError::Stopped(bounds, _) => ProofError::Stopped(bounds),
            SolveError::Unfinished(bounds) => ProofError::Unfinished(bounds),
            SolveError::Weights => ProofError::Secrets(
                "the probabilities of the secrets have too many digits for --fewest-last".to_owned(),
            ),
        }
    }
}

fn draft_of(plan: &Strategy) -> UncheckedTree {
    UncheckedTree::new(plan.guess, plan.next.iter().map(|(feedback, next)| (*feedback, draft_of(next))).collect())
}

/// The games of a tree against some secrets.
#[derive(Debug, PartialEq, Eq)]
struct Replay {
    /// The sum over all secrets of weight times guesses.
    total: u64,
    /// The weight of the secrets that take the most guesses.
    at_worst_case: u64,
    /// The number of secrets found with one guess, with two, and so on.
    by_guesses: Vec<u64>,
}

/// Plays a tree against these secrets, each with its weight, independent of the search. Every guess must be allowed, and the last one
/// must be the secret.
///
/// Feedback and consistency are those of the referee. Cost: about 100 ns a guess.
///
/// # Errors
/// The first game in which a guess breaks these rules.
fn replay(tree: &Tree, secrets: &[(Code, u32)], guessing: AllowedGuesses) -> Result<Replay, String> {
    let possible: HashSet<Code> = secrets.iter().map(|(code, _)| *code).collect();
    let (mut total, mut weights, mut by_guesses) = (0, Vec::new(), Vec::new());
    for (secret, weight) in secrets {
        let guesses = guesses_of(tree, secret, guessing, &possible)?;
        total += u64::from(*weight) * guesses as u64;
        by_guesses.resize(by_guesses.len().max(guesses), 0);
        weights.resize(by_guesses.len(), 0);
        by_guesses[guesses - 1] += 1;
        weights[guesses - 1] += u64::from(*weight);
    }
    Ok(Replay { total, at_worst_case: weights.pop().unwrap_or(0), by_guesses })
}

fn guesses_of(tree: &Tree, secret: &Code, guessing: AllowedGuesses, possible: &HashSet<Code>) -> Result<usize, String> {
    let game = tree.game();
    let (mut turns, mut branch): (Vec<Turn>, _) = (Vec::new(), tree.root());
    loop {
        let guess = tree.guess(branch);
        let turn = Turn::new(game, guess, secret);
        let what = match (guessing, branch.after(turn.feedback)) {
            (AllowedGuesses::Consistent, _) if !possible.contains(&guess) || !game.is_consistent(&guess, &turns) => {
                "cannot be the secret"
            }
            _ if !game.is_legal(&guess) => "is illegal",
            _ if guess == *secret => return Ok(turns.len() + 1),
            (_, Some(next)) => {
                branch = next;
                turns.push(turn);
                continue;
            }
            (_, None) => "is the last one, and the secret is not found",
        };
        let [secret, guess] = [secret, &guess].map(|code| Notation::of(game).code(code));
        let history = history(&turns.iter().map(|turn| turn.feedback).collect::<Vec<Response>>());
        return Err(format!("with the secret {secret}, after '{history}': the guess {guess} {what}"));
    }
}

/// The number of codes that are listed for a search: those of the game with repeats.
fn listed_codes(game: Game) -> Option<u64> {
    game.with_repeats().count_at_most(ListedProblem::MAX_CODES)
}

fn too_large(game: Game) -> ProofError {
    let board = game.with_repeats();
    ProofError::Secrets(format!("{board} has more than {} codes, too many to be searched", ListedProblem::MAX_CODES))
}

fn supported(scsa: &dyn Scsa, game: Game) -> Result<(), ProofError> {
    let needs = || ProofError::Secrets(format!("{} needs {}, not {game}", scsa.name(), scsa.needs()));
    if scsa.supports(game) { Ok(()) } else { Err(needs()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::algorithms::TwoColorAlternating;

    fn proof(problem: &OptimalProblem) -> Result<OptimalStrategy, ProofError> {
        prove(problem, 100 << 20, 1, &SearchMonitor::default(), None)
    }

    #[test]
    fn boards_that_are_too_large_are_refused() {
        let (game, guessing, goal) = ("8x10".parse().unwrap(), AllowedGuesses::Any, Objective::default());
        for secrets in [Secrets::All, Secrets::Of(&TwoColorAlternating)] {
            let error = proof(&OptimalProblem { game, secrets, guessing, goal }).unwrap_err().to_string();
            assert_eq!(error, "8x10 has more than 1048576 codes, too many to be searched");
        }
    }

    #[test]
    fn guesses_that_are_not_allowed_are_reported() {
        let tree = Tree::from_csv(b"history,guess\n,11\n|R,22\n|R|R,12\n|R|R|WW,21\n|,22\n".as_slice()).unwrap();
        let game: Game = "2x2".parse().unwrap();
        let secrets: Vec<(Code, u32)> = game.codes().map(|code| (code, 1)).collect();
        let mut heavy = secrets.clone();
        heavy[3].1 = 10;
        let replayed = Replay { total: 10 + 9 * 2, at_worst_case: 1, by_guesses: vec![1, 1, 1, 1] };
        assert_eq!(replay(&tree, &heavy, AllowedGuesses::Any), Ok(replayed));
        let wanted = "with the secret 12, after '|R': the guess 22 cannot be the secret";
        assert_eq!(replay(&tree, &secrets, AllowedGuesses::Consistent).unwrap_err(), wanted);
        // A secret for which the tree has no branch.
        let alien = [("CC".parse().unwrap(), 1)];
        let fault = replay(&tree, &alien, AllowedGuesses::Any).unwrap_err();
        assert!(fault.ends_with("the secret is not found"), "{fault}");
    }
}
