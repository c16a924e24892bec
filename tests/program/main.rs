//! The tests of the program: one module for each of its commands or features.
//!
//! `cargo test --test program resume::` runs those of one module.

#![allow(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod browser;
mod command;
mod page;
mod pseudo_terminal;

mod committed_results;
mod conventions;
mod conversations;
mod determinism;
mod documents;
mod figures;
mod games;
mod golden;
mod mysteries;
mod order;
#[cfg(feature = "parquet")]
mod parquet;
mod printed_commands;
mod programs;
mod published;
mod readers;
mod reference;
mod report;
mod report_page;
mod report_replays;
mod resume;
mod scores;
mod strangers;
