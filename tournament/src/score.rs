//! What a round and a match are worth.

use crate::Tally;
use players::Outcome;
use scsa::Size;
use serde::{Deserialize, Serialize};
use std::{error::Error, fmt, str::FromStr, time::Duration};

/// The limits of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// So many guesses at the most.
    pub guesses: usize,
    /// So much CPU time of the player at the most.
    pub time: Duration,
}

impl Default for Limits {
    /// 100 guesses and 5 seconds, as in the report's contest.
    fn default() -> Limits {
        Limits { guesses: 100, time: Duration::from_secs(5) }
    }
}

/// The rules by which a tournament is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Rules {
    /// SCORE = 5 * sum of 1/sqrt(guesses) over the rounds won - 2 * failures.
    #[default]
    #[serde(rename = "report")]
    Report,
    /// The same times pegs * colors; the first failure ends a match, and so do 300 s; after 10 rounds lost by time a
    /// player is barred from that codemaker.
    #[serde(rename = "2024")]
    Course2024,
}

/// The text is not one of [`Rules::NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesError;

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the rules are one of: {}", Rules::NAMES.join(", "))
    }
}

impl Error for RulesError {}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        match text {
            "report" => Ok(Rules::Report),
            "2024" => Ok(Rules::Course2024),
            _ => Err(RulesError),
        }
    }
}

/// What a round won in one guess is worth.
const WIN: f64 = 5.0;
/// What a failure costs.
const FAILURE: f64 = 2.0;

impl Rules {
    /// The names of all rules, as [`FromStr`] takes them.
    pub const NAMES: [&str; 2] = ["report", "2024"];

    /// What one round is worth.
    ///
    /// ```
    /// use tournament::Rules;
    /// use players::Outcome;
    /// let size = "4x6".parse().unwrap();
    /// assert_eq!(Rules::Report.points(size, &Outcome::Win, 4), 2.5);
    /// assert_eq!(Rules::Course2024.points(size, &Outcome::Win, 4), 60.0);
    /// ```
    #[must_use]
    pub fn points(self, size: Size, outcome: &Outcome, guesses: usize) -> f64 {
        let points = match outcome {
            Outcome::Win => WIN / (guesses as f64).sqrt(),
            Outcome::Loss(_) => 0.0,
            Outcome::Failure(_) => -FAILURE,
        };
        points * self.factor(size)
    }

    /// The SCORE of a match.
    ///
    /// ```
    /// use tournament::{Rules, Tally};
    /// use players::Outcome;
    /// let mut tally = Tally::default();
    /// for guesses in [1, 4, 4] {
    ///     tally.count(&Outcome::Win, guesses);
    /// }
    /// assert_eq!(Rules::Report.score("4x6".parse().unwrap(), &tally), 5.0 * (1.0 + 0.5 + 0.5));
    /// ```
    #[must_use]
    pub fn score(self, size: Size, tally: &Tally) -> f64 {
        (WIN * tally.weighted_wins() - FAILURE * tally.failures() as f64) * self.factor(size)
    }

    /// Whether the first failure of a match ends it.
    #[must_use]
    pub const fn ends_at_failure(self) -> bool {
        matches!(self, Rules::Course2024)
    }

    /// How much CPU time a player has for a whole match.
    #[must_use]
    pub const fn match_time(self) -> Option<Duration> {
        match self {
            Rules::Report => None,
            Rules::Course2024 => Some(Duration::from_secs(300)),
        }
    }

    /// After how many rounds lost by time a player is barred from a codemaker.
    #[must_use]
    pub const fn barred_after(self) -> Option<u64> {
        match self {
            Rules::Report => None,
            Rules::Course2024 => Some(10),
        }
    }

    fn factor(self, size: Size) -> f64 {
        match self {
            Rules::Report => 1.0,
            Rules::Course2024 => (size.pegs() * size.colors()) as f64,
        }
    }
}
