//! How rounds and matches are scored.

use player_api::Outcome;
use scsa::Size;
use serde::{Deserialize, Serialize};
use std::{error::Error, fmt, str::FromStr, time::Duration};

/// The rules by which a tournament is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Rules {
    /// SCORE = 5 · Σ 1/√guesses over the rounds won − 2 · failures.
    #[default]
    #[serde(rename = "report")]
    Report,
    /// The same times pegs · colors. The first failure ends a match, and so does a limit of CPU time; a player that loses
    /// too many rounds by time is disqualified from the codemaker.
    #[serde(rename = "2024")]
    Course2024,
}

/// The points of a round won in one guess.
const WIN: f64 = 5.0;
/// The points that a failure costs.
const FAILURE: f64 = 2.0;
/// The CPU time of a match by the rules of 2024.
const MATCH_TIME: Duration = Duration::from_secs(300);
/// The rounds lost by time that disqualify a player by the rules of 2024.
const MOST_TIMEOUTS: u64 = 10;

impl Rules {
    /// All rules.
    pub const ALL: [Rules; 2] = [Rules::Report, Rules::Course2024];

    /// The names of all rules, as [`FromStr`] takes them.
    pub const NAMES: [&str; 2] = ["report", "2024"];

    /// The name of these rules, one of [`Rules::NAMES`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Report => "report",
            Rules::Course2024 => "2024",
        }
    }

    /// The points of one round.
    ///
    /// ```
    /// use player_api::Outcome;
    /// use tournament::Rules;
    /// let size = "4x6".parse().unwrap();
    /// assert_eq!(Rules::Report.points(size, &Outcome::Win, 4), 2.5);
    /// assert_eq!(Rules::Course2024.points(size, &Outcome::Win, 4), 60.0);
    /// ```
    #[must_use]
    pub fn points(self, size: Size, outcome: &Outcome, guesses: usize) -> f64 {
        match outcome {
            Outcome::Win => self.win_points(size, guesses),
            Outcome::Loss(_) => 0.0,
            Outcome::Failure(_) => self.failure_points(size),
        }
    }

    /// The points of a round won in that many guesses.
    #[must_use]
    pub fn win_points(self, size: Size, guesses: usize) -> f64 {
        WIN / (guesses as f64).sqrt() * self.factor(size)
    }

    /// The points of a failure, which are negative. A lost round is worth 0.
    #[must_use]
    pub fn failure_points(self, size: Size) -> f64 {
        -FAILURE * self.factor(size)
    }

    /// The SCORE of a match, from Σ 1/√guesses over its rounds won and the number of its failures.
    ///
    /// ```
    /// use tournament::Rules;
    /// let weighted_wins = 1.0 + 0.5 + 0.5; // won in 1, 4 and 4 guesses
    /// assert_eq!(Rules::Report.score("4x6".parse().unwrap(), weighted_wins, 1), 5.0 * 2.0 - 2.0);
    /// ```
    #[must_use]
    pub fn score(self, size: Size, weighted_wins: f64, failures: u64) -> f64 {
        (WIN * weighted_wins - FAILURE * failures as f64) * self.factor(size)
    }

    /// Whether the first failure of a match ends it.
    #[must_use]
    pub const fn ends_at_failure(self) -> bool {
        matches!(self, Rules::Course2024)
    }

    /// The CPU time of a player for a whole match, if it is limited.
    #[must_use]
    pub const fn match_time(self) -> Option<Duration> {
        match self {
            Rules::Report => None,
            Rules::Course2024 => Some(MATCH_TIME),
        }
    }

    /// The number of rounds lost by time, against one codemaker, that disqualifies a player from that codemaker.
    #[must_use]
    pub const fn most_timeouts(self) -> Option<u64> {
        match self {
            Rules::Report => None,
            Rules::Course2024 => Some(MOST_TIMEOUTS),
        }
    }

    fn factor(self, size: Size) -> f64 {
        match self {
            Rules::Report => 1.0,
            Rules::Course2024 => (size.pegs() * size.colors()) as f64,
        }
    }
}

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

/// The text is not one of [`Rules::NAMES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesError;

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the rules are one of: {}", Rules::NAMES.join(", "))
    }
}

impl Error for RulesError {}
