//! What is asked of 4x6, where strategies were published.

use super::{Effort, NoProof, Proof, Question, prove};
use players::tree::Secrets;
use scsa::Size;
use solver::{AllowedGuesses, Objective, SearchMonitor};

/// A question, and what was published.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The name of the file with the tree.
    name: &'static str,
    /// What is asked.
    pub about: &'static str,
    /// What was published, with its source.
    pub published: &'static str,
    guessing: AllowedGuesses,
    goal: Objective,
}

const ANY: Objective = Objective { minimize_worst_case: false, max_guesses: None, fewest_at_worst_case: false };

/// The questions.
pub const ASKED: [Asked; 6] = [
    Asked {
        name: "total",
        about: "the least total of all strategies, and of those the fewest games of six guesses",
        published: "5625 (Koyama and Lai 1993)",
        guessing: AllowedGuesses::Any,
        goal: Objective { fewest_at_worst_case: true, ..ANY },
    },
    Asked {
        name: "within-5",
        about: "the least total with no game over five guesses",
        published: "5626 (Koyama and Lai 1993)",
        guessing: AllowedGuesses::Any,
        goal: Objective { max_guesses: Some(5), ..ANY },
    },
    Asked {
        name: "worst-case",
        about: "the least worst case, of those the least total, and of those the fewest games of five guesses",
        published: "five guesses (Knuth 1977)",
        guessing: AllowedGuesses::Any,
        goal: Objective { minimize_worst_case: true, fewest_at_worst_case: true, ..ANY },
    },
    Asked {
        name: "within-4",
        about: "all strategies with no game over four guesses",
        published: "",
        guessing: AllowedGuesses::Any,
        goal: Objective { max_guesses: Some(4), ..ANY },
    },
    Asked {
        name: "consistent",
        about: "the least total of consistent guesses, and of those the fewest games of six",
        published: "5671, 19 games of six (\"Dave Computes Mastermind Strategy\" 2016)",
        guessing: AllowedGuesses::Consistent,
        goal: Objective { fewest_at_worst_case: true, ..ANY },
    },
    Asked {
        name: "consistent-within-5",
        about: "consistent guesses with no game over five",
        published: "",
        guessing: AllowedGuesses::Consistent,
        goal: Objective { max_guesses: Some(5), ..ANY },
    },
];

impl Asked {
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

    /// What it is called in the names of files.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The file with the tree.
    #[must_use]
    pub fn file(&self) -> String {
        format!("{}-{}.csv", Asked::size(), self.name)
    }

    /// The answer; where there is no such strategy, how many guesses are too few.
    ///
    /// # Errors
    /// [`NoProof`] where the strategy cannot be right.
    pub fn answer(&self, effort: Effort) -> Result<Result<Proof, usize>, NoProof> {
        let Asked { guessing, goal, .. } = *self;
        let question = Question { size: Asked::size(), secrets: Secrets::All, guessing, goal };
        match prove(&question, effort.bytes, 1, &SearchMonitor::default()) {
            Ok(proof) => Ok(Ok(proof)),
            Err(NoProof::Impossible(within)) => Ok(Err(within)),
            Err(e) => Err(e),
        }
    }
}
