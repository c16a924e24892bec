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

pub use ::tournament::*;
pub use charts as chart;
pub use studies::{
    Context, FileDescription, FileSet, Monitor, PlayerTreeError, Study, StudyError, champion, openings, optimal,
    player_tree, report, survey,
};

/// Playing a tournament.
pub mod tournament {
    pub use ::tournament::{
        Game, Games, Match, NoGame, Plan, PlayError, Progress, Unplayed, Unwatched, Workers, play, run_worker, unplayed,
    };
}

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
