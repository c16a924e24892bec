//! The definition of an external player.

use sandbox::Launcher;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A player that is a program of its own: how it is started, and what it may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalPlayer {
    /// The name of the player.
    pub name: String,
    /// The command: a program and its arguments.
    pub command: Vec<String>,
    /// The folder of the player. A copy of it is the working folder of the program, in which it may write.
    pub folder: Option<PathBuf>,
    /// Folders that are not copied, such as that of the results.
    pub hidden: Vec<PathBuf>,
    /// Files and folders that the program may read besides those of the system.
    pub readable: Vec<PathBuf>,
    /// Variables of the environment.
    pub environment: Vec<(String, String)>,
    /// The command that starts the sandbox.
    pub launcher: (PathBuf, Vec<String>),
    /// The folder in which the standard error is kept, a file a match.
    pub messages: Option<PathBuf>,
    /// The memory of all processes of the program together, in megabytes.
    pub memory_mb: u64,
    /// Whether the rounds of a match are independent of each other, so that several processes may play them.
    pub is_independent: bool,
    /// The player of this program that the program plays as, if it is one.
    pub builtin: Option<String>,
}

impl ExternalPlayer {
    /// A player of that name, started by that command through that launcher. It has 2 GiB of memory, and learns.
    #[must_use]
    pub fn new(name: impl Into<String>, command: Vec<String>, launcher: (PathBuf, Vec<String>)) -> ExternalPlayer {
        ExternalPlayer {
            name: name.into(),
            command,
            folder: None,
            hidden: Vec::new(),
            readable: Vec::new(),
            environment: Vec::new(),
            launcher,
            messages: None,
            memory_mb: 2048,
            is_independent: false,
            builtin: None,
        }
    }

    pub(crate) fn launcher(&self) -> Launcher {
        let (program, arguments) = &self.launcher;
        Launcher { program: program.clone(), arguments: arguments.iter().map(Into::into).collect() }
    }
}
