//! How a command fails: with a sentence and an exit code.

use std::{
    io::{self, Write},
    process::ExitCode,
};

/// A sentence that says what is wrong and what to do, and the exit code: 2 for what was asked, 1 for what happened, 130
/// for an interrupt.
#[derive(Debug)]
pub struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    /// What was asked for cannot be done.
    pub fn input(message: impl Into<String>) -> Failure {
        Failure { code: 2, message: message.into() }
    }

    /// Nothing failed, but there is nothing more to do.
    pub fn none() -> Failure {
        Failure { code: 0, message: String::new() }
    }

    /// Something happened on the way.
    pub fn run(message: impl Into<String>) -> Failure {
        Failure { code: 1, message: message.into() }
    }

    /// The user stopped it.
    pub fn interrupt(message: impl Into<String>) -> Failure {
        Failure { code: 130, message: message.into() }
    }

    /// Tells the user, and the exit code.
    pub fn report(&self) -> ExitCode {
        if !self.message.is_empty() {
            // Where even the standard error is closed, nobody is there to hear of it.
            let line = self.message.replace(['\n', '\r'], " ");
            let _ = writeln!(io::stderr(), "error: {line}");
        }
        ExitCode::from(self.code)
    }
}

impl From<io::Error> for Failure {
    /// The output cannot be written. A reader that has seen enough, such as `head`, is no news to anybody.
    fn from(e: io::Error) -> Failure {
        match e.kind() {
            io::ErrorKind::BrokenPipe => Failure::run(""),
            _ => Failure::run(format!("cannot write the output: {e}")),
        }
    }
}
