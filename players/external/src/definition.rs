//! The definition of an external player.

use sandbox::Launcher;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The variable of the environment by which a bridge knows what to say about a file that is missing.
const SHARED: &str = "ARENA_SHARED_FOLDER";

/// A player that is a program of its own: how it is started, and what it may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalPlayer {
    /// The name of the player.
    pub name: String,
    /// The command: a program and its arguments.
    pub command: Vec<String>,
    /// The folder of the player. A copy of it is the working folder of the program, in which it may write.
    pub folder: Option<PathBuf>,
    /// The files of the folder that the command names.
    pub files: Vec<PathBuf>,
    /// Whether other players come from the folder, so that nothing of it is copied but `files`.
    pub is_shared: bool,
    /// Files and folders that are not copied, such as the folder of the results.
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
            files: Vec::new(),
            is_shared: false,
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

    /// Hides the files of players from each other: a player sees its own files and, if no other player comes from its folder, the
    /// folder without those of other players in it. Players with the same files are no others.
    pub fn keep_apart(players: &mut [ExternalPlayer]) {
        let places: Vec<_> = players.iter().map(|player| (player.folder.clone(), player.files.clone())).collect();
        for player in players {
            let Some(folder) = player.folder.clone() else { continue };
            let others = places.iter().filter(|(_, files)| *files != player.files);
            for other in others.filter_map(|(other, _)| other.as_ref()).filter(|other| other.starts_with(&folder)) {
                if *other == folder {
                    player.is_shared = true;
                } else {
                    player.hidden.push(other.clone());
                }
            }
            if player.is_shared {
                player.environment.push((SHARED.to_owned(), player.shared_folder()));
            }
        }
    }

    /// A clause for a player that other players share a folder with, and that may miss other files of it.
    pub(crate) fn shared_folder(&self) -> String {
        let names = self.files.iter().filter_map(|file| file.file_name()).map(|name| name.to_string_lossy());
        let names = names.collect::<Vec<_>>().join(" and ");
        format!(
            "it sees only {names} of its folder, because other players come from there; give it a folder of its own with the files that \
             it needs"
        )
    }

    pub(crate) fn launcher(&self) -> Launcher {
        let (program, arguments) = &self.launcher;
        Launcher { program: program.clone(), arguments: arguments.iter().map(Into::into).collect() }
    }
}
