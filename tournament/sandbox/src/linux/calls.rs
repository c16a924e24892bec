//! Denies system calls with seccomp: those that reach into other processes, other namespaces, the network or rarely used parts of the
//! kernel. They fail; the program is not killed.

use super::{
    filter::{Also, Conditions, Rules, apply, newer, rule, rules_of},
    shared,
};
use seccompiler::{BackendError, SeccompCmpOp, apply_filter};

/// System calls that fail with `EPERM`.
const DENIED: &[libc::c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_userfaultfd,
    // Namespaces and file systems.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_quotactl,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    // Parts of the kernel with a history of faults.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_vhangup,
    // The system as a whole.
    libc::SYS_acct,
    libc::SYS_reboot,
    libc::SYS_syslog,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    // Memory that belongs to no process, and would not be seen as used.
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
];

/// System calls that fail with `ENOSYS`, so that programs use another one.
const ABSENT: &[libc::c_long] = &[
    // Its flags are in memory, where a filter does not see them; `clone` is used instead.
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
];

/// System calls that fail with `EINVAL`, as for files that do not have them, so that programs copy by themselves. They put pages of files
/// into pipes and sockets: a byte there keeps a page, also when the file is gone.
const COPYING: [libc::c_long; 3] = [libc::SYS_splice, libc::SYS_tee, libc::SYS_sendfile];

