//! The tests of the program that compute; commands and their outputs are in `tests/commands`.
//!
//! `cargo test --test program golden::` runs those of one module.

#![allow(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod documents;
mod engine;
mod golden;
mod names;
mod published;
mod strangers;
