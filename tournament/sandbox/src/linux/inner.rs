//! The inner process: prepares files and limits, gives up all rights, starts the program, and waits for it.
//!
//! In namespaces it is the first process of its process namespace: no process inside can kill it, and all end with it.

use super::calls::{self, Also};
use super::kernel::Counter;
use super::messages::{self, INNER, LauncherReport, Messages, PROGRAM, Setup, StandardStreams};
use super::processes::tasks;
use super::root::{self, DEVICES, Root, SCRATCH, TEMPORARY};
use crate::command::SYSTEM;
use crate::{Ended, Missing, Namespaces, Protection, Sandbox, copy};
use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
    path_beneath_rules,
};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::wait::{WaitStatus, waitpid};
use rustix::process::{
    DumpableBehavior, Resource, Rlimit, Signal, getrlimit, set_child_subreaper, set_dumpable_behavior,
    set_parent_process_death_signal, setrlimit, setsid, umask,
};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_capabilities_secure_bits,
};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::ErrorKind;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode};
use std::time::Duration;

/// Exit code of a program that could not be executed, as that of a shell.
const NOT_EXECUTED: u8 = 127;

/// Files of /proc that tell nothing about processes, for programs that have no /proc of their own.
const HARMLESS: [&str; 4] =
    ["/proc/cpuinfo", "/proc/meminfo", "/proc/sys/vm/overcommit_memory", "/proc/sys/kernel/random"];

/// Runs the inner process. `reason` says why it has no namespaces, if they were asked for. `None` if the standard input is not a socket.
pub(super) fn run(separate: bool, reason: Option<&OsString>) -> Option<ExitCode> {
    let mut messages = Messages::new(messages::of_standard_input()?);
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    let _ = setsid();
    let received = messages.next::<Setup>().and_then(|setup| setup.ok_or_else(|| ErrorKind::UnexpectedEof.into()));
    let streams = StandardStreams::try_from(std::mem::take(&mut messages.descriptors));
    let socket = &messages.socket;
    let started = received
        .and_then(|setup| Ok((setup, streams.map_err(|_| ErrorKind::InvalidData)?)))
        .map_err(|error| format!("the setup cannot be received: {error}"))
        .and_then(|(setup, streams)| Preparation::new(socket, separate, reason).start(&setup, streams));
    Some(match started {
        Ok(program) => wait(&program, socket),
        Err(sentence) => {
            messages::report(socket, &LauncherReport::Failed(sentence), &[]);
            ExitCode::FAILURE
        }
    })
}

/// Waits for the program, and for orphans among its descendants on the way.
fn wait(program: &Child, socket: &UnixStream) -> ExitCode {
    let started = program.id().cast_signed();
    loop {
        let ended = match waitpid(None, None) {
            Ok(WaitStatus::Exited(pid, code)) if pid.as_raw() == started => Ended::Exit(code),
            Ok(WaitStatus::Signaled(pid, signal, _)) if pid.as_raw() == started => Ended::Signal(signal as i32),
            Ok(_) | Err(nix::errno::Errno::EINTR) => continue,
            Err(_) => return ExitCode::FAILURE,
        };
        messages::report(socket, &LauncherReport::Ended { ended, cpu: waited_for() }, &[]);
        return ExitCode::SUCCESS;
    }
}

/// The CPU time of processes that this one has waited for, and they for others.
fn waited_for() -> Duration {
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Duration::ZERO };
    [usage.user_time(), usage.system_time()]
        .iter()
        .map(|time| Duration::from_micros(time.tv_sec().unsigned_abs() * 1_000_000 + time.tv_usec().unsigned_abs()))
        .sum()
}

struct Preparation<'a> {
    socket: &'a UnixStream,
    separate: bool,
}

