//! Two strategies side by side.

use super::{Branch, Tree};
use scsa::Code;
use std::collections::BTreeMap;

/// The secrets of which one strategy takes so many guesses more than another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How many guesses more; negative where it takes fewer.
    pub guesses: i64,
    /// How many secrets.
    pub secrets: u64,
    /// The lowest of them.
    pub examples: Vec<Code>,
}

impl Tree {
    /// How many guesses every secret takes, in lexicographic order of the secrets.
    #[must_use]
    pub fn guesses(&self) -> Vec<u32> {
        self.found().into_iter().map(|(_, guesses)| guesses).collect()
    }

    /// The number of every secret, and how many guesses it takes. Numbers are in lexicographic order.
    fn found(&self) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        note(&self.root, 1, &mut found);
        found.sort_unstable();
        found
    }

    /// The differences between this strategy and another, from fewest guesses to most, each with up to so many
    /// examples; nothing when they are of different sizes or for different secrets.
    ///
    /// ```
    /// # use players::{Briefing, Knowledge, find, tree::Tree};
    /// # let size = "4x6".parse()?;
    /// # let briefing = Briefing { size, guess_limit: 100, codemaker: "insert-colors".into(), knowledge: Knowledge::Nothing };
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
    pub fn against(&self, other: &Tree, examples: usize) -> Vec<Difference> {
        if (self.size(), self.secrets) != (other.size(), other.secrets) {
            return Vec::new();
        }
        let mut differences: BTreeMap<i64, Difference> = BTreeMap::new();
        for ((secret, ours), theirs) in self.found().into_iter().zip(other.guesses()) {
            let guesses = i64::from(ours) - i64::from(theirs);
            let none = Difference { guesses, secrets: 0, examples: Vec::new() };
            let difference = differences.entry(guesses).or_insert(none);
            difference.secrets += 1;
            if difference.examples.len() < examples {
                difference.examples.push(self.numbers.code(secret));
            }
        }
        differences.into_values().collect()
    }
}

fn note(branch: &Branch, guesses: u32, found: &mut Vec<(u32, u32)>) {
    if branch.wins {
        found.push((branch.guess, guesses));
    }
    for (_, next) in &branch.next {
        note(next, guesses + 1, found);
    }
}
