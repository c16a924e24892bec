use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

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
