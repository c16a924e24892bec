//! The name of a match.

use scsa::Size;
use std::fmt;

/// A codemaker at a size. All players of a match face the same secrets.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MatchName {
    /// The codemaker's name.
    pub scsa: String,
    /// The size of the game.
    pub size: Size,
}

impl fmt::Display for MatchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.scsa, self.size)
    }
}
