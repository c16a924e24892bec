//! What a program in the sandbox can do, and what it cannot do.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "tests")]

mod files;
mod isolation;
mod kill;
mod limits;
mod programs;

use sandbox::{Contained, Ended, Launcher, Namespaces, Protection, Sandbox};
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::time::{Duration, Instant};

/// All ways in which a program is separated from the system.
const MODES: [Namespaces; 3] = [Namespaces::All, Namespaces::WithoutMounts, Namespaces::None];

/// The program with the attempts.
const PROBE: &str = env!("CARGO_BIN_EXE_sandbox-probe");

fn launcher() -> Launcher {
    Launcher { program: PROBE.into(), arguments: vec!["sandbox".into()] }
}

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(Into::into).collect()
}

fn sandbox(namespaces: Namespaces) -> Sandbox {
    Sandbox { namespaces, ..Sandbox::default() }
}

/// Starts a command in a sandbox.
fn start(sandbox: &Sandbox, command: &[&str]) -> Contained {
    sandbox.spawn(&launcher(), &words(command)).unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// What a program wrote, and how it ended.
#[derive(Debug)]
struct SandboxRun {
    output: String,
    errors: String,
    ended: Ended,
}

/// Runs a command in a sandbox to its end.
fn run(sandbox: &Sandbox, command: &[&str]) -> SandboxRun {
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

/// Runs an attempt of the probe.
fn attempt(sandbox: &Sandbox, arguments: &[&str]) -> SandboxRun {
    let mut command = vec![PROBE];
    command.extend(arguments);
    run(sandbox, &command)
}

/// Asserts that an attempt is refused by an error, not by a signal.
fn assert_refused(sandbox: &Sandbox, arguments: &[&str]) {
    let run = attempt(sandbox, arguments);
    assert_eq!(run.ended, Ended::Exit(1), "{sandbox:?} {arguments:?}: {run:?}");
    assert!(!run.errors.contains("no such attempt"), "{run:?}");
}

/// Asserts that an attempt succeeds.
fn assert_allowed(sandbox: &Sandbox, arguments: &[&str]) {
    let run = attempt(sandbox, arguments);
    assert_eq!(run.ended, Ended::Exit(0), "{sandbox:?} {arguments:?}: {run:?}");
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

/// Whether this system counts the CPU time of all processes.
fn has_counter() -> bool {
    let missing = sandbox::missing(&launcher()).unwrap();
    let sentence = missing.iter().find(|missing| missing.protection == Protection::Counter);
    sentence.inspect(|sentence| eprintln!("not tested here: {sentence}")).is_none()
}

/// Whether this system offers all protections but a counter of CPU time. Tests of what only namespaces give pass on others.
fn is_complete() -> bool {
    let mut missing = sandbox::missing(&launcher()).unwrap();
    missing.retain(|missing| missing.protection != Protection::Counter);
    if !missing.is_empty() {
        eprintln!("not tested here: {missing:?}");
    }
    missing.is_empty()
}
