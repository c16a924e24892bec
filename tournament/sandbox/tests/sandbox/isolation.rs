//! Network, signals, debugging, and system calls that are denied.

use crate::harness::{MODES, PROBE, assert_refused, attempt, is_complete, launcher, run, sandbox, start};
use sandbox::{Ended, Protection, Sandbox};
use std::io::Write;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::process::Command;

#[test]
fn what_is_missing_is_known_of_every_program() {
    let missing = sandbox::missing(&launcher()).unwrap();
    assert_eq!(start(&Sandbox::default(), &["true"]).missing(), missing);
    assert_eq!(is_complete(), missing.is_empty());
}

#[test]
fn the_network_cannot_be_reached() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let datagrams = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = datagrams.local_addr().unwrap().to_string();
    for mode in MODES {
        assert_refused(&sandbox(mode), &["tcp", &address]);
        assert_refused(&sandbox(mode), &["udp", &port]);
        assert_refused(&sandbox(mode), &["listen", "127.0.0.1:0"]);
    }
    listener.set_nonblocking(true).unwrap();
    datagrams.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err());
    assert!(datagrams.recv(&mut [0; 1]).is_err());
}

#[test]
fn sockets_of_services_cannot_be_reached() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let listener = UnixListener::bind(&path).unwrap();
    let name = format!("sandbox-test-{}", std::process::id());
    let hidden = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    for mode in MODES {
        assert_refused(&sandbox(mode), &["unix", path.to_str().unwrap()]);
        assert_refused(&sandbox(mode), &["abstract", &name]);
    }
    for listener in [listener, hidden] {
        listener.set_nonblocking(true).unwrap();
        assert!(listener.accept().is_err());
    }
}

#[test]
fn other_processes_cannot_be_killed() {
    let mut other = Command::new("sleep").arg("1000").spawn().unwrap();
    for mode in MODES {
        assert_refused(&sandbox(mode), &["kill", &other.id().to_string()]);
        assert_refused(&sandbox(mode), &["kill", &std::process::id().to_string()]);
    }
    assert!(other.try_wait().unwrap().is_none());
    other.kill().unwrap();
    other.wait().unwrap();
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
    assert_eq!(
        run(&Sandbox::default(), &["sh", "-c", "kill -9 1; kill -TERM 1; kill -STOP 1; exit 5"]).ended,
        Ended::Exit(5)
    );
}

#[test]
fn denied_system_calls_are_errors() {
    let mut other = Command::new("sleep").arg("1000").spawn().unwrap();
    let number = other.id().to_string();
    for mode in MODES {
        assert_refused(&sandbox(mode), &["ptrace", &number]);
        assert_refused(&sandbox(mode), &["ptrace", "1"]);
        assert_refused(&sandbox(mode), &["memory-of", &number]);
        assert_refused(&sandbox(mode), &["unshare"]);
        assert_refused(&sandbox(mode), &["mount"]);
        assert_refused(&sandbox(mode), &["memfd"]);
    }
    other.kill().unwrap();
    other.wait().unwrap();
    let text = attempt(&Sandbox::default(), &["ptrace", "1"]).errors;
    assert!(text.contains("Operation not permitted"), "{text}");
}

#[test]
fn there_are_no_capabilities() {
    if !is_complete() {
        return;
    }
    for mode in MODES {
        // Without a process namespace /proc cannot be read.
        let run = run(&sandbox(mode), &["sh", "-c", "grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status || true"]);
        if mode == sandbox::Namespaces::All {
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

#[test]
fn systems_without_namespaces_are_reported() {
    if !is_complete() {
        return;
    }
    let missing = |mode| start(&sandbox(mode), &["true"]).missing().to_vec();
    let [_, mountless, none] = MODES.map(missing);
    assert_eq!(mountless[0].protection, Protection::FileSystem);
    assert_eq!(
        none[0].to_string(),
        "no namespaces (they are switched off): a program can find processes and file names of others, fill the disk, and not make its \
         files executable"
    );
}

#[test]
fn the_same_attempts_succeed_outside() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (path, file) = (folder.path().join("socket"), folder.path().join("file"));
    let _service = UnixListener::bind(&path).unwrap();
    let name = format!("sandbox-control-{}", std::process::id());
    let _hidden = UnixListener::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    let mut other = Command::new("sleep").arg("1000").spawn().unwrap();
    let number = other.id().to_string();
    let address = listener.local_addr().unwrap().to_string();
    let (path, file) = (path.to_str().unwrap(), file.to_str().unwrap());
    let environment = format!("/proc/{number}/environ");
    for words in [
        ["tcp", &address],
        ["udp", &address],
        ["listen", "127.0.0.1:0"],
        ["unix", path],
        ["abstract", &name],
        ["memfd", ""],
        ["write", file],
        ["read", file],
        ["remove", file],
        ["read", &environment],
        ["list", "/var/log"],
        ["exists", "/home"],
        ["kill", &number],
    ] {
        let output = Command::new(PROBE).args(words).output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
    }
    other.wait().unwrap();
}
