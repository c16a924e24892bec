//! Runs a command of which nothing is trusted, within limits, and ends it with all its descendants.
//!
//! A program that uses this crate is also its *launcher*: started with a hidden first argument it calls [`launch`], which prepares and
//! watches one command. [`Sandbox`] says what the command may use and see. [`Contained`] has its streams, measures it, and kills it.
//!
//! # Examples
//! ```no_run
//! use sandbox::{Launcher, Sandbox, launch};
//! use std::process::ExitCode;
//!
//! fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
//!     let mut arguments = std::env::args_os().skip(1);
//!     if arguments.next().is_some_and(|word| word == "sandbox") {
//!         return launch(arguments).ok_or_else(|| "nobody but this program itself starts the launcher".into());
//!     }
//!     let launcher = Launcher { program: std::env::current_exe()?, arguments: vec!["sandbox".into()] };
//!     let sandbox = Sandbox { copied: Some("agent".into()), ..Sandbox::default() };
//!     let contained = sandbox.spawn(&launcher, &["./agent".into()])?;
//!     let limit = std::time::Duration::from_secs(1);
//!     while contained.try_wait()?.is_none() {
//!         let usage = contained.usage();
//!         if usage.cpu > limit || usage.memory > 2 << 30 || usage.processes > 64 {
//!             contained.kill();
//!         }
//!         std::thread::sleep(std::time::Duration::from_millis(10));
//!     }
//!     Ok(ExitCode::SUCCESS)
//! }
//! ```
//!
//! # Protection
//!
//! On Linux:
//!
//! | from | by |
//! |---|---|
//! | reading and writing files | a mount namespace with a new root that has readable folders only; Landlock |
//! | filling the disk | a temporary file system of limited size; the limit of the size of a file |
//! | the network, services of the system | a network namespace; Landlock; seccomp permits pairs of `AF_UNIX` streams only |
//! | CPU time that is not measured | a performance counter that all descendants inherit |
//! | memory that is not measured | seccomp denies what belongs to no process; buffers and page tables count |
//! | signals to other processes, reading their memory | process and user namespaces; Landlock; seccomp |
//! | reaching other programs by page cache, leases, locks, notices, attributes, priorities | seccomp |
//! | the state of the system in `/proc` | an unreadable file over each |
//! | escalation of privileges | no capabilities; `no_new_privs`; seccomp denies namespaces, mounts, `bpf`, `io_uring` and others |
//! | surviving the end | all processes end with the first one of the process namespace |
//! | leaking descriptors and variables | all descriptors but three are closed; the environment is empty at the start |
//!
//! Limits that the kernel enforces for each process: private writable memory, open files, size of a file; and of all together:
//! size of the scratch folder, processes and threads. **The caller enforces** the memory and the number of processes of all together:
//! it calls [`Contained::usage`] every 10 ms, and kills. This crate has no thread that watches.
//!
//! Where the system does not permit namespaces (containers of Docker, some distributions), Landlock, seccomp and limits remain. The
//! program then stays in one process group, which is killed. [`missing`] says what a system does not offer.
//!
//! Not protected, on any system:
//!
//! - Where the system has no counter of CPU time, as [`missing`] says: CPU time of processes whose parent ignores `SIGCHLD` counts as of the
//!   last call of [`Contained::usage`] before their end.
//! - Memory of the scratch folder is limited, but not measured; nor is what the kernel needs for mappings, locks of files and names. When
//!   memory is short, the kernel kills contained programs first.
//! - The program sees how fast the processor is, and how busy. Faults of the kernel are reachable that no filter hides.
//! - What programs share tells them something: how long a read of a system file takes, a shared mapping of one that can be waited on, free
//!   memory and space.
//! - Without Landlock of Linux 6.12 and without namespaces, a program can send signals to itself only.
//! - Without a file system of its own, modes, owners and times of files cannot be set: the calls succeed without effect.
//! - Locks of files succeed without effect.
//! - 32-bit programs on a 64-bit system are ended by `SIGSYS`.
//!
//! On systems other than Linux there are resource limits and a process group, and nothing else.
//!
//! # Files
//!
//! A program can read and execute: `/usr`, `/bin`, `/sbin`, `/lib*`, `/nix/store`, `/gnu/store`, files of `/etc` that programs need to
//! start, device files such as `/dev/null`, a `/proc` of its own processes, and what [`Sandbox::readable`] adds. It can write `/tmp`,
//! which is also `/dev/shm`, and the scratch folder in it, which is the working directory, `HOME` and `TMPDIR`.
//!
//! The installation of the program is readable, too, if it is elsewhere: of `X/bin/program` the folders `bin`, `lib`, `lib32`, `lib64`,
//! `libexec`, `include` and `share` of `X`; of `X/shims/program` (pyenv and others) `X`; of any other place the file alone. The same holds for
//! targets of symbolic links, and for the interpreters that a script names after `#!`. A home folder never becomes readable as a whole.
//!
//! # Cost
//!
//! Measured on Linux 6.18: [`Sandbox::spawn`] 5 ms, [`Contained::kill`] 2 ms, [`Contained::cpu_time`] 0.7 µs, [`Contained::usage`] 70 µs.
//!
//! # Processes
//!
//! ```text
//! caller ──► outer process ──► inner process ──► program ──► descendants
//!            makes namespaces  new root, limits, filters
//!            kills             first process of the namespace, reaps
//! ```
//!
//! The outer process, the inner process and the caller share a socket pair. The caller sends the setup and three pipes, and receives
//! reports. When the caller closes its end, or dies, the outer process kills the inner one, and the kernel everything with it. When
//! the outer process dies, the kernel kills the inner one (`PR_SET_PDEATHSIG`). The inner process cannot be killed or traced from
//! inside. It gives up its own rights before it starts the program, so that the program has none from its first instruction.

mod command;
mod copy;
#[cfg(target_os = "linux")]
mod linux;
mod outcome;
// Tested on Linux, too.
#[cfg(any(not(target_os = "linux"), test))]
mod portable;
mod sandbox;

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(not(target_os = "linux"))]
use portable as system;

pub use command::{is_personal, needs};
pub use copy::{MAX_BYTES, MAX_FILES};
pub use outcome::{Ended, Missing, Protection, SandboxError, Usage};
pub use sandbox::{Launcher, Namespaces, Sandbox};
pub use system::Contained;

use std::ffi::OsString;
use std::process::ExitCode;

/// The body of the launcher: prepares and watches one command. `arguments` are those after [`Launcher::arguments`].
///
/// Call it before any thread is started, and end the process with the exit code that it returns. It closes all descriptors but
/// standard input, output and error. `None`, without any effect, if it was not started by [`Sandbox::spawn`].
pub fn launch(arguments: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    system::launch(&arguments)
}

/// Protections that this system does not offer. Empty on a Linux that permits user namespaces and performance counters and has Landlock.
///
/// Found out by running the program `true` in a sandbox, which takes some 10 ms. The result does not change while the system runs.
///
/// # Errors
/// If that program does not run.
pub fn missing(launcher: &Launcher) -> Result<Vec<Missing>, SandboxError> {
    Ok(Sandbox::default().spawn(launcher, &["true".into()])?.missing().to_vec())
}
