//! The players that a program offers.

use super::Entry;
use crate::ParameterPosition;
use std::{error::Error, fmt};

/// Makes the entry of a player that is a program of its own from its definition. The list gives players of this program.
pub type Define = fn(&Players, &str) -> Result<Entry, String>;

/// The players that a program offers, by name.
///
/// *Competitors* are what "all players" means. *Others* are found by name only: players that need a parameter, and players
/// that break the rules on purpose.
#[derive(Clone, Debug, Default)]
pub struct Players {
    competitors: Vec<Entry>,
    others: Vec<Entry>,
    define: Option<Define>,
}

impl Players {
    /// A list of these competitors and other players.
    ///
    /// # Panics
    /// When two entries have the same name.
    #[must_use]
    pub fn new(competitors: &[Entry], others: &[Entry]) -> Players {
        let mut players = Players::default();
        competitors.iter().for_each(|entry| players.add(entry.clone()));
        for entry in others {
            players.check_unique(entry);
            players.others.push(entry.clone());
        }
        players
    }

    /// Adds a competitor.
    ///
    /// # Panics
    /// When a player of that name is in the list already.
    pub fn add(&mut self, entry: Entry) {
        self.check_unique(&entry);
        self.competitors.push(entry);
    }

    /// The same list, which makes entries of players that are programs of their own with this function of their definition.
    #[must_use]
    pub fn with_definitions(self, define: Define) -> Players {
        Players { define: Some(define), ..self }
    }

    /// The entry of a player that is a program of its own.
    ///
    /// # Errors
    /// [`PlayerNameError`] when this list has no such players, or the definition is wrong.
    pub fn define(&self, definition: &str) -> Result<Entry, PlayerNameError> {
        let define = self.define.ok_or(PlayerNameError::Unknown)?;
        define(self, definition).map_err(PlayerNameError::Parameter)
    }

    fn check_unique(&self, entry: &Entry) {
        assert!(self.iter().all(|other| other.name() != entry.name()), "two players have the name {entry:?}");
    }

    /// The competitors, in the order in which they were added.
    #[must_use]
    pub fn competitors(&self) -> &[Entry] {
        &self.competitors
    }

    /// The players that are found by name only.
    #[must_use]
    pub fn others(&self) -> &[Entry] {
        &self.others
    }

    /// All players, competitors first.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.competitors.iter().chain(&self.others)
    }

    /// The player of a name, which may contain a parameter: `rao`, `local-search:4`, `1122+lc`.
    ///
    /// # Errors
    /// [`PlayerNameError`] when there is no such player, it does not take the parameter, or it needs one.
    pub fn find(&self, name: &str) -> Result<Entry, PlayerNameError> {
        let (kind, parameter) = ParameterPosition::split(name);
        let entry = self.iter().find(|entry| entry.name() == kind).ok_or(PlayerNameError::Unknown)?;
        match parameter {
            None if entry.requires_parameter() => {
                let parameter = entry.parameter().unwrap_or_default();
                let usage = entry.usage();
                Err(PlayerNameError::Parameter(format!("the player {kind} needs a {parameter}: {usage}")))
            }
            None => Ok(entry.clone()),
            Some((position, text)) => entry.with_parameter(position, text).map_err(PlayerNameError::Parameter),
        }
    }
}

/// Why there is no player of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerNameError {
    /// No player has that name.
    Unknown,
    /// The parameter in the name is missing or wrong, for this reason.
    Parameter(String),
}

impl fmt::Display for PlayerNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerNameError::Unknown => f.write_str("there is no such player"),
            PlayerNameError::Parameter(reason) => f.write_str(reason),
        }
    }
}

impl Error for PlayerNameError {}
