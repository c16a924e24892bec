//! The outer process: makes the namespaces, starts the inner process in them, and ends it when the caller asks for that or is gone.

use super::messages::{self, INNER, LauncherReport, Messages, NAMESPACES, NO_NAMESPACES, report};
use super::processes;
use folder_files::TemporaryFolder;
use nix::sched::CloneFlags;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, getegid, geteuid, getpid, kill_process, kill_process_group, pidfd_open,
    set_child_subreaper, setsid,
};
use rustix::thread::{CapabilitySet, capabilities, configure_capability_in_ambient_set, set_capabilities};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The user and group number that root has inside of the user namespace. Others keep theirs.
const USER: u32 = 1000;

/// How long killing the process group is tried alone.
const GROUP: Duration = Duration::from_millis(100);

/// The wait between two attempts to kill what is left.
const PAUSE: Duration = Duration::from_micros(300);

/// Runs the outer process. `prefix` are the launcher's own arguments. `None` if the standard input is not the socket of a caller that
/// sends a temporary folder, which it removes. With `network`, the namespaces are without one of the network.
pub(super) fn run(namespaces: bool, network: bool, prefix: &[OsString]) -> Option<ExitCode> {
    close_inherited();
    let mut messages = Messages::new(messages::of_caller()?);
    let base =
        messages.next::<OsString>().ok().flatten().map(PathBuf::from).filter(|base| TemporaryFolder::is_new(base))?;
    Some(contain(namespaces, network, &base, prefix, &messages.socket))
}

/// Runs a program for the caller at the other end of the socket.
fn contain(namespaces: bool, network: bool, base: &Path, prefix: &[OsString], socket: &UnixStream) -> ExitCode {
    let fail = |sentence: String| {
        report(socket, &LauncherReport::Failed(sentence), &[]);
        ExitCode::FAILURE
    };
    let _ = setsid();
    let mut separate = namespaces;
    let mut reason = String::new();
    let user = (geteuid().as_raw(), getegid().as_raw());
    if namespaces && let Err(error) = make_namespaces(network) {
        separate = false;
        reason = error.to_string();
    }
    if separate && let Err(error) = map_user(user).and_then(|()| keep_capabilities()) {
        return fail(format!("the namespaces are not usable, do without them: {error}"));
    }
    if !separate && let Err(error) = set_child_subreaper(Some(getpid())) {
        return fail(format!("descendants cannot be waited for: {error}"));
    }
    let inner = Command::new("/proc/self/exe")
        .args(prefix)
        .args([INNER, if separate { NAMESPACES } else { NO_NAMESPACES }])
        .arg(reason)
        .env_clear()
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let status = match inner {
        Ok(inner) => match watch(inner, socket, separate) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(format!("the program cannot be watched: {error}")),
        },
        Err(error) => fail(format!("the launcher cannot start itself: {error}")),
    };
    TemporaryFolder::remove(base);
    status
}

/// Closes all descriptors but the standard ones, which the caller may have inherited without knowing.
fn close_inherited() {
    let numbers = processes::numbers_in("/proc/self/fd").into_iter();
    numbers.filter(|number| *number > 2).for_each(|number| _ = nix::unistd::close(number));
}

/// Makes all namespaces but that of mounts and, with `network`, that of the network.
fn make_namespaces(network: bool) -> nix::Result<()> {
    let of_network = if network { CloneFlags::empty() } else { CloneFlags::CLONE_NEWNET };
    nix::sched::unshare(
        CloneFlags::CLONE_NEWUSER
            | CloneFlags::CLONE_NEWPID
            | of_network
            | CloneFlags::CLONE_NEWIPC
            | CloneFlags::CLONE_NEWUTS
            | CloneFlags::CLONE_NEWCGROUP,
    )
}

/// Maps the user and the group, which were these outside of the user namespace.
fn map_user((user, group): (u32, u32)) -> io::Result<()> {
    let inside = |number: u32| if number == 0 { USER } else { number };
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{} {user} 1", inside(user)))?;
    fs::write("/proc/self/gid_map", format!("{} {group} 1", inside(group)))
}

/// Makes those capabilities ambient with which the inner process mounts, and then drops all.
fn keep_capabilities() -> io::Result<()> {
    let needed = CapabilitySet::SYS_ADMIN | CapabilitySet::SETPCAP;
    let mut sets = capabilities(None)?;
    sets.inheritable |= needed;
    set_capabilities(None, sets)?;
    for capability in [CapabilitySet::SYS_ADMIN, CapabilitySet::SETPCAP] {
        configure_capability_in_ambient_set(capability, true)?;
    }
    Ok(())
}

/// Waits for the end of the inner process or of the caller's interest, whichever is first, and ends all of it.
fn watch(mut inner: Child, socket: &UnixStream, separate: bool) -> io::Result<()> {
    let Some(pid) = Pid::from_raw(inner.id().cast_signed()) else { return Ok(()) };
    let ended = pidfd_open(pid, PidfdFlags::empty());
    if let Ok(ended) = &ended {
        let mut sources = [PollFd::new(ended, PollFlags::IN), PollFd::new(socket, PollFlags::empty())];
        while let Err(error) = poll(&mut sources, None) {
            if error != rustix::io::Errno::INTR {
                break;
            }
        }
    }
    if separate {
        // The kernel kills all processes of the namespace with its first one, which ends when they have ended.
        let _ = inner.kill();
        inner.wait()?;
    } else {
        kill_all(pid);
    }
    ended.map_err(Into::into).map(drop)
}

/// Kills the process group of the inner process, which its descendants cannot leave, until none is left. Descendants are looked for one
/// by one only where that is not enough: without seccomp they can leave the group.
fn kill_all(inner: Pid) {
    let start = Instant::now();
    loop {
        let _ = kill_process_group(inner, Signal::KILL);
        if start.elapsed() > GROUP {
            for process in processes::descendants(getpid().as_raw_pid(), usize::MAX) {
                if let Some(pid) = Pid::from_raw(process) {
                    let _ = kill_process(pid, Signal::KILL);
                }
            }
        }
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::StillAlive) => break,
                Err(nix::errno::Errno::ECHILD) => return,
                _ => {}
            }
        }
        sleep(PAUSE);
    }
}
