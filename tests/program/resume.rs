//! Tournaments that are killed, and those whose folder cannot be written.

use crate::command::{arena, path, told, until};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Players that learn and that do not, and some that crash, against secrets of a rule and of a file.
const TOURNAMENT: &str =
    "--players rao,bayes:1,faulty-panic,faulty-overflow,local-search --sizes 4x5 --guess-limit 20 --no-charts --jobs 2";

/// The arguments that play the tournament into a folder.
fn run(folder: &Path, out: &str) -> Vec<String> {
    let secrets = path(folder, "secrets.txt");
    if !Path::new(&secrets).exists() {
        fs::write(&secrets, told(&["codes", "two-color", "--size", "4x5", "--count", "30"])).unwrap();
    }
    let scsas = format!("insert-colors,codes:{secrets}");
    let words =
        ["run", "--quiet", "--scsa", &scsas, "--rounds", "15", "--out", out].into_iter().chain(TOURNAMENT.split(' '));
    words.map(str::to_owned).collect()
}

/// The files of a results folder that follow from the tournament alone: `rounds.csv` and `summary.csv`.
fn results(folder: &str) -> [String; 2] {
    ["rounds.csv", "summary.csv"].map(|name| fs::read_to_string(Path::new(folder).join(name)).unwrap())
}

/// The names of the files in a folder; none if there is no folder.
fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The length of a file in bytes; 0 if there is none.
fn length(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |file| file.len())
}

