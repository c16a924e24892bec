//! What is compared.

use tournament::compare::{Measure, Order};

/// What is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum CompareBy {
    /// The number of guesses; a round that was not won counts as the guess limit
    #[default]
    Guesses,
    /// The points of a round, whose sum is the SCORE
    Score,
    /// The rounds won
    Wins,
}

impl CompareBy {
    pub const fn order(self) -> Order {
        match self {
            CompareBy::Guesses => Order::Guesses,
            CompareBy::Score => Order::Score,
            CompareBy::Wins => Order::Wins,
        }
    }

    pub const fn measure(self, limit: usize) -> Measure {
        match self {
            CompareBy::Guesses => Measure::Guesses { limit },
            CompareBy::Score => Measure::Score,
            CompareBy::Wins => Measure::Wins,
        }
    }

    /// What a test says of two players: they cannot be told apart by it.
    pub const fn tested(self) -> &'static str {
        match self {
            CompareBy::Guesses => "guesses",
            CompareBy::Score => "points",
            CompareBy::Wins => "rounds won",
        }
    }

    /// A difference of what.
    pub const fn name(self) -> &'static str {
        match self {
            CompareBy::Guesses => "guesses",
            CompareBy::Score => "points a round",
            CompareBy::Wins => "rounds won (share)",
        }
    }
}
