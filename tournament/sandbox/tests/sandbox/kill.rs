//! Ending a program with all its descendants.

use crate::{MODES, PROBE, PYTHON, is_complete, living, run, sandbox, start, state, until};
use sandbox::{Contained, Ended, Namespaces, Sandbox};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

static BOMB: Mutex<()> = Mutex::new(());

/// A number of seconds to sleep that no other test has, and that is not the beginning of one.
fn mark(number: u32) -> String {
    format!("{}.{number:02}", 40_000 + std::process::id())
}

/// The number of programs `sleep` that sleep so long.
fn sleeping(mark: &str) -> usize {
    living(&format!("sleep\0{mark}"))
}

#[test]
fn whatever_a_program_does_it_is_killed() {
    type Ready = fn(&Contained, &str) -> bool;
    let scripts: [(&str, Ready); 4] = [
        // Processes that leave their session. Without a process namespace they cannot.
        ("(setsid sleep MARK || sleep MARK &); (sh -c 'sleep MARK & sleep MARK' &); sleep MARK", |_, mark| {
            sleeping(mark) == 4
        }),
        ("trap '' TERM INT HUP QUIT; while true; do sleep MARK; done", |_, mark| sleeping(mark) == 1),
        ("kill -STOP $$", |contained, _| contained.id().and_then(state) == Some('T')),
        // 127 shells, fewer than the limit of the kernel, which would end it. The first goes on to start processes.
        (
            "f() { [ $1 = 6 ] && exec sleep MARK; f $(($1 + 1)) & f $(($1 + 1)) & [ $1 = 0 ] || wait; }; \
             f 0; while :; do (:); done",
            |contained, _| contained.usage().processes > 64,
        ),
    ];
    let _one = BOMB.lock().unwrap_or_else(PoisonError::into_inner);
    for (number, mode) in MODES.into_iter().enumerate() {
        let mark = mark(number as u32);
        for (script, is_ready) in scripts {
            let contained = start(&sandbox(mode), &["sh", "-c", &script.replace("MARK", &mark)]);
            until(script, || is_ready(&contained, &mark));
            assert_eq!(contained.try_wait().unwrap(), None, "{mode:?} {script}");
            contained.kill();
            assert_eq!(contained.wait().unwrap(), Ended::Signal(9), "{mode:?} {script}");
            assert_eq!(living(&mark), 0, "{mode:?} {script}");
        }
    }
}

/// A forked child holds the streams, and so their ends do not tell that the program has ended.
#[test]
fn what_a_program_leaves_behind_is_killed() {
    for (number, mode) in MODES.into_iter().enumerate() {
        let mark = mark(60 + number as u32);
        for script in [
            "(setsid sleep MARK >/dev/null 2>&1 &); sleep MARK >/dev/null 2>&1 & exit 4",
            "sleep MARK & exit 4",
            "(setsid sleep MARK || sleep MARK) & exit 4",
            "exec 3<&0; sleep MARK <&3 & exit 4",
        ] {
            // It waits for the end of both streams, then of the program.
            assert_eq!(run(&sandbox(mode), &["sh", "-c", &script.replace("MARK", &mark)]).ended, Ended::Exit(4));
            assert_eq!(living(&mark), 0, "{mode:?}");
        }
    }
}

#[test]
fn the_kernel_bounds_a_fork_bomb_that_nobody_watches() {
    if !is_complete() {
        return;
    }
    let _one = BOMB.lock().unwrap_or_else(PoisonError::into_inner);
    let bomb = "import os, time\ntry:\n while True: os.fork()\nexcept OSError: time.sleep(3600)";
    for (number, mode) in [Namespaces::All, Namespaces::WithoutMounts].into_iter().enumerate() {
        let mark = mark(10 + number as u32);
        // The limit of the kernel begins at 128.
        let contained = start(&Sandbox { processes: 8, ..sandbox(mode) }, &[PYTHON, "-c", bomb, &mark]);
        let count = || living(&mark);
        until("a hundred processes", || count() >= 100);
        let (mut most, mut looks) = (0, 0);
        // Until it does not grow any more.
        while looks < 3 {
            std::thread::sleep(Duration::from_millis(20));
            let now = count();
            looks = if now > most { 0 } else { looks + 1 };
            most = most.max(now);
            assert!(most <= 428, "{most} processes");
        }
        let seen = contained.usage().processes;
        contained.kill();
        assert_eq!(count(), 0, "{mode:?}");
        assert!((100..=428).contains(&seen), "{seen} processes");
    }
}

#[test]
fn all_ends_when_the_caller_is_killed() {
    for (number, mode) in ["all", "mountless", "none"].into_iter().enumerate() {
        let mark = mark(40 + number as u32);
        let folder = tempfile::tempdir().unwrap();
        let script = format!("(setsid sleep {mark} &); echo x > file; sleep {mark}");
        let mut caller = Command::new(PROBE)
            .args(["run", mode, "sh", "-c", &script])
            .env("TMPDIR", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(caller.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "started\n");
        until("processes", || sleeping(&mark) >= 1);
        caller.kill().unwrap();
        caller.wait().unwrap();
        until("the end of all", || living(&mark) == 0);
        until("an empty folder", || folder.path().read_dir().unwrap().next().is_none());
    }
}

/// Folders without permissions, and folders that are nested deeper than a path may be long.
#[test]
fn nothing_is_left_of_a_program_that_ended() {
    // More folders than descriptors, and a path of 4800 bytes.
    let nest = "import os\nfor _ in range(400): os.mkdir('d' * 11); os.chdir('d' * 11)";
    let limited = ["-c", "ulimit -n 300; exec \"$@\"", "sh", PROBE, "run"];
    for mode in ["all", "mountless", "none"] {
        for (command, ended) in [
            (["sh", "-c", "mkdir -p a/b; echo x > a/b/c; chmod 0 a/b a; sleep 0.01 & exit 3"], "exit code 3"),
            (["/usr/bin/python3", "-c", nest], "exit code 0"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let words = limited.into_iter().chain([mode]).chain(command);
            let output = Command::new("sh").args(words).env("TMPDIR", folder.path()).output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), format!("started\n{ended}\n"));
            assert!(folder.path().read_dir().unwrap().next().is_none(), "{mode}");
        }
    }
}

#[test]
fn a_dropped_program_is_killed_and_waited_for() {
    for (number, mode) in MODES.into_iter().enumerate() {
        let mark = mark(50 + number as u32);
        let contained = start(&sandbox(mode), &["sleep", &mark]);
        let number = contained.id().unwrap();
        until("a process", || sleeping(&mark) == 1);
        drop(contained);
        // Not even a zombie.
        assert!(!std::path::Path::new(&format!("/proc/{number}")).exists());
        assert_eq!(living(&mark), 0);
    }
}
