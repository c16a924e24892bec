//! Network, signals, debugging, system calls that are denied, and what programs share: system files with their page cache and locks, and
//! other processes of their user.

use crate::{
    ATTEMPTS, MODES, PROBE, PYTHON, assert_allowed, assert_refused, attempt, is_complete, launcher, run, sandbox, start,
};
use sandbox::{Ended, Namespaces, Protection, Sandbox};
use std::fs::{self, Metadata, Permissions};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::{Child, Command};

/// A process, which is ended with the value.
struct Sleeper(Child);

impl Sleeper {
    fn new() -> Sleeper {
        Sleeper(Command::new("sleep").arg("1000").spawn().unwrap())
    }
}

impl Drop for Sleeper {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn what_is_missing_is_known_of_every_program() {
    let missing = sandbox::missing(&launcher()).unwrap();
    assert_eq!(start(&Sandbox::default(), &["true"]).missing(), missing);
    if is_complete() {
        let [_, mountless, none] = MODES.map(|mode| start(&sandbox(mode), &["true"]).missing().to_vec());
        assert_eq!(mountless[0].protection, Protection::FileSystem);
        let text = none[0].to_string();
        assert!(text.starts_with("no namespaces (they are switched off): a program can find"), "{none:?}");
    }
}

/// Services of this process, and another process, which attempts reach outside of a sandbox.
struct Others {
    folder: tempfile::TempDir,
    tcp: TcpListener,
    udp: UdpSocket,
    sockets: [UnixListener; 2],
    process: Sleeper,
    attempts: [String; 12],
}

impl Others {
    fn new(name: &str) -> Others {
        let folder = tempfile::tempdir().unwrap();
        let (tcp, udp) = (TcpListener::bind("127.0.0.1:0").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap());
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let name = format!("sandbox-{name}-{}", std::process::id());
        let hidden = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
        let sockets = [UnixListener::bind(path("socket")).unwrap(), hidden];
        let process = Sleeper::new();
        let number = process.0.id();
        fs::write(path("file"), "x").unwrap();
        let attempts = [
            format!("tcp {}", tcp.local_addr().unwrap()),
            format!("udp {}", udp.local_addr().unwrap()),
            "listen 127.0.0.1:0".to_owned(),
            format!("unix {}", path("socket")),
            format!("abstract {name}"),
            "memfd x".to_owned(),
            format!("write {}", path("new")),
            format!("read {}", path("file")),
            format!("remove {}", path("file")),
            format!("read /proc/{number}/environ"),
            "list /var/log".to_owned(),
            format!("kill {number}"),
        ];
        Others { folder, tcp, udp, sockets, process, attempts }
    }
}

#[test]
fn others_cannot_be_reached() {
    let mut others = Others::new("test");
    let number = others.process.0.id();
    let [ptrace, memory] = ["ptrace", "memory-of"].map(|kind| format!("{kind} {number}"));
    for mode in MODES {
        assert_refused(&sandbox(mode), &others.attempts);
        assert_refused(&sandbox(mode), &[&ptrace, &memory, "ptrace 1", "unshare user", "mount /scratch"]);
    }
    others.tcp.set_nonblocking(true).unwrap();
    others.udp.set_nonblocking(true).unwrap();
    assert!(others.tcp.accept().is_err() && others.udp.recv(&mut [0; 1]).is_err());
    for socket in &others.sockets {
        socket.set_nonblocking(true).unwrap();
        assert!(socket.accept().is_err());
    }
    assert!(others.process.0.try_wait().unwrap().is_none() && others.folder.path().join("file").exists());
    let text = attempt(&Sandbox::default(), &["ptrace 1"]).errors;
    assert!(text.contains("Operation not permitted"), "{text}");
}

#[test]
fn a_program_with_the_network_connects_and_reaches_nothing_else() {
    let others = Others::new("network");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept");
    let kept = format!("write {}", file.display());
    for mode in MODES {
        let writable = Some(folder.path().as_os_str().to_owned());
        let network = Sandbox { network: true, writable, ..sandbox(mode) };
        assert_allowed(&network, &[&others.attempts[0], &others.attempts[1], &kept]);
        assert_refused(&network, &others.attempts[2..]);
        fs::remove_file(&file).unwrap();
    }
    assert_refused(&Sandbox::default(), &[kept]);
}

#[test]
fn the_same_attempts_succeed_outside() {
    let others = Others::new("control");
    let output = Command::new(PYTHON).args(["-c", ATTEMPTS]).args(&others.attempts).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), others.attempts.join("\n") + "\n");
}

