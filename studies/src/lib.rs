//! Experiments built on the tournament harness.
//!
//! A [`Study`] computes or plays an experiment and writes tables, pages and charts into a folder: [`report`] repeats the report
//! of 2019, [`champion`] measures one player against all codemakers, [`openings`] computes the exact totals of simple strategies
//! with fixed first guesses, [`survey`] solves all small games, [`learning`] measures how well unknown codemakers are learned.
//! [`optimal`] proves and replays a single optimal strategy, and [`player_tree`](fn@player_tree) is the whole strategy of a player.
//!
//! ```
//! use studies::{Context, FileSet, Silent, Study, openings::OpeningsStudy};
//! use tournament::{ProgramDescription, Workers};
//!
//! let folder = tempfile::tempdir()?;
//! let study = OpeningsStudy { size: "2x3".parse()? };
//! let context = Context { workers: Workers::Threads(1), program: ProgramDescription::default(), force: false, monitor: &Silent };
//! study.run(&context, folder.path())?;
//! let page = std::fs::read_to_string(folder.path().join("strategies.md"))?;
//! assert!(page.contains("lc has the total 24"));
//! assert_eq!(FileSet::new(&study, folder.path()).list().count(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod estimate;
mod file_description;
mod file_set;
mod markdown;
mod monitor;
mod player_tree;
mod study;
mod tournaments;

pub mod champion;
pub mod learning;
pub mod openings;
pub mod optimal;
pub mod report;
pub mod survey;

pub use file_description::{FileDescription, FileKind};
pub use file_set::FileSet;
pub use monitor::{Interrupted, Monitor, Silent};
pub use player_tree::{PlayerStrategyError, player_tree};
pub use study::{Context, Study, StudyError};