/// Flags of `clone` that make namespaces.
const NEW_NAMESPACES: [libc::c_int; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// Denies system calls in this process and those that it starts.
///
/// # Errors
///
/// A sentence. In particular on processors for which there is no filter.
pub(super) fn restrict(also: Also) -> Result<(), String> {
    let denied = denied(also).map_err(|error| error.to_string())?;
    let always = |call| (call, Vec::new());
    let absent = ABSENT.iter().copied().chain(shared::absent()).map(always).collect();
    let copying = COPYING.into_iter().map(always).collect();
    let without_effect = shared::without_effect(also).map_err(|error| error.to_string())?;
    apply_filter(&newer(shared::NEWEST)).map_err(|error| error.to_string())?;
    for (rules, number) in [(denied, libc::EPERM), (absent, libc::ENOSYS), (copying, libc::EINVAL), (without_effect, 0)]
    {
        apply(rules, number)?;
    }
    let filters = if also.filters { &[][..] } else { FILTERS };
    apply(rules_of(RESOURCES.iter().chain(OLDER).chain(filters)).map_err(|error| error.to_string())?, libc::EPERM)
}

/// Denies signals to other processes than this one, in it and those that it starts, and more filters.
///
/// # Errors
///
/// As [`restrict`].
pub(super) fn restrict_signals() -> Result<(), String> {
    let rules = shared::signals_to_others(std::process::id()).map_err(|error| error.to_string())?;
    apply(rules, libc::EPERM)?;
    apply(rules_of(FILTERS).map_err(|error| error.to_string())?, libc::EPERM)
}

fn denied(also: Also) -> Result<Rules, BackendError> {
    let mut rules: Rules = DENIED.iter().map(|call| (*call, Vec::new())).collect();
    let argument = |index, operator, value: libc::c_int| rule(&[(index, operator, u64::from(value.unsigned_abs()))]);
    let clone =
        NEW_NAMESPACES.iter().map(|flag| argument(0, SeccompCmpOp::MaskedEq(u64::from(flag.unsigned_abs())), *flag));
    rules.insert(libc::SYS_clone, clone.collect::<Result<_, _>>()?);
    rules.insert(libc::SYS_socketpair, vec![argument(0, SeccompCmpOp::Ne, libc::AF_UNIX)?]);
    // Input of a terminal, typed by a program.
    rules.insert(libc::SYS_ioctl, vec![argument(1, SeccompCmpOp::Eq, libc::TIOCSTI as libc::c_int)?]);
    if also.process_groups {
        rules.insert(libc::SYS_setsid, Vec::new());
        rules.insert(libc::SYS_setpgid, Vec::new());
    }
    shared::deny(&mut rules, also)?;
    Ok(rules)
}

/// `__O_TMPFILE`: the bit of `O_TMPFILE` that `O_DIRECTORY` does not have.
const UNNAMED: libc::c_int = libc::O_TMPFILE & !libc::O_DIRECTORY;

/// `CLOSE_RANGE_UNSHARE`.
const UNSHARE: libc::c_int = 2;

/// System calls for memory and CPU time that would not be counted, which fail with `EPERM`, always or under conditions.
const RESOURCES: &[(libc::c_long, Conditions)] = &[
    // Shared pages that stay when no process has them mapped, and huge pages, which are no resident memory.
    (libc::SYS_mmap, &[(3, libc::MAP_SHARED | libc::MAP_ANONYMOUS, libc::MAP_SHARED | libc::MAP_ANONYMOUS)]),
    (libc::SYS_mmap, &[(3, libc::MAP_HUGETLB, libc::MAP_HUGETLB)]),
    // Pages that a pipe or the kernel holds, and pipes of a megabyte.
    (libc::SYS_vmsplice, &[]),
    (libc::SYS_fcntl, &[(1, -1, libc::F_SETPIPE_SZ)]),
    // Sockets with an address hold what was sent by others, which may have ended; descriptors on their way are nobody's. What is left are
    // pairs of streams, with buffers of the default size.
    (libc::SYS_socket, &[]),
    (libc::SYS_socketpair, &[(1, libc::SOCK_DGRAM, libc::SOCK_DGRAM)]),
    (libc::SYS_socketpair, &[(1, libc::SOCK_RDM, libc::SOCK_RDM)]),
    (libc::SYS_setsockopt, &[]),
    (libc::SYS_sendmsg, &[]),
    (libc::SYS_sendmmsg, &[]),
    // Descriptors of a single thread, of which the folder `fd` of its process tells nothing.
    (libc::SYS_clone, &[(0, libc::CLONE_THREAD | libc::CLONE_FILES, libc::CLONE_THREAD)]),
    (libc::SYS_close_range, &[(2, UNSHARE, UNSHARE)]),
    // A program that executes a file that it may not read is no longer counted by the kernel: its own files stay readable.
    (libc::SYS_fchmod, &[(1, 0o400, 0)]),
    (libc::SYS_fchmodat, &[(2, 0o400, 0)]),
    (shared::FCHMODAT2, &[(2, 0o400, 0)]),
    (libc::SYS_openat, &[(2, libc::O_CREAT, libc::O_CREAT), (3, 0o400, 0)]),
    (libc::SYS_openat, &[(2, UNNAMED, UNNAMED), (3, 0o400, 0)]),
    (libc::SYS_mknodat, &[(2, 0o400, 0)]),
    (libc::SYS_umask, &[(0, 0o400, 0o400)]),
];

/// Filters and rules of its own.
const FILTERS: &[(libc::c_long, Conditions)] = &[
    (libc::SYS_seccomp, &[]),
    (libc::SYS_prctl, &[(0, -1, libc::PR_SET_SECCOMP)]),
    (libc::SYS_landlock_create_ruleset, &[]),
];

/// The older forms of some of them.
#[cfg(target_arch = "x86_64")]
const OLDER: &[(libc::c_long, Conditions)] = &[
    (libc::SYS_chmod, &[(1, 0o400, 0)]),
    (libc::SYS_creat, &[(1, 0o400, 0)]),
    (libc::SYS_open, &[(1, libc::O_CREAT, libc::O_CREAT), (2, 0o400, 0)]),
    (libc::SYS_open, &[(1, UNNAMED, UNNAMED), (2, 0o400, 0)]),
    (libc::SYS_mknod, &[(1, 0o400, 0)]),
];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[(libc::c_long, Conditions)] = &[];
