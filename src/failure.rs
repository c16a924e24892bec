//! How a command fails: with a sentence and an exit code.

use std::fmt::Display;
use std::io;
use tournament::FileError;

/// The failure of wrong arguments, with a formatted sentence.
macro_rules! failure {
    ($($text:tt)*) => { $crate::failure::Failure::input(format!($($text)*)) };
}

/// Returns the failure of wrong arguments, with a formatted sentence.
macro_rules! bail {
    ($($text:tt)*) => { return Err(failure!($($text)*)) };
}

/// Returns the failure of wrong arguments, with a formatted sentence, unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($text:tt)*) => { if !$condition { bail!($($text)*) } };
}

/// A sentence that says what is wrong and what to do, and an exit code: 2 for wrong arguments, 1 for a failure on the way, 129
/// for a closed terminal, 130 for an interrupt.
#[derive(Debug)]
pub struct Failure {
    pub code: u8,
    pub message: String,
}

impl Failure {
    /// The arguments are wrong.
    pub fn input(message: impl Display) -> Failure {
        Failure { code: 2, message: message.to_string() }
    }

    /// The same failure, whose sentence begins with what it is about.
    pub fn about(self, what: &str) -> Failure {
        Failure { message: format!("{what}: {}", self.message), ..self }
    }

    /// The command ends early, but nothing failed.
    pub fn none() -> Failure {
        Failure { code: 0, message: String::new() }
    }

    /// The command failed on the way.
    pub fn run(message: impl Display) -> Failure {
        Failure { code: 1, message: message.to_string() }
    }

    /// The user interrupted the command.
    pub fn interrupt(message: impl Display) -> Failure {
        Failure { code: 130, message: message.to_string() }
    }
}

impl From<FileError> for Failure {
    /// A file that is refused because of what it is, such as a link, is a wrong argument.
    fn from(e: FileError) -> Failure {
        Failure { code: if e.is_refusal() { 2 } else { 1 }, message: e.to_string() }
    }
}

impl From<io::Error> for Failure {
    /// The output cannot be written. A reader that closes the pipe, such as `head`, has seen enough: that is no failure.
    fn from(e: io::Error) -> Failure {
        match e.kind() {
            io::ErrorKind::BrokenPipe => Failure::none(),
            _ => Failure::run(format!("cannot write the output: {e}")),
        }
    }
}
