//! Streams, exit codes, signals and the environment.

use crate::harness::{MODES, PROBE, attempt, launcher, run, sandbox, start, words};
use sandbox::{Ended, Sandbox, SandboxError};
use std::io::{Read, Write};

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
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
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
    let plain = std::process::Command::new(PROBE).arg("descriptors").output().unwrap();
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
    std::fs::write(&script, "#!/no/such/interpreter\n").unwrap();
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let message = error(&[script.to_str().unwrap()]).to_string();
    assert_eq!(message, "/no/such/interpreter: no executable file of this name");
    // An executable file that is not a program.
    std::fs::write(&script, [0, 1, 2, 3]).unwrap();
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
