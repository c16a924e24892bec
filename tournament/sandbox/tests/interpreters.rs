//! Interpreters and compiled programs. A test of an interpreter that this system does not have passes.

mod harness;

use harness::{MODES, run, sandbox};
use sandbox::Ended;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Whether a program is in `PATH`.
fn has(program: &str) -> bool {
    Command::new("sh").args(["-c", &format!("command -v {program}")]).output().unwrap().status.success()
}

/// Asserts what a command prints, in all modes.
fn assert_prints(command: &[&str], folder: &Path, output: &str) {
    for mode in MODES {
        let run = run(&sandbox(mode).copied(folder), command);
        assert_eq!(run.output, output, "{mode:?} {command:?}: {run:?}");
        assert_eq!(run.ended, Ended::Exit(0));
    }
}

#[test]
fn python() {
    let folder = tempfile::tempdir().unwrap();
    let program = "import json, os, random, subprocess, multiprocessing, tempfile, threading\n\
                   open('x', 'w').write('BBED')\n\
                   t = threading.Thread(target=lambda: None); t.start(); t.join()\n\
                   print(subprocess.check_output(['cat', 'x']).decode(), tempfile.gettempdir() == os.environ['HOME'])\n";
    fs::write(folder.path().join("agent.py"), program).unwrap();
    fs::write(folder.path().join("script"), format!("#!/usr/bin/env python3\n{program}")).unwrap();
    fs::set_permissions(folder.path().join("script"), Permissions::from_mode(0o755)).unwrap();
    if has("python3") {
        assert_prints(&["python3", "agent.py"], folder.path(), "BBED True\n");
        assert_prints(&["./script"], folder.path(), "BBED True\n");
    }
}

#[test]
fn python_processes() {
    let folder = tempfile::tempdir().unwrap();
    let program = "import multiprocessing\n\
                   def square(x): return x * x\n\
                   if __name__ == '__main__':\n    with multiprocessing.Pool(2) as pool: print(pool.map(square, [2, 3]))\n";
    fs::write(folder.path().join("agent.py"), program).unwrap();
    if has("python3") {
        // Semaphores need /dev/shm, which only a file system of its own has.
        let run = run(&sandbox(sandbox::Namespaces::All).copied(folder.path()), &["python3", "agent.py"]);
        assert_eq!(run.output, "[4, 9]\n", "{run:?}");
    }
}

#[test]
fn a_virtual_environment_of_python() {
    let folder = tempfile::tempdir().unwrap();
    let made = |folder: &Path| Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(folder).status();
    if has("python3") && made(&folder.path().join("venv")).is_ok_and(|status| status.success()) {
        let agent = tempfile::tempdir().unwrap();
        let python = folder.path().join("venv/bin/python");
        let command = [python.to_str().unwrap(), "-c", "import sys; print(sys.prefix != sys.base_prefix)"];
        assert_prints(&command, agent.path(), "True\n");
    }
}

#[test]
fn lisp() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("agent.lisp"), "(format t \"~a~%\" (reverse '(1 2 3)))").unwrap();
    if has("sbcl") {
        assert_prints(&["sbcl", "--script", "agent.lisp"], folder.path(), "(3 2 1)\n");
    }
}

#[test]
fn a_compiled_program() {
    let folder = tempfile::tempdir().unwrap();
    let source = "#include <stdio.h>\nint main(void) { FILE *file = fopen(\"x\", \"w\"); fputs(\"x\", file); return !puts(\"BBED\"); }\n";
    fs::write(folder.path().join("agent.c"), source).unwrap();
    let compile = |output: &Path| Command::new("cc").arg(folder.path().join("agent.c")).arg("-o").arg(output).status();
    if has("cc") && compile(&folder.path().join("agent")).unwrap().success() {
        assert_prints(&["./agent"], folder.path(), "BBED\n");
        // Outside of the copied folder, too.
        let other = tempfile::tempdir().unwrap();
        assert_prints(&[folder.path().join("agent").to_str().unwrap()], other.path(), "BBED\n");
    }
}

#[test]
fn a_compiler() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("agent.c"), "int main(void) { return 0; }\n").unwrap();
    if has("cc") {
        assert_prints(&["sh", "-c", "cc agent.c -o agent && ./agent && echo done"], folder.path(), "done\n");
    }
}
