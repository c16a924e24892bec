//! Resource limits and capabilities of the program, which it inherits.

use crate::Sandbox;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{
    CapabilitiesSecureBits, CapabilitySet, CapabilitySets, clear_ambient_capability_set,
    remove_capability_from_bounding_set, set_capabilities, set_capabilities_secure_bits,
};
use std::fs;
use std::time::Duration;

/// The least limit of processes and threads together: a virtual machine of Java alone has 30 threads.
const MIN_TASKS: u64 = 128;

/// Process numbers that the kernel assigns once only (`RESERVED_PIDS`).
const RESERVED: u64 = 300;

/// The limit of timers and of signals that wait.
const SIGNALS: u64 = 1024;

/// The limit of processes and threads together.
pub(super) fn tasks(sandbox: &Sandbox) -> u64 {
    (u64::from(sandbox.processes) * 8).max(MIN_TASKS)
}

/// Limits the processes and threads of this process namespace, also for root, to at most 300 more than `tasks`.
///
/// Before Linux 6.14 there is no such limit: the same file then has that of the whole system, and is not written.
pub(super) fn limit_numbers(sandbox: &Sandbox) {
    if is_at_least(6, 14) {
        let _ = fs::write("/proc/sys/kernel/pid_max", (RESERVED + tasks(sandbox)).to_string());
    }
}

/// Whether this is Linux `major.minor` or later.
fn is_at_least(major: u32, minor: u32) -> bool {
    let uname = rustix::system::uname();
    let release = uname.release().to_string_lossy();
    let mut numbers =
        release.split(|character: char| !character.is_ascii_digit()).map(|number| number.parse().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= (major, minor)
}

/// Sets the resource limits. That of processes only in a user namespace, which has a count of its own since Linux 5.14.
///
/// # Errors
///
/// A sentence.
pub(super) fn set_limits(sandbox: &Sandbox, user_namespace: bool) -> Result<(), String> {
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
    if let Some(limit) = sandbox.cpu {
        limits.push((Resource::Cpu, limit.saturating_add(Duration::from_nanos(999_999_999)).as_secs()));
    }
    for (resource, value) in limits {
        let before = getrlimit(resource).maximum;
        let hard = if resource == Resource::Cpu { value.saturating_add(1) } else { value };
        let least = |limit: u64| before.map_or(limit, |before| before.min(limit));
        let limit = Rlimit { current: Some(least(value)), maximum: Some(least(hard)) };
        setrlimit(resource, limit).map_err(|error| format!("the limit {resource:?} cannot be set: {error}"))?;
    }
    Ok(())
}

/// Drops all capabilities for good, also for programs that are executed later.
///
/// # Errors
///
/// A sentence. Steps that only a privileged process can do and need not do otherwise may fail.
pub(super) fn drop_capabilities() -> Result<(), String> {
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
