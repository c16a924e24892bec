//! What is asked, and the answer with its tree.

use super::replay::{Fault, Replay};
use players::{
    notation::Notation,
    tree::{Secrets, Tree, UncheckedTree},
};
use scsa::{Code, Size, support};
use solver::{
    AllowedGuesses, Bounds, CodeStrategy, ListedProblem, Objective, Resources, SearchMonitor, SolveError,
    SparseProblem, solve,
};
use std::{error::Error, fmt};

/// What the best strategy is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The size of the board.
    pub size: Size,
    /// Which codes are secrets. Those of a codemaker count by their probability.
    pub secrets: Secrets,
    /// Which guesses are allowed.
    pub guessing: AllowedGuesses,
    /// What is best.
    pub goal: Objective,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The guesses of all secrets together, each times its weight.
    pub total: u64,
    /// No strategy has fewer than these, which are those of this strategy where it is proved to be the best. That may be left
    /// open on boards of more than [`ListedProblem::MAX_CODES`] codes.
    pub least: u64,
    /// The weights of all secrets together: how many there are, where they are equally probable.
    pub weight: u64,
    /// The strategy.
    pub tree: Tree,
    /// What it took when it was played once more.
    pub replay: Replay,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum NoProof {
    /// The board has more codes than are searched.
    Large(Size),
    /// The secrets cannot be listed, for this reason.
    Secrets(String),
    /// On boards of that size only the total is searched for, without a limit.
    Goal(Size),
    /// It is proved that no strategy finds every secret with so many guesses.
    Impossible(usize),
    /// The search was stopped, and this is what is known.
    Stopped(Bounds),
    /// The strategy that was found is none: a mistake in the search.
    Wrong(String),
}

impl Question {
    /// Whether the codes of the board can be listed.
    fn is_listed(&self) -> bool {
        self.size.count_at_most(ListedProblem::MAX_CODES).is_some()
    }

    /// The few secrets of a codemaker on a board whose codes cannot be listed.
    fn few(&self) -> Result<SparseProblem, NoProof> {
        let size = self.size;
        let Secrets::Of(scsa) = self.secrets else { return Err(NoProof::Large(size)) };
        if !scsa.supports(size) {
            return Err(NoProof::Secrets(format!("{} needs {}, not {size}", scsa.name(), scsa.needs())));
        }
        let few = support(scsa, size, SparseProblem::MAX_SECRETS)
            .and_then(|codes| SparseProblem::new(size, self.guessing, &codes));
        let few = few.ok_or_else(|| {
            let (codes, secrets) = (ListedProblem::MAX_CODES, SparseProblem::MAX_SECRETS);
            NoProof::Secrets(format!(
                "{size} has more than {codes} codes, and {} more than {secrets} secrets, too many to be searched",
                scsa.name()
            ))
        })?;
        if self.goal == Objective::default() { Ok(few) } else { Err(NoProof::Goal(size)) }
    }

    /// The secrets of a board whose codes can be listed, each with its weight: a whole number in proportion to its
    /// probability.
    ///
    /// # Errors
    /// [`NoProof::Large`] and [`NoProof::Secrets`].
    pub fn game(&self) -> Result<(ListedProblem, Vec<(Code, u32)>), NoProof> {
        let size = self.size;
        let codes = size.count_at_most(ListedProblem::MAX_CODES).ok_or(NoProof::Large(size))?;
        let (game, secrets) = match self.secrets {
            Secrets::All => (ListedProblem::new(size, self.guessing), size.codes().collect()),
            Secrets::Of(scsa) => {
                if !scsa.supports(size) {
                    return Err(NoProof::Secrets(format!("{} needs {}, not {size}", scsa.name(), scsa.needs())));
                }
                let secrets = support(scsa, size, codes as usize).unwrap_or_default();
                let game = ListedProblem::with_secrets(size, self.guessing, &secrets);
                (game, secrets.into_iter().map(|(code, _)| code).collect::<Vec<_>>())
            }
        };
        let game = game.ok_or_else(|| NoProof::Secrets(format!("{size} has no secrets")))?;
        let weighed = secrets.into_iter().map(|code| (code, game.weight(&code))).collect();
        Ok((game, weighed))
    }
}

/// The best strategy, which is then written, read and played once more.
///
/// On boards of more than [`ListedProblem::MAX_CODES`] codes it may be one that is not proved to be the best: see [`Proof::least`].
///
/// # Errors
/// [`NoProof`] when the game is too large, there is no such strategy, or the search is stopped.
///
/// ```
/// use studies::proof::{Question, prove};
/// use players::tree::Secrets;
/// use solver::{Objective, AllowedGuesses, SearchMonitor};
/// let size = "4x6".parse()?;
/// let question = Question { size, secrets: Secrets::All, guessing: AllowedGuesses::Any, goal: Objective::default() };
/// let proof = prove(&question, 100 << 20, 1, &SearchMonitor::default())?;
/// // Koyama and Lai 1993.
/// assert_eq!((proof.total, proof.tree.lengths().worst()), (5625, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(question: &Question, bytes: usize, threads: usize, watch: &SearchMonitor) -> Result<Proof, NoProof> {
    if !question.is_listed() {
        return prove_few(question, bytes, watch);
    }
    let (game, secrets) = question.game()?;
    let answer = solve(&game, question.goal, Resources { table_bytes: bytes, threads }, watch)?;
    let draft = planned(&answer.strategy.to_codes(question.size));
    let (tree, replay) =
        checked(question, draft, (answer.total, answer.worst_case), &secrets).map_err(NoProof::Wrong)?;
    Ok(Proof { total: answer.total, least: answer.total, weight: game.total_weight(), tree, replay })
}

