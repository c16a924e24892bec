//! One process of an external player, and the lines to and from it.

use crate::{
    ExternalPlayer,
    messages::Messages,
    protocol::{self, MAX_LINE},
    submission::FolderError,
    watch::{Awaited, Ending, Watch},
};
use player_api::{CrashCause, Fault, Outcome};
use rustix::fs::OFlags;
use sandbox::{Ended, SandboxError};
use std::{
    error::Error,
    fmt,
    io::{self, BufRead, BufReader, Read, Write},
    os::fd::AsFd,
    path::PathBuf,
    process::{ChildStdin, ChildStdout},
    sync::Arc,
    time::Duration,
};

/// The CPU time in which a program must say hello. An interpreter that loads large libraries takes some seconds.
pub const HELLO_LIMIT: Duration = Duration::from_secs(10);
const STDOUT: &str = "standard output";

/// Why a program cannot be started, or does not say hello.
#[derive(Debug)]
pub enum StartError {
    /// Its files cannot be copied.
    Folder(FolderError),
    /// The sandbox cannot start it.
    Sandbox(SandboxError),
    /// Its standard error cannot be read.
    Messages(io::Error),
    /// It failed, as it would fail a round.
    Outcome(Outcome),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::Folder(e) => e.fmt(f),
            StartError::Sandbox(e) => e.fmt(f),
            StartError::Messages(e) => write!(f, "its standard error cannot be read: {e}"),
            StartError::Outcome(Outcome::Failure(fault)) => fault.fmt(f),
            StartError::Outcome(_) => f.write_str("it does not answer in time"),
        }
    }
}

impl Error for StartError {}

impl From<SandboxError> for StartError {
    fn from(e: SandboxError) -> StartError {
        StartError::Sandbox(e)
    }
}

impl From<FolderError> for StartError {
    fn from(e: FolderError) -> StartError {
        StartError::Folder(e)
    }
}

/// Whether a program ended by a signal that nothing catches, and that its watcher did not send.
pub fn was_killed(outcome: &Outcome) -> bool {
    *outcome == Outcome::Failure(Fault::Crash(CrashCause::KILLED))
}

/// A running process of an external player.
#[derive(Debug)]
pub struct Session {
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    /// The last line that was read.
    line: Vec<u8>,
    watch: Arc<Watch>,
    /// What is said of a program that ends by an error, as when a file is missing that it does not see.
    shared_folder: Option<String>,
}

impl Session {
    /// Starts the program. Its standard error is added to that file.
    pub fn start(player: &ExternalPlayer, messages: Option<PathBuf>) -> Result<Session, StartError> {
        let (sandbox, command) = player.sandbox()?;
        let shared_folder = player.is_shared.then(|| player.shared_folder());
        let mut contained = sandbox.spawn(&player.launcher(), &command)?;
        let streams = (contained.stdin.take(), contained.stdout.take(), contained.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(StartError::Messages(io::Error::other("the sandbox gave no pipes")));
        };
        let messages = Messages::new(stderr, messages).map_err(StartError::Messages)?;
        let output = stdout.as_fd().try_clone_to_owned().map_err(StartError::Messages)?;
        let watch = Watch::start(contained, output, messages, player.memory_mb);
        Ok(Session { stdin, stdout: BufReader::new(stdout), line: Vec::new(), watch, shared_folder })
    }

    /// An activity begins that may take this much CPU time.
    pub fn begin(&self, allowance: Duration) {
        self.watch.begin(allowance);
    }

    /// The activity ends.
    pub fn finish(&self) {
        self.watch.finish();
    }

    /// What follows belongs to that round.
    pub fn set_round(&self, number: u64) {
        self.watch.set_round(number);
    }

    /// The CPU time of the program so far.
    pub fn cpu_time(&self) -> Duration {
        self.watch.cpu_time()
    }

    /// The time that the program has computed or let the tournament wait so far.
    pub fn spent(&self) -> Duration {
        self.watch.cpu_time() + self.watch.waited()
    }

