//! Counting the rounds of a match.

use crate::{
    plan::rules::Rules,
    record::{
        batch::{Batch, RoundTime},
        statistics::{Histogram, Ratio},
        summary::{Status, Summary, TimingSummary},
    },
};
use player_api::{Fault, Limit, Outcome};
use scsa::Size;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The outcomes of the rounds of a match, counted. The counts are integers, so that they do not depend on the order in which
/// rounds are counted, nor on how they are grouped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    wins: Histogram,
    losses_guesses: u64,
    losses_time: u64,
    failures_illegal: u64,
    failures_panic: u64,
    failures_crash: u64,
    failures_memory: u64,
    failures_protocol: u64,
    failures_silence: u64,
}

impl Tally {
    /// Counts a round.
    pub fn count(&mut self, outcome: &Outcome, guesses: usize) {
        match outcome {
            Outcome::Win => self.count_win(guesses),
            Outcome::Loss(Limit::Guesses) => self.count_loss(),
            Outcome::Loss(Limit::Time) => self.losses_time += 1,
            Outcome::Failure(Fault::Illegal(_) | Fault::NoCode(_)) => self.failures_illegal += 1,
            Outcome::Failure(Fault::Panic(_)) => self.failures_panic += 1,
            Outcome::Failure(Fault::Crash(_)) => self.failures_crash += 1,
            Outcome::Failure(Fault::Memory(_)) => self.failures_memory += 1,
            Outcome::Failure(Fault::Protocol(_)) => self.failures_protocol += 1,
            Outcome::Failure(Fault::Silence) => self.count_failure(),
        }
    }

    /// Counts a round won in that many guesses.
    pub fn count_win(&mut self, guesses: usize) {
        self.wins.count(guesses);
    }

    /// Counts a lost round. Where the limit is not known, it counts as lost by guesses.
    pub const fn count_loss(&mut self) {
        self.losses_guesses += 1;
    }

    /// Counts a failure. Where the cause is not known, it counts as silence.
    pub const fn count_failure(&mut self) {
        self.failures_silence += 1;
    }

    /// Adds the rounds of another tally.
    pub fn add(&mut self, other: &Tally) {
        self.wins.add(&other.wins);
        self.losses_guesses += other.losses_guesses;
        self.losses_time += other.losses_time;
        self.failures_illegal += other.failures_illegal;
        self.failures_panic += other.failures_panic;
        self.failures_crash += other.failures_crash;
        self.failures_memory += other.failures_memory;
        self.failures_protocol += other.failures_protocol;
        self.failures_silence += other.failures_silence;
    }

