//! The program `arena`: tournaments for agents that break secret codes (Mastermind).
//!
//! [`Program`] is the whole program with its command line. A package that depends on this one adds its own players and
//! codemakers and gets all commands: `examples/own-crate` in the repository is such a package.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[macro_use]
mod failure;

mod commands;
mod csv_columns;
mod playing;
mod present;
mod program;
mod settings;
mod this_program;

pub use csv_columns::csv_columns;
pub use program::Program;
pub use settings::{check_tournament_file, recorded_settings};

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