    /// Adds a line to the messages of the program.
    pub fn note(&self, line: &str) {
        self.watch.note(line);
    }

    /// The last line that the program wrote to its standard error.
    pub fn last_message(&self) -> Option<String> {
        self.watch.last_message()
    }

    /// Sends lines.
    ///
    /// # Errors
    /// The outcome of the round, when the program has ended.
    pub fn send(&mut self, lines: &str) -> Result<(), Outcome> {
        self.watch.set_awaited(Awaited::Room);
        let sent = self.stdin.write_all(lines.as_bytes());
        self.watch.set_awaited(Awaited::Answer);
        sent.map_err(|_| self.ended("standard input"))
    }

    /// Waits for a line, and returns it without its end.
    ///
    /// # Errors
    /// The outcome of the round, when the program ended, was killed, or sent a line that is too long.
    pub fn receive(&mut self) -> Result<&[u8], Outcome> {
        if self.read_line()? { Ok(&self.line) } else { Err(self.ended(STDOUT)) }
    }

    /// The outcome of a program that has closed a stream.
    fn ended(&self, closed: &'static str) -> Outcome {
        match (self.watch.end(closed), &self.shared_folder) {
            // The exit code of interpreters after an error that nobody handles.
            (Ending::Exited(ended @ Ended::Exit(1)), Some(reason)) => {
                Outcome::Failure(Fault::Crash(format!("{ended}; {reason}").into()))
            }
            (ending, _) => ending.into(),
        }
    }

    /// Reads the next line, without its end. Returns whether there is one: there is none at the end of the output.
    fn read_line(&mut self) -> Result<bool, Outcome> {
        self.line.clear();
        self.watch.set_awaited(Awaited::Answer);
        // A program that cannot be read has ended.
        let _ = self.stdout.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut self.line);
        self.watch.set_awaited(Awaited::Nothing);
        let is_whole = self.line.pop_if(|byte| *byte == b'\n').is_some();
        if self.line.len() > MAX_LINE { Err(self.too_long()) } else { Ok(is_whole) }
    }

    /// Waits for a line, as [`receive`](Session::receive) does. Its end may be that of the output. `None` when the program has ended with
    /// exit code 0.
    ///
    /// # Errors
    /// The outcome of the program, when it ended otherwise, was killed, or sent a line that is too long.
    pub fn receive_or_end(&mut self) -> Result<Option<&[u8]>, Outcome> {
        if self.read_line()? {
            return Ok(Some(&self.line));
        }
        match self.watch.end(STDOUT) {
            Ending::Exited(ended) if ended.success() => Ok((!self.line.is_empty()).then_some(&*self.line)),
            ending => Err(ending.into()),
        }
    }

    /// Asks for the version, which may take that long. Returns whether the rounds are independent.
    pub fn hello(&mut self, allowance: Duration) -> Result<bool, Outcome> {
        self.begin(allowance);
        self.send(&protocol::hello())?;
        let answer = protocol::parse_hello(self.receive()?);
        answer.map_err(|fault| self.broken(fault))
    }

    fn too_long(&self) -> Outcome {
        self.broken(Fault::Protocol(format!("a line of more than {MAX_LINE} bytes")))
    }

    /// The program broke the protocol: it is killed, and the round fails.
    pub fn broken(&self, fault: Fault) -> Outcome {
        self.watch.kill();
        Outcome::Failure(fault)
    }

    /// Ends the program.
    pub fn end(mut self) {
        // It has no other duty than to end, for which it gets no time: neither to make room in a full pipe.
        let flags = rustix::fs::fcntl_getfl(&self.stdin);
        if flags.is_ok_and(|flags| rustix::fs::fcntl_setfl(&self.stdin, flags | OFlags::NONBLOCK).is_ok()) {
            let _ = self.stdin.write_all(protocol::BYE.as_bytes());
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.watch.kill();
    }
}
