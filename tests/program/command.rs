//! The program, called as its users call it.

use assert_cmd::{Command, cargo};
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;
use std::process::{Child, Output};
use std::time::{Duration, Instant};
use std::{fs, thread};

pub fn arena(words: &[&str]) -> Command {
    let mut command = Command::new(cargo::cargo_bin!("arena"));
    // No terminal sets the width, and commands are named as without cargo.
    command.args(words).env_remove("COLUMNS").env_remove("CARGO");
    command
}

/// What a command that succeeds prints.
pub fn told(words: &[&str]) -> String {
    let output = arena(words).assert().success();
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// The one line that a refused command prints; nothing else is printed and the exit code is 2.
pub fn refused(words: &[&str]) -> String {
    let output = arena(words).assert().code(2);
    let output = output.get_output();
    let line = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(output.stdout.is_empty(), "{words:?}");
    assert_eq!(line.lines().count(), 1, "{words:?}: {line}");
    line.trim_end().to_owned()
}

/// Plays a tournament with these options, separated by blanks, in a folder of its own and without charts, and returns its
/// `rounds.csv` and `summary.csv`.
pub fn played(options: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let run = ["run", "--out", &out, "--quiet", "--no-charts"];
    told(&run.into_iter().chain(options.split(' ')).collect::<Vec<_>>());
    let read = |name: &str| fs::read_to_string(Path::new(&out).join(name)).unwrap();
    (read("rounds.csv"), read("summary.csv"))
}

/// The files of a results folder that follow from the tournament alone: `rounds.csv` and `summary.csv`.
pub fn results(folder: &str) -> [String; 2] {
    ["rounds.csv", "summary.csv"].map(|name| fs::read_to_string(Path::new(folder).join(name)).unwrap())
}

/// The names of the files in a folder; none if there is no folder.
pub fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

/// What a command prints that a conversation in plain lines follows: it reads these lines, succeeds and reports no error.
pub fn answered(words: &[&str], lines: &str) -> String {
    let output = arena(words).write_stdin(lines).assert().success();
    assert!(output.get_output().stderr.is_empty());
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

/// Waits until a condition holds. The limit only ends a test that would never end: no machine is so busy that it is reached.
pub fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(600), "{what}: not within ten minutes");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The length of a file in bytes; 0 if there is none.
pub fn length(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |file| file.len())
}

/// Sends a signal to a program, if it has not ended.
pub fn signal(child: &mut Child, signal: Signal) {
    if child.try_wait().unwrap().is_none() {
        kill_process(Pid::from_child(child), signal).unwrap();
    }
}

/// Starts a program, and does something to it when that file has that length. A program that succeeds nevertheless, because it ended
/// before, is started again. Returns how it ended otherwise.
pub fn cut_off(start: impl Fn() -> Child, file: &Path, long: u64, act: impl Fn(&mut Child)) -> Output {
    loop {
        let mut child = start();
        until("a beginning", || length(file) >= long || child.try_wait().unwrap().is_some());
        act(&mut child);
        let output = child.wait_with_output().unwrap();
        if !output.status.success() {
            return output;
        }
    }
}
