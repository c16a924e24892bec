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
    /// How many guesses every code takes, in lexicographic order; 0 for one that is no secret of the tree.
    #[must_use]
    pub fn guesses(&self) -> Vec<u32> {
        let mut guesses = vec![0; self.size.count().map_or(0, |count| count as usize)];
        note(&self.root, 1, &mut guesses);
        guesses
    }

    /// The differences between this strategy and another, from fewest guesses to most, each with up to so many
    /// examples; nothing when they are of different sizes.
    ///
    /// ```
    /// # use players::{Briefing, Knowledge, find, tree::Tree};
    /// # let size = "4x6".parse()?;
    /// # let briefing = Briefing { size, guess_limit: 100, codemaker: "insert-colors".into(), knowledge: Knowledge::Nothing };
    /// # let tree = |name: &str| -> Result<Tree, Box<dyn std::error::Error>> {
    /// #     Ok(Tree::of_player(&find(name)?.prepare(&briefing)?, size)?)
    /// # };
    /// let (lc, rao) = (tree("baseline-2")?, tree("rao")?);
    /// let differences = lc.against(&rao, 3);
    /// let sum: i64 = differences.iter().map(|step| step.guesses * step.secrets as i64).sum();
    /// assert_eq!(sum, lc.lengths().total() as i64 - rao.lengths().total() as i64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn against(&self, other: &Tree, examples: usize) -> Vec<Difference> {
        if self.size != other.size {
            return Vec::new();
        }
        let mut differences: BTreeMap<i64, Difference> = BTreeMap::new();
        for (place, (ours, theirs)) in (0..).zip(self.guesses().into_iter().zip(other.guesses())) {
            let guesses = i64::from(ours) - i64::from(theirs);
            let none = Difference { guesses, secrets: 0, examples: Vec::new() };
            let difference = differences.entry(guesses).or_insert(none);
            difference.secrets += 1;
            if difference.examples.len() < examples {
                difference.examples.push(self.size.code(place));
            }
        }
        differences.into_values().collect()
    }
}

fn note(branch: &Branch, guesses: u32, noted: &mut [u32]) {
    if let Some(place) = noted.get_mut(branch.guess as usize).filter(|_| branch.wins) {
        *place = guesses;
    }
    for (_, next) in &branch.next {
        note(next, guesses + 1, noted);
    }
}
