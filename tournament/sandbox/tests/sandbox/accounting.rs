//! CPU time and memory of all processes, of programs that hide what they use. These tests need Python.

use crate::harness::{MODES, has_counter, run, sandbox, start};
use sandbox::{Contained, Namespaces};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

const MIB: u64 = 1 << 20;
const RESOURCES: &str = include_str!("../programs/resources.py");

/// A program that has done its deed and waits, and what it printed.
fn done(namespaces: Namespaces, deed: &str, count: u64) -> (Contained, String) {
    let sandbox = sandbox(namespaces).memory(64 * MIB);
    let mut contained = start(&sandbox, &["/usr/bin/python3", "-c", RESOURCES, deed, &count.to_string()]);
    let mut line = String::new();
    BufReader::new(contained.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let result = line.trim().strip_prefix("done ").unwrap_or_else(|| panic!("{deed}: {line}"));
    let result = result.to_owned();
    (contained, result)
}

#[test]
fn cpu_time_of_children_that_nobody_waits_for_is_measured() {
    for mode in MODES {
        if !has_counter() {
            return;
        }
        // Nobody looks at them while they live.
        let (contained, _) = done(mode, "short-children", 300);
        let time = contained.cpu_time();
        assert!(time >= Duration::from_millis(300), "{mode:?}: {time:?}");
        assert!(contained.usage().cpu >= time);
        contained.kill();
        assert!(contained.cpu_time() >= time);
    }
}

#[test]
fn processes_that_have_ended_hide_no_others() {
    for mode in MODES {
        let (contained, _) = done(mode, "zombies", 300);
        let usage = contained.usage();
        assert!(usage.memory >= 60 * MIB && usage.processes == 2, "{mode:?}: {usage:?}");
        assert!(usage.cpu >= Duration::from_millis(300), "{mode:?}: {usage:?}");
        assert!(contained.cpu_time() >= usage.cpu);
    }
}

/// What is in buffers and in page tables is memory, too, and so is what is left when the main thread has ended.
#[test]
fn memory_that_the_main_thread_does_not_have_is_measured() {
    for mode in MODES {
        for (deed, count) in
            [("sockets", 100), ("pipes", 100), ("page-tables", 20_000), ("other-thread", 80), ("held-sockets", 100)]
        {
            if mode == Namespaces::None && deed == "held-sockets" {
                continue;
            }
            let (contained, result) = done(mode, deed, count);
            let (usage, bytes) = (contained.usage(), result.parse::<u64>().unwrap());
            assert!(bytes > 5 * MIB && usage.memory > bytes, "{mode:?} {deed} of {bytes} bytes: {usage:?}");
            assert!(usage.processes == 1 && !contained.is_ending(), "{mode:?} {deed}: {usage:?}");
        }
    }
}

#[test]
fn resources_that_are_not_counted_are_refused() {
    for mode in MODES {
        let run = run(&sandbox(mode), &["/usr/bin/python3", "-c", RESOURCES, "refused"]);
        assert_eq!(run.output, "done None\n", "{mode:?}: {run:?}");
    }
}

/// What is refused for no other reason would be refused outside of the sandbox, too.
#[test]
fn the_same_resources_are_there_outside() {
    let folder = tempfile::tempdir().unwrap();
    let mut python = Command::new("/usr/bin/python3");
    let output = python.args(["-c", RESOURCES, "refused"]).current_dir(&folder).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for name in [
        "shared memory",
        "/dev/zero",
        "mknod",
        "memfd",
        "socket",
        "sent descriptor",
        "chmod",
        "open",
        "umask",
        "score",
        "sendfile",
        "splice",
        "files of a thread",
        "other files",
    ] {
        assert!(text.lines().any(|line| line == name), "{name}: {text}");
    }
}