fn start(words: &[String]) -> Child {
    let program = assert_cmd::cargo::cargo_bin!("arena");
    Command::new(program).args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Plays to the end with the same command.
fn finish(words: &[String]) {
    arena(&words.iter().map(String::as_str).collect::<Vec<_>>()).assert().success();
}

/// Kills a run when its journal has that length: its main process, its workers, or both. Returns whether it had not ended before.
fn kill_at(words: &[String], journal: &Path, long: u64, [main, the_workers]: [bool; 2]) -> bool {
    let mut child = start(words);
    until("a journal", || length(journal) >= long || child.try_wait().unwrap().is_some());
    let workers = children(&child.id().to_string());
    let is_running = child.try_wait().unwrap().is_none();
    if main {
        child.kill().ok();
    }
    if the_workers {
        kill(&workers);
    }
    child.wait().unwrap();
    // They must not outlive it, whether they are killed or not.
    until("the end of the workers", || !workers.iter().any(|worker| is_alive(worker)));
    // A worker that was being started has the lock until it is another program.
    let lock = journal.with_file_name(".lock");
    until("the lock", || !fs::File::open(&lock).is_ok_and(|lock| lock.try_lock().is_err()));
    is_running
}

fn children(parent: &str) -> Vec<String> {
    let output = Command::new("pgrep").args(["-P", parent]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().split_whitespace().map(str::to_owned).collect()
}

fn is_alive(process: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // A process that nobody has waited for yet is dead, too.
    !status.is_empty() && !status.contains(") Z ")
}

fn kill(processes: &[String]) {
    if !processes.is_empty() {
        Command::new("kill").arg("-9").args(processes).stderr(Stdio::null()).status().unwrap();
    }
}

/// Kills runs at that many moments, and compares what they end with.
fn kill_at_moments(moments: u32) {
    let folder = tempfile::tempdir().unwrap();
    let whole = path(folder.path(), "whole");
    let words = run(folder.path(), &whole);
    let journal = |out: &str| Path::new(out).join("journal.bin");
    let (mut child, mut longest) = (start(&words), 0);
    until("the end of a run", || {
        longest = longest.max(length(&journal(&whole)));
        child.try_wait().unwrap().is_some()
    });
    let expected = results(&whole);
    for moment in 0..moments {
        let out = path(folder.path(), &format!("part-{moment}"));
        let words = run(folder.path(), &out);
        // Moments that are spread over the run, with a step that is no part of it.
        let mut share = f64::from(moment + 1) * 0.618_034 % 0.8;
        let victims = [[true, false], [true, true], [false, true]][moment as usize % 3];
        let at = |share: f64| (longest as f64 * share) as u64;
        // On a busy machine a run may end before it is killed: then it is killed earlier.
        while !kill_at(&words, &journal(&out), at(share), victims) {
            fs::remove_dir_all(&out).unwrap();
            share /= 2.0;
        }
        if moment % 5 == 4 && journal(&out).exists() {
            kill_at(&words, &journal(&out), at((share + 1.0) / 2.0), [true, false]);
        }
        if names(&out) != names(&whole) {
            finish(&words);
        }
        assert_eq!(results(&out), expected, "{moment}: {victims:?} killed at {share:.2}");
        assert_eq!(names(&out), names(&whole), "{moment}");
        fs::remove_dir_all(&out).unwrap();
    }
}

#[test]
fn a_killed_run_goes_on_to_the_same_bytes() {
    kill_at_moments(4);
}

#[test]
#[ignore = "a minute: run with `cargo test --test program resume:: -- --ignored`"]
fn runs_killed_at_fifty_moments_go_on_to_the_same_bytes() {
    kill_at_moments(50);
}

#[test]
fn a_folder_that_becomes_read_only_loses_nothing() {
    // The superuser may write everywhere: another user plays then, who must reach the program, the secrets and the folder.
    let folder = tempfile::tempdir_in("/tmp").unwrap();
    let [whole, inside, out, secrets] =
        ["whole", "inside", "inside/out", "secrets.txt"].map(|name| path(folder.path(), name));
    finish(&run(folder.path(), &whole));
    let program = folder.path().join("arena");
    // By a process of its own: what another test starts now would inherit a file that this one writes, which cannot be run then.
    assert!(Command::new("cp").arg(assert_cmd::cargo::cargo_bin!("arena")).arg(&program).status().unwrap().success());
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let is_superuser = fs::metadata(&whole).unwrap().uid() == 0;
    fs::create_dir(&inside).unwrap();
    [folder.path(), Path::new(&inside), &program, Path::new(&secrets)].iter().for_each(|path| allow(path, 0o777));
    let command = || {
        let mut command = Command::new(&program);
        command.args(run(folder.path(), &out)).stdout(Stdio::null()).stderr(Stdio::piped());
        if is_superuser {
            command.uid(65534);
        }
        command
    };
    let journal = Path::new(&out).join("journal.bin");
    // A run that succeeds nevertheless, because it ended before, is started again.
    let output = loop {
        fs::remove_dir_all(&out).ok();
        let mut child = command().spawn().unwrap();
        until("a beginning", || length(&journal) >= 500 || child.try_wait().unwrap().is_some());
        allow(Path::new(&out), 0o555);
        let output = child.wait_with_output().unwrap();
        if !output.status.success() {
            break output;
        }
    };
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{line}");
    assert!(line.contains("cannot write ") && line.contains("Permission denied") && line.contains("goes on"), "{line}");
    assert!(journal.exists());
    let output = command().output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    allow(Path::new(&out), 0o755);
    assert!(command().status().unwrap().success());
    assert_eq!(results(&out), results(&whole));
    assert!(!journal.exists());
}

/// When the tournament is killed its workers end, even with a player that never returns.
#[test]
#[cfg(target_os = "linux")]
fn workers_end_with_the_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let out = path(folder.path(), "results");
    let words = ["run", "--players", "faulty-hang", "--time-limit", "3600", "--jobs", "2", "--out", &out, "-q"];
    let mut child = start(&words.map(str::to_owned));
    let workers = || children(&child.id().to_string());
    // The player computes once it hangs: the 14th field is the CPU time in ticks of 10 ms. A third process is started beforehand.
    let computes = |id: &String| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.split(' ').nth(13).is_some_and(|ticks| ticks.parse::<u64>().unwrap() > 20)
    };
    until("two workers that compute", || workers().iter().filter(|id| computes(id)).count() == 2);
    let workers = workers();
    child.kill().unwrap();
    child.wait().unwrap();
    until("the end of the workers", || !workers.iter().any(|worker| is_alive(worker)));
}
