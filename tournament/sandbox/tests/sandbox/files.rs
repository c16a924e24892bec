//! Files outside of the scratch folder, and the copied folder.

use crate::{MODES, PROBE, assert_allowed, assert_refused, is_complete, launcher, run, sandbox, script, words};
use sandbox::{Ended, Sandbox};
use std::fs::{self, Permissions};
use std::io::Write;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Stdio};

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
    let [home, folder] =
        [&*std::env::home_dir().unwrap(), folder.path()].map(|path| format!("list {}", path.display()));
    let [read, around] = [&secret, &format!("{secret}/../../../{secret}")].map(|path| format!("read {path}"));
    for mode in MODES {
        let system = ["read /etc/shadow", "list /var/log", "list /sys"];
        assert_refused(&sandbox(mode), &[&[&*read, &folder, &home, &around][..], &system].concat());
    }
    if is_complete() {
        // Names cannot be probed, either.
        let secret = format!("exists {secret}");
        assert_refused(&Sandbox::default(), &["exists /home", "exists /root", "exists /srv", &secret]);
    }
}

#[test]
fn other_processes_cannot_be_seen() {
    if !is_complete() {
        return;
    }
    let own = std::process::id();
    let files = ["mem", "environ", "cmdline", "maps", "root/etc/shadow", "cwd/Cargo.toml", "fd/0"];
    let of_caller = files.map(|file| format!("read /proc/{own}/{file}"));
    // The parent within the process namespace, and the memory of the process that started the program.
    let of_parent = ["read /proc/1/environ", "read /proc/1/fd/0", "read /proc/1/mem"];
    for mode in MODES {
        assert_refused(&sandbox(mode), &of_caller);
        assert_refused(&sandbox(mode), &of_parent);
    }
    let run = run(&Sandbox::default(), &["sh", "-c", "cat /proc/[0-9]*/cmdline | tr '\\0' ' '"]);
    assert!(run.output.contains("sandbox inner namespaces") && run.output.contains("cat"), "{run:?}");
    assert!(!run.output.contains("outer"), "{run:?}");
}

/// What `/proc` tells of the whole system would tell a program what others do.
#[test]
fn the_state_of_the_system_cannot_be_read() {
    let hidden =
        ["loadavg", "stat", "uptime", "vmstat", "diskstats", "interrupts", "locks", "pressure/cpu", "sys/fs/file-nr"]
            .map(|name| format!("read /proc/{name}"));
    for mode in MODES {
        assert_refused(&sandbox(mode), &hidden);
        let shown = ["read /proc/cpuinfo", "read /proc/meminfo", "read /proc/sys/vm/overcommit_memory"];
        assert_allowed(&sandbox(mode), &shown);
        let script = "chmod 700 /proc/loadavg /proc/pressure 2>&1; cat /proc/loadavg; ls /proc/pressure; ls -d /cover";
        assert_eq!(run(&sandbox(mode), &["sh", "-c", &format!("({script}) 2>/dev/null | grep -v chmod")]).output, "");
    }
}

#[test]
fn nothing_can_be_written_outside_of_the_scratch_folder() {
    let (folder, secret) = secret();
    let new = folder.path().join("new");
    for mode in MODES {
        let sandbox = Sandbox { readable: vec![folder.path().into()], ..sandbox(mode) };
        let [read, write, remove] = ["read", "write", "remove"].map(|kind| format!("{kind} {secret}"));
        assert_allowed(&sandbox, &[&read, "write new", "write /dev/null"]);
        let system =
            ["/new", "/usr/new", "/etc/passwd", "/dev/new", "/proc/self/oom_score_adj", "/proc/sys/kernel/pid_max"]
                .map(|path| format!("write {path}"));
        assert_refused(&sandbox, &system);
        assert_refused(&sandbox, &[&write, &remove, &format!("write {}", new.display())]);
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
        let readable = |path: &Path| Sandbox { readable: vec![path.into()], ..sandbox(mode) };
        let read = format!("read {}", link.join("secret").display());
        assert_refused(&readable(shown.path()), &[&read]);
        // A link that is itself readable makes its target readable, at both paths.
        let sandbox = readable(&link);
        assert_allowed(&sandbox, &[&read]);
        let script = format!("ln -s '{secret}' here; cat here");
        assert_eq!(run(&sandbox, &["sh", "-c", &script]).output, "BBED");
    }
}

#[test]
fn the_root_folder_is_never_readable() {
    let error = |path: &str| {
        let sandbox = Sandbox { readable: vec![path.into()], ..Sandbox::default() };
        sandbox.spawn(&launcher(), &words(&["true"])).unwrap_err().to_string()
    };
    assert_eq!(error("/usr/.."), "/usr/.. cannot be made readable: the whole file system is not contained");
    let missing = error("/no/such/folder");
    assert!(missing.contains("No such file"), "{missing}");
}

