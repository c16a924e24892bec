//! The problem to solve: secrets with their weights, and the guesses that are allowed.

use crate::partition::CandidateSymmetry;
use scsa::{Code, Color, Game, Response};
use std::{collections::HashMap, sync::Arc};

/// Which guesses are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AllowedGuesses {
    /// All codes of the game.
    Any,
    /// The candidates: those that may be the secret.
    Consistent,
}

/// A problem on a board small enough for all codes to be listed.
#[derive(Clone, Debug)]
pub struct ListedProblem {
    /// The game with repeats, among whose codes a code has its rank. The symmetry knows which guesses are legal.
    pub(crate) game: Game,
    pub(crate) allowed: AllowedGuesses,
    /// The ranks of the secrets, in descending order of their weights.
    pub(crate) secrets: Arc<[u32]>,
    /// The weights of all codes by rank; none where all weights are 1.
    pub(crate) weights: Option<Arc<[u32]>>,
    /// The symmetry of the secrets before the first guess.
    pub(crate) symmetry: CandidateSymmetry,
}

impl ListedProblem {
    /// The most codes of a board.
    pub const MAX_CODES: u64 = 1 << 20;

    /// The largest weight. Probabilities that are not in proportion to smaller integers are rounded to multiples of the largest
    /// one divided by this.
    const MAX_WEIGHT: f64 = (1u64 << 20) as f64;

    /// All codes of a game are secrets, each with weight 1. None where the game with repeats has more than [`ListedProblem::MAX_CODES`].
    pub fn new(game: Game, allowed: AllowedGuesses) -> Option<ListedProblem> {
        let board = game.with_repeats();
        board.count_at_most(ListedProblem::MAX_CODES)?;
        let secrets = game.codes().map(|code| board.rank(&code) as u32).collect();
        Some(ListedProblem { game: board, allowed, secrets, weights: None, symmetry: CandidateSymmetry::new(game) })
    }

    /// The secrets are these codes, each once, with their probabilities. None where there are no secrets, a probability is not
    /// positive and finite, or the board has more than [`ListedProblem::MAX_CODES`] codes.
    pub fn with_secrets(game: Game, allowed: AllowedGuesses, secrets: &[(Code, f64)]) -> Option<ListedProblem> {
        let board = game.with_repeats();
        let codes = board.count_at_most(ListedProblem::MAX_CODES)?;
        let weights = integer_weights(&secrets.iter().map(|(_, probability)| *probability).collect::<Vec<_>>())?;
        let mut weighted: Vec<(u32, u32)> =
            secrets.iter().zip(&weights).map(|((code, _), &weight)| (board.rank(code) as u32, weight)).collect();
        weighted.sort_unstable_by_key(|&(rank, weight)| (std::cmp::Reverse(weight), rank));
        let symmetry = symmetry(game, secrets, &weights);
        let mut by_rank = vec![0; codes as usize];
        weighted.iter().for_each(|&(rank, weight)| by_rank[rank as usize] = weight);
        Some(ListedProblem {
            game: board,
            allowed,
            secrets: weighted.iter().map(|&(rank, _)| rank).collect(),
            weights: weights.iter().any(|&weight| weight != 1).then(|| by_rank.into()),
            symmetry,
        })
    }

    /// The ranks of the secrets in the game with repeats, and their symmetry before the first guess. None where they are not equally probable.
    pub fn equal_secrets(&self) -> Option<(Vec<u32>, CandidateSymmetry)> {
        self.weights.is_none().then(|| (self.secrets.to_vec(), self.symmetry.clone()))
    }

    /// The weight of a code: an integer in proportion to its probability, 1 where all secrets are equally probable, and 0 for
    /// a code that is no secret where they are not.
    pub fn weight(&self, code: &Code) -> u32 {
        let rank = self.game.rank(code) as usize;
        self.weights.as_ref().map_or(1, |weights| weights.get(rank).copied().unwrap_or(0))
    }

    /// The sum of the guesses of a strategy over all secrets, each times the weight of the secret.
    pub(crate) fn total(&self, strategy: &Strategy) -> u64 {
        let guesses = 1..=strategy.by_guesses().len();
        guesses.map(|guess| guess as u64 * self.weight_at(strategy, guess)).sum()
    }

