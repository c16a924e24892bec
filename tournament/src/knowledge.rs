//! What players know of the codemakers.

use crate::{CodeFile, Codemaker};
use player_api::Knowledge;
use scsa::Size;

/// What players know of the codemakers besides their names.
///
/// By default that is the rule of a visible codemaker and of codes with weights, [sample codes](Codemaker::samples) of a mystery and
/// of a codemaker that is a program of its own, and nothing of a file of codes.
///
/// ```
/// use player_api::Knowledge;
/// use tournament::{Codemakers, KnowledgePolicy};
/// let mystery = Codemakers::builtin().find("mystery-3")?.unwrap();
/// let knowledge = KnowledgePolicy::default().knowledge(&mystery, "4x6".parse()?);
/// assert!(matches!(knowledge, Knowledge::Samples(codes) if codes.len() == 200));
/// let knowledge = KnowledgePolicy { reveal: true, samples: None }.knowledge(&mystery, "4x6".parse()?);
/// assert!(matches!(knowledge, Knowledge::Rule(rule) if rule.name() == "mystery-3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct KnowledgePolicy {
    /// Whether players know the rule of mysteries, too.
    pub reveal: bool,
    /// Sample codes of every codemaker whose rule players do not know: of files of codes, and of mysteries in place of their
    /// own samples. Their size need not be that of a match.
    pub samples: Option<CodeFile>,
}

impl KnowledgePolicy {
    /// What players know of a codemaker in a match of that size.
    #[must_use]
    pub fn knowledge(&self, codemaker: &Codemaker, size: Size) -> Knowledge {
        let is_mystery = matches!(codemaker, Codemaker::Rule { is_mystery: true, .. });
        if let Some(rule) = codemaker.rule().filter(|_| self.reveal || !is_mystery) {
            return Knowledge::Rule(rule);
        }
        let given = self.samples.as_ref().map(CodeFile::shared);
        given.or_else(|| codemaker.samples(size)).map_or(Knowledge::Nothing, Knowledge::Samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Codemakers;
    use scsa::Code;
    use std::fs;

    fn describe(policy: &KnowledgePolicy, codemaker: &Codemaker) -> String {
        match policy.knowledge(codemaker, Codemaker::SAMPLE_SIZE) {
            Knowledge::Nothing => "nothing".to_owned(),
            Knowledge::Rule(scsa) => format!("the rule of {}", scsa.name()),
            Knowledge::Samples(codes) if codemaker.samples(Codemaker::SAMPLE_SIZE).is_some_and(|own| own == codes) => {
                "own".to_owned()
            }
            Knowledge::Samples(codes) => codes.iter().map(Code::to_string).collect::<Vec<_>>().join(" "),
        }
    }

    #[test]
    fn knowledge_of_every_kind_of_codemaker() {
        let codemakers = Codemakers::builtin();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("codes.txt");
        fs::write(&path, "ABC\nBCA\n").unwrap();
        let file = codemakers.find(&format!("codes:{}", path.display())).unwrap().unwrap();
        let given = CodeFile::read(&path).unwrap();
        let policies = [(false, None), (true, None), (false, Some(given.clone())), (true, Some(given))]
            .map(|(reveal, samples)| KnowledgePolicy { reveal, samples });
        assert_eq!(
            policies.each_ref().map(|policy| describe(policy, &file)),
            ["nothing", "nothing", "ABC BCA", "ABC BCA"]
        );
        for codemaker in codemakers.iter() {
            let rule = &*format!("the rule of {}", codemaker.name());
            let wanted =
                if codemaker.name().starts_with("mystery-") { ["own", rule, "ABC BCA", rule] } else { [rule; 4] };
            assert_eq!(policies.each_ref().map(|policy| describe(policy, codemaker)), wanted);
        }
    }
}
