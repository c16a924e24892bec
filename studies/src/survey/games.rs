//! The small games and their solutions.

use crate::optimal::{OptimalProblem, OptimalStrategy, ProofError, prove};
use players::tree::Secrets;
use scsa::{Size, algorithms::OnlyOnce};
use solver::{AllowedGuesses, Bounds, Objective, SearchMonitor};
use std::time::{Duration, Instant};

/// A size with a restriction of the guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallGame {
    /// The size of the game.
    pub size: Size,
    /// Which guesses are allowed. With [`AllowedGuesses::Distinct`] the secrets have no repeated color, either.
    pub guessing: AllowedGuesses,
}

/// The limits of the search for one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The node budget: how many sets of candidates are evaluated before the search stops with bounds. With more than seven pegs
    /// an eighth of it, because an evaluation takes eight times as long.
    pub nodes: u64,
    /// The size of the transposition table, in bytes.
    pub bytes: usize,
}

/// The solution of a game.
#[derive(Clone, Debug)]
pub struct SolvedGame {
    /// The game.
    pub game: SmallGame,
    /// An optimal strategy, or the bounds that were proved within the limits.
    pub answer: Result<OptimalStrategy, Bounds>,
    /// The wall time of the search.
    pub time: Duration,
    /// The number of sets of candidates that were evaluated.
    pub nodes: u64,
}

impl SmallGame {
    /// The restrictions of guesses, in the order of the tables.
    pub const GUESSINGS: [AllowedGuesses; 3] =
        [AllowedGuesses::Any, AllowedGuesses::Consistent, AllowedGuesses::Distinct];

    /// All games from 2x2 on with at most `codes` codes, and with two and a half times as many where no color repeats; ordered by
    /// the number of codes, the pegs, and the restriction of guesses.
    #[must_use]
    pub fn all(codes: u64) -> Vec<SmallGame> {
        let sizes = (2..=20).flat_map(|pegs| (2..=26).filter_map(move |colors| Size::new(pegs, colors).ok()));
        let mut games: Vec<(u64, SmallGame)> = Vec::new();
        for size in sizes {
            for guessing in SmallGame::GUESSINGS {
                let game = SmallGame { size, guessing };
                // Without repeated colors there are fewer secrets, and the search is faster.
                let most = if guessing == AllowedGuesses::Distinct { codes.saturating_mul(5) / 2 } else { codes };
                if let Some(codes) = size.count_at_most(most)
                    && (guessing != AllowedGuesses::Distinct || size.colors() >= size.pegs())
                {
                    games.push((codes, game));
                }
            }
        }
        games.sort_by_key(|(codes, game)| (*codes, game.size.pegs(), game.guessing));
        games.into_iter().map(|(_, game)| game).collect()
    }

    /// The problem of its smallest total.
    #[must_use]
    pub const fn problem(self) -> OptimalProblem {
        let secrets =
            if matches!(self.guessing, AllowedGuesses::Distinct) { Secrets::Of(&OnlyOnce) } else { Secrets::All };
        let goal = Objective { minimize_worst_case: false, max_guesses: None, fewest_at_worst_case: false };
        OptimalProblem { size: self.size, secrets, guessing: self.guessing, goal }
    }

    /// The restriction of guesses, as tables name it.
    #[must_use]
    pub const fn guessing_name(self) -> &'static str {
        match self.guessing {
            AllowedGuesses::Any => "any",
            AllowedGuesses::Consistent => "consistent",
            AllowedGuesses::Distinct => "no-repeats",
        }
    }

    /// Solves the game on one thread, within these limits.
    ///
    /// # Errors
    /// [`ProofError`] where the strategy does not hold, or the game is too large.
    pub fn solve(self, limits: SearchLimits) -> Result<SolvedGame, ProofError> {
        let watch = SearchMonitor::new(if self.size.pegs() > 7 { limits.nodes / 8 } else { limits.nodes });
        let since = Instant::now();
        let answer = match prove(&self.problem(), limits.bytes, 1, &watch) {
            Ok(strategy) => Ok(strategy),
            Err(ProofError::Stopped(bounds)) => Err(bounds),
            Err(e) => return Err(e),
        };
        Ok(SolvedGame { game: self, answer, time: since.elapsed(), nodes: watch.nodes() })
    }
}