fn prove_few(question: &Question, bytes: usize, watch: &SearchMonitor) -> Result<Proof, NoProof> {
    let few = question.few()?;
    let found = few.solve(bytes, watch)?;
    let (tree, replay) = checked(question, planned(&found.strategy), (found.total, found.worst_case), few.secrets())
        .map_err(NoProof::Wrong)?;
    Ok(Proof { total: found.total, least: found.lower_bound, weight: few.total_weight(), tree, replay })
}

impl From<SolveError> for NoProof {
    fn from(unsolved: SolveError) -> NoProof {
        match unsolved {
            SolveError::Impossible(within) => NoProof::Impossible(within),
            SolveError::Stopped(bounds, _) => NoProof::Stopped(bounds),
        }
    }
}

/// The tree of a strategy as its file gives it, and what it takes: so many guesses in all and at the worst.
fn checked(
    question: &Question,
    draft: UncheckedTree,
    (total, worst): (u64, usize),
    secrets: &[(Code, u32)],
) -> Result<(Tree, Replay), String> {
    let size = question.size;
    let tree = Tree::build(size, question.secrets, draft).map_err(|e| e.to_string())?;
    let tree = Tree::from_json(tree.to_json(Notation::of(size)).as_bytes()).map_err(|e| e.to_string())?;
    let replay = Replay::of(&tree, secrets, question.guessing).map_err(|fault: Fault| fault.to_string())?;
    let (own_total, own_worst) = (replay.total, replay.by_guesses.len());
    if (own_total, own_worst) != (total, worst) {
        return Err(format!(
            "it was to take {total} guesses, {worst} at the worst, and takes {own_total} and {own_worst}"
        ));
    }
    Ok((tree, replay))
}

fn planned(plan: &CodeStrategy) -> UncheckedTree {
    UncheckedTree::new(plan.guess, plan.next.iter().map(|(feedback, next)| (*feedback, planned(next))).collect())
}

impl fmt::Display for NoProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoProof::Large(size) => {
                write!(f, "{size} has more than {} codes, too many to be searched", ListedProblem::MAX_CODES)
            }
            NoProof::Secrets(reason) => f.write_str(reason),
            NoProof::Goal(size) => write!(
                f,
                "{size} has more than {} codes, where only the total is searched for, without a limit",
                ListedProblem::MAX_CODES
            ),
            NoProof::Impossible(within) => write!(f, "no strategy finds every secret with {within} guesses"),
            NoProof::Stopped(Bounds { lower: least, upper: Some(most), .. }) => {
                write!(f, "stopped: it is proved that at least {least} guesses are needed, and at most {most}")
            }
            NoProof::Stopped(Bounds { lower: least, .. }) => write!(f, "stopped: at least {least} guesses are needed"),
            NoProof::Wrong(reason) => write!(f, "the strategy that was found is none: {reason}"),
        }
    }
}

impl Error for NoProof {}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::algorithms::{OnlyOnce, TwoColorAlternating};

    fn prove_at(size: &str, secrets: Secrets, guessing: AllowedGuesses, goal: Objective) -> Result<Proof, NoProof> {
        let question = Question { size: size.parse().unwrap(), secrets, guessing, goal };
        prove(&question, 100 << 20, 1, &SearchMonitor::default())
    }

    /// The board has 10^12 codes.
    #[test]
    fn few_secrets_are_searched_on_large_boards() {
        let secrets = Secrets::Of(&TwoColorAlternating);
        let proof = prove_at("12x10", secrets, AllowedGuesses::Any, Objective::default()).unwrap();
        assert_eq!((proof.least, proof.total, proof.weight), (253, 253, 90));
        assert_eq!((proof.replay.total, proof.replay.by_guesses.iter().sum::<u64>()), (253, 90));
        assert_eq!(proof.tree.lengths().total(), 253);
        let proof = prove_at("20x26", secrets, AllowedGuesses::Consistent, Objective::default()).unwrap();
        assert_eq!((proof.least, proof.replay.total), (8643, 8643));
    }

    #[test]
    fn what_is_not_searched_on_large_boards_is_told() {
        let few = Secrets::Of(&TwoColorAlternating);
        let fewest_last = Objective { fewest_at_worst_case: true, ..Objective::default() };
        for (secrets, guessing, goal, reason) in [
            (
                Secrets::All,
                AllowedGuesses::Any,
                Objective::default(),
                "8x10 has more than 1048576 codes, too many to be searched",
            ),
            (
                Secrets::Of(&OnlyOnce),
                AllowedGuesses::Any,
                Objective::default(),
                "8x10 has more than 1048576 codes, and only-once more than 2000 secrets, too many to be searched",
            ),
            (
                few,
                AllowedGuesses::Any,
                fewest_last,
                "8x10 has more than 1048576 codes, where only the total is searched for, without a limit",
            ),
        ] {
            assert_eq!(prove_at("8x10", secrets, guessing, goal).unwrap_err().to_string(), reason);
        }
    }
}
