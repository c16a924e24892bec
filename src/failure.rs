//! How a command fails: with a kind, a sentence and an exit code.

use std::error::Error;
use std::fmt::Display;
use std::io;
use tournament::FileError;

/// The failure of wrong input, with a formatted sentence.
macro_rules! failure {
    ($($text:tt)*) => { $crate::failure::Failure::input(format!($($text)*)) };
}

/// Returns the failure of wrong input, with a formatted sentence.
macro_rules! bail {
    ($($text:tt)*) => { return Err(failure!($($text)*)) };
}

/// Returns the failure of wrong input, with a formatted sentence, unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($text:tt)*) => { if !$condition { bail!($($text)*) } };
}

/// What failed, for a program that runs this one: a word and an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Options, a tournament file or another file that is read are wrong.
    Input,
    /// A file or folder that is read is not there.
    MissingFile,
    /// There is nothing to play: the players or the codemakers refuse all matches.
    Refused,
    /// The program of a player or codemaker cannot be started, or fails.
    Program,
    /// The command did its work, and what it looked at does not pass.
    Finding,
    /// The system fails on the way: a disk, a process, the output.
    System,
    Interrupted,
}

impl Kind {
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Input => "input",
            Kind::MissingFile => "missing-file",
            Kind::Refused => "refused",
            Kind::Program => "program",
            Kind::Finding => "finding",
            Kind::System => "system",
            Kind::Interrupted => "interrupted",
        }
    }

    pub const fn exit_code(self) -> u8 {
        match self {
            Kind::Input | Kind::MissingFile | Kind::Refused | Kind::Program => 2,
            Kind::Finding | Kind::System => 1,
            Kind::Interrupted => 130,
        }
    }
}

/// A kind, and a sentence that says what is wrong and what to do. Without a kind the command ends early, but nothing failed.
#[derive(Debug)]
pub struct Failure {
    pub kind: Option<Kind>,
    pub message: String,
}

impl Failure {
    fn new(kind: Kind, message: impl Display) -> Failure {
        Failure { kind: Some(kind), message: message.to_string() }
    }

    pub const fn none() -> Failure {
        Failure { kind: None, message: String::new() }
    }

    pub fn input(message: impl Display) -> Failure {
        Failure::new(Kind::Input, message)
    }

    /// A file cannot be read, because of an error that comes from that of the system: it is not there, or it is wrong.
    pub fn unread(e: &(dyn Error + 'static), message: impl Display) -> Failure {
        let mut causes = std::iter::successors(Some(e), |&e| e.source());
        let is_missing = |e: &io::Error| e.kind() == io::ErrorKind::NotFound;
        let is_missing = causes.any(|e| e.downcast_ref().is_some_and(is_missing));
        Failure::new(if is_missing { Kind::MissingFile } else { Kind::Input }, message)
    }

    pub fn missing_file(message: impl Display) -> Failure {
        Failure::new(Kind::MissingFile, message)
    }

    pub fn refused(message: impl Display) -> Failure {
        Failure::new(Kind::Refused, message)
    }

    pub fn program(message: impl Display) -> Failure {
        Failure::new(Kind::Program, message)
    }

    pub fn finding(message: impl Display) -> Failure {
        Failure::new(Kind::Finding, message)
    }

    pub fn system(message: impl Display) -> Failure {
        Failure::new(Kind::System, message)
    }

    pub fn interrupt(message: impl Display) -> Failure {
        Failure::new(Kind::Interrupted, message)
    }

    /// The same failure, whose sentence begins with what it is about.
    pub fn about(self, what: &str) -> Failure {
        Failure { message: format!("{what}: {}", self.message), ..self }
    }
}

impl From<FileError> for Failure {
    /// A file that is refused because of what it is, such as a link, is wrong input.
    fn from(e: FileError) -> Failure {
        if e.is_refusal() { Failure::input(e) } else { Failure::system(e) }
    }
}

impl From<io::Error> for Failure {
    /// The output cannot be written. A reader that closes the pipe, such as `head`, has seen enough: that is no failure.
    fn from(e: io::Error) -> Failure {
        match e.kind() {
            io::ErrorKind::BrokenPipe => Failure::none(),
            _ => Failure::system(format!("cannot write the output: {e}")),
        }
    }
}
