//! The mean of a match, from its row of `summary.csv` or `timing-summary.csv`, with its interval.

use crate::compare::estimate::{Interval, Measure};
use crate::plan::{Rules, SCORE_ROUNDS};
use crate::record::summary::{Status, Summary};

/// The mean of a quantity over the rounds of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatchMean {
    /// The mean.
    pub mean: f64,
    /// Its standard error. None with fewer than two rounds, and where the rounds depend on each other.
    pub standard_error: Option<f64>,
    /// The number of rounds.
    pub rounds: u64,
    /// Whether the mean is at least this: some round was not won, or was lost by time.
    pub is_lower_bound: bool,
    /// The possible means.
    pub range: [f64; 2],
}

impl MatchMean {
    /// The mean guesses of all rounds, with every round that was not won (lost, failed or given up) counted as the guess limit, so that a
    /// round that was not won never lowers the mean. None without a round, and where the mean of the rounds won is missing.
    ///
    /// Of n rounds w were won, with mean m and standard error s; L is the guess limit:
    ///
    /// - mean = (w·m + (n − w)·L) / n
    /// - standard error = √((w·(w − 1)·s² + w·(n − w)/n·(L − m)²) / (n·(n − 1))), which is the sample standard deviation
    ///   of the n counts over √n, as the squared deviations add up within and between the two groups of rounds.
    pub fn guesses(row: &Summary) -> Option<MatchMean> {
        let all = row.counted();
        let (most, rounds, wins) = (row.guess_limit as f64, all as f64, row.wins as f64);
        let guesses = row.guesses_of_wins()?;
        if all == 0 || row.wins > all {
            return None;
        }
        let mean_of_wins = if row.wins == 0 { most } else { guesses / wins };
        let others = rounds - wins;
        let within = row.mean_guesses_se.map_or(0.0, |error| wins * (wins - 1.0) * error * error);
        let between = wins * others / rounds * (most - mean_of_wins).powi(2);
        Some(MatchMean {
            mean: (guesses + others * most) / rounds,
            standard_error: (all > 1).then(|| ((within + between) / (rounds * (rounds - 1.0))).sqrt()),
            rounds: all,
            is_lower_bound: row.wins < all,
            range: Measure::Guesses.range(Rules::default(), row.game, row.guess_limit),
        })
    }

    /// The SCORE: [`SCORE_ROUNDS`] times the mean points of the rounds that count. A match that the rules ended early is one
    /// observation. None without a round, unless the player refused the match: that is worth 0.
    pub fn score(row: &Summary) -> Option<MatchMean> {
        let rounds = row.rounds_scored();
        let of_100 = |points: f64| SCORE_ROUNDS * points / rounds.max(1) as f64;
        (row.counted() > 0 || row.status == Status::Refused).then(|| MatchMean {
            mean: of_100(row.points),
            standard_error: row.points_se.filter(|_| row.status == Status::Played).map(of_100),
            rounds,
            is_lower_bound: false,
            range: Measure::Score.range(row.rules(), row.game, row.guess_limit),
        })
    }

    /// A mean time over so many rounds.
    pub const fn time(mean: f64, standard_error: Option<f64>, rounds: u64, is_lower_bound: bool) -> MatchMean {
        MatchMean { mean, standard_error, rounds, is_lower_bound, range: [0.0, f64::INFINITY] }
    }

    /// The 95 % interval, without what is not possible.
    pub fn interval(&self) -> Option<Interval> {
        Some(Interval::of_mean(self.mean, self.standard_error?, self.rounds)?.within(self.range))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::MatchKey;
    use crate::record::tally::{Histogram, Tally};
    use player_api::Ending;

    /// A match of these rounds: the guesses of a round won, or none of one that was not.
    fn summary(rounds: &[Option<usize>], rules: Rules) -> Summary {
        let mut tally = Tally::default();
        for (round, guesses) in rounds.iter().enumerate() {
            match guesses {
                Some(guesses) => tally.count(&Ending::Win, *guesses),
                None if round % 2 == 0 => tally.count(&Ending::OUT_OF_GUESSES, 100),
                None => tally.count(&Ending::OUT_OF_GUESSES.given_up(), 0),
            }
        }
        let key = MatchKey { player: "rao".into(), codemaker: "ab-color".into(), game: "4x6".parse().unwrap() };
        tally.summary(key, (100, 100), rules)
    }

    #[test]
    fn rounds_not_won_count_as_the_guess_limit_and_no_interval_leaves_what_is_possible() {
        for rounds in [
            &[Some(4), Some(6), Some(6), Some(9)][..],
            &[Some(4), None, Some(6), None, None, Some(7)],
            &[None, Some(5), None],
            &[None, None],
            &[Some(1), Some(1), Some(2)],
        ] {
            let mut guesses = Histogram::default();
            rounds.iter().for_each(|round| guesses.count(round.unwrap_or(100)));
            for rules in Rules::ALL {
                let row = summary(rounds, rules);
                let found = MatchMean::guesses(&row).unwrap();
                assert!((found.mean - guesses.mean().unwrap()).abs() < 1e-9, "{rounds:?}: {found:?}");
                let error = found.standard_error.unwrap() - guesses.standard_error().unwrap();
                assert!(error.abs() < 1e-9, "{rounds:?}: {found:?}");
                assert_eq!(found.is_lower_bound, rounds.contains(&None));
                let (score, factor) = (MatchMean::score(&row).unwrap(), rules.win_points(row.game, 1) / 5.0);
                for (found, low, high) in [(found, 1.0, 100.0), (score, -200.0 * factor, 500.0 * factor)] {
                    let interval = found.interval().unwrap();
                    assert!(interval.contains(found.mean) && low <= interval.low && interval.high <= high, "{found:?}");
                }
            }
        }
    }
}
