//! How a round ends.

use scsa::Code;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The secret was guessed.
    Win,
    /// A limit was reached.
    Loss(Limit),
    /// The player broke a rule or stopped working.
    Failure(Fault),
}

/// The limits of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// The number of guesses.
    Guesses,
    /// The CPU time. A guess that comes later loses even if it is right.
    Time,
}

/// The ways in which a player fails a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// The guess had the wrong length or a color outside the game.
    Illegal(Code),
    /// The player panicked. The message ends with the place in the source.
    Panic(String),
    /// The process of the player ended: by a stack overflow, for want of memory, by an abort. The text names the signal or
    /// the exit code.
    Crash(String),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Guesses => "guesses",
            Limit::Time => "time",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Illegal(guess) => write!(f, "illegal guess: {guess}"),
            Fault::Panic(message) => write!(f, "panic: {message}"),
            Fault::Crash(cause) => write!(f, "crash: {cause}"),
        }
    }
}
