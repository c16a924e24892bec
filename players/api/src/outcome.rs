//! How a round ends.

use scsa::Code;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The secret was guessed.
    Win,
    /// The secret was not guessed within this limit.
    Loss(Limit),
    /// The player broke a rule or stopped working.
    Failure(Fault),
}

/// The limits of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// The number of guesses was reached without a win.
    Guesses,
    /// The CPU time was exceeded, possibly by the guess that is the secret.
    Time,
}

/// The ways in which a player fails a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fault {
    /// The guess had the wrong length or a color outside the game.
    Illegal(Code),
    /// The player panicked. The message ends with the position in the source.
    Panic(String),
    /// The process of the player ended, for example by a stack overflow, lack of memory or an abort. The text names the signal or
    /// the exit code.
    Crash(String),
    /// The player used more memory than allowed, in megabytes.
    Memory(u64),
    /// A player that is a program of its own broke the protocol. The text says how.
    Protocol(String),
    /// The player did not answer in time, and did not compute either.
    Silence,
    /// What a player that is a program of its own gave as its guess is no code. The text says what it was and what was expected.
    NoCode(String),
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
            Fault::Memory(megabytes) => write!(f, "memory: more than {megabytes} MB"),
            Fault::Protocol(reason) => write!(f, "protocol: {reason}"),
            Fault::NoCode(reason) => write!(f, "illegal guess: {reason}"),
            Fault::Silence => f.write_str("silence: no answer in time"),
        }
    }
}
