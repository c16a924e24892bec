//! Streams, exit codes and the environment; interpreters and compiled programs. A test of an interpreter that this system does not have passes.

use crate::{MODES, PROBE, attempt, is_complete, launcher, run, sandbox, start, words};
use sandbox::{Ended, Sandbox, SandboxError};
use std::{
    fs::{self, Permissions},
    io::{Read, Write},
    os::unix::fs::PermissionsExt,
    path::Path,
    process::Command,
};

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
    let program = "import asyncio, json, os, random, subprocess, multiprocessing, tempfile, threading\n\
                   open('x', 'w').write('BBED')\n\
                   t = threading.Thread(target=lambda: None); t.start(); t.join()\n\
                   async def echo(text):\n    \
                       p = await asyncio.create_subprocess_exec('cat', stdin=-1, stdout=-1)\n    \
                       return (await p.communicate(text))[0]\n\
                   assert asyncio.run(echo(b'BBED')) == b'BBED'\n\
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
    if !is_complete() {
        return;
    }
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

/// They lock files, ask for caches, and set priorities, where that is permitted.
#[test]
fn other_interpreters() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "agent.js",
        "const fs = require('fs'); fs.writeFileSync('x', 'BBED'); fs.copyFileSync('x', 'y');\n\
         new (require('worker_threads').Worker)(\"require('fs').renameSync('y', 'z')\", { eval: true })\n\
         .on('exit', () => console.log(fs.readFileSync('z', 'utf8')));\n",
    );
    write(
        "Agent.java",
        "import java.io.*; import java.nio.channels.*; public class Agent { public static void main(String[] a) throws Exception {\n\
         try (var file = new RandomAccessFile(\"x\", \"rw\"); var lock = file.getChannel().lock()) { file.writeBytes(\"BBED\"); }\n\
         var thread = new Thread(() -> System.gc()); thread.setPriority(2); thread.start(); thread.join();\n\
         System.out.println(new BufferedReader(new FileReader(\"x\")).readLine()); } }\n",
    );
    write(
        "agent.py",
        "import fcntl, shutil, sqlite3\n\
         table = sqlite3.connect('x.db'); table.execute('create table t (c)'); table.execute(\"insert into t values ('BBED')\")\n\
         table.commit(); file = open('lock', 'w'); fcntl.flock(file, fcntl.LOCK_EX); fcntl.lockf(file, fcntl.LOCK_EX)\n\
         shutil.copy2('x.db', 'y.db'); print(sqlite3.connect('y.db').execute('select c from t').fetchone()[0])\n",
    );
    write(
        "agent.lisp",
        "(with-open-file (file \"x\" :direction :output) (write-string (reverse \"DEBB\") file)) (gc :full t)\n\
         (with-open-file (file \"x\") (write-line (read-line file)))\n",
    );
    for command in [
        &["node", "agent.js"][..],
        &["java", "Agent.java"],
        &["python3", "agent.py"],
        &["sbcl", "--script", "agent.lisp"],
    ] {
        if has(command[0]) {
            assert_prints(command, folder.path(), "BBED\n");
        }
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
        assert_prints(&["sh", "-c", "cc agent.c -o agent && echo done"], folder.path(), "done\n");
        // It makes the program executable, which needs a file system of its own.
        let script = "cc agent.c -o agent && ./agent && echo done";
        let run = run(&sandbox(MODES[0]).copied(folder.path()), &["sh", "-c", script]);
        assert!(run.output == "done\n" || !is_complete(), "{run:?}");
    }
}

/// A program that prints a file, in a folder.
fn install(folder: &Path, name: &str) -> String {
    fs::create_dir_all(folder).unwrap();
    let program = folder.join(name);
    fs::write(&program, "#!/bin/sh\ncat \"$@\"\n").unwrap();
    fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
    program.to_str().unwrap().to_string()
}

#[test]
fn an_installation_is_readable_and_its_surroundings_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = folder.path().join("prefix");
    let program = install(&prefix.join("bin"), "program");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&program, &link).unwrap();
    for name in ["lib/library", "other/secret", "secret"] {
        let file = prefix.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "BBED").unwrap();
    }
    let path = |name: &str| prefix.join(name).to_str().unwrap().to_string();
    for mode in MODES {
        for program in [program.as_str(), link.to_str().unwrap()] {
            assert_eq!(run(&sandbox(mode), &[program, &path("lib/library")]).output, "BBED", "{mode:?} {program}");
            for name in ["other/secret", "secret"] {
                assert_eq!(
                    run(&sandbox(mode), &[program, &path(name)]).ended,
                    Ended::Exit(1),
                    "{mode:?} {program} {name}"
                );
            }
        }
    }
}

