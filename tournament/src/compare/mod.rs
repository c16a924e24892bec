//! Comparison of players from the rounds of a tournament.
//!
//! All players of a match (a codemaker in a game) face the same secrets. So two players are compared round by round, which is much
//! more exact than the standard errors of both suggest. Matches are fixed strata. The rounds of a match are independent draws.
//!
//! [`RoundTable`] reads `rounds.csv`. [`CommonRounds`] says which players are ranked, over which rounds. A [`Leaderboard`] orders them,
//! where a match that a player refused is worth 0,
//! and finds the groups that cannot be told apart, a [`PairComparison`] compares two players match by match, and [`bootstrap()`]
//! gives an interval without the assumption of a t distribution.
//!
//! ```
//! use tournament::compare::{CommonRounds, Leaderboard, Measure, PairComparison, RoundTable};
//!
//! let rows = "player,scsa,game,round,secret,outcome,failure,guesses,points
//! knuth,only-once,4x6,1,ABCD,win,,4,2.500000
//! knuth,only-once,4x6,2,BCDA,win,,4,2.500000
//! knuth,only-once,4x6,3,FACE,win,,5,2.236068
//! random,only-once,4x6,1,ABCD,win,,9,1.666667
//! random,only-once,4x6,2,BCDA,win,,16,1.250000
//! random,only-once,4x6,3,FACE,loss,guesses,100,0.000000
//! ";
//! let table = RoundTable::from_csv("rounds.csv", rows.as_bytes())?;
//! let common = CommonRounds::ranked(&table);
//! let pair = PairComparison::new(&common, 0, 1, Measure::Score);
//! assert_eq!((pair.all.wins, pair.all.ties, pair.all.losses), (3, 0, 0));
//! assert!((pair.all.estimate.mean - 143.980).abs() < 1e-4);
//!
//! let board = Leaderboard::new(&common, Measure::Score);
//! assert_eq!(board.entries[0].player, "knuth");
//! assert_eq!(board.entries[0].letters, "a");
//! # Ok::<(), tournament::compare::TableError>(())
//! ```

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
pub use leaderboard::{Leaderboard, LeaderboardEntry, PartialMatch, RESAMPLES, bootstrap};
pub use match_mean::MatchMean;
pub use round_table::{Conflict, MatchEnd, MatchName, RoundOutcome, RoundResult, RoundTable, TableError};
pub use sequential::{ALIKE, Evidence, Order};
