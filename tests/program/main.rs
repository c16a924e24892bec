//! The tests of the program: one module for each of its commands or features.
//!
//! `cargo test --test program resume::` runs those of one module.

#![allow(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod command;
mod page;

mod browser;
mod conversations;
mod documents;
mod games;
mod golden;
mod mistakes;
mod mysteries;
mod published;
mod report;
mod repository;
mod resume;
mod same_bytes;
mod scores;
mod strangers;
