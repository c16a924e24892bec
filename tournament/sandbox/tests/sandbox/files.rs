//! Files outside of the scratch folder, and the copied folder.

use crate::{MODES, PROBE, assert_allowed, assert_refused, attempt, is_complete, launcher, run, sandbox, words};
use sandbox::{Ended, Namespaces, Sandbox};
use std::{
    fs::{self, Permissions},
    io::Write,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
};

/// A folder with a secret file, in a place that is not readable to all programs.
fn secret() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("secret");
    fs::write(&file, "BBED").unwrap();
    let path = file.to_str().unwrap().to_string();
    (folder, path)
}

#[test]
fn files_of_others_cannot_be_read() {
    let (folder, secret) = secret();
    let home = std::env::home_dir().unwrap();
    for mode in MODES {
        let sandbox = sandbox(mode);
        assert_refused(&sandbox, &["read", &secret]);
        assert_refused(&sandbox, &["list", folder.path().to_str().unwrap()]);
        // Of a folder on the path of the program it sees the next one, in a file system of its own.
        if mode == Namespaces::All && is_complete() && Path::new(PROBE).starts_with(&home) {
            assert_eq!(attempt(&sandbox, &["list", home.to_str().unwrap()]).output.trim(), "1");
        } else {
            assert_refused(&sandbox, &["list", home.to_str().unwrap()]);
        }
        assert_refused(&sandbox, &["read", "/etc/shadow"]);
        assert_refused(&sandbox, &["list", "/var/log"]);
        assert_refused(&sandbox, &["list", "/sys"]);
        assert_refused(&sandbox, &["read", &format!("{secret}/../../../{secret}")]);
    }
}

#[test]
fn names_of_files_cannot_be_probed_in_a_file_system_of_its_own() {
    if !is_complete() {
        return;
    }
    let (_folder, secret) = secret();
    assert_refused(&Sandbox::default(), &["exists", &secret]);
    for folder in ["/home", "/root", "/srv"] {
        if !Path::new(PROBE).starts_with(folder) {
            assert_refused(&Sandbox::default(), &["exists", folder]);
        }
    }
}

#[test]
fn other_processes_cannot_be_seen() {
    if !is_complete() {
        return;
    }
    let own = std::process::id();
    for file in ["mem", "environ", "cmdline", "maps", "root/etc/shadow", "cwd/Cargo.toml", "fd/0"] {
        for mode in MODES {
            assert_refused(&sandbox(mode), &["read", &format!("/proc/{own}/{file}")]);
        }
    }
    for mode in MODES {
        // The parent within the process namespace, and the memory of the process that started the program.
        assert_refused(&sandbox(mode), &["read", "/proc/1/environ"]);
        assert_refused(&sandbox(mode), &["read", "/proc/1/fd/0"]);
        assert_refused(&sandbox(mode), &["read", "/proc/1/mem"]);
    }
    let run = run(&Sandbox::default(), &["sh", "-c", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '"]);
    assert!(run.output.contains("sandbox inner namespaces") && run.output.contains("cat"), "{run:?}");
    assert!(!run.output.contains("outer"), "{run:?}");
}

/// What `/proc` tells of the whole system would tell a program what others do.
#[test]
fn the_state_of_the_system_cannot_be_read() {
    for mode in MODES {
        #[rustfmt::skip]
        let hidden = [
            "loadavg", "stat", "uptime", "vmstat", "diskstats", "interrupts", "locks", "pressure/cpu", "sys/fs/file-nr",
        ];
        for name in hidden {
            assert_refused(&sandbox(mode), &["read", &format!("/proc/{name}")]);
        }
        for name in ["cpuinfo", "meminfo", "sys/vm/overcommit_memory"] {
            assert_allowed(&sandbox(mode), &["read", &format!("/proc/{name}")]);
        }
        let script = "chmod 700 /proc/loadavg /proc/pressure 2>&1; cat /proc/loadavg; ls /proc/pressure; ls -d /cover";
        assert_eq!(run(&sandbox(mode), &["sh", "-c", &format!("({script}) 2>/dev/null | grep -v chmod")]).output, "");
    }
}

#[test]
fn nothing_can_be_written_outside_of_the_scratch_folder() {
    let (folder, secret) = secret();
    let new = folder.path().join("new");
    for mode in MODES {
        let sandbox = sandbox(mode).readable(folder.path());
        assert_allowed(&sandbox, &["read", &secret]);
        assert_refused(&sandbox, &["write", &secret]);
        assert_refused(&sandbox, &["remove", &secret]);
        assert_refused(&sandbox, &["write", new.to_str().unwrap()]);
        for path in
            ["/new", "/usr/new", "/etc/passwd", "/dev/new", "/proc/self/oom_score_adj", "/proc/sys/kernel/pid_max"]
        {
            assert_refused(&sandbox, &["write", path]);
        }
        assert_allowed(&sandbox, &["write", "new"]);
        assert_allowed(&sandbox, &["write", "/dev/null"]);
    }
    assert_eq!(fs::read_to_string(&secret).unwrap(), "BBED");
    assert!(!new.exists());
}

#[test]
fn links_lead_to_nothing_more() {
    let (folder, secret) = secret();
    let shown = tempfile::tempdir().unwrap();
    let link = shown.path().join("link");
    symlink(folder.path(), &link).unwrap();
    for mode in MODES {
        assert_refused(&sandbox(mode).readable(shown.path()), &["read", link.join("secret").to_str().unwrap()]);
        // A link that is itself readable makes its target readable, at both paths.
        let sandbox = sandbox(mode).readable(&link);
        assert_allowed(&sandbox, &["read", link.join("secret").to_str().unwrap()]);
        let script = format!("ln -s '{secret}' here; cat here");
        assert_eq!(run(&sandbox, &["sh", "-c", &script]).output, "BBED");
    }
}

#[test]
fn the_root_folder_is_never_readable() {
    let error = Sandbox::default().readable("/usr/..").spawn(&launcher(), &words(&["true"])).unwrap_err();
    assert_eq!(error.to_string(), "/usr/.. cannot be made readable: the whole file system is not contained");
    let error = Sandbox::default().readable("/no/such/folder").spawn(&launcher(), &words(&["true"])).unwrap_err();
    assert!(error.to_string().contains("No such file"), "{error}");
}

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
                    let mut launcher = std::process::Command::new(PROBE);
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
