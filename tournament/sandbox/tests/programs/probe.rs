//! The launcher of the tests, and a program that tries to do what a sandbox forbids.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

#[cfg(target_os = "linux")]
mod attempts;

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    return attempts::main();
    #[cfg(not(target_os = "linux"))]
    return ExitCode::from(2);
}
