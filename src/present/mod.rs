//! How results are read and shown: tables, sheets, the leaderboard, words, terminals.

pub mod conversation;
pub mod joined_folders;
pub mod leaderboard;
pub mod output;
pub mod program_name;
pub mod results_folder;
pub mod scores;
pub mod sheet;
pub mod tables;
pub mod words;
