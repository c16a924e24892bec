//! The tests of the program that type keys, or compute; commands and their outputs are in `tests/commands`.
//!
//! `cargo test --test program resume::` runs those of one module.

#![allow(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod command;

mod browser;
mod documents;
mod golden;
mod output;
mod published;
mod report;
mod resume;
mod strangers;
mod terminal;
