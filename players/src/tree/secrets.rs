//! The secrets of a strategy.

use scsa::{Scsa, Size, algorithms};
use std::fmt;

/// The secrets that a strategy finds. Each counts once, whatever its probability.
///
/// ```
/// use players::tree::Secrets;
/// use scsa::algorithms::OnlyOnce;
/// assert_eq!(Secrets::named("only-once"), Some(Secrets::Of(&OnlyOnce)));
/// assert_eq!(Secrets::Of(&OnlyOnce).to_string(), "the secrets of only-once");
/// assert_eq!(Secrets::All.to_string(), "all codes");
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Secrets {
    /// All codes of the size.
    All,
    /// The codes that this codemaker can make at the size.
    Of(&'static dyn Scsa),
}

impl Secrets {
    /// The secrets of the codemaker of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Secrets> {
        algorithms::find(name).map(Secrets::Of)
    }

    /// The name of the codemaker; none if they are all codes.
    #[must_use]
    pub fn codemaker(&self) -> Option<&str> {
        match self {
            Secrets::All => None,
            Secrets::Of(scsa) => Some(scsa.name()),
        }
    }

    /// The secrets of the codemaker that a file names.
    pub(super) fn read(name: &str) -> Result<Secrets, String> {
        let reason =
            || format!("{name:?} is no SCSA whose secrets a tree is for; a name such as only-once was expected");
        Secrets::named(name).ok_or_else(reason)
    }

    /// The name of the secrets at a size: `only-once at 4x6`, or the size alone if they are all codes.
    pub(super) fn at(self, size: Size) -> String {
        match self {
            Secrets::All => size.to_string(),
            Secrets::Of(scsa) => format!("{} at {size}", scsa.name()),
        }
    }
}

impl PartialEq for Secrets {
    fn eq(&self, other: &Secrets) -> bool {
        self.codemaker() == other.codemaker()
    }
}

impl Eq for Secrets {}

impl fmt::Display for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Secrets::All => f.write_str("all codes"),
            Secrets::Of(scsa) => write!(f, "the secrets of {}", scsa.name()),
        }
    }
}