#[test]
fn the_copy_is_the_working_directory_has_only_chosen_files_and_the_original_is_out_of_sight() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    fs::create_dir_all(path.join("data/more")).unwrap();
    ["other", "data/words", "data/more/words"].into_iter().for_each(|name| fs::write(path.join(name), "BBED").unwrap());
    symlink("data/words", path.join("link")).unwrap();
    let agent = path.join("agent");
    script(&agent, "#!/bin/sh\ncat data/words link; ls; echo x > data/words; exit\n");
    for mode in MODES {
        let copied = |names: &[&str]| {
            let only_copied = Some(names.iter().map(|name| path.join(name).into()).collect());
            Sandbox { copied: Some((&path).into()), only_copied, ..sandbox(mode) }
        };
        for (names, seen) in [
            (&["agent", "data", "data/words"][..], "./agent\n./data/words\n"),
            (&["agent", "data"], "./agent\n"),
            (&["agent", "data/words"], "./agent\n"),
        ] {
            let run = run(&copied(names), &["sh", "-c", "find . -type f | sort"]);
            assert_eq!(run.output, seen, "{mode:?} {names:?}");
        }
        let sandbox = copied(&["agent", "data", "data/words", "link"]);
        // A path inside of the folder means the copy, relative or absolute.
        for program in ["./agent", "data/../agent", agent.to_str().unwrap()] {
            let run = run(&sandbox, &[program]);
            assert_eq!(run.output, "BBEDBBEDagent\ndata\nlink\n", "{program}: {run:?}");
            assert_eq!(run.ended, Ended::Exit(0));
        }
        let path = path.display();
        assert_refused(&sandbox, &[format!("read {path}/data/words"), format!("list {path}")]);
    }
    assert_eq!(fs::read_to_string(path.join("data/words")).unwrap(), "BBED");
}

#[test]
fn a_folder_that_is_too_large_is_refused() {
    let (large, many) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let copied = |path: &Path| Sandbox { copied: Some(path.into()), ..Sandbox::default() };
    let error = |sandbox: Sandbox| sandbox.spawn(&launcher(), &words(&["true"])).unwrap_err().to_string();
    fs::File::create(large.path().join("large")).unwrap().set_len(65 << 20).unwrap();
    (0..5001).for_each(|number| fs::write(many.path().join(number.to_string()), "").unwrap());
    for mode in MODES {
        let text = error(Sandbox { namespaces: mode, ..copied(large.path()) });
        assert!(text.contains("too large to be copied: the limits are 64 MiB and 5000 files"), "{text}");
    }
    assert!(error(copied(many.path())).contains("too large"));
    assert!(run(&Sandbox { only_copied: Some([].into()), ..copied(large.path()) }, &["true"]).ended.success());
    let text = error(copied(Path::new("/no/such/folder")));
    assert_eq!(text, "/no/such/folder cannot be copied: No such file or directory (os error 2)");
    if is_complete() {
        fs::write(large.path().join("large"), vec![1; 3 << 20]).unwrap();
        let text = error(Sandbox { scratch: 2 << 20, ..copied(large.path()) });
        assert!(text.contains("No space left"), "{text}");
    }
}

#[test]
fn the_scratch_folder_is_private() {
    for mode in MODES {
        let run = run(&sandbox(mode), &["sh", "-c", "stat -c %a \"$HOME\"; [ \"$(pwd)\" = \"$HOME\" ] && echo home"]);
        assert_eq!(run.output, "700\nhome\n", "{mode:?}: {run:?}");
    }
}

/// The launcher removes the folder that its caller sends: never another one, and nothing for a person.
#[test]
fn a_launcher_that_nobody_called_removes_nothing() {
    let outside = tempfile::tempdir().unwrap();
    let path = |name: &str| outside.path().join(name);
    for (name, mode) in [("arena-temporary-FULL00", 0o700), ("other", 0o700), ("arena-temporary-OPEN00", 0o755)] {
        fs::create_dir(path(name)).unwrap();
        fs::set_permissions(path(name), Permissions::from_mode(mode)).unwrap();
    }
    fs::write(path("arena-temporary-FULL00/file"), "x").unwrap();
    symlink(path("other"), path("arena-temporary-LINK00")).unwrap();
    let start = |stage: &str, folder: &Path, input: Stdio| {
        let mut launcher = Command::new(PROBE);
        launcher.args(["sandbox", stage, "no-namespaces"]).arg(folder).stdin(input).spawn().unwrap()
    };
    for folder in ["arena-temporary-FULL00", "other", "arena-temporary-OPEN00", "arena-temporary-LINK00"].map(path) {
        for stage in ["outer", "inner", "program", "other"] {
            // Of a person.
            for input in [Stdio::null(), fs::File::open("/dev/zero").unwrap().into()] {
                assert_eq!(start(stage, &folder, input).wait().unwrap().code(), Some(2));
            }
        }
        // Of a program that does as a caller does.
        let (mut socket, theirs) = UnixStream::pair().unwrap();
        let mut launcher = start("outer", &folder, OwnedFd::from(theirs).into());
        let bytes = folder.to_str().unwrap().as_bytes();
        let _ = socket.write_all(&[&(bytes.len() as u64).to_le_bytes()[..], bytes].concat());
        drop(socket);
        assert_eq!(launcher.wait().unwrap().code(), Some(2), "{folder:?}");
    }
    let kept = ["arena-temporary-FULL00/file", "arena-temporary-OPEN00", "arena-temporary-LINK00"].map(path);
    assert!(kept.iter().all(|path| path.exists()), "{kept:?}");
}
