//! What is asked of 4x6, where strategies were published.

use super::{Effort, NoProof, Proof, Question, prove};
use players::tree::Secrets;
use scsa::Size;
use solver::{Goal, Guessing, Watch};

/// A question, and what was published.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The name of the file with the tree.
    name: &'static str,
    /// What is asked.
    pub about: &'static str,
    /// What was published, with its source.
    pub published: &'static str,
    guessing: Guessing,
    goal: Goal,
}

const ANY: Goal = Goal { least_worst: false, within: None, fewest_last: false };

/// The questions.
pub const ASKED: [Asked; 6] = [
    Asked {
        name: "total",
        about: "the least total of all strategies, and of those the fewest games of six guesses",
        published: "5625 (Koyama and Lai 1993)",
        guessing: Guessing::Any,
        goal: Goal { fewest_last: true, ..ANY },
    },
    Asked {
        name: "within-5",
        about: "the least total with no game over five guesses",
        published: "5626 (Koyama and Lai 1993)",
        guessing: Guessing::Any,
        goal: Goal { within: Some(5), ..ANY },
    },
    Asked {
        name: "worst-case",
        about: "the least worst case, of those the least total, and of those the fewest games of five guesses",
        published: "five guesses (Knuth 1977)",
        guessing: Guessing::Any,
        goal: Goal { least_worst: true, fewest_last: true, ..ANY },
    },
    Asked {
        name: "within-4",
        about: "all strategies with no game over four guesses",
        published: "",
        guessing: Guessing::Any,
        goal: Goal { within: Some(4), ..ANY },
    },
    Asked {
        name: "consistent",
        about: "the least total of consistent guesses, and of those the fewest games of six",
        published: "5671, 19 games of six (\"Dave Computes Mastermind Strategy\" 2016)",
        guessing: Guessing::Consistent,
        goal: Goal { fewest_last: true, ..ANY },
    },
    Asked {
        name: "consistent-within-5",
        about: "consistent guesses with no game over five",
        published: "",
        guessing: Guessing::Consistent,
        goal: Goal { within: Some(5), ..ANY },
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
        match prove(&question, effort.bytes, 1, &Watch::default()) {
            Ok(proof) => Ok(Ok(proof)),
            Err(NoProof::Impossible(within)) => Ok(Err(within)),
            Err(e) => Err(e),
        }
    }
}
