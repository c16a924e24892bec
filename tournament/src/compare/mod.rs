//! Comparison of players from the rounds of a tournament.
//!
//! All players of a match (a codemaker in a game) face the same secrets. So two players are compared round by round, which is much
//! more exact than the standard errors of both suggest. Matches are fixed strata. The rounds of a match are independent draws.
//!
//! [`RoundTable`] reads `rounds.csv`. [`CommonRounds`] says which players are ranked, over which rounds. A [`Leaderboard`] orders them,
//! where a match that a player refused is worth 0, and finds the groups that cannot be told apart. A [`PairComparison`] compares two.

mod common_rounds;
mod estimate;
pub mod growth;
mod leaderboard;
mod match_mean;
mod round_table;
mod sequential;
mod totals;

pub use common_rounds::{CommonMatch, CommonRounds, Difference, PairComparison, Unranked, without_refusals};
pub use estimate::{
    CONFIDENCE, Estimate, Interval, Measure, Stratum, critical_value, holm, is_significant, letters, p_value, sign_test,
};
pub use leaderboard::{Leaderboard, LeaderboardEntry, PartialMatch};
pub use match_mean::MatchMean;
pub use round_table::{Conflict, MatchEnd, MatchName, RoundOutcome, RoundResult, RoundTable, TableError};
pub use sequential::{ALIKE, Evidence, Order};
