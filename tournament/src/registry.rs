//! The players and codemakers that a program offers.

use crate::Codemakers;
use player_api::Players;
use std::{error::Error, fmt};

/// The players and codemakers that a program offers, by name.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    /// The players.
    pub players: Players,
    /// The codemakers.
    pub codemakers: Codemakers,
}

impl Registry {
    /// A registry of these.
    #[must_use]
    pub const fn new(players: Players, codemakers: Codemakers) -> Registry {
        Registry { players, codemakers }
    }
}

/// A worker process does not offer a player or codemaker of the plan: it is another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName(pub String);

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for UnknownName {}