impl<'a> Preparation<'a> {
    fn new(socket: &'a UnixStream, separate: bool, reason: Option<&OsString>) -> Preparation<'a> {
        let preparation = Preparation { socket, separate };
        if !separate {
            let why = reason
                .filter(|reason| !reason.is_empty())
                .map_or("they are switched off".into(), |reason| reason.to_string_lossy());
            preparation.missing(Protection::Namespaces, &why);
        }
        preparation
    }

    fn missing(&self, protection: Protection, reason: &str) {
        let missing = Missing { protection, reason: reason.to_string() };
        messages::report(self.socket, &LauncherReport::Missing(missing), &[]);
    }

    fn start(&self, setup: &Setup, streams: StandardStreams) -> Result<Child, String> {
        let sandbox = &setup.sandbox;
        umask(rustix::fs::Mode::from_raw_mode(0o077));
        // Of all processes, the kernel kills these first when memory is short.
        let _ = fs::write("/proc/self/oom_score_adj", "1000");
        if self.separate {
            // Of processes and threads of this process namespace, also of root: at most 300 more than `tasks`. Before Linux 6.14 there is
            // no such limit: the same file then has that of the whole system, and is not written.
            if is_at_least(6, 14) {
                let _ = fs::write("/proc/sys/kernel/pid_max", (RESERVED + tasks(sandbox)).to_string());
            }
        } else {
            set_child_subreaper(Some(rustix::process::getpid()))
                .map_err(|error| format!("orphans cannot be waited for: {error}"))?;
        }
        let entered = self.enter_root(setup)?;
        let own_root = entered.is_some();
        let scratch = if own_root { PathBuf::from(SCRATCH) } else { PathBuf::from(&setup.base) };
        set_limits(sandbox, self.separate)?;
        drop_capabilities()?;
        let launcher = std::env::current_exe().map_err(|error| format!("the launcher cannot find itself: {error}"))?;
        let mut readable: Vec<PathBuf> = Vec::new();
        if own_root {
            readable.push("/".into());
        } else {
            readable.extend(SYSTEM.iter().chain(&HARMLESS).map(PathBuf::from));
            readable.extend(root::settings());
            readable.extend(sandbox.readable.iter().map(PathBuf::from));
            readable.push(launcher.clone());
        }
        match Counter::new() {
            Ok(counter) => messages::report(self.socket, &LauncherReport::Counter, &[counter.0.as_fd()]),
            Err(error) => self.missing(Protection::Counter, &error.to_string()),
        }
        let own = if own_root { Path::new(TEMPORARY) } else { &scratch };
        let writable = sandbox.writable.iter().map(Path::new).chain([own]);
        let lacks = restrict_files(readable.iter().map(PathBuf::as_path), writable, sandbox.network)?;
        if let Some((protection, reason)) = lacks {
            self.missing(protection, reason);
        }
        // Nothing else keeps signals apart then.
        let through = (!self.separate && lacks.is_some()).then_some(launcher.as_path());
        let attributes = entered != Some(true);
        let also =
            Also { process_groups: !self.separate, attributes, filters: through.is_some(), network: sandbox.network };
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        if let Err(error) = calls::restrict(also) {
            self.missing(Protection::SystemCalls, &error.to_string());
        }
        let child = execute(setup, &scratch, streams, through)?;
        let started = LauncherReport::Started { process: child.id().cast_signed(), separate: self.separate };
        messages::report(self.socket, &started, &[]);
        Ok(child)
    }

    /// Makes the file system and copies the folder. Returns whether the files of others are read-only, if there is a file system of its own.
    fn enter_root(&self, setup: &Setup) -> Result<Option<bool>, String> {
        let sandbox = &setup.sandbox;
        let root = match self.build_root(setup) {
            Ok(root) => root,
            Err(why) => {
                if self.separate {
                    self.missing(Protection::FileSystem, &why);
                }
                copy::copy(sandbox, Path::new(&setup.base))?;
                return Ok(None);
            }
        };
        if !root.has_proc {
            self.missing(Protection::ProcessFolder, "it cannot be mounted");
        }
        let is_read_only = root.is_read_only;
        copy::copy(sandbox, &root.inside(Path::new(SCRATCH)))?;
        root.enter().map_err(|error| format!("the file system of its own cannot be entered: {error}"))?;
        Ok(Some(is_read_only))
    }

    /// A file system of its own, or why there is none.
    fn build_root<'b>(&self, setup: &'b Setup) -> Result<Root<'b>, String> {
        if !self.separate || setup.sandbox.namespaces == Namespaces::WithoutMounts {
            return Err("mounts are switched off".to_string());
        }
        root::separate_mounts().map_err(|error| error.to_string())?;
        Root::build(Path::new(&setup.base), &setup.sandbox).map_err(|error| {
            root::discard(Path::new(&setup.base));
            error.to_string()
        })
    }
}

/// Becomes a program that can send signals to itself only. `None` if that is not asked for by a process that has given up its rights.
pub(super) fn become_program(program: &OsStr, arguments: &[OsString]) -> Option<ExitCode> {
    if !rustix::thread::no_new_privs().unwrap_or(false) || calls::restrict_signals().is_err() {
        return None;
    }
    let _ = Command::new(program).args(arguments).exec();
    Some(ExitCode::from(NOT_EXECUTED))
}

