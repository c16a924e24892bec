//! What players are told of the codemakers.

use crate::{CodeFile, Codemaker};
use players::Knowledge;

/// What the players of a tournament are told of its codemakers besides their names.
///
/// Unless told otherwise that is the rule of a visible algorithm, [sample codes](Codemaker::samples) of a mystery, and
/// nothing of a file of codes.
///
/// ```
/// use tournament::{Codemaker, Telling};
/// use players::Knowledge;
/// let mystery = Codemaker::find("mystery-3")?.unwrap();
/// let told = Telling::default().knowledge(&mystery);
/// assert!(matches!(told, Knowledge::Samples(codes) if codes.len() == 200));
/// let told = Telling { reveal: true, samples: None }.knowledge(&mystery);
/// assert!(matches!(told, Knowledge::Rule(rule) if rule.name() == "mystery-3"));
/// # Ok::<(), tournament::CodeFileError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Telling {
    /// Whether the rule of a mystery is told, too.
    pub reveal: bool,
    /// Codes to be told as samples of every codemaker whose rule is not told: of files of codes, and of mysteries instead
    /// of their own samples. Their size need not be that of a match.
    pub samples: Option<CodeFile>,
}

impl Telling {
    /// What players are told of that codemaker.
    #[must_use]
    pub fn knowledge(&self, codemaker: &Codemaker) -> Knowledge {
        if let Codemaker::Algorithm(scsa) = codemaker
            && (self.reveal || !codemaker.is_mystery())
        {
            return Knowledge::rule(*scsa);
        }
        let given = self.samples.as_ref().map(CodeFile::shared);
        given.or_else(|| codemaker.samples()).map_or(Knowledge::Nothing, Knowledge::Samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scsa::{Code, algorithms};
    use std::fs;

    /// What is told, in a word.
    fn told(telling: &Telling, codemaker: &Codemaker) -> String {
        match telling.knowledge(codemaker) {
            Knowledge::Nothing => "nothing".to_owned(),
            Knowledge::Rule(scsa) => format!("the rule of {}", scsa.name()),
            Knowledge::Samples(codes) if codemaker.samples().is_some_and(|own| own == codes) => "own".to_owned(),
            Knowledge::Samples(codes) => codes.iter().map(Code::to_string).collect::<Vec<_>>().join(" "),
        }
    }

    #[test]
    fn what_is_told_of_every_kind_of_codemaker() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("codes.txt");
        fs::write(&path, "ABC\nBCA\n").unwrap();
        let file = Codemaker::find(&format!("codes:{}", path.display())).unwrap().unwrap();
        let given = CodeFile::read(&path).unwrap();
        let tellings = [(false, None), (true, None), (false, Some(given.clone())), (true, Some(given))]
            .map(|(reveal, samples)| Telling { reveal, samples });
        assert_eq!(
            tellings.each_ref().map(|telling| told(telling, &file)),
            ["nothing", "nothing", "ABC BCA", "ABC BCA"]
        );
        for scsa in algorithms::with_variants() {
            let rule = &*format!("the rule of {}", scsa.name());
            let wanted = if scsa.name().starts_with("mystery-") { ["own", rule, "ABC BCA", rule] } else { [rule; 4] };
            let codemaker = Codemaker::Algorithm(scsa);
            assert_eq!(tellings.each_ref().map(|telling| told(telling, &codemaker)), wanted);
        }
    }
}
