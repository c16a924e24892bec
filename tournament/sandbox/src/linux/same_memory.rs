//! Whether processes share all their memory, as one that was started by `vfork` does with its parent until it executes a program.
//!
//! Its safe twin is none: what `/proc` tells of two processes may be equal by chance.
#![allow(unsafe_code, reason = "no crate that is in use offers this system call")]

/// `KCMP_VM`.
const MEMORY: libc::c_long = 1;

/// Whether two processes have the same memory. Also false where that is not known.
pub(super) fn have_same_memory(one: i32, other: i32) -> bool {
    let [one, other] = [one, other].map(libc::c_long::from);
    let none: libc::c_long = 0;
    // SAFETY: all arguments are numbers, and the kernel only compares.
    unsafe { libc::syscall(libc::SYS_kcmp, one, other, MEMORY, none, none) == 0 }
}
