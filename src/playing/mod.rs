//! How tournaments are played and results written: worker processes, results folders, progress, estimates, help of players.

pub mod advisers;
pub mod candidate_codes;
pub mod deductions;
pub mod estimate;
pub mod live;
pub mod parquet_rows;
pub mod play_folder;
pub mod progress;
pub mod results_output;
pub mod runner;
pub mod setup_lines;
