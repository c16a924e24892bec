//! How the programs of external players and codemakers are used.

use std::path::Path;
use tournament::Limits;

/// How the programs of external players and codemakers are used.
#[derive(Clone, Copy, Debug)]
pub struct Programs<'a> {
    /// Whether they are started: players are asked whether their rounds are independent, codemakers make their codes. Otherwise players
    /// count as learning, and codes stand in for those of codemakers.
    pub are_started: bool,
    pub limits: Limits,
    /// The folder for the results.
    pub out: &'a Path,
}
