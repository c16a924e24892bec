//! How the programs of external players and codemakers are used.

use std::path::Path;
use tournament::Limits;

/// How programs are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramUse {
    /// They are started: players are asked whether their rounds are independent, codemakers make codes that are not recorded.
    Started,
    /// They are looked up, but not started: players count as learning, and codes of codemakers are announced.
    Named,
    /// They need not be there: of players the names are known, of codemakers the recorded codes.
    Absent,
}

/// How the programs of external players and codemakers are used.
#[derive(Clone, Copy, Debug)]
pub struct Programs<'a> {
    pub players: ProgramUse,
    pub codemakers: ProgramUse,
    pub limits: Limits,
    /// The folder for the results.
    pub out: &'a Path,
}
