//! A tournament harness for agents that break secret codes (Mastermind).

mod summary;

pub use summary::{Status, Summary, TimingSummary};
