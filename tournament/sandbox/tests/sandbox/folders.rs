//! The copied folder.

use crate::harness::{MODES, assert_refused, is_complete, launcher, run, sandbox, words};
use sandbox::{Ended, Sandbox};
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

fn script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_copy_is_the_working_directory_and_the_original_is_out_of_sight() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("data")).unwrap();
    fs::write(path.join("data/words"), "BBED").unwrap();
    fs::create_dir(path.join("results")).unwrap();
    fs::write(path.join("results/secret"), "x").unwrap();
    symlink("data/words", path.join("link")).unwrap();
    script(&path.join("agent"), "#!/bin/sh\ncat data/words link; ls; echo x > data/words; exit\n");
    let absolute = path.join("agent");
    for mode in MODES {
        let chosen = ["agent", "data", "data/words", "link"].map(|name| path.join(name));
        let sandbox = sandbox(mode).copied(path).only_copied(chosen);
        // A path inside of the folder means the copy, relative or absolute.
        for program in ["./agent", "data/../agent", absolute.to_str().unwrap()] {
            let run = run(&sandbox, &[program]);
            assert_eq!(run.output, "BBEDBBEDagent\ndata\nlink\n", "{program}: {run:?}");
            assert_eq!(run.ended, Ended::Exit(0));
        }
        assert_refused(&sandbox, &["read", path.join("data/words").to_str().unwrap()]);
        assert_refused(&sandbox, &["list", path.to_str().unwrap()]);
    }
    assert_eq!(fs::read_to_string(path.join("data/words")).unwrap(), "BBED");
}

#[test]
fn only_chosen_files_are_copied() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    fs::create_dir_all(path.join("data/more")).unwrap();
    for name in ["other", "data/words", "data/more/words"] {
        fs::write(path.join(name), "BBED").unwrap();
    }
    script(&path.join("agent"), "#!/bin/sh\nfind . -type f | sort\n");
    for mode in MODES {
        let chosen = |names: &[&str]| {
            let paths: Vec<_> = names.iter().map(|name| path.join(name)).collect();
            sandbox(mode).copied(&path).only_copied(paths)
        };
        let sandbox = chosen(&["agent", "data", "data/words"]);
        assert_eq!(run(&sandbox, &["./agent"]).output, "./agent\n./data/words\n");
        // New files are not seen either, by a process that is started later.
        fs::write(path.join("new"), "x").unwrap();
        for names in [&["agent", "data"][..], &["agent", "data/words"], &["agent"]] {
            assert_eq!(run(&chosen(names), &["./agent"]).output, "./agent\n");
        }
    }
}

#[test]
fn a_folder_that_is_too_large_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = |sandbox: Sandbox| sandbox.spawn(&launcher(), &words(&["true"])).unwrap_err().to_string();
    fs::File::create(folder.path().join("large")).unwrap().set_len(65 << 20).unwrap();
    for mode in MODES {
        let text = error(sandbox(mode).copied(folder.path()));
        assert!(text.contains("too large to be copied: the limits are 64 MiB and 5000 files"), "{text}");
    }
    let sandbox = Sandbox::default().copied(folder.path()).only_copied([]);
    assert!(run(&sandbox, &["true"]).ended.success());
    let many = tempfile::tempdir().unwrap();
    for number in 0..5001 {
        fs::write(many.path().join(number.to_string()), "").unwrap();
    }
    assert!(error(Sandbox::default().copied(many.path())).contains("too large"));
    let text = error(Sandbox::default().copied("/no/such/folder"));
    assert_eq!(text, "/no/such/folder cannot be copied: No such file or directory (os error 2)");
}

#[test]
fn a_folder_larger_than_the_scratch_folder_is_refused() {
    if !is_complete() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), vec![1; 3 << 20]).unwrap();
    let sandbox = Sandbox::default().copied(folder.path()).scratch(2 << 20);
    let text = sandbox.spawn(&launcher(), &words(&["true"])).unwrap_err().to_string();
    assert!(text.contains("No space left"), "{text}");
}

#[test]
fn the_scratch_folder_is_private() {
    for mode in MODES {
        let run = run(&sandbox(mode), &["sh", "-c", "stat -c %a \"$HOME\"; pwd; echo \"$HOME\""]);
        let lines: Vec<&str> = run.output.lines().collect();
        assert_eq!(lines[0], "700", "{mode:?}: {run:?}");
        assert_eq!(lines[1], lines[2]);
    }
}

/// The launcher removes the folder that its caller sends: never another one, and nothing for a person.
#[test]
fn a_launcher_that_nobody_called_removes_nothing() {
    let outside = tempfile::tempdir().unwrap();
    let made = |name: &str, mode: u32| {
        let folder = outside.path().join(name);
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(mode)).unwrap();
        folder
    };
    let (full, other, open) = (made("sandbox-full", 0o700), made("other", 0o700), made("sandbox-open", 0o755));
    fs::write(full.join("file"), "x").unwrap();
    let link = outside.path().join("sandbox-link");
    symlink(&other, &link).unwrap();
    for folder in [&full, &other, &open, &link] {
        for first in ["outer", "inner", "program", "other"] {
            for namespaces in ["namespaces", "no-namespaces"] {
                let start = |input: std::process::Stdio| {
                    let mut launcher = std::process::Command::new(crate::harness::PROBE);
                    launcher.args(["sandbox", first, namespaces]).arg(folder).stdin(input).spawn().unwrap()
                };
                // Of a person.
                assert_eq!(start(std::process::Stdio::null()).wait().unwrap().code(), Some(2));
                assert_eq!(start(fs::File::open("/dev/zero").unwrap().into()).wait().unwrap().code(), Some(2));
                if first != "outer" {
                    continue;
                }
                // Of a program that does as a caller does.
                let (mut socket, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
                let mut launcher = start(std::os::fd::OwnedFd::from(theirs).into());
                let path = folder.to_str().unwrap();
                let _ = socket.write_all(&(path.len() as u64).to_le_bytes());
                let _ = socket.write_all(path.as_bytes());
                drop(socket);
                assert_eq!(launcher.wait().unwrap().code(), Some(2), "{path}");
            }
        }
    }
    assert!(full.join("file").exists() && other.exists() && open.exists() && link.exists());
}
