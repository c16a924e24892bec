//! Files of strategy trees, and playing them.

use crate::tree::{Tree, TreeError};
use scsa::{Code, Turn};
use std::{fmt, path::Path, str::FromStr, sync::Arc};

/// The formats of a tree file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFileFormat {
    /// As [`Tree::to_csv`] writes it.
    Csv,
    /// As [`Tree::to_json`] writes it.
    Json,
}

impl TreeFileFormat {
    /// The format of a file with that name, by its extension.
    ///
    /// # Errors
    /// [`TreeError`] for a name that a tree file may not have.
    pub fn of(path: &str) -> Result<TreeFileFormat, TreeError> {
        if path.contains(char::is_control) {
            return Err(TreeError("it has a control character in its name; rename the file".to_owned()));
        }
        let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("json") => Ok(TreeFileFormat::Json),
            Some("csv") => Ok(TreeFileFormat::Csv),
            _ => Err(TreeError("its name must end in .json or .csv".to_owned())),
        }
    }
}

/// A file with the tree read from it. The extension of its name gives the [format](TreeFileFormat).
#[derive(Clone, Debug, PartialEq)]
pub struct TreeFile {
    path: String,
    pub(crate) tree: Arc<Tree>,
}

impl TreeFile {
    /// The size of the largest file that is read, in bytes. The JSON of some three million situations has this size.
    pub const MAX_BYTES: u64 = 256 << 20;

    /// Reads the tree of a file.
    ///
    /// # Errors
    /// [`TreeError`] when the file cannot be read or contains no tree.
    pub fn read(path: &str) -> Result<Tree, TreeError> {
        let parse = match TreeFileFormat::of(path)? {
            TreeFileFormat::Json => Tree::from_json,
            TreeFileFormat::Csv => Tree::from_csv,
        };
        let text = folder_files::named(Path::new(path)).and_then(|path| folder_files::read(&path, TreeFile::MAX_BYTES));
        let text = text.map_err(|e| TreeError(format!("it cannot be read: {e}")))?;
        parse(&text)
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