#[test]
fn a_program_that_kills_all_it_can_ends_only_itself() {
    if !is_complete() {
        return;
    }
    for mode in MODES {
        let script = "read line; kill -9 $PPID; kill -STOP $PPID; kill -9 -1; kill -9 1; exit 5";
        let mut contained = start(&sandbox(mode), &["sh", "-c", script]);
        contained.stdin.take().unwrap().write_all(b"begin\n").unwrap();
        let ended = contained.wait().unwrap();
        assert!(matches!(ended, Ended::Exit(5) | Ended::Signal(9)), "{mode:?}: {ended}");
    }
    // The first process of the namespace survives, and the program can go on.
    let script = "kill -9 1; kill -TERM 1; kill -STOP 1; exit 5";
    assert_eq!(run(&Sandbox::default(), &["sh", "-c", script]).ended, Ended::Exit(5));
}

#[test]
fn there_are_no_capabilities() {
    if !is_complete() {
        return;
    }
    for mode in MODES {
        // Without a process namespace /proc cannot be read.
        let run = run(&sandbox(mode), &["sh", "-c", "grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status || true"]);
        if mode == Namespaces::All {
            assert_eq!(run.output.lines().count(), 7, "{run:?}");
        }
        for line in run.output.lines() {
            let (name, value) = line.split_once(":\t").unwrap();
            let expected = match name {
                "NoNewPrivs" => "1",
                "Seccomp" => "2",
                _ => "0000000000000000",
            };
            assert_eq!(value, expected, "{line}");
        }
    }
}

#[rustfmt::skip]
const REFUSED: [&str; 51] = [
    "fadvise", "readahead", "sync-file-range", "syncfs", "nowait", "openat2", "cachestat", "mincore",
    "willneed", "cold", "pageout", "mergeable", "lease", "get-lease", "notify", "owner", "signal", "hint",
    "get-hint", "inotify", "inotify-old", "aio", "flags", "get-flags", "socket-owner", "setxattr", "lsetxattr",
    "fsetxattr", "removexattr", "setxattrat", "file-getattr", "truncate", "link", "prlimit", "scheduler",
    "parameter", "affinity", "attributes", "priority-user", "priority", "priority-group", "get-priority",
    "io-priority", "io-priority-user", "robust-list", "move-pages", "kill", "tgkill", "tkill", "sigqueue",
    "pidfd-signal",
];

/// Attempts that fail, or succeed and change nothing.
const WITHOUT_EFFECT: [&str; 7] = ["chmod", "chmod-number", "fchmod", "fchmodat2", "chown", "fchownat", "times"];

const LOCKS: [&str; 3] = ["flock", "lock", "open-lock"];

/// The program with the attempts, a file that it can read, and a process.
struct Attempts {
    folder: tempfile::TempDir,
    other: Sleeper,
}

impl Attempts {
    /// None without a compiler.
    fn new() -> Option<Attempts> {
        let folder = tempfile::tempdir().unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/shared.c");
        match Command::new("cc").arg(source).arg("-o").arg(folder.path().join("shared")).status() {
            Ok(status) => assert!(status.success(), "it does not compile"),
            Err(error) => {
                eprintln!("not tested here: cc: {error}");
                return None;
            }
        }
        let attempts = Attempts { folder, other: Sleeper::new() };
        attempts.renew();
        Some(attempts)
    }