fn execute(setup: &Setup, scratch: &Path, streams: StandardStreams, through: Option<&Path>) -> Result<Child, String> {
    let program = setup.program.path(scratch);
    let [input, output, errors] = streams;
    let mut command = setup.sandbox.command(through.unwrap_or(&program), scratch);
    if through.is_some() {
        let own = std::env::args_os().skip(1).take_while(|word| word != INNER);
        command.args(own).arg(PROGRAM).arg(&program);
    }
    command.args(&setup.arguments).stdin(input).stdout(output).stderr(errors).spawn().map_err(|error| {
        let name = program.strip_prefix(scratch).unwrap_or(&program).display();
        let hint = match error.raw_os_error() {
            Some(EXEC_FORMAT) => "; it is no program for this machine, nor does it begin with a line such as #!/bin/sh",
            _ => "",
        };
        format!("{name} cannot be started: {error}{hint}")
    })
}

/// `ENOEXEC`.
const EXEC_FORMAT: i32 = 8;

/// Process numbers that the kernel assigns once only (`RESERVED_PIDS`).
const RESERVED: u64 = 300;

/// The limit of timers and of signals that wait.
const SIGNALS: u64 = 1024;

/// Whether this is Linux `major.minor` or later.
fn is_at_least(major: u32, minor: u32) -> bool {
    let uname = rustix::system::uname();
    let release = uname.release().to_string_lossy();
    let mut numbers =
        release.split(|character: char| !character.is_ascii_digit()).map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (major, minor)
}

fn set_limits(sandbox: &Sandbox, user_namespace: bool) -> Result<(), String> {
    // A limit of 1 byte prevents core files, and other than 0 also those that are sent to a program (core(5)).
    let mut limits = vec![
        (Resource::Core, 1),
        // More than the limit, so that the caller sees that a program exceeds it before the program fails by itself.
        (Resource::Data, sandbox.memory.saturating_mul(2)),
        (Resource::Nofile, sandbox.open_files),
        (Resource::Fsize, sandbox.file_size),
        (Resource::Msgqueue, 0),
        (Resource::Rtprio, 0),
        (Resource::Nice, 0),
    ];
    if user_namespace && is_at_least(5, 14) {
        limits.push((Resource::Nproc, tasks(sandbox)));
        // Timers and waiting signals.
        limits.push((Resource::Sigpending, SIGNALS));
    }
    for (resource, value) in limits {
        let least = Some(getrlimit(resource).maximum.map_or(value, |before| before.min(value)));
        let limit = Rlimit { current: least, maximum: least };
        setrlimit(resource, limit).map_err(|error| format!("the limit {resource:?} cannot be set: {error}"))?;
    }
    Ok(())
}

/// Drops all capabilities for good. Steps that only a privileged process can do and need not do otherwise may fail.
fn drop_capabilities() -> Result<(), String> {
    let _ = clear_ambient_capability_set();
    for bit in 0..64 {
        if remove_capability_from_bounding_set(CapabilitySet::from_bits_retain(1 << bit)).is_err() {
            break;
        }
    }
    let _ = set_capabilities_secure_bits(
        CapabilitiesSecureBits::NO_ROOT
            | CapabilitiesSecureBits::NO_ROOT_LOCKED
            | CapabilitiesSecureBits::NO_SETUID_FIXUP
            | CapabilitiesSecureBits::NO_SETUID_FIXUP_LOCKED,
    );
    let none = CapabilitySet::empty();
    let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
    set_capabilities(None, sets).map_err(|error| format!("capabilities cannot be dropped: {error}"))
}

/// The latest version of Landlock whose rights are used.
const VERSION: ABI = ABI::V6;

/// Allows to read and execute `readable`, to write `writable` and the devices, and the network if it is given, nothing else. Returns the protection that this kernel
/// does not offer, and why.
fn restrict_files<'a>(
    readable: impl IntoIterator<Item = &'a Path>,
    writable: impl IntoIterator<Item = &'a Path>,
    network: bool,
) -> Result<Option<(Protection, &'static str)>, String> {
    let devices = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
    let enforce = || {
        let files = Ruleset::default().handle_access(AccessFs::from_all(VERSION))?;
        let handled = if network { files } else { files.handle_access(AccessNet::from_all(VERSION))? };
        handled
            .scope(Scope::from_all(VERSION))?
            .create()?
            .add_rules(path_beneath_rules(readable, AccessFs::from_read(VERSION)))?
            .add_rules(path_beneath_rules(writable, AccessFs::from_all(VERSION)))?
            .add_rules(path_beneath_rules(DEVICES, devices))?
            .restrict_self()
    };
    let status = enforce().map_err(|error: RulesetError| format!("Landlock cannot be set up: {error}"))?;
    Ok(match status.ruleset {
        RulesetStatus::FullyEnforced => None,
        RulesetStatus::PartiallyEnforced => {
            Some((Protection::AllOfLandlock, "the Landlock of this kernel is older than Linux 6.12"))
        }
        RulesetStatus::NotEnforced => Some((Protection::Landlock, "this kernel does not have it")),
    })
}
