//! Programs in the sandbox.

#![cfg(target_os = "linux")]
#![allow(clippy::print_stderr, clippy::unwrap_used)]

mod harness;

mod files;
mod folders;
mod interpreters;
mod isolation;
mod kill;
mod limits;
mod streams;
