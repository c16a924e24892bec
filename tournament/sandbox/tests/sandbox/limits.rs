//! Limits that the kernel enforces, and what the caller needs to enforce the others, also of programs that hide what they use.

use crate::{MODES, PYTHON, has_counter, is_complete, run, sandbox, script, start, until};
use nix::time::ClockId;
use sandbox::{Contained, Namespaces, Sandbox, Usage};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const MIB: u64 = 1 << 20;

/// Code in Python that fills 40 MiB, says so, and sleeps.
const ALLOCATE: &str = "import os, time; x = b'x' * (40 << 20); os.write(1, b'.'); time.sleep(3600)";
/// A second thread that computes.
const THREAD: &str = "import threading, time\ndef spin():\n while True: pass\n\
                      threading.Thread(target=spin).start()\ntime.sleep(3600)";

/// Code in Python that computes for that long.
fn spin(seconds: f64) -> String {
    format!("import time\nwhile time.process_time() < {seconds}: pass")
}

#[test]
fn the_kernel_limits_a_process() {
    for mode in MODES {
        let sandbox = Sandbox { memory: 64 * MIB, open_files: 40, file_size: MIB, ..sandbox(mode) };
        let allocated = run(&sandbox, &[PYTHON, "-c", "b'x' * (200 << 20)"]);
        assert!(allocated.errors.ends_with("MemoryError\n"), "{allocated:?}");
        let script = "ulimit -n; yes | head -c 2000000 > file; wc -c < file";
        assert_eq!(run(&sandbox, &["sh", "-c", script]).output, format!("40\n{MIB}\n"));
    }
}

#[test]
fn memory_of_all_processes_is_measured() {
    for mode in MODES {
        let script = format!("{PYTHON} -c \"{ALLOCATE}\" & {PYTHON} -c \"{ALLOCATE}\" & wait");
        let mut contained = start(&Sandbox { memory: 64 * MIB, ..sandbox(mode) }, &["sh", "-c", &script]);
        contained.stdout.take().unwrap().read_exact(&mut [0; 2]).unwrap();
        let usage = contained.usage();
        assert!((80 * MIB..120 * MIB).contains(&usage.memory), "{usage:?}");
        assert_eq!(usage.processes, 3);
    }
}

/// Children of a process with 60 MiB: three that share it by copy on write, and one that has not executed a program yet.
#[test]
fn shared_memory_counts_once_above_the_limit() {
    let fork = "import os, time\nx = b'x' * (60 << 20)\nfor i in range(3):\n    if os.fork() == 0: break\n\
                os.write(1, b'.'); time.sleep(1000)";
    let vfork = "import ctypes, os, time\nx = b'x' * (60 << 20)\nctypes.PyDLL(None).vfork()\nos.write(1, b'.')\ntime.sleep(1000)";
    for (script, limit, ready, processes, most) in [(fork, 150, 4, 4, 120), (vfork, 100, 1, 2, 100)] {
        let mut contained = start(&Sandbox { memory: limit * MIB, ..Sandbox::default() }, &[PYTHON, "-c", script]);
        contained.stdout.take().unwrap().read_exact(&mut vec![0; ready]).unwrap();
        let usage = contained.usage();
        assert_eq!(usage.processes, processes);
        assert!((60 * MIB..most * MIB).contains(&usage.memory), "{usage:?}");
    }
}

/// What is readable below a writable folder can be used, and the folder is writable still, up to the limit.
#[test]
fn a_program_in_a_folder_for_temporary_files_can_write_there() {
    if !is_complete() {
        return;
    }
    for place in ["/tmp", "/var/tmp", "/dev/shm"].map(Path::new).into_iter().filter(|place| place.is_dir()) {
        let folder = tempfile::tempdir_in(place).unwrap();
        let (program, copied) = (folder.path().join("fill"), folder.path().join("player"));
        let fill = "#!/bin/sh\nyes 2>/dev/null | head -c 30000000 2>/dev/null >$1/x; wc -c <$1/x\n";
        script(&program, fill);
        fs::create_dir(&copied).unwrap();
        fs::write(copied.join("file"), "x").unwrap();
        let (program, copied) = (program.to_str().unwrap(), copied.to_str().unwrap());
        let sandbox = Sandbox {
            scratch: 20 * MIB,
            copied: Some(copied.into()),
            readable: vec![program.into()],
            ..Sandbox::default()
        };
        for writable in [".", "/tmp", "/var/tmp", "/dev/shm", place.to_str().unwrap()] {
            let bytes: u64 = run(&sandbox, &[program, writable]).output.trim().parse().unwrap();
            assert!((19 * MIB..=20 * MIB).contains(&bytes), "{program} {writable}: {bytes}");
        }
        // Its own file is not, and only its copy of the folder is seen.
        let script =
            format!("echo x 2>/dev/null >>{program} && echo written; rm -f {program}; mv {program} x; ls; ls {copied}");
        let run = run(&sandbox, &["sh", "-c", &script]);
        assert_eq!((run.output.as_str(), fs::read_to_string(program).unwrap().as_str()), ("file\n", fill), "{run:?}");
    }
}

