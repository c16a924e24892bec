//! Tournaments that end before their last round, and the files that they leave.

use crate::command::{path, refused, told};
use assert_cmd::{Command, cargo};
use std::{fs, path::Path, process::Stdio};

/// A limit of the file size has the same effect as a full disk.
#[test]
fn a_full_disk_ends_the_run_with_an_error_and_leaves_whole_rows() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let program = cargo::cargo_bin!("arena").display();
    // 1000 blocks of 512 or 1024 bytes, so that a batch of rows is a small part of them; the signal is ignored, so that the write itself fails.
    let script = format!(
        "trap '' XFSZ; ulimit -f 1000; exec {program} run --players random --scsa ab-color --sizes 4x4 --rounds 200000 --out {out}"
    );
    let output = Command::new("sh").args(["-c", &script]).assert().code(1);
    let line = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(line.contains("cannot write") && line.contains("rounds.csv"), "{line}");
    let rounds = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
    assert!(rounds.lines().count() > 500 && rounds.ends_with('\n'), "{} rows", rounds.lines().count());
    assert!(rounds.lines().all(|row| row.split(',').count() == 10));
}

#[test]
fn a_closed_pipe_ends_the_output_without_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    for words in [
        &["codes", "insert-colors", "--count", "1000000"][..],
        &["list"],
        &["games", "random", "--rounds", "1000000"],
        &["run", "--players", "rao", "--rounds", "2", "--out", &out],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = std::process::Command::new(cargo::cargo_bin!("arena"))
            .args(words)
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}: {said}");
        assert!(!said.contains("panicked"), "{words:?}: {said}");
    }
    let rounds = fs::read_to_string(Path::new(&out).join("rounds.csv")).unwrap();
    assert_eq!(rounds.lines().count(), 1 + 6 * 5 * 2);
}

/// A stopped tournament leaves the rounds played, in whole rows.
#[test]
#[cfg(unix)]
fn an_interrupt_leaves_whole_rows_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let child = std::process::Command::new(cargo::cargo_bin!("arena"))
        .args(["run", "--players", "random", "--rounds", "100000000", "--out", &out])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let rows = || fs::read(Path::new(&out).join("rounds.csv")).unwrap_or_default();
    while rows().len() < 100_000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).assert().success();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted; the rounds played until then are in"));
    let rounds = rows();
    assert!(rounds.ends_with(b"\n"));
    assert!(fs::read_to_string(Path::new(&out).join("manifest.json")).unwrap().contains("\"finished\": null"));
}

/// Two tournaments cannot write into one folder at once, even with --force.
#[test]
fn a_folder_in_use_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let mut child = std::process::Command::new(cargo::cargo_bin!("arena"))
        .args(["run", "--players", "random", "--rounds", "100000000", "--out", &out, "-q"])
        .spawn()
        .unwrap();
    while fs::read(Path::new(&out).join("rounds.csv")).unwrap_or_default().len() < 1000 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let line = refused(&["run", "--players", "rao", "--out", &out, "--force"]);
    assert!(line.contains("another tournament is being played into it"), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
    told(&["run", "--players", "rao", "--rounds", "1", "--out", &out, "--force", "-q", "--no-charts"]);
}

/// When the tournament is killed its workers end, even with a player that never returns.
#[test]
#[cfg(target_os = "linux")]
fn workers_end_with_the_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let mut child = std::process::Command::new(cargo::cargo_bin!("arena"))
        .args(["run", "--players", "faulty-hang", "--time-limit", "3600", "--jobs", "2", "--out", &out, "-q"])
        .spawn()
        .unwrap();
    let workers = || -> Vec<u32> {
        let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", child.id())).unwrap_or_default();
        children.split_whitespace().map(|id| id.parse().unwrap()).collect()
    };
    let patience = std::time::Instant::now();
    while workers().len() < 2 {
        assert!(patience.elapsed().as_secs() < 30, "the system does not tell the children of a process");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let workers = workers();
    std::thread::sleep(std::time::Duration::from_millis(100));
    child.kill().unwrap();
    child.wait().unwrap();
    let alive = |id: &u32| {
        let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        state.contains("(arena)") && !state.contains(") Z ")
    };
    let patience = std::time::Instant::now();
    while workers.iter().any(alive) {
        assert!(patience.elapsed().as_secs() < 10, "a worker plays on");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
