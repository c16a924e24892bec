//! What programs share: system files with their page cache and locks, and other processes of their user.

use crate::harness::{MODES, PROBE, run, sandbox, start};
use sandbox::{Ended, Namespaces};
use std::fs::{self, Metadata, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

/// Attempts that fail.
const REFUSED: [&str; 51] = [
    "fadvise",
    "readahead",
    "sync-file-range",
    "syncfs",
    "nowait",
    "openat2",
    "cachestat",
    "mincore",
    "willneed",
    "cold",
    "pageout",
    "mergeable",
    "lease",
    "get-lease",
    "notify",
    "owner",
    "signal",
    "hint",
    "get-hint",
    "inotify",
    "inotify-old",
    "aio",
    "flags",
    "get-flags",
    "socket-owner",
    "setxattr",
    "lsetxattr",
    "fsetxattr",
    "removexattr",
    "setxattrat",
    "file-getattr",
    "truncate",
    "link",
    "prlimit",
    "scheduler",
    "parameter",
    "affinity",
    "attributes",
    "priority-user",
    "priority",
    "priority-group",
    "get-priority",
    "io-priority",
    "io-priority-user",
    "robust-list",
    "move-pages",
    "kill",
    "tgkill",
    "tkill",
    "sigqueue",
    "pidfd-signal",
];

/// Attempts that fail, or succeed and change nothing.
const WITHOUT_EFFECT: [&str; 7] = ["chmod", "chmod-number", "fchmod", "fchmodat2", "chown", "fchownat", "times"];

/// Attempts that take a lock.
const LOCKS: [&str; 3] = ["flock", "lock", "open-lock"];

/// The program with the attempts, a file that it can read, and a process, which is ended with the value.
struct Attempts {
    folder: tempfile::TempDir,
    other: std::process::Child,
}

impl Attempts {
    /// None without a compiler.
    fn new() -> Option<Attempts> {
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/shared.c");
        match Command::new("cc").arg(source).arg("-o").arg(folder.path().join("shared")).status() {
            Ok(status) => assert!(status.success(), "it does not compile"),
            Err(error) => {
                eprintln!("not tested here: cc: {error}");
                return None;
            }
        }
        let other = Command::new("sleep").arg("1000").spawn().unwrap();
        let attempts = Attempts { folder, other };
        attempts.renew();
        Some(attempts)
    }

    /// Makes the file as it was.
    fn renew(&self) -> Metadata {
        let file = self.folder.path().join("file");
        let _ = fs::remove_file(&file);
        fs::write(&file, vec![1; 8192]).unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        fs::metadata(file).unwrap()
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_string()
    }

    fn command(&self, kind: &str) -> [String; 4] {
        [self.path("shared"), kind.to_string(), self.path("file"), self.other.id().to_string()]
    }
}

impl Drop for Attempts {
    fn drop(&mut self) {
        let _ = self.other.kill();
        let _ = self.other.wait();
    }
}

#[test]
fn what_reaches_others_by_files_or_processes_is_refused() {
    let Some(attempts) = Attempts::new() else { return };
    let attempt = |mode: Namespaces, kind: &str| {
        let command = attempts.command(kind);
        run(&sandbox(mode).readable(attempts.path("file")), &command.each_ref().map(String::as_str))
    };
    for mode in MODES {
        for kind in REFUSED {
            let run = attempt(mode, kind);
            assert_eq!(run.ended, Ended::Exit(1), "{mode:?} {kind}: {run:?}");
        }
        let own = attempt(mode, "own");
        assert_eq!(own.ended, Ended::Exit(0), "{mode:?}: {own:?}");
        for kind in WITHOUT_EFFECT {
            let before = attempts.renew();
            let run = attempt(mode, kind);
            assert!(matches!(run.ended, Ended::Exit(0 | 1)), "{mode:?} {kind}: {run:?}");
            let after = fs::metadata(attempts.path("file")).unwrap();
            let state = |data: &Metadata| (data.mode(), data.uid(), data.gid(), data.mtime(), data.ctime_nsec());
            assert_eq!(state(&before), state(&after), "{mode:?} {kind}: {run:?}");
        }
    }
}

/// What the test above calls refused would be something outside of the sandbox.
#[test]
fn the_same_attempts_reach_others_outside() {
    let Some(attempts) = Attempts::new() else { return };
    for kind in REFUSED.iter().chain(&WITHOUT_EFFECT).chain(&LOCKS) {
        attempts.renew();
        let [program, words @ ..] = attempts.command(kind);
        let output = Command::new(program).args(words).current_dir(attempts.folder.path()).output().unwrap();
        // Of an older kernel, or of a file system without this attribute.
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        if errors.contains("not implemented") || errors.contains("not supported") {
            eprintln!("not tested here: {errors}");
            continue;
        }
        assert_eq!(output.status.code(), Some(0), "{kind}: {errors}");
    }
}

/// Signals are kept apart by Landlock since Linux 6.12, or by a process namespace. Where there is neither, a filter does it.
#[test]
fn signals_are_kept_apart_without_landlock_and_namespaces() {
    let Some(attempts) = Attempts::new() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rogues/hardened.py");
    let attempt = |command: &[String]| {
        let mut python = Command::new("python3");
        python.arg(&script).args(["unshare,landlock_create_ruleset", PROBE, "run", "none"]).args(command);
        let output = python.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("not tested here: there is no python3");
        return;
    }
    for kind in ["kill", "tgkill", "tkill", "sigqueue", "pidfd-signal", "prlimit", "lease"] {
        assert_eq!(attempt(&attempts.command(kind)), "started\nexit code 1\n", "{kind}");
    }
    assert_eq!(attempt(&attempts.command("own")), "started\nexit code 0\n");
    let words = ["sh", "-c", "kill -ABRT $$"].map(str::to_string);
    assert_eq!(attempt(&words), "started\nsignal 6\n");
}

/// A lock would tell others a bit; a lease would let them wait.
#[test]
fn locks_succeed_and_nobody_else_sees_them() {
    let Some(attempts) = Attempts::new() else { return };
    for mode in MODES {
        for kind in LOCKS {
            let command = [&attempts.command(kind)[..], &["hold".to_string()]].concat();
            let command: Vec<&str> = command.iter().map(String::as_str).collect();
            let mut holder = start(&sandbox(mode).readable(attempts.path("file")), &command);
            let mut line = String::new();
            BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
            assert_eq!(line, "done\n", "{mode:?} {kind}");
            let [program, _, file, _] = attempts.command("");
            for other in ["flock", "lease"] {
                let status = Command::new(&program).args([other, &file, "1"]).status().unwrap();
                assert!(status.success(), "{mode:?}: {other} while a program has a {kind}");
            }
        }
    }
}
