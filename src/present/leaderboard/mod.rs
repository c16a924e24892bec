//! The leaderboard of results folders.

mod board;
mod sheet;

pub use crate::present::results_folder::{forfeit, rounds_with_forfeits, why_not_read};
pub use board::{By, FolderLeaderboard, LeaderboardInput};
pub use sheet::{Layout, LeaderboardColumn, LeaderboardRow, OVERSUBSCRIBED, SelectedRow, sheet, write, write_with};
