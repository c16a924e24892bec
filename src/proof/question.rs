//! What is asked, and the answer with its tree.

use super::replay::{Fault, Replay};
use players::{
    notation::Notation,
    tree::{Draft, Secrets, Tree},
};
use scsa::{Code, Size, support};
use solver::{Answer, Bounds, Game, Goal, Guessing, Means, Strategy, Unsolved, Watch, solve};
use std::{error::Error, fmt};

/// What the best strategy is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The size of the board.
    pub size: Size,
    /// Which codes are secrets. Those of a codemaker count by their probability.
    pub secrets: Secrets,
    /// Which guesses are allowed.
    pub guessing: Guessing,
    /// What is best.
    pub goal: Goal,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The guesses of all secrets together, each times its weight: no strategy has fewer.
    pub total: u64,
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
    /// It is proved that no strategy finds every secret with so many guesses.
    Impossible(usize),
    /// The search was stopped, and this is what is known.
    Stopped(Bounds),
    /// The strategy that was found is none: a mistake in the search.
    Wrong(String),
}

impl Question {
    /// The secrets, each with its weight: a whole number in proportion to its probability.
    ///
    /// # Errors
    /// [`NoProof::Large`] and [`NoProof::Secrets`].
    pub fn game(&self) -> Result<(Game, Vec<(Code, u32)>), NoProof> {
        let size = self.size;
        let codes = size.count_up_to(Game::MOST_CODES).ok_or(NoProof::Large(size))?;
        let (game, secrets) = match self.secrets {
            Secrets::All => (Game::new(size, self.guessing), size.codes().collect()),
            Secrets::Of(scsa) => {
                if !scsa.supports(size) {
                    return Err(NoProof::Secrets(format!("{} needs {}, not {size}", scsa.name(), scsa.needs())));
                }
                let secrets = support(scsa, size, codes as usize).unwrap_or_default();
                let game = Game::of(size, self.guessing, &secrets);
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
/// # Errors
/// [`NoProof`] when the game is too large, there is no such strategy, or the search is stopped.
///
/// ```
/// use arena::proof::{Question, prove};
/// use players::tree::Secrets;
/// use solver::{Goal, Guessing, Watch};
/// let size = "4x6".parse()?;
/// let question = Question { size, secrets: Secrets::All, guessing: Guessing::Any, goal: Goal::default() };
/// let proof = prove(&question, 100 << 20, 1, &Watch::default())?;
/// // Koyama and Lai 1993.
/// assert_eq!((proof.total, proof.tree.lengths().worst()), (5625, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove(question: &Question, bytes: usize, threads: usize, watch: &Watch) -> Result<Proof, NoProof> {
    let (game, secrets) = question.game()?;
    let answer = solve(&game, question.goal, Means { bytes, threads }, watch).map_err(|unsolved| match unsolved {
        Unsolved::Impossible(within) => NoProof::Impossible(within),
        Unsolved::Stopped(bounds, _) => NoProof::Stopped(bounds),
    })?;
    let (tree, replay) = checked(question, &answer, &secrets).map_err(NoProof::Wrong)?;
    Ok(Proof { total: answer.total, weight: game.weight_of_all(), tree, replay })
}

/// The tree of an answer as its file gives it, and what it takes.
fn checked(question: &Question, answer: &Answer, secrets: &[(Code, u32)]) -> Result<(Tree, Replay), String> {
    let size = question.size;
    let tree = Tree::build(size, question.secrets, draft(size, &answer.strategy)).map_err(|e| e.to_string())?;
    let tree = Tree::from_json(tree.to_json(Notation::of(size)).as_bytes()).map_err(|e| e.to_string())?;
    let replay = Replay::of(&tree, secrets, question.guessing).map_err(|fault: Fault| fault.to_string())?;
    if replay.total != answer.total || replay.by_guesses.len() != answer.worst {
        let (total, worst) = (replay.total, replay.by_guesses.len());
        return Err(format!(
            "it was to take {} guesses, {} at the worst, and takes {total} and {worst}",
            answer.total, answer.worst
        ));
    }
    Ok((tree, replay))
}

fn draft(size: Size, strategy: &Strategy) -> Draft {
    let next = strategy.next.iter().map(|(feedback, next)| (*feedback, draft(size, next))).collect();
    Draft::new(size.code(strategy.guess.into()), next)
}

impl fmt::Display for NoProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoProof::Large(size) => {
                write!(f, "{size} has more than {} codes, too many to be searched", Game::MOST_CODES)
            }
            NoProof::Secrets(reason) => f.write_str(reason),
            NoProof::Impossible(within) => write!(f, "no strategy finds every secret with {within} guesses"),
            NoProof::Stopped(Bounds { least, most: Some(most), .. }) => {
                write!(f, "stopped: it is proved that at least {least} guesses are needed, and at most {most}")
            }
            NoProof::Stopped(Bounds { least, .. }) => write!(f, "stopped: at least {least} guesses are needed"),
            NoProof::Wrong(reason) => write!(f, "the strategy that was found is none: {reason}"),
        }
    }
}

impl Error for NoProof {}