    /// The weight of the secrets that a strategy finds with this guess, counted from 1.
    pub(crate) fn weight_at(&self, strategy: &Strategy, guess: usize) -> u64 {
        match guess {
            1 => u64::from(strategy.wins) * u64::from(self.weight(&strategy.guess)),
            _ => strategy.next.iter().map(|(_, next)| self.weight_at(next, guess - 1)).sum(),
        }
    }
}

/// What a search may use. The solution does not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Resources {
    /// The size of the transposition table in bytes. A board takes 64 bytes for each code on top of that.
    pub table_bytes: usize,
    /// The number of threads that share the work.
    pub threads: usize,
}

impl Resources {
    /// One thread, and the table size beyond which the search hardly gets faster: 2 MB for 4x6, 67 MB for 4x8, 460 MB for 5x6.
    pub fn for_problem(problem: &ListedProblem) -> Resources {
        Resources { table_bytes: Resources::table_bytes_for(problem.secrets.len()), threads: 1 }
    }

    pub(crate) fn table_bytes_for(candidates: usize) -> usize {
        (candidates.saturating_pow(3) >> 10).max(1 << 18)
    }
}

/// Integers in proportion to the probabilities: small ones where there are any, else rounded. None where there are no
/// probabilities, or one is not positive and finite.
fn integer_weights(probabilities: &[f64]) -> Option<Vec<u32>> {
    let least = probabilities.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = probabilities.iter().copied().fold(0.0, f64::max);
    if probabilities.is_empty() || !(least > 0.0 && largest.is_finite()) {
        return None;
    }
    let are_integers = |times: f64| {
        let error = |probability: &f64| (probability / least * times - (probability / least * times).round()).abs();
        largest / least * times <= ListedProblem::MAX_WEIGHT && probabilities.iter().all(|p| error(p) < 1e-6 * times)
    };
    let scale = (1..=5040)
        .map(f64::from)
        .find(|&times| are_integers(times))
        .map_or(ListedProblem::MAX_WEIGHT / largest, |t| t / least);
    Some(probabilities.iter().map(|probability| ((probability * scale).round() as u32).max(1)).collect())
}

/// The exchanges of two pegs, and of two colors, that leave the secrets and their weights unchanged.
fn symmetry(game: Game, secrets: &[(Code, f64)], weights: &[u32]) -> CandidateSymmetry {
    let of: HashMap<Code, u32> = secrets.iter().zip(weights).map(|((code, _), &weight)| (*code, weight)).collect();
    let same =
        |exchange: &dyn Fn(&Code) -> Code| of.iter().all(|(code, weight)| of.get(&exchange(code)) == Some(weight));
    let pegs = |one: usize, two: usize| same(&|code| Code::from_fn(game, |peg| code.peg(exchanged(peg, one, two))));
    let colors = |one: Color, two: Color| same(&|code| Code::from_fn(game, |peg| exchanged(code.peg(peg), one, two)));
    // Of the classes of exchangeable colors only the largest is used.
    let class = |color: Color| {
        game.palette().filter(|&other| other == color || colors(color, other)).fold(0u32, |set, c| set | 1 << c.index())
    };
    let largest = game.palette().map(class).max_by_key(|class| class.count_ones()).unwrap_or(0);
    CandidateSymmetry::restricted(game, pegs, largest)
}

/// What a peg or a color becomes when `one` and `two` are exchanged.
fn exchanged<T: PartialEq>(of: T, one: T, two: T) -> T {
    if of == one {
        two
    } else if of == two {
        one
    } else {
        of
    }
}

/// A guess, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The guess.
    pub guess: Code,
    /// Whether the guess may be the secret.
    pub wins: bool,
    /// The strategy after each response of some secret, except the one that wins.
    pub next: Vec<(Response, Strategy)>,
}

impl Strategy {
    /// The number of secrets that are found with the first, second, … guess.
    pub fn by_guesses(&self) -> Vec<usize> {
        let mut counts = vec![usize::from(self.wins)];
        for (_, next) in &self.next {
            let later = next.by_guesses();
            counts.resize(counts.len().max(later.len() + 1), 0);
            counts[1..].iter_mut().zip(later).for_each(|(count, more)| *count += more);
        }
        counts
    }
}
