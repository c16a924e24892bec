//! Two system calls that no crate in use offers.
//!
//! A performance counter (`perf_event_open`): a clock that runs while a thread does, that children inherit, and that counts also processes
//! that have ended and that nobody has waited for. Its safe twin are the times in `/proc`, which lack children of a parent that ignores
//! `SIGCHLD`. And whether processes share all their memory (`kcmp`), as one that was started by `vfork` does with its parent until it
//! executes a program. It has no safe twin: what `/proc` tells of two processes may be equal by chance.
#![allow(unsafe_code, reason = "no crate that is in use offers these system calls")]

use std::io;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// The first version of `struct perf_event_attr`, which all kernels accept, as numbers of 64 bits.
type Attributes = [u64; 8];

/// `PERF_TYPE_SOFTWARE`, and the size of the attributes in the upper half of the first number.
const SOFTWARE: u64 = 1 | (size_of::<Attributes>() as u64) << 32;
/// `PERF_COUNT_SW_TASK_CLOCK`: nanoseconds.
const TASK_CLOCK: u64 = 1;
/// Bits: `disabled`, `inherit`, `exclude_kernel` and `exclude_hv`, without which a user may not count, though this clock counts both;
/// `enable_on_exec`.
const FLAGS: u64 = 1 | 1 << 1 | 1 << 5 | 1 << 6 | 1 << 12;

/// `PERF_FLAG_FD_CLOEXEC`.
const CLOSE_ON_EXEC: libc::c_ulong = 1 << 3;

/// The CPU time of processes that this thread will start, from when they execute a program on.
#[derive(Debug)]
pub(super) struct Counter(pub(super) OwnedFd);

impl Counter {
    /// Counts from now on.
    ///
    /// # Errors
    /// Where `/proc/sys/kernel/perf_event_paranoid` is above 2 and the user is not root, in most containers, and on kernels without
    /// performance counters.
    pub(super) fn new() -> io::Result<Counter> {
        let mut attributes: Attributes = [SOFTWARE, TASK_CLOCK, 0, 0, 0, FLAGS, 0, 0];
        // SAFETY: the kernel reads as many bytes of `attributes` as their size field says, which is their size, and writes none but on
        // an error that names another size (E2BIG), where it writes 4 bytes at the place of that field.
        let descriptor =
            unsafe { libc::syscall(libc::SYS_perf_event_open, attributes.as_mut_ptr(), 0, -1, -1, CLOSE_ON_EXEC) };
        let descriptor = RawFd::try_from(descriptor).ok().filter(|descriptor| *descriptor >= 0);
        // SAFETY: the kernel has just opened this descriptor, and nothing else knows it.
        descriptor
            .map_or_else(|| Err(io::Error::last_os_error()), |new| Ok(Counter(unsafe { OwnedFd::from_raw_fd(new) })))
    }

    /// The CPU time of all processes, living or not. Costs about 1 µs.
    pub(super) fn read(&self) -> Option<Duration> {
        let mut bytes = [0; 8];
        let length = rustix::io::read(&self.0, &mut bytes).ok()?;
        (length == bytes.len()).then(|| Duration::from_nanos(u64::from_ne_bytes(bytes)))
    }
}

/// `KCMP_VM`.
const MEMORY: libc::c_long = 1;

/// Whether two processes have the same memory. Also false where that is not known.
pub(super) fn have_same_memory(one: i32, other: i32) -> bool {
    let [one, other] = [one, other].map(libc::c_long::from);
    let none: libc::c_long = 0;
    // SAFETY: all arguments are numbers, and the kernel only compares.
    unsafe { libc::syscall(libc::SYS_kcmp, one, other, MEMORY, none, none) == 0 }
}
