//! A tournament harness for agents that break secret codes (Mastermind).
//!
//! This crate is the table between the codemakers ([`scsa`]) and the codebreakers ([`players`]): a [`Referee`] plays a
//! round, [`tournament::play`] plays players x codemakers x sizes x rounds and writes the records, [`chart`] draws them.
//! The program `arena` is its command line.
//!
//! ```
//! use arena::{Codemaker, Limits, ResultFiles, Rules, Seed, Telling};
//! use arena::tournament::{self, Plan, Unwatched, Workers};
//!
//! let plan = Plan {
//!     players: vec![players::find("rao").unwrap()],
//!     codemakers: vec![Codemaker::find("insert-colors")?.unwrap()],
//!     sizes: vec!["4x6".parse()?],
//!     rounds: Some(1000),
//!     seed: Seed(1),
//!     limits: Limits::default(),
//!     rules: Rules::Report,
//!     telling: Telling::default(),
//! };
//! let folder = tempfile::tempdir()?;
//! let files = ResultFiles::create(folder.path())?;
//! let results = tournament::play(&plan, &Workers::Threads(2), files, &mut Unwatched)?;
//! assert_eq!(results.summaries[0].wins, 1000);
//! assert_eq!(results.summaries[0].max_guesses, Some(9));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod champion;
pub mod chart;
mod clock;
mod code_file;
mod codemaker;
pub mod files;
mod manifest;
mod markdown;
mod panics;
pub mod proof;
mod record;
mod referee;
pub mod reproduction;
mod score;
mod seed;
mod standings;
mod statistics;
mod strategy;
mod summary;
mod tally;
mod telling;
pub mod tournament;

pub use clock::RoundTime;
pub use code_file::{CodeFile, CodeFileError};
pub use codemaker::Codemaker;
pub use files::{FileError, ResultFiles};
pub use manifest::{Machine, Manifest};
pub use record::{ROUND_COLUMNS, Rows, TIMING_COLUMNS};
pub use referee::{Referee, Round};
pub use score::{Limits, Rules};
pub use seed::{Seed, Streams};
pub use standings::{Standing, in_order, standings};
pub use statistics::Histogram;
pub use strategy::{NoStrategy, strategy};
pub use summary::{MOST_ROUNDS, Results, Status, Summary, TimingSummary};
pub use tally::{Tally, TimingTally};
pub use telling::Telling;

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
