//! The codemaker of a match: an algorithm, or a file of codes.

use crate::{CodeFile, CodeFileError};
use players::Knowledge;
use scsa::{Code, Rng, Scsa, Size, algorithms};
use std::path::Path;

/// What makes the secrets of a match.
#[derive(Clone, Debug)]
pub enum Codemaker {
    /// A secret-code-selection algorithm.
    Algorithm(&'static dyn Scsa),
    /// Codes from a file, played in order: the first round has the first code.
    Codes {
        /// `codes:` and the path, as it was given.
        name: String,
        /// The codes.
        codes: CodeFile,
    },
}

impl Codemaker {
    /// What a name begins with when a file of codes follows.
    pub const FILE_PREFIX: &'static str = "codes:";

    /// The codemaker of that name: a secret-code-selection algorithm, or `codes:` and a path. None when there is no
    /// such algorithm.
    ///
    /// # Errors
    /// [`CodeFileError`] when the file cannot be used.
    pub fn find(name: &str) -> Result<Option<Codemaker>, CodeFileError> {
        match name.strip_prefix(Codemaker::FILE_PREFIX) {
            Some(path) => {
                let codes = CodeFile::read(Path::new(path))?;
                Ok(Some(Codemaker::Codes { name: name.to_owned(), codes }))
            }
            None => Ok(algorithms::find(name).map(Codemaker::Algorithm)),
        }
    }

    /// The name, as it stands in records.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Codemaker::Algorithm(scsa) => scsa.name(),
            Codemaker::Codes { name, .. } => name,
        }
    }

    /// The name from which random streams are derived: where a file lies does not matter.
    #[must_use]
    pub fn stream_name(&self) -> &str {
        match self {
            Codemaker::Algorithm(scsa) => scsa.name(),
            Codemaker::Codes { .. } => Codemaker::FILE_PREFIX,
        }
    }

    /// Why it cannot play that size, or `None` when it can.
    #[must_use]
    pub fn objection(&self, size: Size) -> Option<String> {
        match self {
            Codemaker::Algorithm(scsa) if scsa.supports(size) => None,
            Codemaker::Algorithm(scsa) => Some(format!("{} needs {}", scsa.name(), scsa.needs())),
            Codemaker::Codes { codes, .. } => {
                let least = codes.least_size()?;
                let fits = least.pegs() == size.pegs() && least.colors() <= size.colors();
                (!fits).then(|| format!("the codes have {} pegs and need {} colors", least.pegs(), least.colors()))
            }
        }
    }

    /// How many secrets there are; without end for an algorithm.
    #[must_use]
    pub fn secrets(&self) -> Option<u64> {
        match self {
            Codemaker::Algorithm(_) => None,
            Codemaker::Codes { codes, .. } => Some(codes.codes().len() as u64),
        }
    }

    /// What players are told of it: the rule of a visible algorithm, nothing of a mystery or a file.
    #[must_use]
    pub fn knowledge(&self) -> Knowledge {
        match self {
            Codemaker::Algorithm(scsa) if algorithms::MYSTERIES.iter().all(|mystery| mystery.name() != scsa.name()) => {
                Knowledge::Algorithm(*scsa)
            }
            _ => Knowledge::Nothing,
        }
    }

    /// The secret of a round, the first round being 1; `None` when a file has no more codes, or the size is one that
    /// [`objection`](Codemaker::objection) objects to.
    pub fn secret(&self, size: Size, round: u64, rng: &mut Rng) -> Option<Code> {
        match self {
            Codemaker::Algorithm(scsa) => scsa.supports(size).then(|| scsa.draw(size, rng)),
            Codemaker::Codes { codes, .. } => {
                let index = usize::try_from(round.checked_sub(1)?).ok()?;
                codes.codes().get(index).copied().filter(|code| size.admits(code))
            }
        }
    }
}
