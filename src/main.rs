//! `arena`: tournaments for agents that break secret codes.

use std::process::ExitCode;

fn main() -> ExitCode {
    arena::Program::new().run()
}
