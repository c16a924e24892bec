//! An external player as an entry of a list of players.

use crate::{
    ExternalPlayer,
    game::{ExternalGame, MOST_KILLED},
    session::{HELLO_LIMIT, Session, StartError, was_killed},
    submission::FolderError,
    watch::MOST_PROCESSES,
};
use player_api::{
    Knowledge, Refusal,
    registry::{Entry, Players},
};
use sandbox::Sandbox;
use std::{ffi::OsString, sync::Arc};

impl ExternalPlayer {
    /// Checks that the program can be started, without starting it: that there is an executable file of its name, and that
    /// the files of the player may be copied.
    ///
    /// # Errors
    /// [`StartError`] when that is not so.
    pub fn check(&self) -> Result<(), StartError> {
        let (sandbox, command) = self.sandbox()?;
        Ok(sandbox.check(&command)?)
    }

    /// What the program may use and see, and its command.
    pub(crate) fn sandbox(&self) -> Result<(Sandbox, Vec<OsString>), FolderError> {
        let mut sandbox = Sandbox::default().memory(self.memory_mb << 20).processes(MOST_PROCESSES);
        if let Some(folder) = &self.folder {
            sandbox = sandbox.copied(folder).only_copied(self.submission()?);
        }
        sandbox = self.readable.iter().fold(sandbox, Sandbox::readable);
        sandbox = self.environment.iter().fold(sandbox, |sandbox, (name, value)| sandbox.environment(name, value));
        Ok((sandbox, self.command.iter().map(Into::into).collect()))
    }

    /// Starts the program, asks for its version, and ends it. Returns whether its rounds are independent.
    ///
    /// # Errors
    /// [`StartError`] when it cannot be started, or does not answer within 10 s of CPU time or of waiting.
    pub fn probe(&self) -> Result<bool, StartError> {
        let hello = || {
            let mut session = Session::start(self, None)?;
            let is_independent = session.hello(HELLO_LIMIT);
            session.end();
            is_independent.map_err(StartError::Outcome)
        };
        let is_over = |answer: &_| !matches!(answer, Err(StartError::Outcome(outcome)) if was_killed(outcome));
        (0..MOST_KILLED).map(|_| hello()).find(is_over).unwrap_or_else(hello)
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
        ExternalPlayer::parse(definition)?.entry(players)
    }

    /// The player of the [definition](Entry::definition) of an entry.
    ///
    /// # Errors
    /// A message when the definition is not one of this program.
    pub fn parse(definition: &str) -> Result<ExternalPlayer, String> {
        serde_json::from_str(definition).map_err(|e| e.to_string())
    }
}
