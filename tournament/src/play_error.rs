//! Why a tournament ended early.

use crate::FileError;
use std::{error::Error, fmt, io};

/// Why a tournament ended early. The files contain whole rows of what was played until then.
#[derive(Debug)]
pub enum PlayError {
    /// A file cannot be written.
    File(FileError),
    /// The manifest cannot be written, so that nothing was played.
    Manifest(FileError),
    /// The workers cannot be started, or the connection to them is broken.
    Workers(io::Error),
    /// A worker process does not know a player or codemaker of the plan: it is another program.
    Unknown(String),
    /// The observer stopped the tournament.
    Stopped,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::File(e) | PlayError::Manifest(e) => e.fmt(f),
            PlayError::Workers(e) => write!(f, "the workers cannot play: {e}"),
            PlayError::Unknown(name) => write!(f, "the worker processes do not know the {name}"),
            PlayError::Stopped => f.write_str("stopped before the end"),
        }
    }
}

impl Error for PlayError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            PlayError::File(e) | PlayError::Manifest(e) => Some(e),
            PlayError::Workers(e) => Some(e),
            PlayError::Unknown(_) | PlayError::Stopped => None,
        }
    }
}

impl From<FileError> for PlayError {
    fn from(e: FileError) -> PlayError {
        PlayError::File(e)
    }
}

impl From<io::Error> for PlayError {
    fn from(e: io::Error) -> PlayError {
        PlayError::Workers(e)
    }
}
