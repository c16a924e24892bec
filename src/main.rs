//! `arena`: tournaments for agents that break secret codes.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::Command::given().and_then(cli::Command::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
