//! All figures of one size.

use super::{lowest::LowestOpenings, player_trees::PlayerTrees, random::RandomOpenings};
use crate::monitor::{Interrupted, Monitor};
use exact_openings::{
    EqualProfiles, EquivalenceClass, FeedbackMatrix, equivalence_classes, second_guesses_of_equal_profile,
};
use scsa::Size;

/// With more codes, guesses of equal profile are left out.
const MOST_CODES_FOR_PROFILES: usize = 1296;
/// The most candidates of the examples of guesses of equal profile.
pub const MOST_CANDIDATES: usize = 12;

/// Pairs of fixed guesses for which figures are published, before LC and before RC.
#[derive(Debug, Default)]
pub struct PublishedPairs {
    pub lowest: Vec<Vec<u16>>,
    pub random: Vec<Vec<u16>>,
}

/// All figures of one size.
#[derive(Debug)]
pub struct Analysis {
    pub matrix: FeedbackMatrix,
    pub lowest: LowestOpenings,
    /// None where there are too many sets of candidates.
    pub random: Option<RandomOpenings>,
    pub equal_profiles: Vec<EqualProfiles>,
    /// First guesses, each with a group of second guesses of equal profile after it.
    pub second_guesses_of_equal_profile: Vec<(u16, Vec<u16>)>,
    pub players: PlayerTrees,
}

impl Analysis {
    /// Computes everything on the threads of the current pool; the figures do not depend on their number. Cost: about ten seconds at
    /// 4x6, and it grows with the cube of the number of codes.
    ///
    /// # Errors
    /// [`Interrupted`] when the user interrupts it.
    pub fn new(
        matrix: FeedbackMatrix,
        published: &PublishedPairs,
        monitor: &dyn Monitor,
    ) -> Result<Analysis, Interrupted> {
        let lowest = LowestOpenings::new(&matrix, &published.lowest, monitor)?;
        let random = RandomOpenings::new(&matrix, &published.random, monitor)?;
        let players = PlayerTrees::of(matrix.size(), monitor)?;
        let (mut equal_profiles, mut second_guesses) = (Vec::new(), Vec::new());
        // Every example needs RC.
        if random.is_some() && matrix.codes() <= MOST_CODES_FOR_PROFILES {
            monitor.begin("guesses of equal profile", 1);
            equal_profiles = EqualProfiles::after_two(&matrix, MOST_CANDIDATES);
            for first in equivalence_classes(&matrix, &[]).iter().map(EquivalenceClass::lowest) {
                let groups = second_guesses_of_equal_profile(&matrix, first);
                second_guesses.extend(groups.into_iter().map(|group| (first, group)));
            }
            monitor.step("")?;
        }
        let second_guesses_of_equal_profile = second_guesses;
        Ok(Analysis { matrix, lowest, random, equal_profiles, second_guesses_of_equal_profile, players })
    }

    /// The size.
    pub const fn size(&self) -> Size {
        self.matrix.size()
    }

    /// A total divided by the number of secrets.
    pub fn mean(&self, total: f64) -> f64 {
        total / self.matrix.codes() as f64
    }
}
