//! What a program in the sandbox can do, and what it cannot do.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod accounting;
mod files;
mod folders;
#[path = "../harness/mod.rs"]
mod harness;
mod interpreters;
mod isolation;
mod limits;
mod shared;
mod streams;
