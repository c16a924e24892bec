//! Files of strategy trees, and a tree in one array, for playing.

use crate::tree::{Branch, CodeTable, Secrets, Tree, TreeError};
use scsa::{Code, Feedback, Size, Turn};
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

    pub(crate) const fn tree(&self) -> &Arc<FlatTree> {
        &self.tree
    }
}

impl FromStr for TreeFile {
    type Err = TreeError;

    fn from_str(path: &str) -> Result<TreeFile, TreeError> {
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

/// A tree in one array: its situations in breadth-first order, so that the successors of one are adjacent. A step takes a binary
/// search among them.
#[derive(Debug)]
pub(crate) struct FlatTree {
    codes: CodeTable,
    secrets: Secrets,
    situations: Box<[Situation]>,
}

/// A situation, 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Situation {
    guess: u32,
    /// The index of the first successor, and the number of successors.
    first: u32,
    successors: u16,
    /// The index of the feedback that leads here.
    feedback: u16,
    wins: bool,
}

impl FlatTree {
    pub fn new(tree: &Tree) -> FlatTree {
        let mut branches = vec![(0, &tree.root)];
        let mut situations = Vec::new();
        while let Some((feedback, branch)) = branches.get(situations.len()).copied() {
            let (first, successors) = (branches.len() as u32, branch.next.len() as u16);
            situations.push(Situation { guess: branch.guess, first, successors, feedback, wins: branch.wins });
            branches.extend(branch.next.iter().map(|(feedback, branch)| (*feedback, branch)));
        }
        FlatTree { codes: tree.codes.clone(), secrets: tree.secrets, situations: situations.into() }
    }

    pub const fn size(&self) -> Size {
        self.codes.size()
    }

    /// The guess after these turns: of the guesses that the tree leads to, the first that was not answered. Feedback that no secret of
    /// the tree gives is skipped, so that the last guess is repeated.
    pub fn guess(&self, turns: &[Turn]) -> Code {
        self.own_guess(turns).unwrap_or_else(|| {
            let (mut index, mut unread) = (0, turns.to_vec());
            loop {
                let guess = self.guess_at(index);
                let Some(place) = unread.iter().position(|turn| turn.guess == guess) else { return guess };
                index = self.after(index, unread.remove(place).feedback).unwrap_or(index);
            }
        })
    }

    /// The guess after these turns, if they are a game of the tree.
    pub fn own_guess(&self, turns: &[Turn]) -> Option<Code> {
        let after =
            |index, turn: &Turn| self.after(index, turn.feedback).filter(|_| self.guess_at(index) == turn.guess);
        turns.iter().try_fold(0, after).map(|index| self.guess_at(index))
    }

    fn guess_at(&self, index: usize) -> Code {
        self.codes.code(self.situations.get(index).map_or(0, |situation| situation.guess))
    }

    /// The index of the situation after that feedback; none if no secret gives it.
    fn after(&self, index: usize, feedback: Feedback) -> Option<usize> {
        let situation = self.situations.get(index)?;
        let key = feedback.index() as u16;
        let offset = self.successors(situation).binary_search_by_key(&key, |next| next.feedback).ok()?;
        Some(situation.first as usize + offset)
    }

    fn successors(&self, situation: &Situation) -> &[Situation] {
        let from_first = self.situations.get(situation.first as usize..);
        from_first.and_then(|next| next.get(..situation.successors.into())).unwrap_or_default()
    }

    /// The tree with its branches.
    pub fn to_tree(&self) -> Tree {
        let leaf = Branch::leaf(0);
        let root = self.situations.first().map_or(leaf, |root| self.branch(root));
        Tree { codes: self.codes.clone(), secrets: self.secrets, root }
    }

    fn branch(&self, situation: &Situation) -> Branch {
        let next = self.successors(situation).iter().map(|next| (next.feedback, self.branch(next))).collect();
        Branch { guess: situation.guess, wins: situation.wins, next }
    }
}
