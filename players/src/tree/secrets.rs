//! For which secrets a tree is.

use super::{BadTree, NoTree, Tree};
use scsa::{Code, Scsa, Size, algorithms, support};
use std::fmt;

/// The secrets that a strategy is for. It finds each of them, and each counts once, however probable it is.
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
    /// Those of the codemaker of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Secrets> {
        algorithms::find(name).map(Secrets::Of)
    }

    /// The name of the codemaker; none where they are all codes.
    #[must_use]
    pub fn codemaker(&self) -> Option<&str> {
        match self {
            Secrets::All => None,
            Secrets::Of(scsa) => Some(scsa.name()),
        }
    }

    /// Those of the codemaker that a file names.
    pub(super) fn read(name: &str) -> Result<Secrets, String> {
        let reason =
            || format!("{name:?} is no SCSA whose secrets a tree is for; a name such as only-once was expected");
        Secrets::named(name).ok_or_else(reason)
    }

    /// The secrets in lexicographic order.
    pub(super) fn list(self, size: Size) -> Result<Vec<Code>, BadTree> {
        let scsa = match self {
            Secrets::All if size.count_at_most(Tree::MOST_CODES).is_none() => {
                return Err(BadTree::Size(format!("its size {}", NoTree::Large(size))));
            }
            Secrets::All => return Ok(size.codes().collect()),
            Secrets::Of(scsa) => scsa,
        };
        let (name, most) = (scsa.name(), Tree::MOST_CODES);
        if !scsa.supports(size) {
            let needs = scsa.needs();
            return Err(BadTree::Secrets(format!("its secrets are those of {name} at {size}, which needs {needs}")));
        }
        let codes = support(scsa, size, most as usize).ok_or_else(|| {
            let reason = format!("its secrets are those of {name} at {size}, more than {most}, too many for a tree");
            BadTree::Secrets(reason)
        })?;
        Ok(codes.into_iter().map(|(code, _)| code).collect())
    }

    /// The name of the secrets at a size: `only-once at 4x6`, or the size alone where they are all codes.
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
