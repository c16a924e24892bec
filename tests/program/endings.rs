//! Tournaments that end before their last round, and the files that they leave.

use crate::command::{cut_off, path, signal, until};
use assert_cmd::{Command, cargo};
use rustix::process::Signal;
use std::{fs, path::Path, process::Stdio};

/// A limit of the file size has the same effect as a full disk.
#[test]
fn a_full_disk_ends_the_run_with_an_error_and_leaves_whole_rows() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    // 1000 blocks of 512 or 1024 bytes, so that a batch of rows is a small part of them; the signal is ignored, so that the write itself fails.
    let script = "trap '' XFSZ; ulimit -f 1000; exec \"$0\" \"$@\"";
    let words = "run --players random --scsa ab-color --sizes 4x4 --rounds 200000 --out".split(' ').chain([&*out]);
    let output = Command::new("sh").args(["-c", script]).arg(cargo::cargo_bin!("arena")).args(words).assert().code(1);
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
    let start = || {
        std::process::Command::new(cargo::cargo_bin!("arena"))
            .args(["run", "--players", "random", "--rounds", "100000000", "--out", &out])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let file = Path::new(&out).join("rounds.csv");
    let output = cut_off(start, &file, 100_000, |child| signal(child, Signal::INT));
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted; the rounds played until then are in"));
    assert!(fs::read(&file).unwrap().ends_with(b"\n"));
    assert!(fs::read_to_string(Path::new(&out).join("manifest.json")).unwrap().contains("\"finished\": null"));
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
    // The player computes once it hangs: the 14th field is the CPU time in ticks of 10 ms. A third process is started beforehand.
    let computes = |id: &u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.split(' ').nth(13).is_some_and(|ticks| ticks.parse::<u64>().unwrap() > 20)
    };
    until("two workers that compute", || workers().iter().filter(|id| computes(id)).count() == 2);
    let workers = workers();
    child.kill().unwrap();
    child.wait().unwrap();
    let alive = |id: &u32| {
        let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        state.contains("(arena)") && !state.contains(") Z ")
    };
    until("the end of the workers", || !workers.iter().any(alive));
}
