//! The program, called as its users call it.

use assert_cmd::{Command, cargo};
use std::path::Path;

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

/// Plays a tournament into a folder and returns its path.
pub fn play(folder: &tempfile::TempDir, name: &str, options: &str) -> String {
    let out = path(folder.path(), name);
    let words = ["run", "--no-charts", "--quiet", "--out", &out];
    told(&words.into_iter().chain(options.split_whitespace()).collect::<Vec<_>>());
    out
}

pub fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}
