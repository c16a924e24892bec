//! The comparison of two strategies.

use super::{Branch, Tree};
use scsa::Code;
use std::collections::BTreeMap;

/// The secrets for which one strategy takes a certain number of guesses more than another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LengthDifference {
    /// How many guesses more; negative if it takes fewer.
    pub guesses: i64,
    /// The number of these secrets.
    pub secrets: u64,
    /// The lowest of them.
    pub examples: Vec<Code>,
}

impl Tree {
    /// The number of guesses of every secret, in lexicographic order of the secrets.
    #[must_use]
    pub fn guesses(&self) -> Vec<u32> {
        self.secrets_with_guesses().into_iter().map(|(_, guesses)| guesses).collect()
    }

    /// The number of every secret in the code table, and its number of guesses, in lexicographic order of the secrets.
    fn secrets_with_guesses(&self) -> Vec<(u32, u32)> {
        let mut secrets = Vec::new();
        collect(&self.root, 1, &mut secrets);
        secrets.sort_unstable();
        secrets
    }

    /// The differences between this strategy and another, from fewest guesses to most, each with at most that number of
    /// examples. Empty if they are for different sizes or secrets.
    ///
    /// ```
    /// # use players::{Briefing, Knowledge, find, tree::Tree};
    /// # let size = "4x6".parse()?;
    /// # let briefing = Briefing::new(size, "insert-colors", Knowledge::Nothing);
    /// # let tree = |name: &str| -> Result<Tree, Box<dyn std::error::Error>> {
    /// #     Ok(players::tree_of(&find(name)?.prepare(&briefing)?, size)?)
    /// # };
    /// let (lc, rao) = (tree("baseline-2")?, tree("rao")?);
    /// let differences = lc.against(&rao, 3);
    /// let sum: i64 = differences.iter().map(|step| step.guesses * step.secrets as i64).sum();
    /// assert_eq!(sum, lc.lengths().total() as i64 - rao.lengths().total() as i64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn against(&self, other: &Tree, examples: usize) -> Vec<LengthDifference> {
        if (self.size(), self.secrets) != (other.size(), other.secrets) {
            return Vec::new();
        }
        let mut differences: BTreeMap<i64, LengthDifference> = BTreeMap::new();
        for ((secret, ours), theirs) in self.secrets_with_guesses().into_iter().zip(other.guesses()) {
            let guesses = i64::from(ours) - i64::from(theirs);
            let none = LengthDifference { guesses, secrets: 0, examples: Vec::new() };
            let difference = differences.entry(guesses).or_insert(none);
            difference.secrets += 1;
            if difference.examples.len() < examples {
                difference.examples.push(self.codes.code(secret));
            }
        }
        differences.into_values().collect()
    }
}

fn collect(branch: &Branch, guesses: u32, secrets: &mut Vec<(u32, u32)>) {
    if branch.wins {
        secrets.push((branch.guess, guesses));
    }
    for (_, next) in &branch.next {
        collect(next, guesses + 1, secrets);
    }
}
