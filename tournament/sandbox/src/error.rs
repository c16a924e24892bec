use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a command was not started.
#[derive(Debug)]
#[non_exhaustive]
pub enum SandboxError {
    /// The command has no words.
    EmptyCommand,
    /// There is no executable file of this name, or it cannot be read.
    NotFound {
        /// The first word of the command, or the interpreter that a script names.
        program: PathBuf,
    },
    /// A readable path does not exist, or is the root folder.
    Readable {
        /// The path.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The launcher could not be started, or ended without a report.
    Launcher {
        /// The program of the launcher.
        program: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A step of the preparation failed. The sentence says which, and why.
    Setup(String),
    /// A pipe, a socket or the temporary folder could not be made.
    Io(io::Error),
}

impl fmt::Display for SandboxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SandboxError::EmptyCommand => write!(f, "the command has no words"),
            SandboxError::NotFound { program } => {
                write!(f, "{}: no executable file of this name", program.display())
            }
            SandboxError::Readable { path, reason } => {
                write!(f, "{} cannot be made readable: {reason}", path.display())
            }
            SandboxError::Launcher { program, error } => {
                write!(f, "the launcher {} failed: {error}", program.display())
            }
            SandboxError::Setup(sentence) => write!(f, "{sentence}"),
            SandboxError::Io(error) => write!(f, "the sandbox could not be set up: {error}"),
        }
    }
}

impl std::error::Error for SandboxError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SandboxError::Launcher { error, .. } | SandboxError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for SandboxError {
    fn from(error: io::Error) -> SandboxError {
        SandboxError::Io(error)
    }
}
