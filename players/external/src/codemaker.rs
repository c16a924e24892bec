//! Codemakers that are programs of their own.

use crate::{
    ExternalPlayer,
    session::{Session, StartError},
};
use player_api::Outcome;
use scsa::{Code, Size};
use std::{error::Error, fmt, time::Duration};

/// Why a program made no codes.
#[derive(Debug)]
pub enum CodemakerError {
    /// It cannot be started.
    Start(StartError),
    /// It failed or did not end in time. Its last message follows, if it left one.
    Failed(Outcome, Option<String>),
    /// A line is not a legal code of the size.
    Code(u64, String, Size),
    /// It printed fewer codes than it was asked for.
    Few(u64, u64),
}

impl fmt::Display for CodemakerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodemakerError::Start(e) => e.fmt(f),
            CodemakerError::Failed(outcome, message) => {
                match outcome {
                    Outcome::Failure(fault) => write!(f, "it failed: {fault}")?,
                    _ => f.write_str("it took too long")?,
                }
                message.as_ref().map_or(Ok(()), |message| write!(f, " (its last message: {message})"))
            }
            CodemakerError::Code(line, text, size) => {
                write!(f, "line {line} of its output, '{}', is no code of size {size}", text.escape_debug())
            }
            CodemakerError::Few(found, wanted) => {
                write!(f, "it printed {found} codes where {wanted} were asked for")
            }
        }
    }
}

impl Error for CodemakerError {}

impl ExternalPlayer {
    /// Runs the program as a codemaker: its command with four more arguments, which are the number of pegs, of colors and of codes, and
    /// a seed. It prints the codes, one a line. What it prints after them is not read.
    ///
    /// # Errors
    /// [`CodemakerError`] when it fails, takes more than `limit` of CPU time or waits that long, or prints something else.
    pub fn make_codes(&self, size: Size, count: u64, seed: u64, limit: Duration) -> Result<Vec<Code>, CodemakerError> {
        let mut program = self.clone();
        let arguments = [size.pegs() as u64, size.colors() as u64, count, seed];
        program.command.extend(arguments.iter().map(u64::to_string));
        let mut session = Session::start(&program, None).map_err(CodemakerError::Start)?;
        session.begin(limit);
        let mut codes = Vec::new();
        for number in 1..=count {
            let line = match session.receive_or_end() {
                Ok(Some(line)) => String::from_utf8_lossy(line).trim().to_owned(),
                Ok(None) => return Err(CodemakerError::Few(number - 1, count)),
                Err(outcome) => return Err(CodemakerError::Failed(outcome, session.last_message())),
            };
            let code = scsa::notation::parse_code(&line).ok().filter(|code| size.is_legal(code));
            codes.push(code.ok_or(CodemakerError::Code(number, line, size))?);
        }
        Ok(codes)
    }
}
