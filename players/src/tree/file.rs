//! Files of strategy trees.

use super::{FlatTree, Tree, TreeError};
use std::{error::Error, fmt, io, path::Path, str::FromStr, sync::Arc};

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
    /// [`TreeFileError::Name`] for a name that a tree file may not have.
    pub fn of(path: &str) -> Result<TreeFileFormat, TreeFileError> {
        if path.contains(char::is_control) {
            return Err(TreeFileError::Name("it has a control character in its name; rename the file"));
        }
        let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("json") => Ok(TreeFileFormat::Json),
            Some("csv") => Ok(TreeFileFormat::Csv),
            _ => Err(TreeFileError::Name("its name must end in .json or .csv")),
        }
    }
}

/// A file with the tree read from it. The extension of its name gives the [format](TreeFileFormat).
#[derive(Clone, Debug)]
pub struct TreeFile {
    path: String,
    tree: Arc<FlatTree>,
}

impl TreeFile {
    /// The size of the largest file that is read, in bytes. The JSON of some three million situations has this size.
    pub const MAX_BYTES: u64 = 256 << 20;

    /// Reads the tree of a file.
    ///
    /// # Errors
    /// [`TreeFileError`] when the file cannot be read or contains no tree.
    pub fn read(path: &str) -> Result<Tree, TreeFileError> {
        let parse = match TreeFileFormat::of(path)? {
            TreeFileFormat::Json => Tree::from_json,
            TreeFileFormat::Csv => Tree::from_csv,
        };
        let text = folder_files::named(Path::new(path)).and_then(|path| folder_files::read(&path, TreeFile::MAX_BYTES));
        let text = text.map_err(TreeFileError::Unreadable)?;
        parse(&text).map_err(TreeFileError::Tree)
    }

    pub(crate) const fn tree(&self) -> &Arc<FlatTree> {
        &self.tree
    }
}

impl FromStr for TreeFile {
    type Err = TreeFileError;

    fn from_str(path: &str) -> Result<TreeFile, TreeFileError> {
        let tree = Arc::new(FlatTree::new(&TreeFile::read(path)?));
        Ok(TreeFile { path: path.to_owned(), tree })
    }
}

impl fmt::Display for TreeFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)
    }
}

impl PartialEq for TreeFile {
    fn eq(&self, other: &TreeFile) -> bool {
        self.path == other.path
    }
}

/// Why a file gives no tree. The message does not contain the path.
#[derive(Debug)]
pub enum TreeFileError {
    /// Its name is not allowed, for this reason.
    Name(&'static str),
    /// It cannot be read.
    Unreadable(io::Error),
    /// Its content is not a tree.
    Tree(TreeError),
}

impl fmt::Display for TreeFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeFileError::Name(reason) => f.write_str(reason),
            TreeFileError::Unreadable(e) => write!(f, "it cannot be read: {e}"),
            TreeFileError::Tree(e) => e.fmt(f),
        }
    }
}

impl Error for TreeFileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            TreeFileError::Unreadable(e) => Some(e),
            TreeFileError::Tree(e) => Some(e),
            _ => None,
        }
    }
}
