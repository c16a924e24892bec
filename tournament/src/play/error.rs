//! Why a tournament ends early.

use crate::record::files::FileError;
use std::io;
use thiserror::Error;

/// Why a tournament ended early. The files contain whole rows of what was played until then.
#[derive(Debug, Error)]
pub enum PlayError {
    /// A file cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The manifest cannot be written, so that nothing was played.
    #[error(transparent)]
    Manifest(FileError),
    /// The workers cannot be started, or the connection to them is broken.
    #[error("the workers cannot play: {0}")]
    Workers(#[from] io::Error),
    /// A worker process does not know a player or codemaker of the plan: it is another program.
    #[error("the worker processes do not know the {0}")]
    Unknown(String),
    /// The codemaker or the player does not play the match of transcripts, for this reason.
    #[error("{0}")]
    Unsupported(String),
    /// The observer stopped the tournament.
    #[error("stopped before the end")]
    Stopped,
}
