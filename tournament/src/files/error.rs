//! The error of reading and writing files.

use std::{
    error::Error,
    fmt,
    path::{Path, PathBuf},
};

/// A file or folder that cannot be written or read.
#[derive(Debug)]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// What was tried: "write", "read", …
    pub action: &'static str,
    /// The cause, as the system or the format gives it.
    pub source: Box<dyn Error + Send + Sync>,
}

impl FileError {
    /// An action that failed on a path.
    pub fn new(path: &Path, action: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> FileError {
        FileError { path: path.to_owned(), action, source: source.into() }
    }

    /// Whether the file was refused because of what it is, such as a link, a named pipe or too large.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        self.source.downcast_ref().is_some_and(folder_files::is_refused)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}: {}", self.action, self.path.display(), self.source)
    }
}

impl Error for FileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.source)
    }
}
