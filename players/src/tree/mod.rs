//! Strategies as trees: what to guess after every history.
//!
//! Any player that draws no random numbers has a [`Tree`] ([`tree_of`](crate::tree_of)). A tree gives the exact number of guesses
//! of every secret ([`Tree::lengths`]), is shown as a [table](Tree::table), compared with [another](Tree::against), and written
//! as CSV or JSON ([`Tree::to_csv`], [`Tree::to_json`]), from which it can be played (`tree:FILE`, see [`TreeFile`]). It may be for
//! the codes of one codemaker alone ([`Secrets`]), also at sizes whose codes cannot be counted ([`Tree::build`]).
//!
//! ```
//! use players::{Briefing, Knowledge, find};
//! let size = "4x6".parse()?;
//! let briefing = Briefing::new(size, "insert-colors", Knowledge::Nothing);
//! let tree = players::tree_of(&find("baseline-2")?.prepare(&briefing)?, size)?;
//! assert_eq!(tree.lengths().total(), 7471);
//! assert_eq!(tree.lengths().worst(), 9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod code_table;
mod comparison;
mod csv;
mod dot;
mod file;
mod flat;
mod history;
mod json;
mod lengths;
mod secrets;
mod table;
mod unchecked;

pub use build::PlayerTreeError;
pub use comparison::LengthDifference;
pub use file::{TreeFile, TreeFileError, TreeFileFormat};
pub(crate) use flat::FlatTree;
pub use history::{history, response};
pub use lengths::Lengths;
pub use secrets::Secrets;
pub use table::{GameTotals, TableRow};
pub use unchecked::{SituationError, TreeError, UncheckedTree};

use code_table::CodeTable;
use scsa::{Code, Feedback, Size};

/// A strategy for a set of secrets of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    codes: CodeTable,
    secrets: Secrets,
    root: Branch,
}

/// The guess after a history, and the branch that follows each response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The number of the guess in the code table of the [`Tree`].
    guess: u32,
    /// Whether the guess is consistent, so that it may be the secret.
    wins: bool,
    /// What follows each response that some secret gives, except the one that wins, in the order of their index.
    next: Vec<(u16, Branch)>,
}

impl Tree {
    /// A tree for all codes. It is not checked.
    #[must_use]
    pub const fn new(size: Size, root: Branch) -> Tree {
        Tree::of(size, Secrets::All, root)
    }

    /// A tree for these secrets, at a size of at most `u32::MAX` codes. It is not checked; [`Tree::build`] does that, and takes any
    /// size.
    #[must_use]
    pub const fn of(size: Size, secrets: Secrets, root: Branch) -> Tree {
        Tree { codes: CodeTable::all(size), secrets, root }
    }

    /// The size of the game.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.codes.size()
    }

    /// The secrets that it finds.
    #[must_use]
    pub const fn secrets(&self) -> Secrets {
        self.secrets
    }

    /// The first guess, and what follows.
    #[must_use]
    pub const fn root(&self) -> &Branch {
        &self.root
    }

    /// The guess at a branch of this tree.
    #[must_use]
    pub fn guess(&self, branch: &Branch) -> Code {
        self.codes.code(branch.guess)
    }

    /// The number of secrets for each number of guesses.
    #[must_use]
    pub fn lengths(&self) -> Lengths {
        self.root.lengths()
    }
}

impl Branch {
    /// A branch whose guess has that rank ([`Size::rank`]; at most `u32::MAX` codes), whether the guess may be the secret, and what
    /// follows each response.
    #[must_use]
    pub fn new(guess: u32, wins: bool, mut next: Vec<(Feedback, Branch)>) -> Branch {
        next.sort_by_key(|(feedback, _)| feedback.index());
        let next = next.into_iter().map(|(feedback, branch)| (feedback.index() as u16, branch)).collect();
        Branch { guess, wins, next }
    }

    /// A branch whose guess is the only secret left.
    #[must_use]
    pub const fn leaf(guess: u32) -> Branch {
        Branch { guess, wins: true, next: Vec::new() }
    }

    /// Whether the guess is consistent, so that it may be the secret.
    #[must_use]
    pub const fn wins(&self) -> bool {
        self.wins
    }

    /// What follows each response that some secret gives, except the one that wins.
    pub fn next(&self) -> impl ExactSizeIterator<Item = (Feedback, &Branch)> {
        self.next.iter().map(|(index, branch)| (Feedback::from_index((*index).into()), branch))
    }

    /// What follows that response.
    #[must_use]
    pub fn after(&self, feedback: Feedback) -> Option<&Branch> {
        let index = self.next.binary_search_by_key(&(feedback.index() as u16), |(index, _)| *index).ok()?;
        self.next.get(index).map(|(_, branch)| branch)
    }

    /// The number of secrets for each number of guesses, counted from this branch.
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
