//! Files outside of the scratch folder.

use crate::harness::{
    MODES, PROBE, assert_allowed, assert_refused, attempt, is_complete, launcher, run, sandbox, words,
};
use sandbox::{Namespaces, Sandbox};
use std::{fs, path::Path};

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
        for name in [
            "loadavg",
            "stat",
            "uptime",
            "vmstat",
            "diskstats",
            "interrupts",
            "locks",
            "pressure/cpu",
            "sys/fs/file-nr",
        ] {
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
    std::os::unix::fs::symlink(folder.path(), &link).unwrap();
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
