//! The codemaker of a match: an algorithm, or a file of codes.

use crate::{CodeFile, CodeFileError, Streams};
use scsa::{Code, Rng, Scsa, Size, algorithms};
use std::{path::Path, sync::Arc};

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
    /// How many sample codes of a mystery there are.
    pub const SAMPLES: u64 = 200;

    /// The size of the sample codes of a mystery; every mystery can play it.
    pub const SAMPLE_SIZE: Size = match Size::new(7, 5) {
        Ok(size) => size,
        Err(_) => panic!("7x5 is a size"),
    };

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

    /// Whether it is an algorithm whose rule players are not told.
    #[must_use]
    pub fn is_mystery(&self) -> bool {
        match self {
            Codemaker::Algorithm(scsa) => algorithms::MYSTERIES.iter().any(|mystery| mystery.name() == scsa.name()),
            Codemaker::Codes { .. } => false,
        }
    }

    /// The sample codes of a mystery, the same in every tournament and drawn apart from its secrets; `None` for what is no
    /// mystery.
    ///
    /// ```
    /// use tournament::Codemaker;
    /// let samples = Codemaker::find("mystery-5")?.and_then(|mystery| mystery.samples());
    /// assert_eq!(samples.map(|codes| (codes.len(), codes[0].to_string())), Some((200, "DEDEDED".to_owned())));
    /// # Ok::<(), tournament::CodeFileError>(())
    /// ```
    #[must_use]
    pub fn samples(&self) -> Option<Arc<[Code]>> {
        if !self.is_mystery() {
            return None;
        }
        let streams = Streams::samples(Codemaker::SAMPLE_SIZE, self.stream_name());
        let draw = |number| self.secret(Codemaker::SAMPLE_SIZE, number, &mut streams.round(number));
        Some((1..=Codemaker::SAMPLES).filter_map(draw).collect())
    }

    /// The secret of a round, the first round being 1; `None` when a file has no more codes, or the size is one that
    /// [`objection`](Codemaker::objection) objects to.
    pub fn secret(&self, size: Size, round: u64, rng: &mut Rng) -> Option<Code> {
        match self {
            Codemaker::Algorithm(scsa) => scsa.supports(size).then(|| scsa.draw(size, rng)),
            Codemaker::Codes { codes, .. } => {
                let index = usize::try_from(round.checked_sub(1)?).ok()?;
                codes.codes().get(index).copied().filter(|code| size.is_legal(code))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    /// What was told in a tournament must be told again when it is played again: these values are a contract.
    #[test]
    fn the_samples_of_mysteries_are_pinned_and_made_by_their_rules() {
        let mut pinned = String::new();
        for scsa in algorithms::MYSTERIES {
            let samples = Codemaker::Algorithm(scsa).samples().unwrap();
            assert_eq!(samples.len(), 200);
            assert!(samples.iter().all(|code| scsa.probability(Codemaker::SAMPLE_SIZE, code) > 0.0));
            let first: Vec<String> = samples.iter().take(4).map(Code::to_string).collect();
            pinned += &format!("{} {} .. {}\n", scsa.name(), first.join(" "), samples[199]);
        }
        assert_eq!(
            pinned,
            "\
mystery-1 CCCCCCC DDDDDDD CEEEEEE BBBBBBE .. AAAAAAA
mystery-2 CDACDAC CDECDEC CBECBEC AEBAEBA .. ECAECAE
mystery-3 EEACCCA DEDCCDE CBDDBCC CDDECEE .. AABBACC
mystery-4 BEDBDAD ECBCBBC CEDCCEA EBEDDDA .. EBCEBDE
mystery-5 DEDEDED CDCDCDC AEAEAEA EAEAEAE .. EBEBEBE
"
        );
        for scsa in algorithms::VISIBLE.into_iter().chain(algorithms::COURSE_2024) {
            assert!(Codemaker::Algorithm(scsa).samples().is_none());
        }
    }

    /// A tournament at the size of the samples has other secrets, whatever its seed.
    #[test]
    fn samples_are_no_secrets_of_a_seed() {
        let size = Codemaker::SAMPLE_SIZE;
        // Of this mystery there are so many codes that a seed does not hit on ten in a row by chance.
        let mystery = Codemaker::find("mystery-4").unwrap().unwrap();
        let samples = mystery.samples().unwrap();
        for seed in (0..2000).chain([u64::MAX]) {
            let streams = Seed(seed).secrets(size, mystery.stream_name());
            let secrets = (1..=10).filter_map(|round| mystery.secret(size, round, &mut streams.round(round)));
            assert!(!secrets.eq(samples.iter().copied().take(10)), "{seed}");
        }
    }
}