    /// The rounds counted.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.wins.total() + self.losses_guesses + self.losses_time + self.failures()
    }

    /// The rounds lost because the time ran out.
    #[must_use]
    pub const fn losses_time(&self) -> u64 {
        self.losses_time
    }

    /// The rounds failed, for any cause.
    #[must_use]
    pub const fn failures(&self) -> u64 {
        self.failures_illegal
            + self.failures_panic
            + self.failures_crash
            + self.failures_memory
            + self.failures_protocol
            + self.failures_silence
    }

    /// The sum of 1/sqrt(guesses) over the rounds won.
    #[must_use]
    pub fn weighted_wins(&self) -> f64 {
        self.wins.sum_of(|guesses| 1.0 / (guesses as f64).sqrt())
    }

    /// The SCORE of the match by these rules.
    ///
    /// ```
    /// use player_api::Outcome;
    /// use tournament::{Rules, Tally};
    /// let mut tally = Tally::default();
    /// for guesses in [1, 4, 4] {
    ///     tally.count(&Outcome::Win, guesses);
    /// }
    /// assert_eq!(tally.score(Rules::Report, "4x6".parse().unwrap()), 5.0 * (1.0 + 0.5 + 0.5));
    /// ```
    #[must_use]
    pub fn score(&self, rules: Rules, size: Size) -> f64 {
        rules.score(size, self.weighted_wins(), self.failures())
    }

    /// The standard error of the score: √rounds times the standard deviation of the points of a round.
    fn score_se(&self, rules: Rules, size: Size) -> Option<f64> {
        let rounds = self.rounds();
        if rounds < 2 {
            return None;
        }
        let mean = self.score(rules, size) / rounds as f64;
        let square = |points: f64| (points - mean) * (points - mean);
        let lost = (self.losses_guesses + self.losses_time) as f64 * square(0.0);
        let failed = self.failures() as f64 * square(rules.failure_points(size));
        let won = self.wins.sum_of(|guesses| square(rules.win_points(size, guesses)));
        let variance = (lost + failed + won) / (rounds - 1) as f64;
        Some((rounds as f64 * variance).sqrt())
    }

    /// The match as a row of `summary.csv`.
    #[must_use]
    pub fn summary(&self, player: &str, scsa: &str, size: Size, rules: Rules) -> Summary {
        Summary {
            player: player.to_owned(),
            scsa: scsa.to_owned(),
            pegs: size.pegs(),
            colors: size.colors(),
            status: Status::Played,
            rounds: self.rounds(),
            wins: self.wins.total(),
            losses_guesses: self.losses_guesses,
            losses_time: self.losses_time,
            failures_illegal: self.failures_illegal,
            failures_panic: self.failures_panic,
            failures_crash: self.failures_crash,
            failures_memory: self.failures_memory,
            failures_protocol: self.failures_protocol,
            failures_silence: self.failures_silence,
            weighted_wins: self.weighted_wins(),
            score: self.score(rules, size),
            score_se: self.score_se(rules, size),
            mean_guesses: self.wins.mean(),
            mean_guesses_se: self.wins.standard_error(),
            median_guesses: self.wins.median(),
            max_guesses: self.wins.max().map(|guesses| guesses as u64),
            note: String::new(),
        }
    }
}

/// The CPU times of the rounds of a match that were played to an end, won or lost, summed in integer nanoseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimingTally {
    first: Ratio,
    later: Ratio,
    any: Ratio,
    round: Ratio,
    longest: Duration,
    /// The CPU time of preparing the player, over the processes that did.
    preparation: Ratio,
}

impl TimingTally {
    /// Counts a timed round. A failure has no time that compares: the player may not even have begun.
    pub fn count(&mut self, outcome: &Outcome, time: &RoundTime) {
        if !matches!(outcome, Outcome::Failure(_)) {
            self.count_any(time);
        }
    }

    /// Counts a timed round, also one that failed, as files of earlier versions do.
    pub(crate) fn count_any(&mut self, time: &RoundTime) {
        let (first, whole) = (time.first.as_nanos(), time.whole.as_nanos());
        let guesses = time.guesses as u64;
        self.first.sample(first, guesses.min(1));
        self.later.sample(whole.saturating_sub(first), guesses.saturating_sub(1));
        self.any.sample(whole, guesses);
        self.round.sample(whole, 1);
        self.longest = self.longest.max(time.whole);
    }

    /// Counts the preparation of the player in one process.
    pub fn count_preparation(&mut self, time: Duration) {
        self.preparation.sample(time.as_nanos(), 1);
    }

    /// Adds the rounds and preparations of another tally.
    pub fn add(&mut self, other: &TimingTally) {
        self.preparation.add(&other.preparation);
        self.first.add(&other.first);
        self.later.add(&other.later);
        self.any.add(&other.any);
        self.round.add(&other.round);
        self.longest = self.longest.max(other.longest);
    }

    /// The match as a row of `timing-summary.csv`, or `None` when no round was counted.
    ///
    /// Rounds are independent, the guesses of one round are not: the standard errors are those of ratios over rounds
    /// ([`Ratio::standard_error`]).
    #[must_use]
    pub fn summary(&self, player: &str, scsa: &str, size: Size) -> Option<TimingSummary> {
        let mean = |times: &Ratio| times.mean().map(|nanos| nanos / 1e3);
        let error = |times: &Ratio| times.standard_error().map(|nanos| nanos / 1e3);
        (self.round.samples() > 0).then(|| TimingSummary {
            player: player.to_owned(),
            scsa: scsa.to_owned(),
            pegs: size.pegs(),
            colors: size.colors(),
            rounds_timed: self.round.samples(),
            first_guess_us: mean(&self.first).unwrap_or(0.0),
            first_guess_us_se: error(&self.first),
            later_guess_us: mean(&self.later),
            later_guess_us_se: error(&self.later),
            guess_us: mean(&self.any).unwrap_or(0.0),
            guess_us_se: error(&self.any),
            round_us: mean(&self.round).unwrap_or(0.0),
            round_us_se: error(&self.round),
            round_us_max: micros(self.longest),
            prepare_us: mean(&self.preparation),
        })
    }
}