    fn renew(&self) -> Metadata {
        let file = self.folder.path().join("file");
        let _ = fs::remove_file(&file);
        fs::write(&file, vec![1; 8192]).unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        fs::metadata(file).unwrap()
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn sandbox(&self, mode: Namespaces) -> Sandbox {
        Sandbox { readable: vec![self.path("file").into()], ..sandbox(mode) }
    }

    fn command(&self, kinds: &[&str]) -> Vec<String> {
        let [program, file] = ["shared", "file"].map(|name| self.path(name));
        let kinds = kinds.iter().map(ToString::to_string);
        [program, file, self.other.0.id().to_string()].into_iter().chain(kinds).collect()
    }
}

#[test]
fn what_reaches_others_by_files_or_processes_is_refused() {
    let Some(attempts) = Attempts::new() else { return };
    for mode in MODES {
        let attempt = |kinds: &[&str]| run(&attempts.sandbox(mode), &attempts.command(kinds));
        let refused = attempt(&REFUSED);
        assert_eq!((refused.output.as_str(), refused.ended), ("", Ended::Exit(1)), "{mode:?}: {refused:?}");
        assert_eq!(attempt(&["own"]).output, "own\n", "{mode:?}");
        let before = attempts.renew();
        let run = attempt(&WITHOUT_EFFECT);
        assert!(matches!(run.ended, Ended::Exit(0 | 1)), "{mode:?}: {run:?}");
        let after = fs::metadata(attempts.path("file")).unwrap();
        let state = |data: &Metadata| (data.mode(), data.uid(), data.gid(), data.mtime(), data.ctime_nsec());
        assert_eq!(state(&before), state(&after), "{mode:?}: {run:?}");
    }
}

/// What the test above calls refused would be something outside of the sandbox.
#[test]
fn the_same_attempts_reach_others_outside() {
    let Some(attempts) = Attempts::new() else { return };
    for kind in REFUSED.iter().chain(&WITHOUT_EFFECT).chain(&LOCKS) {
        attempts.renew();
        let command = attempts.command(&[kind]);
        let output =
            Command::new(&command[0]).args(&command[1..]).current_dir(attempts.folder.path()).output().unwrap();
        // Of an older kernel, or of a file system without this attribute.
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        if errors.contains("not implemented") || errors.contains("not supported") {
            eprintln!("not tested here: {errors}");
            continue;
        }
        assert_eq!(output.status.code(), Some(0), "{kind}: {errors}");
    }
}

/// Signals are kept apart by Landlock since Linux 6.12, or by a process namespace. Where there is neither, a filter does it.
#[test]
fn signals_are_kept_apart_without_landlock_and_namespaces() {
    let Some(attempts) = Attempts::new() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rogues/hardened.py");
    let attempt = |command: &[String]| {
        let mut python = Command::new(PYTHON);
        python.arg(&script).args(["unshare,landlock_create_ruleset", PROBE, "run", "none"]).args(command);
        let output = python.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let refused = ["kill", "tgkill", "tkill", "sigqueue", "pidfd-signal", "prlimit", "lease"];
    assert_eq!(attempt(&attempts.command(&refused)), "started\nexit code 1\n");
    assert_eq!(attempt(&attempts.command(&["own"])), "started\nexit code 0\n");
    let words = ["sh", "-c", "kill -ABRT $$"].map(str::to_string);
    assert_eq!(attempt(&words), "started\nsignal 6\n");
}

/// A lock would tell others a bit; a lease would let them wait.
#[test]
fn locks_succeed_and_nobody_else_sees_them() {
    let Some(attempts) = Attempts::new() else { return };
    for mode in MODES {
        for kind in LOCKS {
            let mut holder = start(&attempts.sandbox(mode), &attempts.command(&[kind, "hold"]));
            let mut line = String::new();
            BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
            assert_eq!(line.trim(), kind, "{mode:?}");
            for other in ["flock", "lease"] {
                let status =
                    Command::new(attempts.path("shared")).args([&attempts.path("file"), "1", other]).status().unwrap();
                assert!(status.success(), "{mode:?}: {other} while a program has a {kind}");
            }
        }
    }
}