#[test]
fn a_program_that_is_not_installed_shows_nothing_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let program = install(&folder.path().join("agent"), "program");
    let secret = folder.path().join("agent/secret");
    fs::write(&secret, "BBED").unwrap();
    for mode in MODES {
        assert_eq!(run(&sandbox(mode), &[&program, &program]).ended, Ended::Exit(0));
        assert_eq!(run(&sandbox(mode), &[&program, secret.to_str().unwrap()]).ended, Ended::Exit(1));
    }
}

#[test]
fn versions_beside_shims_are_readable() {
    let folder = tempfile::tempdir().unwrap();
    let shim = install(&folder.path().join("manager/shims"), "program");
    let version = folder.path().join("manager/versions");
    fs::create_dir(&version).unwrap();
    fs::write(version.join("file"), "BBED").unwrap();
    fs::write(folder.path().join("secret"), "x").unwrap();
    for mode in MODES {
        assert_eq!(run(&sandbox(mode), &[&shim, version.join("file").to_str().unwrap()]).output, "BBED");
        assert_eq!(run(&sandbox(mode), &[&shim, folder.path().join("secret").to_str().unwrap()]).ended, Ended::Exit(1));
    }
}

#[test]
fn input_output_and_errors_are_separate() {
    for mode in MODES {
        let mut contained = start(&sandbox(mode), &["sh", "-c", "cat; echo wrong >&2"]);
        contained.stdin.take().unwrap().write_all(b"BBED").unwrap();
        let (mut output, mut errors) = (String::new(), String::new());
        contained.stdout.take().unwrap().read_to_string(&mut output).unwrap();
        contained.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!((output.as_str(), errors.as_str()), ("BBED", "wrong\n"));
        assert!(contained.wait().unwrap().success());
    }
}

#[test]
fn exit_codes_and_signals_are_exact() {
    for mode in MODES {
        for code in [0, 1, 2, 127, 128, 137, 255] {
            assert_eq!(attempt(&sandbox(mode), &["exit", &code.to_string()]).ended, Ended::Exit(code));
        }
        for signal in [1, 2, 6, 8, 9, 11, 13, 15, 24, 31] {
            // As after `nohup`: a process inherits which signals are ignored.
            if ignored_signals() >> (signal - 1) & 1 == 1 {
                continue;
            }
            let script = format!("kill -{signal} $$");
            assert_eq!(run(&sandbox(mode), &["sh", "-c", &script]).ended, Ended::Signal(signal));
        }
    }
}

/// The signals that this process ignores: bit n - 1 is that of signal n.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap()
}

#[test]
fn the_environment_is_clean() {
    for mode in MODES {
        let run = run(&sandbox(mode).environment("NAME", "a value"), &["env"]);
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
    let plain = Command::new(PROBE).arg("descriptors").output().unwrap();
    assert!(String::from_utf8_lossy(&plain.stdout).contains("50"), "the test itself");
    assert_eq!(attempt(&Sandbox::default(), &["descriptors"]).output, "0 1 2\n");
}

#[test]
fn what_cannot_be_started_is_an_error() {
    let sandbox = Sandbox::default();
    let error = |command: &[&str]| sandbox.spawn(&launcher(), &words(command)).unwrap_err();
    assert!(matches!(error(&[]), SandboxError::EmptyCommand));
    assert!(matches!(error(&["no-such-program-anywhere"]), SandboxError::NotFound { .. }));
    assert!(matches!(error(&["/etc/passwd"]), SandboxError::NotFound { .. }));
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script");
    fs::write(&script, "#!/no/such/interpreter\n").unwrap();
    fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    let message = error(&[script.to_str().unwrap()]).to_string();
    assert_eq!(message, "/no/such/interpreter: no executable file of this name");
    // An executable file that is not a program.
    fs::write(&script, [0, 1, 2, 3]).unwrap();
    let message = error(&[script.to_str().unwrap()]).to_string();
    assert!(message.contains("cannot be started"), "{message}");
}

#[test]
fn a_launcher_that_is_none_is_an_error() {
    for program in ["/bin/true", "/no/such/program"] {
        let launcher = sandbox::Launcher { program: program.into(), arguments: Vec::new() };
        let error = Sandbox::default().spawn(&launcher, &words(&["true"])).unwrap_err();
        assert!(matches!(error, SandboxError::Launcher { .. }), "{error}");
    }
}
