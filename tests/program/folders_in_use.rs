//! Folders into which a tournament is being played: another one is refused, and says why.

use crate::command::{length, names, path, refused, results, told, until};
use std::{
    path::Path,
    process::{Child, Command, Stdio},
};

/// A tournament that does not end by itself. It is killed at the end of the test.
struct Endless(Child);

impl Endless {
    /// Begins it, and waits until it has written something into that file.
    fn start(words: &[&str], file: &Path) -> Endless {
        let program = assert_cmd::cargo::cargo_bin!("arena");
        let mut child =
            Command::new(program).args(words).args(["--rounds", "100000000"]).stderr(Stdio::null()).spawn().unwrap();
        until("the first rounds", || {
            assert!(child.try_wait().unwrap().is_none(), "the tournament ended before it played");
            length(file) >= 500
        });
        Endless(child)
    }

    fn is_running(&mut self) -> bool {
        self.0.try_wait().unwrap().is_none()
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

const RUN: [&str; 6] = ["run", "--quiet", "--no-charts", "--jobs", "1", "--out"];
const MATCHES: [&str; 6] = ["--players", "random", "--scsa", "ab-color", "--sizes", "4x6"];

/// That all these options are refused for a folder because another tournament is being played into it.
fn assert_in_use(out: &str, options: &[&[&str]]) {
    for options in options {
        let line = refused(&[&RUN[..], &[out], options].concat());
        let wanted = format!("cannot write {out}: another tournament is being played into it; ");
        assert!(line.contains(&wanted), "{options:?}: {line}");
    }
}

#[test]
fn a_folder_that_is_extended_is_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    told(&[&RUN[..], &[&out], &MATCHES, &["--rounds", "5"]].concat());
    let before = results(&out);
    let extension = Path::new(&out).join(".extension");
    let mut first = Endless::start(&[&RUN[..], &[&out, "--extend"]].concat(), &extension.join("journal.bin"));
    let others: [&[&str]; 3] =
        [&["--players", "rao", "--rounds", "1", "--force"], &["--extend", "--rounds", "7"], &["--add", "rao"]];
    assert_in_use(&out, &others);
    assert!(first.is_running() && extension.join("journal.bin").exists(), "the first one goes on");
    assert_eq!(results(&out), before);
    drop(first);
    told(&[&RUN[..], &[&out, "--extend", "--rounds", "7"]].concat());
    assert_eq!(results(&out)[0].lines().count(), 1 + 7);
    assert_eq!(names(&out), ["manifest.json", "rounds.csv", "summary.csv", "timing-summary.csv", "timings.csv"]);
}

#[test]
fn a_tournament_that_is_being_played_did_not_end_early() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "out");
    let mut first = Endless::start(&[&RUN[..], &[&out], &MATCHES].concat(), &Path::new(&out).join("rounds.csv"));
    let others: [&[&str]; 5] = [
        &["--extend", "--rounds", "7"],
        &["--add", "rao"],
        &["--players", "rao", "--rounds", "1"],
        &["--players", "rao", "--rounds", "1", "--force"],
        &["--resume"],
    ];
    assert_in_use(&out, &others);
    assert!(first.is_running());
    drop(first);
    let line = refused(&[&RUN[..], &[&out, "--add", "rao"]].concat());
    assert!(line.contains("holds a tournament that ended early; go on with it first"), "{line}");
    told(&[&RUN[..], &[&out], &MATCHES, &["--rounds", "5", "--force"]].concat());
}

#[test]
fn a_folder_that_is_not_there_is_not_made_to_be_extended() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "none/out");
    assert!(refused(&[&RUN[..], &[&out, "--add", "rao"]].concat()).contains("--extend and --add take"));
    assert!(names(folder.path().to_str().unwrap()).is_empty());
}
