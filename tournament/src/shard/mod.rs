//! Shards: parts of a tournament that are played apart, each into a file of its own, and merged to the results of the whole.

mod balance;
mod file;
mod format;
mod header;
mod merge;
mod merge_error;
mod number;
mod others;
mod part;
mod play;
mod ranges;
mod recorder;
mod rounds;
mod writing;

pub use balance::{MatchWork, balanced};
pub use file::ShardFile;
pub use header::ShardHeader;
pub use merge::merge;
pub use merge_error::MergeError;
pub use number::{ShardNumber, ShardNumberError};
pub use part::Part;
pub use play::{play_shard, replay};
pub use ranges::number_ranges;
pub use rounds::ShardRounds;

#[cfg(test)]
mod tests;
