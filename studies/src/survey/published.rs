//! The problems at 4x6 of which solutions were published.

use super::games::SearchLimits;
use crate::optimal::{OptimalProblem, OptimalStrategy, ProofError, prove};
use players::tree::Secrets;
use scsa::Size;
use solver::{AllowedGuesses, Objective, SearchMonitor};

/// A problem, and the solution that was published.
#[derive(Clone, Copy, Debug)]
pub struct PublishedProblem {
    /// The name in the names of files.
    name: &'static str,
    /// The problem in words.
    pub about: &'static str,
    /// The published solution with its source; empty where there is none.
    pub published: &'static str,
    guessing: AllowedGuesses,
    goal: Objective,
}

/// A problem with its solution.
#[derive(Clone, Debug)]
pub struct PublishedSolution {
    /// The problem.
    pub problem: PublishedProblem,
    /// The best strategy, or the number of guesses within which no strategy finds every secret.
    pub strategy: Result<OptimalStrategy, usize>,
}

/// The smallest total, without any other condition.
const TOTAL: Objective = Objective { minimize_worst_case: false, max_guesses: None, fewest_at_worst_case: false };

impl PublishedProblem {
    /// All problems.
    pub const ALL: [PublishedProblem; 6] = [
        PublishedProblem {
            name: "total",
            about: "the smallest total, and among those strategies the fewest games of six guesses",
            published: "5625 (Koyama and Lai 1993)",
            guessing: AllowedGuesses::Any,
            goal: Objective { fewest_at_worst_case: true, ..TOTAL },
        },
        PublishedProblem {
            name: "within-5",
            about: "the smallest total with no game over five guesses",
            published: "5626 (Koyama and Lai 1993)",
            guessing: AllowedGuesses::Any,
            goal: Objective { max_guesses: Some(5), ..TOTAL },
        },
        PublishedProblem {
            name: "worst-case",
            about: "the smallest worst case, then the smallest total, then the fewest games of five guesses",
            published: "five guesses (Knuth 1977)",
            guessing: AllowedGuesses::Any,
            goal: Objective { minimize_worst_case: true, fewest_at_worst_case: true, ..TOTAL },
        },
        PublishedProblem {
            name: "within-4",
            about: "any strategy with no game over four guesses",
            published: "",
            guessing: AllowedGuesses::Any,
            goal: Objective { max_guesses: Some(4), ..TOTAL },
        },
        PublishedProblem {
            name: "consistent",
            about: "consistent guesses: the smallest total, and among those strategies the fewest games of six guesses",
            published: "5671, 19 games of six (\"Dave Computes Mastermind Strategy\" 2016)",
            guessing: AllowedGuesses::Consistent,
            goal: Objective { fewest_at_worst_case: true, ..TOTAL },
        },
        PublishedProblem {
            name: "consistent-within-5",
            about: "consistent guesses: any strategy with no game over five guesses",
            published: "",
            guessing: AllowedGuesses::Consistent,
            goal: Objective { max_guesses: Some(5), ..TOTAL },
        },
    ];

    /// The size of the published strategies.
    ///
    /// # Panics
    /// Never.
    #[must_use]
    pub const fn size() -> Size {
        match Size::new(4, 6) {
            Ok(size) => size,
            Err(_) => panic!("4x6 is a size"),
        }
    }

    /// The name in the names of files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The file of the strategy.
    #[must_use]
    pub fn file(&self) -> String {
        format!("{}-{}.csv", PublishedProblem::size(), self.name)
    }

    /// Solves the problem on one thread, without a node budget.
    ///
    /// # Errors
    /// [`ProofError::Impossible`] where it is proved that there is no such strategy.
    pub fn solve(&self, limits: SearchLimits) -> Result<OptimalStrategy, ProofError> {
        let PublishedProblem { guessing, goal, .. } = *self;
        let problem = OptimalProblem { size: PublishedProblem::size(), secrets: Secrets::All, guessing, goal };
        prove(&problem, limits.bytes, 1, &SearchMonitor::default())
    }
}
