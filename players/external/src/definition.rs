//! How an external player is started.

use crate::{
    game::ExternalGame,
    protocol,
    session::{Session, StartError},
};
use player_api::{
    Knowledge, Outcome, Refusal,
    registry::{Entry, Players},
};
use sandbox::Launcher;
use serde::{Deserialize, Serialize};
use std::{path::PathBuf, sync::Arc, time::Duration};

/// The CPU time in which a program must say hello. An interpreter that loads large libraries takes some seconds.
const HELLO_LIMIT: Duration = Duration::from_secs(10);

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

    /// Starts the program, asks for its version, and ends it. Returns whether its rounds are independent.
    ///
    /// # Errors
    /// [`StartError`] when it cannot be started, or does not answer within 10 s of CPU time or of waiting.
    pub fn probe(&self) -> Result<bool, StartError> {
        let mut session = Session::start(self, None)?;
        let is_independent = session.hello();
        session.end();
        is_independent.map_err(StartError::Outcome)
    }

    /// The player as an entry of a list of players.
    ///
    /// # Errors
    /// A message when this program has no such built-in player.
    pub fn entry(&self, players: &Players) -> Result<Entry, String> {
        let builtin = self.builtin.as_ref().map(|name| players.find(name)).transpose().map_err(|e| e.to_string())?;
        let definition = serde_json::to_string(self).map_err(|e| e.to_string())?;
        let player = Arc::new(self.clone());
        let prepare = move |briefing: &_| -> Result<ExternalGame, Refusal> {
            ExternalGame::prepare(Arc::clone(&player), briefing)
        };
        let learns: fn(&Knowledge) -> bool = if self.is_independent { |_| false } else { |_| true };
        let entry = Entry::external(self.name.clone(), learns, &definition, prepare);
        Ok(match builtin {
            Some(builtin) => entry.learning_like(&builtin),
            None => entry,
        })
    }

    /// The entry that [`entry`](ExternalPlayer::entry) made, in another process of this program.
    ///
    /// # Errors
    /// A message when the definition is not one of this program.
    pub fn define(players: &Players, definition: &str) -> Result<Entry, String> {
        let player: ExternalPlayer = serde_json::from_str(definition).map_err(|e| e.to_string())?;
        player.entry(players)
    }

    pub(crate) fn launcher(&self) -> Launcher {
        let (program, arguments) = &self.launcher;
        Launcher { program: program.clone(), arguments: arguments.iter().map(Into::into).collect() }
    }
}

/// What `hello` comes to, which a session asks first.
impl Session {
    /// Asks for the version. Returns whether the rounds are independent.
    pub(crate) fn hello(&mut self) -> Result<bool, Outcome> {
        self.begin(HELLO_LIMIT);
        self.send(&protocol::hello())?;
        let answer = protocol::parse_hello(self.receive()?);
        answer.map_err(|fault| self.broken(fault))
    }
}
