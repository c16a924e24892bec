//! The player of a tree that a file holds.

use super::{BadTree, Tree, walk::Walk};
use crate::{Briefing, ParameterizedEntrant, Player, PlayerInstance, Refusal};
use scsa::{Code, Rng, Size, Turn};
use std::{
    error::Error,
    fmt,
    fs::File,
    io::{self, Read},
    path::Path,
    str::FromStr,
    sync::Arc,
};

/// Plays the tree of a file, at the size of the tree: `tree:knuth.json`. Against a secret that the tree is not for it plays on,
/// guessing again what it guessed wherever the tree knows nothing else.
#[derive(Clone, Debug)]
pub struct FromFile {
    tree: Arc<Walk>,
}

impl Player for FromFile {
    fn guess(&mut self, turns: &[Turn], _rng: &mut Rng) -> Code {
        self.tree.guess(turns)
    }
}

/// The tree of a player of this kind.
pub(crate) fn tree(player: &PlayerInstance) -> Option<Tree> {
    player.downcast_ref::<FromFile>().map(|player| player.tree.tree())
}

impl ParameterizedEntrant for FromFile {
    const NAME: &'static str = "tree";
    const SUMMARY: &'static str =
        "plays the strategy of a file, as `arena tree PLAYER --json FILE` (or --csv) writes it";
    const PARAMETER: &'static str = "FILE";
    type Parameter = TreeFile;

    fn only_size(file: &TreeFile) -> Option<Size> {
        Some(file.tree.size())
    }

    fn prepare(briefing: &Briefing, file: &TreeFile) -> Result<FromFile, Refusal> {
        let size = file.tree.size();
        if size != briefing.size {
            let reason = format!("the tree of {file} is for {size}");
            return Err(Refusal::new(reason).with_hint(format!("choose the size {size}")));
        }
        Ok(FromFile { tree: Arc::clone(&file.tree) })
    }
}

/// The forms of a file that holds a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileForm {
    /// As [`Tree::to_csv`] writes it.
    Csv,
    /// As [`Tree::to_json`] writes it.
    Json,
}

impl FileForm {
    /// The form of a file of that name, which its end tells.
    ///
    /// # Errors
    /// [`TreeFileError::Name`] for a name that no such file may have.
    pub fn of(path: &str) -> Result<FileForm, TreeFileError> {
        if path.contains(char::is_control) {
            return Err(TreeFileError::Name("it has a control character in its name; rename the file"));
        }
        let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
        match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("json") => Ok(FileForm::Json),
            Some("csv") => Ok(FileForm::Csv),
            _ => Err(TreeFileError::Name("its name must end in .json or .csv")),
        }
    }
}

/// A tree in a file, whose name tells its [form](FileForm).
#[derive(Clone, Debug)]
pub struct TreeFile {
    path: String,
    tree: Arc<Walk>,
}

impl TreeFile {
    /// A larger file is not read: so many bytes hold the JSON of some three million situations.
    pub const LARGEST: u64 = 256 << 20;

    /// Reads the tree of a file.
    ///
    /// # Errors
    /// [`TreeFileError`] when the file cannot be read, or holds no tree.
    pub fn read(path: &str) -> Result<Tree, TreeFileError> {
        let parse = match FileForm::of(path)? {
            FileForm::Json => Tree::from_json,
            FileForm::Csv => Tree::from_csv,
        };
        let mut text = Vec::new();
        let read = File::open(path).and_then(|file| file.take(TreeFile::LARGEST + 1).read_to_end(&mut text));
        read.map_err(TreeFileError::Unreadable)?;
        if text.len() as u64 > TreeFile::LARGEST {
            return Err(TreeFileError::Large);
        }
        parse(&text).map_err(TreeFileError::Bad)
    }
}

impl FromStr for TreeFile {
    type Err = TreeFileError;

    fn from_str(path: &str) -> Result<TreeFile, TreeFileError> {
        let tree = Arc::new(Walk::new(&TreeFile::read(path)?));
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

/// Why a file gives no tree. Whoever named the file knows which.
#[derive(Debug)]
pub enum TreeFileError {
    /// Its name will not do, for this reason.
    Name(&'static str),
    /// It cannot be read.
    Unreadable(io::Error),
    /// It holds more than [`TreeFile::LARGEST`] bytes.
    Large,
    /// What it holds is no tree.
    Bad(BadTree),
}

impl fmt::Display for TreeFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeFileError::Name(reason) => f.write_str(reason),
            TreeFileError::Unreadable(e) => write!(f, "it cannot be read: {e}"),
            TreeFileError::Large => write!(f, "it holds more than {} MB", TreeFile::LARGEST >> 20),
            TreeFileError::Bad(bad) => bad.fmt(f),
        }
    }
}

impl Error for TreeFileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            TreeFileError::Unreadable(e) => Some(e),
            TreeFileError::Bad(bad) => Some(bad),
            _ => None,
        }
    }
}
