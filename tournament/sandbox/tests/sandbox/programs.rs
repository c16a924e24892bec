//! Streams, exit codes and the environment; interpreters and compiled programs, as far as this system has them.

use crate::{MODES, SandboxRun, finished, is_complete, launcher, run, sandbox, script, start, words};
use sandbox::{Ended, Sandbox, SandboxError};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

fn has(program: &str) -> bool {
    Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap().status.success()
}

/// Asserts that a command prints a code, in all modes.
fn assert_prints(command: &[&str], folder: &Path) {
    for mode in MODES {
        let run = run(&Sandbox { copied: Some(folder.into()), ..sandbox(mode) }, command);
        assert_eq!((run.output.as_str(), run.ended), ("BBED\n", Ended::Exit(0)), "{mode:?} {command:?}: {run:?}");
    }
}

/// They use files, threads and processes, lock files, ask for caches, and set priorities.
#[test]
#[ignore = "starts many interpreters and compilers"]
fn interpreters_and_compilers() {
    let agents = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/agents");
    for (program, command) in [
        ("python3", &["python3", "agent.py"][..]),
        ("python3", &["./agent.py"]),
        ("python3", &["python3", "locks.py"]),
        ("node", &["node", "agent.js"]),
        ("java", &["java", "Agent.java"]),
        ("sbcl", &["sbcl", "--script", "agent.lisp"]),
        ("cc", &["sh", "-c", "cc agent.c -o agent && echo BBED"]),
    ] {
        if has(program) {
            assert_prints(command, &agents);
        }
    }
    // Shared memory, and a file that is made executable, need a file system of its own.
    let own = [("python3", &["python3", "pool.py"][..]), ("cc", &["sh", "-c", "cc agent.c -o agent && ./agent"])];
    for (program, command) in own.into_iter().filter(|_| is_complete()) {
        if has(program) {
            let sandbox = Sandbox { copied: Some((&agents).into()), ..sandbox(MODES[0]) };
            assert_eq!(run(&sandbox, command).output, "BBED\n", "{command:?}");
        }
    }
}

#[test]
fn a_virtual_environment_and_a_compiled_program() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let made = |words: &[&str]| Command::new(words[0]).args(&words[1..]).status().unwrap().success();
    if has("python3") && made(&["python3", "-m", "venv", "--without-pip", &path("venv")]) {
        let script = "import sys; print('BBED' if sys.prefix != sys.base_prefix else sys.prefix)";
        assert_prints(&[&path("venv/bin/python"), "-c", script], other.path());
    }
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/agents/agent.c");
    if has("cc") && made(&["cc", source, "-o", &path("agent")]) {
        assert_prints(&["./agent"], folder.path());
        // Outside of the copied folder, too.
        assert_prints(&[&path("agent")], other.path());
    }
}

/// A program that prints a file, in a folder.
fn install(folder: &Path, name: &str) -> String {
    fs::create_dir_all(folder).unwrap();
    let program = folder.join(name);
    script(&program, "#!/bin/sh\ncat \"$@\"\n");
    program.to_str().unwrap().to_string()
}

#[test]
fn an_installation_is_readable_and_its_surroundings_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let [program, plain, shim] = ["prefix/bin", "agent", "m/shims"].map(|name| install(&at(name), "program"));
    let link = at("link").to_str().unwrap().to_owned();
    std::os::unix::fs::symlink(&program, &link).unwrap();
    for mode in MODES {
        for (program, file, code) in [
            (&program, "prefix/lib/library", 0),
            (&program, "prefix/other/secret", 1),
            (&program, "prefix/secret", 1),
            (&link, "prefix/lib/library", 0),
            (&link, "prefix/secret", 1),
            (&plain, "agent/program", 0),
            (&plain, "agent/secret", 1),
            (&shim, "m/versions/file", 0),
            (&shim, "secret", 1),
        ] {
            let file = at(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            if !file.exists() {
                fs::write(&file, "BBED").unwrap();
            }
            let ended = run(&sandbox(mode), &[program, file.to_str().unwrap()]).ended;
            assert_eq!(ended, Ended::Exit(code), "{mode:?} {program} {file:?}");
        }
    }
}

