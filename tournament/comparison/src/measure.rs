//! What of a round is compared.

use crate::round_table::RoundResult;

/// What of a round is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The points. Their sum is the SCORE. More are better.
    Score,
    /// The number of guesses. A round that was not won counts as the limit. Fewer are better.
    Guesses {
        /// The guess limit of a round.
        limit: usize,
    },
    /// 1 for a round won, else 0. More are better.
    Wins,
}

impl Measure {
    /// The value of a round.
    ///
    /// ```
    /// use comparison::{Measure, RoundResult, RoundOutcome};
    /// let round = RoundResult { points: 2.5, guesses: 4, outcome: RoundOutcome::Win };
    /// assert_eq!(Measure::Guesses { limit: 100 }.value(&round), 4.0);
    /// let lost = RoundResult { points: 0.0, guesses: 4, outcome: RoundOutcome::Loss };
    /// assert_eq!(Measure::Guesses { limit: 100 }.value(&lost), 100.0);
    /// ```
    #[must_use]
    pub fn value(self, round: &RoundResult) -> f64 {
        match self {
            Measure::Score => round.points,
            Measure::Guesses { .. } if round.is_won() => f64::from(round.guesses),
            Measure::Guesses { limit } => limit as f64,
            Measure::Wins => f64::from(u8::from(round.is_won())),
        }
    }

    /// Whether more are better.
    #[must_use]
    pub const fn is_gain(self) -> bool {
        !matches!(self, Measure::Guesses { .. })
    }
}