/// A time in microseconds.
#[must_use]
pub fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}

/// Rounds of a match, counted: their outcomes, and the times of those that were timed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundCounts {
    /// The number of the first of them; 0 without a round.
    pub first: u64,
    /// The outcomes.
    pub rounds: Tally,
    /// The outcomes up to the first failure, which ends a match by some rules; none without a failure.
    pub to_failure: Option<Tally>,
    /// The times.
    pub times: TimingTally,
}

impl RoundCounts {
    /// The rounds of a batch.
    pub(crate) fn of(batch: &Batch) -> RoundCounts {
        let mut counts = RoundCounts { first: batch.first(), ..RoundCounts::default() };
        for (outcome, guesses) in batch.outcomes() {
            counts.rounds.count(outcome, guesses);
            if counts.to_failure.is_none() && matches!(outcome, Outcome::Failure(_)) {
                counts.to_failure = Some(counts.rounds.clone());
            }
        }
        batch.times().for_each(|(outcome, time)| counts.times.count(outcome, time));
        counts
    }

    /// Adds later rounds.
    pub fn add(&mut self, other: &RoundCounts) {
        if self.first == 0 {
            self.first = other.first;
        }
        if self.to_failure.is_none() && other.to_failure.is_some() {
            let mut to_failure = self.rounds.clone();
            other.to_failure.iter().for_each(|rounds| to_failure.add(rounds));
            self.to_failure = Some(to_failure);
        }
        self.rounds.add(&other.rounds);
        self.times.add(&other.times);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_means_and_standard_errors_over_rounds() {
        let round = |first, whole, guesses| RoundTime {
            first: Duration::from_micros(first),
            whole: Duration::from_micros(whole),
            guesses,
        };
        let summary = |rounds: &[RoundTime]| {
            let mut tally = TimingTally::default();
            rounds.iter().for_each(|time| tally.count(&Outcome::Win, time));
            tally.count(&Outcome::Failure(Fault::Silence), &round(0, 0, 1));
            tally.summary("rao", "ab-color", "4x6".parse().unwrap())
        };
        assert_eq!(summary(&[]), None);

        let row = summary(&[round(4, 10, 4)]).unwrap();
        assert_eq!((row.rounds_timed, row.first_guess_us, row.later_guess_us), (1, 4.0, Some(2.0)));
        assert_eq!((row.guess_us, row.round_us, row.round_us_max), (2.5, 10.0, 10.0));
        let errors = [row.first_guess_us_se, row.later_guess_us_se, row.guess_us_se, row.round_us_se];
        assert_eq!(errors, [None; 4]);

        let row = summary(&[round(4, 10, 4), round(8, 14, 3)]).unwrap();
        assert_eq!((row.first_guess_us, row.later_guess_us), (6.0, Some(12.0 / 5.0)));
        assert_eq!((row.round_us, row.round_us_max), (12.0, 14.0));
        // Two samples: sqrt(2 (d² + d²)) / Σ x, d being how far either lies from the ratio.
        let expected = [(2.0, 2.0), (6.0 - 2.4 * 3.0, 5.0), (10.0 - 24.0 / 7.0 * 4.0, 7.0), (2.0, 2.0)];
        let errors = [row.first_guess_us_se, row.later_guess_us_se, row.guess_us_se, row.round_us_se];
        for (error, (distance, counts)) in errors.into_iter().zip(expected) {
            let expected = 2.0 * f64::abs(distance) / counts;
            assert!((error.unwrap() - expected).abs() < 1e-9, "{error:?} {expected}");
        }
    }
}