#[test]
fn input_output_and_errors_are_separate() {
    for mode in MODES {
        let mut contained = start(&sandbox(mode), &["sh", "-c", "cat; echo wrong >&2"]);
        contained.stdin.take().unwrap().write_all(b"BBED").unwrap();
        let SandboxRun { output, errors, ended } = finished(contained);
        assert_eq!((output.as_str(), errors.as_str(), ended), ("BBED", "wrong\n", Ended::Exit(0)));
    }
}

#[test]
fn exit_codes_and_signals_are_exact() {
    for mode in MODES {
        let ended = |script: &str| run(&sandbox(mode), &["sh", "-c", script]).ended;
        [0, 1, 127, 137, 255]
            .into_iter()
            .for_each(|code| assert_eq!(ended(&format!("exit {code}")), Ended::Exit(code)));
        // None that a shell or `nohup` lets its programs ignore.
        [6, 9, 11, 31]
            .into_iter()
            .for_each(|signal| assert_eq!(ended(&format!("kill -{signal} $$")), Ended::Signal(signal)));
    }
}

#[test]
fn the_environment_is_clean() {
    for mode in MODES {
        let environment = vec![("NAME".into(), "a value".into())];
        let run = run(&Sandbox { environment, ..sandbox(mode) }, &["env"]);
        let mut names: Vec<&str> = run.output.lines().filter_map(|line| line.split('=').next()).collect();
        names.sort_unstable();
        assert_eq!(names, ["HOME", "LANG", "LC_ALL", "NAME", "PATH", "TMPDIR"]);
        let value = |name: &str| run.output.lines().find_map(|line| line.strip_prefix(name)).unwrap().to_string();
        assert_eq!(value("NAME="), "a value");
        assert_eq!(value("HOME="), value("TMPDIR="));
        assert!(!value("PATH=").contains("cargo"), "{}", value("PATH="));
    }
}

#[test]
fn no_descriptor_is_inherited() {
    let (reader, _writer) = std::io::pipe().unwrap();
    // Without the flag that closes it in other programs, as descriptors have it that a shell opened.
    let kept = rustix::io::fcntl_dupfd_cloexec(&reader, 50).unwrap();
    rustix::io::fcntl_setfd(&kept, rustix::io::FdFlags::empty()).unwrap();
    let plain = Command::new("ls").arg("/proc/self/fd").output().unwrap();
    assert!(String::from_utf8_lossy(&plain.stdout).contains("50"), "the test itself");
    // The last one is that of the folder.
    assert_eq!(run(&Sandbox::default(), &["ls", "/proc/self/fd"]).output, "0\n1\n2\n3\n");
}

#[test]
fn what_cannot_be_started_is_an_error() {
    let sandbox = Sandbox::default();
    let error = |command: &[&str]| sandbox.spawn(&launcher(), &words(command)).unwrap_err();
    assert_eq!(error(&[]).to_string(), "the command has no words");
    for program in ["no-such-program-anywhere", "/etc/passwd"] {
        assert_eq!(error(&[program]).to_string(), format!("{program}: no executable file of this name"));
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("script");
    script(&program, "#!/no/such/interpreter\n");
    let message = error(&[program.to_str().unwrap()]).to_string();
    assert_eq!(message, "/no/such/interpreter: no executable file of this name");
    // An executable file that is not a program.
    script(&program, [0, 1, 2, 3]);
    let message = error(&[program.to_str().unwrap()]).to_string();
    assert!(message.contains("cannot be started"), "{message}");
    // A launcher that is none.
    for program in ["/bin/true", "/no/such/program"] {
        let launcher = sandbox::Launcher { program: program.into(), arguments: Vec::new() };
        let error = Sandbox::default().spawn(&launcher, &words(&["true"])).unwrap_err();
        assert!(matches!(error, SandboxError::Launcher { .. }), "{error}");
    }
}
