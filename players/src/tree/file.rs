//! Files of strategy trees, and playing them.

use crate::tree::{Tree, TreeError};
use scsa::{Code, Turn};
use std::{fmt, path::Path, str::FromStr, sync::Arc};

/// A file with the tree read from it, as [`Tree::to_csv`] writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeFile {
    path: String,
    pub(crate) tree: Arc<Tree>,
}

impl TreeFile {
    /// The size of the largest file that is read, in bytes. Some six million situations have this size.
    pub const MAX_BYTES: u64 = 256 << 20;

    /// Checks the name of a file.
    ///
    /// # Errors
    /// [`TreeError`] for a name that a tree file may not have.
    pub fn check_name(path: &str) -> Result<(), TreeError> {
        if path.contains(char::is_control) {
            return Err(TreeError("it has a control character in its name; rename the file".to_owned()));
        }
        match Path::new(path).extension() {
            Some(extension) if extension.eq_ignore_ascii_case("csv") => Ok(()),
            _ => Err(TreeError("its name must end in .csv".to_owned())),
        }
    }

    /// Reads the tree of a file.
    ///
    /// # Errors
    /// [`TreeError`] when the file cannot be read or contains no tree.
    pub fn read(path: &str) -> Result<Tree, TreeError> {
        TreeFile::check_name(path)?;
        let text = folder_files::named(Path::new(path)).and_then(|path| folder_files::read(&path, TreeFile::MAX_BYTES));
        let text = text.map_err(|e| TreeError(format!("it cannot be read: {e}")))?;
        Tree::from_csv(&text)
    }
}

impl FromStr for TreeFile {
    type Err = TreeError;

    fn from_str(path: &str) -> Result<TreeFile, TreeError> {
        let tree = Arc::new(TreeFile::read(path)?);
        Ok(TreeFile { path: path.to_owned(), tree })
    }
}

impl fmt::Display for TreeFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)
    }
}

impl Tree {
    /// The guess after these turns: of the guesses that the tree leads to, the first that was not answered. Feedback that no secret of
    /// the tree gives is skipped, so that the last guess is repeated.
    pub(crate) fn next_guess(&self, turns: &[Turn]) -> Code {
        self.own_guess(turns).unwrap_or_else(|| {
            let (mut branch, mut unread) = (self.root(), turns.to_vec());
            loop {
                let guess = self.guess(branch);
                let Some(place) = unread.iter().position(|turn| turn.guess == guess) else { return guess };
                branch = branch.after(unread.remove(place).feedback).unwrap_or(branch);
            }
        })
    }

    /// The guess after these turns, if they are a game of the tree.
    pub(crate) fn own_guess(&self, turns: &[Turn]) -> Option<Code> {
        let mut branch = self.root();
        for turn in turns {
            branch = branch.after(turn.feedback).filter(|_| self.guess(branch) == turn.guess)?;
        }
        Some(self.guess(branch))
    }
}
