//! Published figures of strategies at 4x6, each beside the computed one, with evidence where they disagree.

mod claim;
mod figures;
mod games;
mod guesses;
mod lowest;
mod published_tables;
mod random;
mod trees;

pub use claim::{CheckedClaim, ClaimCheck};

use super::analysis::{Analysis, PublishedPairs};
use claim::ClaimChecker;
use exact_openings::FeedbackMatrix;
use scsa::Size;

/// The size of the claims.
pub const SIZE: Size = match Size::new(4, 6) {
    Ok(size) => size,
    Err(_) => panic!("4x6 is a size"),
};

/// The pairs of fixed guesses for which figures are published.
pub fn published_pairs(matrix: &FeedbackMatrix) -> PublishedPairs {
    PublishedPairs { lowest: figures::pairs(matrix, "lc"), random: figures::pairs(matrix, "rc") }
}

/// All claims with their checks; those that are not computed come last.
pub fn check(analysis: &Analysis) -> Vec<CheckedClaim> {
    let mut checker = ClaimChecker { analysis, checked: Vec::new() };
    checker.check_figures();
    checker.check_games();
    checker.check_lowest();
    checker.check_random();
    checker.check_guesses();
    checker.check_trees();
    checker.checked.sort_by_key(|one| !one.is_computed());
    checker.checked
}
