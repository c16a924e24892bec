//! The mean guesses of a match beside its reference figures.

use super::{
    experiment::{GUESS_LIMIT, PLAYER},
    references::{self, ReferenceFigures},
};
use crate::estimate::MeanEstimate;
use tournament::Summary;

/// The mean guesses of a match over all rounds, a round that is not won counted at the guess limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchMean {
    /// The mean guesses.
    pub guesses: MeanEstimate,
    /// The rounds that were lost or failed.
    pub not_won: u64,
    /// The reference figures; only for the player that the study is about.
    pub reference: Option<ReferenceFigures>,
}

impl MatchMean {
    /// The mean of a match of at least one round.
    pub fn new(row: &Summary) -> Option<MatchMean> {
        let all = row.mean_guesses_of_all_rounds(GUESS_LIMIT)?;
        let guesses = MeanEstimate { mean: all.mean, se: all.standard_error, count: row.rounds }.rounded();
        let reference = (row.player == PLAYER).then(|| references::reference(&row.scsa, &row.size_name())).flatten();
        Some(MatchMean { guesses, not_won: not_won(row), reference })
    }
}

/// The rounds that were lost or failed.
pub fn not_won(row: &Summary) -> u64 {
    row.losses() + row.failures()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::IntervalRelation;
    use players::{Limit, Outcome};
    use tournament::{Rules, Tally};

    fn mean(wins: &[usize], losses: usize) -> MatchMean {
        let mut tally = Tally::default();
        wins.iter().for_each(|&guesses| tally.count(&Outcome::Win, guesses));
        (0..losses).for_each(|_| tally.count(&Outcome::Loss(Limit::Guesses), 100));
        let row = tally.summary(PLAYER, "insert-colors", "4x6".parse().unwrap(), Rules::Report);
        MatchMean::new(&row).unwrap()
    }

    #[test]
    fn a_round_that_is_not_won_counts_at_the_guess_limit() {
        assert_eq!(mean(&[4, 5, 6], 0).guesses, MeanEstimate::of(&[4.0, 5.0, 6.0]).unwrap().rounded());
        let (all, wanted) = (mean(&[4, 5], 1), MeanEstimate::of(&[4.0, 5.0, 100.0]).unwrap());
        assert!((all.guesses.mean - wanted.mean).abs() < 1e-5);
        assert!((all.guesses.se.unwrap() - wanted.se.unwrap()).abs() < 1e-5);
        assert_eq!((all.not_won, all.guesses.count), (1, 3));
        assert_eq!(mean(&[], 2).guesses, MeanEstimate { mean: 100.0, se: Some(0.0), count: 2 });
    }

    #[test]
    fn relations_follow_from_the_interval_only() {
        // The baseline is 4.41, the target 4.35.
        let ReferenceFigures { baseline, target } = mean(&[4], 0).reference.unwrap();
        let relations = |wins: &[usize]| {
            let interval = mean(wins, 0).guesses.interval().unwrap();
            [baseline, target].map(|number| IntervalRelation::of(&interval, number))
        };
        // A mean of 4.25 below both figures is not distinguishable from them.
        assert_eq!(relations(&[4, 4, 4, 5]), [IntervalRelation::Indistinguishable; 2]);
        assert_eq!(relations(&[4, 4, 4, 4]), [IntervalRelation::Below; 2]);
        assert_eq!(relations(&[4, 5].repeat(400)), [IntervalRelation::Above; 2]);
    }
}
