//! Strategies as trees: what to guess after every history.
//!
//! Any player that draws no random numbers becomes a [`Tree`] ([`tree_of`](crate::tree_of)); a tree tells exactly how many guesses
//! every secret takes ([`Tree::lengths`]), is shown as a [table](Tree::table), put beside [another](Tree::against), and
//! kept as CSV or JSON ([`Tree::to_csv`], [`Tree::to_json`]), from which it is played again ([`FromFile`]). It may be for the
//! codes of one codemaker alone ([`Secrets`]), on boards with more codes than can be counted, too ([`Tree::build`]).
//!
//! ```
//! use players::{Briefing, Knowledge, find};
//! let size = "4x6".parse()?;
//! let briefing = Briefing { size, guess_limit: 100, codemaker: "insert-colors".into(), knowledge: Knowledge::Nothing };
//! let tree = players::tree_of(&find("baseline-2")?.prepare(&briefing)?, size)?;
//! assert_eq!(tree.lengths().total(), 7471);
//! assert_eq!(tree.lengths().worst(), 9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod compare;
mod csv;
mod dot;
mod draft;
mod from_file;
mod history;
mod json;
mod lengths;
mod numbers;
mod secrets;
mod table;
mod walk;

pub use build::NoTree;
pub use compare::Difference;
pub use draft::{BadTree, Draft, Wrong};
pub(crate) use from_file::tree as from_file;
pub use from_file::{FileForm, FromFile, TreeFile, TreeFileError};
pub use history::{history, response};
pub use lengths::Lengths;
pub use secrets::Secrets;
pub use table::{Games, Row};
pub(crate) use walk::Walk;

use numbers::Numbers;
use scsa::{Code, Feedback, Size};

/// A strategy for a set of secrets of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    numbers: Numbers,
    secrets: Secrets,
    root: Branch,
}

/// What is guessed after a history, and what after each response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The number of the guess, which the [`Tree`] knows.
    guess: u32,
    /// Whether the guess may be the secret.
    wins: bool,
    /// What follows on the responses that some secret gives, in the order of their index; not on the one that wins.
    next: Vec<(u16, Branch)>,
}

impl Tree {
    /// A tree of that root, for all codes.
    #[must_use]
    pub const fn new(size: Size, root: Branch) -> Tree {
        Tree::of(size, Secrets::All, root)
    }

    /// A tree of that root, for these secrets. Nothing is checked; [`Tree::build`] does that, and takes any size.
    #[must_use]
    pub const fn of(size: Size, secrets: Secrets, root: Branch) -> Tree {
        Tree { numbers: Numbers::all(size), secrets, root }
    }

    /// The size of the game.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.numbers.size()
    }

    /// The secrets that it is for.
    #[must_use]
    pub const fn secrets(&self) -> Secrets {
        self.secrets
    }

    /// What is guessed first, and what follows.
    #[must_use]
    pub const fn root(&self) -> &Branch {
        &self.root
    }

    /// What is guessed at a branch of this tree.
    #[must_use]
    pub fn guess(&self, branch: &Branch) -> Code {
        self.numbers.code(branch.guess)
    }

    /// How many secrets take how many guesses.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        self.root.lengths()
    }
}

impl Branch {
    /// A branch whose guess has that number ([`Size::place`]; there are `u32::MAX` codes at the most), which may be the secret
    /// or not, with what follows on each response.
    #[must_use]
    pub fn new(guess: u32, wins: bool, mut next: Vec<(Feedback, Branch)>) -> Branch {
        next.sort_by_key(|(feedback, _)| feedback.index());
        let next = next.into_iter().map(|(feedback, branch)| (feedback.index() as u16, branch)).collect();
        Branch { guess, wins, next }
    }

    /// A branch whose guess is the only secret that is left.
    #[must_use]
    pub const fn leaf(guess: u32) -> Branch {
        Branch { guess, wins: true, next: Vec::new() }
    }

    /// Whether the guess may be the secret.
    #[must_use]
    pub const fn wins(&self) -> bool {
        self.wins
    }

    /// What follows on the responses that some secret gives, but for the one that wins.
    pub fn next(&self) -> impl ExactSizeIterator<Item = (Feedback, &Branch)> {
        self.next.iter().map(|(index, branch)| (Feedback::from_index((*index).into()), branch))
    }

    /// What follows on that response.
    #[must_use]
    pub fn after(&self, feedback: Feedback) -> Option<&Branch> {
        let place = self.next.binary_search_by_key(&(feedback.index() as u16), |(index, _)| *index).ok()?;
        self.next.get(place).map(|(_, branch)| branch)
    }

    /// How many secrets take how many guesses, from here on.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        let mut lengths = Lengths::default();
        self.count(1, &mut lengths);
        lengths
    }

    fn count(&self, guesses: usize, lengths: &mut Lengths) {
        if self.wins {
            lengths.add(guesses, 1);
        }
        for (_, branch) in &self.next {
            branch.count(guesses + 1, lengths);
        }
    }
}
