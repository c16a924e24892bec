//! By what players are ranked.

use comparison::Order;
use std::str::FromStr;

/// By what players are ranked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum By {
    /// The sum of the SCORES, the largest first
    #[default]
    Score,
    /// The mean number of guesses over the matches that all players played, the smallest first; a round that was not won counts as the
    /// guess limit
    Guesses,
    /// The mean CPU time of a guess over the matches that all players played, the smallest first
    Time,
    /// The number of rounds won, the largest first
    Wins,
}

impl FromStr for By {
    type Err = String;

    fn from_str(text: &str) -> Result<By, String> {
        let by = [By::Score, By::Guesses, By::Time, By::Wins].into_iter().find(|by| by.id() == text);
        by.ok_or_else(|| format!("give one of {}", By::NAMES.join(", ")))
    }
}

impl By {
    /// The names on the command line.
    pub const NAMES: [&str; 4] = ["score", "guesses", "time", "wins"];

    /// By what players are ordered and compared. Times are not compared.
    pub const fn order(self) -> Order {
        match self {
            By::Score => Order::Score,
            By::Guesses | By::Time => Order::Guesses,
            By::Wins => Order::Wins,
        }
    }

    /// Whether a refused match is worth 0. If not, it is left out for all players.
    pub const fn is_scored(self) -> bool {
        matches!(self, By::Score | By::Wins)
    }

    /// The name in titles.
    pub const fn measure(self) -> &'static str {
        match self {
            By::Score => "SCORE",
            By::Guesses => "guesses",
            By::Time => "CPU time",
            By::Wins => "rounds won",
        }
    }

    /// The name on the command line.
    pub const fn id(self) -> &'static str {
        match self {
            By::Score => "score",
            By::Guesses => "guesses",
            By::Time => "time",
            By::Wins => "wins",
        }
    }
}
