//! A tournament harness for agents that break secret codes (Mastermind).

pub mod chart;
mod clock;
mod code_file;
mod codemaker;
mod manifest;
mod panics;
mod record;
mod referee;
mod score;
mod seed;
mod standings;
mod statistics;
mod summary;
mod tally;
pub mod tournament;

pub use clock::RoundTime;
pub use code_file::{CodeFile, CodeFileError};
pub use codemaker::Codemaker;
pub use manifest::{Machine, Manifest};
pub use record::{ROUND_COLUMNS, Rows, TIMING_COLUMNS};
pub use referee::{Pulse, Referee, Round};
pub use score::{Limits, Rules};
pub use seed::{Seed, Streams};
pub use standings::{Standing, standings};
pub use statistics::Histogram;
pub use summary::{Status, Summary, TimingSummary};
pub use tally::{Tally, TimingTally};
