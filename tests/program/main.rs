//! The tests of the program: one module for each of its commands or features.
//!
//! `cargo test --test program resume::` runs those of one module.

#![allow(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod browser;
mod command;
mod page;
mod pseudo_terminal;

mod assist;
mod bayes;
mod binary;
mod check_player;
mod committed_results;
mod compare;
mod conventions;
mod determinism;
mod documents;
mod endings;
mod external;
mod faults;
mod figures;
mod folders_in_use;
mod games;
mod golden;
mod leaderboard;
mod learn;
mod new_player;
mod order;
mod parquet;
mod play;
mod printed_commands;
mod published;
mod readers;
mod reference;
mod report;
mod report_page;
mod report_replays;
mod resume;
mod rules_2024;
mod samples;
mod scale;
mod shards;
mod show;
mod solve;
mod strange_folders;
mod strangers;
mod tournament_file;
mod trees;
mod trust;
mod verify;
