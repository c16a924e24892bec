//! What a program in the sandbox can do, and what it cannot do.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod files;
mod isolation;
mod kill;
mod limits;
mod programs;

use sandbox::{Contained, Ended, Launcher, Namespaces, Protection, Sandbox};
use std::ffi::{OsStr, OsString};
use std::fs::{self, Permissions};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

/// All ways in which a program is separated from the system.
const MODES: [Namespaces; 3] = [Namespaces::All, Namespaces::WithoutMounts, Namespaces::None];

const PROBE: &str = env!("CARGO_BIN_EXE_sandbox-probe");

fn launcher() -> Launcher {
    Launcher { program: PROBE.into(), arguments: vec!["sandbox".into()] }
}

fn words(words: &[impl AsRef<OsStr>]) -> Vec<OsString> {
    words.iter().map(Into::into).collect()
}

fn sandbox(namespaces: Namespaces) -> Sandbox {
    Sandbox { namespaces, ..Sandbox::default() }
}

fn start(sandbox: &Sandbox, command: &[impl AsRef<OsStr>]) -> Contained {
    sandbox.spawn(&launcher(), &words(command)).unwrap()
}

#[derive(Debug)]
struct SandboxRun {
    output: String,
    errors: String,
    ended: Ended,
}

/// Runs a command in a sandbox to its end.
fn run(sandbox: &Sandbox, command: &[impl AsRef<OsStr>]) -> SandboxRun {
    finished(start(sandbox, command))
}

/// What a program that runs writes to its end, without more input.
fn finished(mut contained: Contained) -> SandboxRun {
    contained.stdin = None;
    let (mut output, mut errors) = (String::new(), String::new());
    contained.stdout.take().unwrap().read_to_string(&mut output).unwrap();
    contained.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    SandboxRun { output, errors, ended: contained.wait().unwrap() }
}

/// An interpreter that every program may read.
const PYTHON: &str = "/usr/bin/python3";

/// A program that makes attempts, such as `read /etc/shadow`, and prints those that succeed.
const ATTEMPTS: &str = include_str!("../programs/attempts.py");

fn attempt(sandbox: &Sandbox, attempts: &[impl AsRef<str>]) -> SandboxRun {
    let attempts = attempts.iter().map(AsRef::as_ref);
    let run = run(sandbox, &[PYTHON, "-c", ATTEMPTS].into_iter().chain(attempts).collect::<Vec<&str>>());
    assert_eq!(run.ended, Ended::Exit(0), "{run:?}");
    run
}

fn assert_refused(sandbox: &Sandbox, attempts: &[impl AsRef<str>]) {
    let run = attempt(sandbox, attempts);
    assert_eq!((run.output.as_str(), run.errors.lines().count()), ("", attempts.len()), "{sandbox:?}: {run:?}");
}

fn assert_allowed(sandbox: &Sandbox, attempts: &[impl AsRef<str>]) {
    let run = attempt(sandbox, attempts);
    assert!(run.output.lines().eq(attempts.iter().map(AsRef::as_ref)), "{sandbox:?}: {run:?}");
}

fn script(path: &Path, text: impl AsRef<[u8]>) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

/// The number of living processes of the system whose command line contains a text.
fn living(text: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes.filter(|entry| fs::read(entry.path().join("cmdline")).is_ok_and(|line| contains(&line, text))).count()
}

fn contains(line: &[u8], text: &str) -> bool {
    line.windows(text.len()).any(|window| window == text.as_bytes())
}

/// The state of a process, by its letter in `/proc`. `None` if there is no such process.
fn state(process: u32) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    stat.get(stat.rfind(')')? + 1..)?.trim_start().chars().next()
}

/// Waits until a condition holds. The limit only ends a test that would never end: no machine is so busy that it is reached.
fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(600), "{what}: not within ten minutes");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The protections that this system does not offer. What depends on them is not tested.
fn missing() -> impl Iterator<Item = Protection> {
    let missing = sandbox::missing(&launcher()).unwrap();
    missing.into_iter().inspect(|missing| eprintln!("not tested here: {missing}")).map(|missing| missing.protection)
}

/// Whether this system counts the CPU time of all processes.
fn has_counter() -> bool {
    missing().all(|protection| protection != Protection::Counter)
}

/// Whether this system offers all protections but a counter of CPU time. Tests of what only namespaces give pass on others.
fn is_complete() -> bool {
    missing().all(|protection| protection == Protection::Counter)
}
