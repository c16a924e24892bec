//! A match beside what was claimed of it.

use super::{
    PLAYER,
    targets::{self, Claim},
};
use crate::Summary;

/// So many standard errors above a figure, a mean may have come about by chance.
pub const NEAR: f64 = 2.0;

/// The mean guesses of a match, beside the claim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    pub mean: f64,
    pub se: Option<f64>,
    /// The rounds lost or failed, which the mean leaves out.
    pub lost: u64,
    /// Of the player that it is all about only.
    pub claim: Option<Claim>,
}

/// Which of the claims a mean reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    Goal,
    /// What was shown, not the goal.
    Shown,
    /// Neither, but it lies so little above what was shown that this may be chance.
    Near,
    Neither,
}

impl Reached {
    pub const ALL: [Reached; 4] = [Reached::Goal, Reached::Shown, Reached::Near, Reached::Neither];

    pub const fn word(self) -> &'static str {
        match self {
            Reached::Goal => "**goal**",
            Reached::Shown => "shown",
            Reached::Near => "near",
            Reached::Neither => "above",
        }
    }
}

impl Figure {
    /// The figure of a match of which at least a round was won.
    pub fn new(row: &Summary) -> Option<Figure> {
        let claim = (row.player == PLAYER).then(|| targets::claim(&row.scsa, &row.size_name())).flatten();
        Some(Figure { mean: row.mean_guesses?, se: row.mean_guesses_se, lost: lost(row), claim })
    }

    /// The mean less a figure, in standard errors. None where there is no spread.
    pub fn apart(&self, figure: f64) -> Option<f64> {
        self.se.filter(|se| *se > 0.0).map(|se| (self.mean - figure) / se)
    }

    /// Which claims it reaches, with every round won.
    pub fn reached(&self) -> Option<Reached> {
        let Claim { shown, goal } = self.claim?;
        Some(if self.lost > 0 {
            Reached::Neither
        } else if self.mean <= goal {
            Reached::Goal
        } else if self.mean <= shown {
            Reached::Shown
        } else if self.apart(shown).is_some_and(|apart| apart <= NEAR) {
            Reached::Near
        } else {
            Reached::Neither
        })
    }
}

/// The rounds that were not won.
pub const fn lost(row: &Summary) -> u64 {
    row.losses() + row.failures()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use players::{Limit, Outcome};
    use tournament::Tally;

    fn figure(guesses: &[usize], losses: usize) -> Figure {
        let mut tally = Tally::default();
        guesses.iter().for_each(|&guesses| tally.count(&Outcome::Win, guesses));
        (0..losses).for_each(|_| tally.count(&Outcome::Loss(Limit::Guesses), 100));
        let row = tally.summary(PLAYER, "insert-colors", "4x6".parse().unwrap(), Rules::Report);
        Figure::new(&row).unwrap()
    }

    #[test]
    fn a_mean_reaches_what_it_does_not_exceed() {
        // Shown is 4.41, the goal 4.35.
        assert_eq!(figure(&[4, 4, 4, 5], 0).reached(), Some(Reached::Goal));
        assert_eq!(figure(&[4, 4, 4, 5], 1).reached(), Some(Reached::Neither));
        assert_eq!(figure(&[4, 4, 4, 4, 4, 5, 5, 5], 0).reached(), Some(Reached::Shown));
        assert_eq!(figure(&[4, 5], 0).reached(), Some(Reached::Near));
        assert_eq!(figure(&[5, 5], 0).reached(), Some(Reached::Neither));
        let near = figure(&[4, 5], 0);
        assert_eq!((near.mean, near.se, near.apart(4.0)), (4.5, Some(0.5), Some(1.0)));
        assert_eq!(figure(&[5, 5], 0).apart(4.0), None);
    }
}
