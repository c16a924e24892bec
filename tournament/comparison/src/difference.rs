//! Two players compared on the same rounds.

use crate::{
    common_rounds::CommonRounds,
    estimate::{Estimate, Stratum},
    measure::Measure,
    round_table::{MatchEnd, RoundResult},
};
use std::cmp::Ordering;

/// The difference between two players: the first less the second, on rounds that both played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean and the sum of the differences of rounds, with standard error, interval and p value.
    pub estimate: Estimate,
    /// Of the rounds that both played, those that the first player took: it won in fewer guesses, or the second did not win.
    pub wins: u64,
    /// The rounds with as many guesses, and those that neither won.
    pub ties: u64,
    /// The rounds that the second player took.
    pub losses: u64,
}

/// The difference between two players in a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchDifference {
    /// The match, as an index into [`RoundTable::matches`](crate::RoundTable::matches).
    pub match_index: usize,
    /// The difference in its rounds.
    pub difference: Difference,
}

/// Two players compared over all common rounds, and match by match.
///
/// ```
/// use comparison::{CommonRounds, Measure, PairComparison, RoundTable};
/// let rows = "player,scsa,pegs,colors,round,secret,outcome,cause,guesses,points
/// rao,only-once,4,6,1,ABCD,win,,4,2.500000
/// rao,only-once,4,6,2,FACE,win,,5,2.236068
/// dino,only-once,4,6,1,ABCD,win,,6,2.041241
/// dino,only-once,4,6,2,FACE,win,,6,2.041241
/// ";
/// let table = RoundTable::from_csv("rounds.csv", rows.as_bytes())?;
/// let pair = PairComparison::new(&CommonRounds::ranked(&table), 0, 1, Measure::Guesses { limit: 100 });
/// let estimate = pair.all.estimate;
/// assert_eq!((estimate.mean, estimate.standard_error, estimate.degrees_of_freedom), (-1.5, Some(0.5), Some(1.0)));
/// assert!((estimate.p_value().unwrap() - 0.2048).abs() < 1e-4); // t = -3 with one degree of freedom
/// assert_eq!((pair.all.wins, pair.matches.len()), (2, 1));
/// # Ok::<(), comparison::TableError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PairComparison {
    /// Over all common rounds. Matches are strata ([`Estimate::stratified`]). If the rules ended a match early for one of the players, each
    /// match is one observation ([`Estimate::over_strata`]).
    pub all: Difference,
    /// In each match with common rounds.
    pub matches: Vec<MatchDifference>,
    /// Over matches: the mean differences of the matches are the sample, so that the interval is for matches like these and
    /// not for these matches alone. Every match counts the same.
    pub over_matches: Estimate,
}

impl PairComparison {
    /// Compares the players at two positions of [`CommonRounds::players`].
    ///
    /// Cost: about 4 ns a round.
    #[must_use]
    pub fn new(common: &CommonRounds, first: usize, second: usize, measure: Measure) -> PairComparison {
        let mut counts = WinCounts::default();
        let mut strata = Vec::with_capacity(common.matches().len());
        let mut matches = Vec::with_capacity(common.matches().len());
        let mut has_ended = false;
        for game in common.matches() {
            let (stratum, of_match) = compare(game.rounds(first), game.rounds(second), measure);
            counts.add(of_match);
            strata.push(stratum);
            let is_one = [first, second].into_iter().any(|position| game.end(position) == Some(MatchEnd::Ended));
            has_ended |= is_one;
            let estimate = if is_one { Estimate::over_strata(&[stratum]) } else { Estimate::stratified(&[stratum]) };
            let difference = of_match.with(estimate);
            matches.push(MatchDifference { match_index: game.match_index, difference });
        }
        let all = if has_ended { Estimate::over_strata(&strata) } else { Estimate::stratified(&strata) };
        let means = matches.iter().map(|game| game.difference.estimate.mean);
        PairComparison { all: counts.with(all), over_matches: Estimate::stratified(&[Stratum::of(means)]), matches }
    }
}

/// The rounds in which the first of two players took fewer guesses than the other, as many, and more.
#[derive(Clone, Copy, Default)]
struct WinCounts {
    wins: u64,
    ties: u64,
    losses: u64,
}

impl WinCounts {
    fn add(&mut self, other: WinCounts) {
        self.wins += other.wins;
        self.ties += other.ties;
        self.losses += other.losses;
    }

    const fn with(self, estimate: Estimate) -> Difference {
        Difference { estimate, wins: self.wins, ties: self.ties, losses: self.losses }
    }
}

/// The differences of the rounds of a match.
fn compare(first: &[RoundResult], second: &[RoundResult], measure: Measure) -> (Stratum, WinCounts) {
    let mut counts = WinCounts::default();
    let differences = first.iter().zip(second).map(|(first, second)| {
        if first.is_played() && second.is_played() {
            match taken(first).cmp(&taken(second)) {
                Ordering::Less => counts.wins += 1,
                Ordering::Equal => counts.ties += 1,
                Ordering::Greater => counts.losses += 1,
            }
        }
        measure.value(first) - measure.value(second)
    });
    let stratum = Stratum::of(differences);
    (stratum, counts)
}

/// The guesses of a round won; more than any number if it was not.
fn taken(round: &RoundResult) -> u64 {
    if round.is_won() { u64::from(round.guesses) } else { u64::MAX }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::round_table::RoundOutcome;

    fn round(outcome: RoundOutcome, guesses: u32, points: f64) -> RoundResult {
        RoundResult { points, guesses, outcome }
    }

    #[test]
    fn a_win_beats_every_other_outcome() {
        let (win, loss, failure) = (RoundOutcome::Win, RoundOutcome::Loss, RoundOutcome::Failure);
        let first = [round(win, 100, 0.5), round(win, 3, 2.9), round(loss, 2, 0.0), round(failure, 0, -2.0)];
        let second = [round(loss, 100, 0.0), round(win, 3, 2.9), round(failure, 0, -2.0), round(win, 9, 1.7)];
        let (score, counts) = compare(&first, &second, Measure::Score);
        assert_eq!((counts.wins, counts.ties, counts.losses), (1, 2, 1));
        assert!((score.sum - (0.5 + 2.0 - 3.7)).abs() < 1e-9);
        let (guesses, _) = compare(&first, &second, Measure::Guesses { limit: 100 });
        assert_eq!(guesses.sum, f64::from(100 - 9));
        let (wins, _) = compare(&first, &second, Measure::Wins);
        assert_eq!((wins.sum, wins.variance), (0.0, Some(2.0 / 3.0)));
    }
}
