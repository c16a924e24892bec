//! The leaderboard of results folders.

mod board;
mod by;
mod column;
mod layout;
mod rounds;
mod row;
mod sheet;

pub use board::{FolderLeaderboard, LeaderboardInput};
pub use by::By;
pub use column::LeaderboardColumn;
pub use layout::{Layout, SelectedRow};
pub use rounds::{forfeit, is_forfeit, match_of, rounds_with_forfeits, why_not_read};
pub use row::LeaderboardRow;
pub use sheet::{OVERSUBSCRIBED, sheet, write, write_with};