/// A program that ended before it was looked for has no process number: 0 would be that of the caller.
#[test]
fn the_cpu_time_of_a_program_that_ends_at_once_is_not_that_of_the_caller() {
    let spent = Duration::from_millis(200);
    let used = || Duration::from(ClockId::CLOCK_PROCESS_CPUTIME_ID.now().unwrap());
    while used() < spent {}
    for mode in MODES {
        for _ in 0..8 {
            let contained = start(&sandbox(mode), &["true"]);
            assert!(contained.cpu_time() < spent);
            contained.wait().unwrap();
            assert!(contained.cpu_time() < spent && contained.usage().cpu < spent);
        }
    }
}

#[test]
fn cpu_time_is_measured() {
    for mode in MODES {
        let began = Instant::now();
        let contained = start(&sandbox(mode), &[PYTHON, "-c", &spin(0.2)]);
        let early = contained.cpu_time();
        let mut last = early;
        while contained.try_wait().unwrap().is_none() {
            let now = contained.cpu_time();
            assert!(now >= last);
            last = now;
        }
        let whole = contained.cpu_time();
        assert!(whole >= last && whole == contained.usage().cpu, "{whole:?} {last:?}");
        let Usage { memory, processes, threads, running, .. } = contained.usage();
        assert_eq!((memory, processes, threads, running), (0, 0, 0, false), "it has ended");
        // One thread computes no longer than the clock goes.
        assert!((Duration::from_millis(50)..began.elapsed()).contains(&whole), "{whole:?}");
    }
}

#[test]
fn cpu_time_of_descendants_is_measured() {
    for mode in MODES {
        // One that is waited for, then one that lives.
        let script = format!("{PYTHON} -c '{}'; echo .; {PYTHON} -c '{THREAD}' & wait", spin(0.3));
        let mut contained = start(&sandbox(mode), &["sh", "-c", &script]);
        contained.stdout.take().unwrap().read_exact(&mut [0; 1]).unwrap();
        let first = contained.usage().cpu;
        assert!(first > Duration::from_millis(60), "{first:?}");
        assert!(contained.cpu_time() >= first);
        until("more CPU time", || contained.usage().cpu > first + Duration::from_millis(100));
        contained.kill();
        assert!(contained.cpu_time() > first + Duration::from_millis(100));
    }
}

#[test]
fn running_and_sleeping_programs_are_told_apart() {
    for mode in MODES {
        let sleeper = start(&sandbox(mode), &["sleep", "3600"]);
        until("sleep", || !sleeper.usage().running);
        // Not the main thread.
        let spinner = start(&sandbox(mode), &[PYTHON, "-c", THREAD]);
        until("a second thread", || spinner.usage().threads == 2);
        for _ in 0..20 {
            assert!(spinner.usage().running);
            assert!(!sleeper.usage().running);
        }
        assert_eq!(sleeper.usage().processes, 1);
    }
}

const RESOURCES: &str = include_str!("../programs/resources.py");

/// A program that has done its deed and waits, and what it printed.
fn done(namespaces: Namespaces, deed: &str, count: u64) -> (Contained, String) {
    let sandbox = Sandbox { memory: 64 * MIB, ..sandbox(namespaces) };
    let mut contained = start(&sandbox, &[PYTHON, "-c", RESOURCES, deed, &count.to_string()]);
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
        let (contained, _) = done(mode, "short-children", 100);
        let time = contained.cpu_time();
        assert!(time >= Duration::from_millis(100), "{mode:?}: {time:?}");
        assert!(contained.usage().cpu >= time);
        contained.kill();
        assert!(contained.cpu_time() >= time);
    }
}

#[test]
fn processes_that_have_ended_hide_no_others() {
    for mode in MODES {
        let (contained, _) = done(mode, "zombies", 100);
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
        let run = run(&sandbox(mode), &[PYTHON, "-c", RESOURCES, "refused"]);
        assert_eq!(run.output, "done None\n", "{mode:?}: {run:?}");
    }
}

/// What is refused for no other reason would be refused outside of the sandbox, too.
#[test]
fn the_same_resources_are_there_outside() {
    let folder = tempfile::tempdir().unwrap();
    let mut python = Command::new(PYTHON);
    let output = python.args(["-c", RESOURCES, "refused"]).current_dir(&folder).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    #[rustfmt::skip]
    let names = [
        "shared memory", "/dev/zero", "mknod", "memfd", "socket", "sent descriptor", "chmod", "open", "umask", "score",
        "sendfile", "splice", "files of a thread", "other files",
    ];
    for name in names {
        assert!(text.lines().any(|line| line == name), "{name}: {text}");
    }
}
