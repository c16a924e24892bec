use serde::{Deserialize, Serialize};
use std::fmt;

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
