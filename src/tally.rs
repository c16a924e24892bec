//! Counting the rounds of a match.

use crate::{Rules, Status, Summary, TimingSummary, clock::RoundTime, statistics::Histogram};
use players::{Fault, Limit, Outcome};
use scsa::Size;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The outcomes of the rounds of a match, counted. Counts are whole numbers, so that it does not matter in which order
/// and in which pieces the rounds were counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    wins: Histogram,
    losses_guesses: u64,
    losses_time: u64,
    failures_illegal: u64,
    failures_panic: u64,
    failures_crash: u64,
}

impl Tally {
    /// Counts a round.
    pub fn count(&mut self, outcome: &Outcome, guesses: usize) {
        match outcome {
            Outcome::Win => self.wins.count(guesses),
            Outcome::Loss(Limit::Guesses) => self.losses_guesses += 1,
            Outcome::Loss(Limit::Time) => self.losses_time += 1,
            Outcome::Failure(Fault::Illegal(_)) => self.failures_illegal += 1,
            Outcome::Failure(Fault::Panic(_)) => self.failures_panic += 1,
            Outcome::Failure(Fault::Crash(_)) => self.failures_crash += 1,
        }
    }

    /// Adds the rounds of another tally.
    pub fn add(&mut self, other: &Tally) {
        self.wins.add(&other.wins);
        self.losses_guesses += other.losses_guesses;
        self.losses_time += other.losses_time;
        self.failures_illegal += other.failures_illegal;
        self.failures_panic += other.failures_panic;
        self.failures_crash += other.failures_crash;
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

    /// The rounds failed, by whatever cause.
    #[must_use]
    pub const fn failures(&self) -> u64 {
        self.failures_illegal + self.failures_panic + self.failures_crash
    }

    /// The sum of 1/sqrt(guesses) over the rounds won.
    #[must_use]
    pub fn weighted_wins(&self) -> f64 {
        self.wins.sum_of(|guesses| 1.0 / (guesses as f64).sqrt())
    }

    /// The standard error of the score of so many rounds: sqrt(rounds) times the standard deviation of the points.
    fn score_se(&self, rules: Rules, size: Size) -> Option<f64> {
        let rounds = self.rounds();
        if rounds < 2 {
            return None;
        }
        let mean = rules.score(size, self) / rounds as f64;
        let square = |points: f64| (points - mean) * (points - mean);
        let lost = (self.losses_guesses + self.losses_time) as f64 * square(0.0);
        let failure = rules.points(size, &Outcome::Failure(Fault::Panic(String::new())), 0);
        let failed = self.failures() as f64 * square(failure);
        let won = self.wins.sum_of(|guesses| square(rules.points(size, &Outcome::Win, guesses)));
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
            weighted_wins: self.weighted_wins(),
            score: rules.score(size, self),
            score_se: self.score_se(rules, size),
            mean_guesses: self.wins.mean(),
            mean_guesses_se: self.wins.standard_error(),
            median_guesses: self.wins.median(),
            max_guesses: self.wins.max().map(|guesses| guesses as u64),
            note: String::new(),
        }
    }
}

/// The times of the rounds of a match, added up.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TimingTally {
    rounds: u64,
    first_guesses: u64,
    later_guesses: u64,
    first: Duration,
    whole: Duration,
    longest: Duration,
}

impl TimingTally {
    /// Counts a timed round.
    pub fn count(&mut self, time: &RoundTime) {
        self.rounds += 1;
        self.first_guesses += u64::from(time.guesses > 0);
        self.later_guesses += time.guesses.saturating_sub(1) as u64;
        self.first += time.first;
        self.whole += time.whole;
        self.longest = self.longest.max(time.whole);
    }

    /// Adds the rounds of another tally.
    pub fn add(&mut self, other: &TimingTally) {
        self.rounds += other.rounds;
        self.first_guesses += other.first_guesses;
        self.later_guesses += other.later_guesses;
        self.first += other.first;
        self.whole += other.whole;
        self.longest = self.longest.max(other.longest);
    }

    /// The match as a row of `timing-summary.csv`, or `None` when no round was timed.
    #[must_use]
    pub fn summary(&self, player: &str, scsa: &str, size: Size) -> Option<TimingSummary> {
        let mean = |time: Duration, over: u64| (over > 0).then(|| micros(time) / over as f64);
        let guesses = self.first_guesses + self.later_guesses;
        (self.rounds > 0).then(|| TimingSummary {
            player: player.to_owned(),
            scsa: scsa.to_owned(),
            pegs: size.pegs(),
            colors: size.colors(),
            rounds_timed: self.rounds,
            first_guess_us: mean(self.first, self.first_guesses).unwrap_or(0.0),
            later_guess_us: mean(self.whole.saturating_sub(self.first), self.later_guesses),
            guess_us: mean(self.whole, guesses).unwrap_or(0.0),
            round_us: mean(self.whole, self.rounds).unwrap_or(0.0),
            round_us_max: micros(self.longest),
        })
    }
}

/// A time in microseconds.
#[must_use]
pub fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}
