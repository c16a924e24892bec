//! What comes of a command: how it ended, what it uses, why it was not started, and what does not protect from it.

use serde::{Deserialize, Serialize};
use std::{fmt, io, path::PathBuf, time::Duration};
use thiserror::Error;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ended {
    /// It exited with this code, 0 to 255.
    Exit(i32),
    /// It was ended by the signal of this number.
    Signal(i32),
}

impl Ended {
    /// Whether it exited with code 0.
    pub const fn success(self) -> bool {
        matches!(self, Ended::Exit(0))
    }
}

impl fmt::Display for Ended {
    /// Formats as `exit code 3` or `signal 9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Exit(code) => write!(f, "exit code {code}"),
            Ended::Signal(number) => write!(f, "signal {number}"),
        }
    }
}

/// What a contained program and all its descendants use, as of one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// CPU time (user and system) of all processes, living or not.
    ///
    /// Where the system has no counter of CPU time, processes that were waited for count in ticks of 10 ms, and those whose parent ignores
    /// `SIGCHLD` as of the last call before their end.
    pub cpu: Duration,
    /// Memory of all processes in bytes: resident and swapped pages, page tables, and what their pipes and sockets may hold.
    ///
    /// Memory that processes share counts once for each of them, and every open file like a pipe. Above the limit of the sandbox the value is
    /// computed anew from proportional set sizes, where shared memory counts once, and from the pipes and sockets alone.
    pub memory: u64,
    /// The number of living processes. Threads and ended processes that nobody has waited for do not count, unless there are 8 times as many as
    /// the limit of processes.
    pub processes: u32,
    /// The number of living threads of all processes.
    pub threads: u32,
    /// Whether a thread runs or waits for a processor (state `R`).
    pub running: bool,
}

/// Why a command was not started.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// The launcher could not be started, or ended without a report.
    #[error("the launcher {} failed: {error}", program.display())]
    Launcher {
        /// The program of the launcher.
        program: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// The command is none, its program or what it is to read is not there, or a step of the preparation failed: which, and why.
    #[error("{0}")]
    Setup(String),
    /// A pipe, a socket or the temporary folder could not be made.
    #[error("the sandbox could not be set up: {0}")]
    Io(#[from] io::Error),
}

/// A protection that a system may not offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protection {
    /// Namespaces of processes, users, network, mounts, IPC and host name.
    Namespaces,
    /// A file system of its own.
    FileSystem,
    /// A folder `/proc` with the program's own processes.
    ProcessFolder,
    /// Landlock.
    Landlock,
    /// All rights of Landlock, as of Linux 6.12.
    AllOfLandlock,
    /// The filter of system calls.
    SystemCalls,
    /// A counter of the CPU time of all processes, which descendants inherit.
    Counter,
    /// The network is not kept from players that ask a language model.
    Network,
    /// Everything that only Linux offers.
    Linux,
}

impl Protection {
    /// What is missing and what follows from that, before and after the reason.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Protection::Namespaces => (
                "no namespaces",
                "a program can find processes and file names of others, fill the disk, and not make its files executable",
            ),
            Protection::FileSystem => (
                "no file system of its own",
                "a program can find file names of others, fill the disk, and not make its files executable",
            ),
            Protection::ProcessFolder => {
                ("no /proc", "a program cannot see its own processes, which some programs need")
            }
            Protection::Landlock => (
                "no file protection by Landlock",
                "without a file system of its own, a program can read and write all files of this user",
            ),
            Protection::AllOfLandlock => (
                "partial file protection",
                "without namespaces, a program can reach sockets of this user's programs, and programs that it starts cannot end others",
            ),
            Protection::SystemCalls => (
                "system calls are not filtered",
                "programs can reach each other by what they share, and rarely used parts of the kernel",
            ),
            Protection::Counter => (
                "no counter of CPU time",
                "of processes whose parent ignores their end, the time is estimated from looks every 10 ms",
            ),
            Protection::Network => (
                "no separation from the network",
                "players given as `chat:` reach it, and what they are told and answer leaves this machine",
            ),
            Protection::Linux => (
                "no separation of files, network and processes, and no measure of CPU time and memory",
                "a program can do all that this user can",
            ),
        }
    }
}

/// A protection that this system does not offer, and why.
///
/// Its text says what is missing and what follows from that: `no /proc (Operation not permitted): a program cannot see …`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Missing {
    /// What is missing.
    pub protection: Protection,
    /// Why, in words.
    pub reason: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, consequence) = self.protection.texts();
        write!(f, "{what} ({}): {consequence}", self.reason)
    }
}
