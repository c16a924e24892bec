//! Denies system calls with seccomp: those that reach into other processes, other namespaces, the network or rarely used parts of the
//! kernel, and those by which programs reach each other through what they share: system files, their page cache, and processes of the
//! same user, for which they need no right that Landlock has. They fail; the program is not killed.

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};
use std::collections::BTreeMap;

/// What is denied besides the fixed lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Also {
    /// New sessions and process groups: without a process namespace, the process group is how all processes are killed.
    pub(super) process_groups: bool,
    /// Modes, owners and times of files: without a file system of its own, a program could change those of all files of its user.
    pub(super) attributes: bool,
    /// Allowed instead: connections over IP.
    pub(super) network: bool,
    /// Allowed instead: filters that follow, of which [`restrict_signals`] is the last.
    pub(super) filters: bool,
}

/// System calls that fail with `EPERM`.
#[rustfmt::skip]
const DENIED: &[libc::c_long] = &[
    // Other processes.
    libc::SYS_ptrace, libc::SYS_process_vm_readv, libc::SYS_process_vm_writev, libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd, libc::SYS_kcmp, libc::SYS_userfaultfd, libc::SYS_migrate_pages, libc::SYS_move_pages,
    libc::SYS_process_mrelease,
    // Namespaces and file systems.
    libc::SYS_unshare, libc::SYS_setns, libc::SYS_mount, libc::SYS_umount2, libc::SYS_pivot_root, libc::SYS_chroot,
    libc::SYS_open_tree, libc::SYS_move_mount, libc::SYS_fsopen, libc::SYS_fsconfig, libc::SYS_fsmount,
    libc::SYS_fspick, libc::SYS_mount_setattr, libc::SYS_open_by_handle_at, libc::SYS_name_to_handle_at,
    libc::SYS_fanotify_init, libc::SYS_quotactl, libc::SYS_quotactl_fd, libc::SYS_swapon, libc::SYS_swapoff,
    // Parts of the kernel with a history of faults.
    libc::SYS_bpf, libc::SYS_perf_event_open, libc::SYS_add_key, libc::SYS_request_key, libc::SYS_keyctl,
    libc::SYS_vhangup,
    // The system as a whole.
    libc::SYS_acct, libc::SYS_reboot, libc::SYS_syslog, libc::SYS_kexec_load, libc::SYS_init_module,
    libc::SYS_finit_module, libc::SYS_delete_module, libc::SYS_settimeofday, libc::SYS_clock_settime,
    libc::SYS_adjtimex, libc::SYS_clock_adjtime, libc::SYS_sethostname, libc::SYS_setdomainname,
    // Memory that belongs to no process, and would not be seen as used; semaphores and queues, also those that others have made.
    libc::SYS_shmget, libc::SYS_shmat, libc::SYS_shmctl, libc::SYS_semget, libc::SYS_semctl, libc::SYS_semop,
    libc::SYS_semtimedop, libc::SYS_msgget, libc::SYS_msgctl, libc::SYS_msgsnd, libc::SYS_msgrcv, libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // The page cache of a file: what others have read, and what is evicted.
    libc::SYS_fadvise64, libc::SYS_readahead, libc::SYS_sync_file_range, libc::SYS_mincore, CACHESTAT,
    libc::SYS_sync, libc::SYS_syncfs,
    // Attributes of files, which the owner may set also where the file cannot be written.
    libc::SYS_setxattr, libc::SYS_lsetxattr, libc::SYS_fsetxattr, libc::SYS_removexattr, libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    // Pages that a pipe or the kernel holds.
    libc::SYS_vmsplice,
];

/// System calls that fail with `EPERM` unless there is a network. Sockets with an address hold what was sent by others, which may have ended;
/// descriptors on their way are nobody's. What is left are pairs of streams, with buffers of the default size.
const SOCKETS: &[libc::c_long] = &[libc::SYS_socket, libc::SYS_setsockopt, libc::SYS_sendmsg, libc::SYS_sendmmsg];

/// System calls that fail with `ENOSYS`, so that programs use another one.
#[rustfmt::skip]
const ABSENT: &[libc::c_long] = &[
    // Its flags are in memory, where a filter does not see them; `clone` is used instead.
    libc::SYS_clone3,
    libc::SYS_io_uring_setup, libc::SYS_io_uring_enter, libc::SYS_io_uring_register, libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    // Their flags tell what is in a cache.
    libc::SYS_preadv2, libc::SYS_pwritev2, libc::SYS_openat2,
    // Who opens a file.
    libc::SYS_inotify_init1,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    // Their number is limited for the whole system.
    libc::SYS_io_setup,
];

/// System calls that fail with `EINVAL`, as for files that do not have them, so that programs copy by themselves. They put pages of files
/// into pipes and sockets: a byte there keeps a page, also when the file is gone.
const COPYING: &[libc::c_long] = &[libc::SYS_splice, libc::SYS_tee, libc::SYS_sendfile];

/// The number of `cachestat`, on all processors.
const CACHESTAT: libc::c_long = 451;

/// The number of `fchmodat2`, on all processors.
const FCHMODAT2: libc::c_long = 452;

/// The number of `statmount`, on all processors. It and later system calls are absent: they came with Linux 6.8, and nothing needs them.
const NEWEST: u32 = 457;

/// System calls that set the mode, the owner or the times of a file, for which only the owner of the file counts.
#[rustfmt::skip]
const ATTRIBUTES: &[libc::c_long] = &[
    libc::SYS_fchmod, libc::SYS_fchmodat, FCHMODAT2, libc::SYS_fchown, libc::SYS_fchownat, libc::SYS_utimensat,
    #[cfg(target_arch = "x86_64")] libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")] libc::SYS_chown,
    #[cfg(target_arch = "x86_64")] libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")] libc::SYS_utime,
    #[cfg(target_arch = "x86_64")] libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")] libc::SYS_futimesat,
];

/// Conditions of a rule: an argument's number from 0 on, a mask, and what the argument is under the mask. All must hold.
type Masks = &'static [(u8, libc::c_int, libc::c_int)];

const ALL: libc::c_int = -1;

/// `__O_TMPFILE`: the bit of `O_TMPFILE` that `O_DIRECTORY` does not have.
const UNNAMED: libc::c_int = libc::O_TMPFILE & !libc::O_DIRECTORY;

/// `CLOSE_RANGE_UNSHARE`.
const UNSHARE: libc::c_int = 2;

/// System calls that fail with `EPERM` under conditions.
const CONDITIONAL: &[(libc::c_long, Masks)] = &[
    // Namespaces.
    (libc::SYS_clone, &[(0, libc::CLONE_NEWUSER, libc::CLONE_NEWUSER)]),
    (libc::SYS_clone, &[(0, libc::CLONE_NEWPID, libc::CLONE_NEWPID)]),
    (libc::SYS_clone, &[(0, libc::CLONE_NEWNET, libc::CLONE_NEWNET)]),
    (libc::SYS_clone, &[(0, libc::CLONE_NEWNS, libc::CLONE_NEWNS)]),
    (libc::SYS_clone, &[(0, libc::CLONE_NEWIPC, libc::CLONE_NEWIPC)]),
    (libc::SYS_clone, &[(0, libc::CLONE_NEWUTS, libc::CLONE_NEWUTS)]),
    (libc::SYS_clone, &[(0, libc::CLONE_NEWCGROUP, libc::CLONE_NEWCGROUP)]),
    // Descriptors of a single thread, of which the folder `fd` of its process tells nothing.
    (libc::SYS_clone, &[(0, libc::CLONE_THREAD | libc::CLONE_FILES, libc::CLONE_THREAD)]),
    (libc::SYS_close_range, &[(2, UNSHARE, UNSHARE)]),
    // Input of a terminal, typed by a program.
    (libc::SYS_ioctl, &[(1, ALL, libc::TIOCSTI as libc::c_int)]),
    // Shared pages that stay when no process has them mapped, and huge pages, which are no resident memory.
    (libc::SYS_mmap, &[(3, libc::MAP_SHARED | libc::MAP_ANONYMOUS, libc::MAP_SHARED | libc::MAP_ANONYMOUS)]),
    (libc::SYS_mmap, &[(3, libc::MAP_HUGETLB, libc::MAP_HUGETLB)]),
    // Pipes of a megabyte.
    (libc::SYS_fcntl, &[(1, ALL, libc::F_SETPIPE_SZ)]),
    (libc::SYS_socketpair, &[(1, libc::SOCK_DGRAM, libc::SOCK_DGRAM)]),
    (libc::SYS_socketpair, &[(1, libc::SOCK_RDM, libc::SOCK_RDM)]),
    // A program that executes a file that it may not read is no longer counted by the kernel: its own files stay readable.
    (libc::SYS_fchmod, &[(1, 0o400, 0)]),
    (libc::SYS_fchmodat, &[(2, 0o400, 0)]),
    (FCHMODAT2, &[(2, 0o400, 0)]),
    (libc::SYS_openat, &[(2, libc::O_CREAT, libc::O_CREAT), (3, 0o400, 0)]),
    (libc::SYS_openat, &[(2, UNNAMED, UNNAMED), (3, 0o400, 0)]),
    (libc::SYS_mknodat, &[(2, 0o400, 0)]),
    (libc::SYS_umask, &[(0, 0o400, 0o400)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_chmod, &[(1, 0o400, 0)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_creat, &[(1, 0o400, 0)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, &[(1, libc::O_CREAT, libc::O_CREAT), (2, 0o400, 0)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_open, &[(1, UNNAMED, UNNAMED), (2, 0o400, 0)]),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_mknod, &[(1, 0o400, 0)]),
    // Advice that moves pages of a file into or out of the page cache, or makes equal pages of processes one; the last is `MADV_COLLAPSE`.
    (libc::SYS_madvise, &[(2, ALL, libc::MADV_WILLNEED)]),
    (libc::SYS_madvise, &[(2, ALL, libc::MADV_COLD)]),
    (libc::SYS_madvise, &[(2, ALL, libc::MADV_PAGEOUT)]),
    (libc::SYS_madvise, &[(2, ALL, libc::MADV_MERGEABLE)]),
    (libc::SYS_madvise, &[(2, ALL, libc::MADV_HWPOISON)]),
    (libc::SYS_madvise, &[(2, ALL, libc::MADV_SOFT_OFFLINE)]),
    (libc::SYS_madvise, &[(2, ALL, 25)]),
    // `PR_SCHED_CORE`, which is set for others, and `PR_SET_MEMORY_MERGE`, which makes equal pages of processes one.
    (libc::SYS_prctl, &[(0, ALL, 62)]),
    (libc::SYS_prctl, &[(0, ALL, 67)]),
];

/// Filters and rules of its own.
const FILTERS: &[(libc::c_long, Masks)] = &[
    (libc::SYS_seccomp, &[]),
    (libc::SYS_prctl, &[(0, ALL, libc::PR_SET_SECCOMP)]),
    (libc::SYS_landlock_create_ruleset, &[]),
];

/// System calls whose first arguments must be these values: 0 is the process itself.
const OWN: &[(libc::c_long, &[u64])] = &[
    (libc::SYS_prlimit64, &[0]),
    (libc::SYS_sched_setscheduler, &[0]),
    (libc::SYS_sched_setparam, &[0]),
    (libc::SYS_sched_setaffinity, &[0]),
    (libc::SYS_sched_setattr, &[0]),
    (libc::SYS_sched_getattr, &[0]),
    (libc::SYS_get_robust_list, &[0]),
    (libc::SYS_socketpair, &[libc::AF_UNIX as u64]),
    // PRIO_PROCESS and IOPRIO_WHO_PROCESS.
    (libc::SYS_setpriority, &[0, 0]),
    (libc::SYS_getpriority, &[0, 0]),
    (libc::SYS_ioprio_set, &[1, 0]),
    (libc::SYS_ioprio_get, &[1, 0]),
];

/// Commands of `fcntl` that place a lock.
const LOCKS: [libc::c_int; 4] = [libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];

/// Other commands of `fcntl` that are allowed, the last ones `F_GETSIG`, `F_GETOWN_EX` and `F_DUPFD_QUERY`. Among the others are leases,
/// notices, owners of signals, and hints that a file keeps.
#[rustfmt::skip]
const DESCRIPTOR_COMMANDS: [libc::c_int; 15] = [
    libc::F_DUPFD, libc::F_DUPFD_CLOEXEC, libc::F_GETFD, libc::F_SETFD, libc::F_GETFL, libc::F_SETFL, libc::F_GETLK,
    libc::F_OFD_GETLK, libc::F_GETOWN, libc::F_GETPIPE_SZ, libc::F_GET_SEALS, libc::F_ADD_SEALS, 11, 16, 1027,
];

/// The requests of `ioctl` that are allowed have this as their second byte: those of terminals, pipes and descriptors. Among the others
/// are those that change flags of a file, or send signals.
const REQUESTS: u32 = 0x54;

/// Rules by system call. One without rules always matches.
#[derive(Default)]
struct Rules(BTreeMap<libc::c_long, Vec<SeccompRule>>);

impl Rules {
    fn always(calls: &[libc::c_long]) -> Rules {
        Rules(calls.iter().map(|call| (*call, Vec::new())).collect())
    }

    /// Adds a rule that matches where all of these arguments compare with these values, by their low 32 bits.
    fn when(&mut self, call: libc::c_long, conditions: &[(u8, SeccompCmpOp, u64)]) -> Result<(), BackendError> {
        let condition = |(index, operator, value): &(u8, SeccompCmpOp, u64)| {
            SeccompCondition::new(*index, SeccompCmpArgLen::Dword, operator.clone(), *value)
        };
        let rule = SeccompRule::new(conditions.iter().map(condition).collect::<Result<_, _>>()?)?;
        self.0.entry(call).or_default().push(rule);
        Ok(())
    }

    fn when_masked(&mut self, list: &[(libc::c_long, Masks)]) -> Result<(), BackendError> {
        let bits = |number: libc::c_int| u64::from(number.cast_unsigned());
        for &(call, masks) in list {
            let masked = |&(index, mask, value): &_| (index, SeccompCmpOp::MaskedEq(bits(mask)), bits(value));
            match masks {
                [] => _ = self.0.insert(call, Vec::new()),
                _ => self.when(call, &masks.iter().map(masked).collect::<Vec<_>>())?,
            }
        }
        Ok(())
    }

    /// Applies a filter by which these system calls fail with that error.
    fn apply(self, error: libc::c_int) -> seccompiler::Result<()> {
        let target: TargetArch = std::env::consts::ARCH.try_into()?;
        let action = SeccompAction::Errno(error.unsigned_abs());
        let program: BpfProgram = SeccompFilter::new(self.0, SeccompAction::Allow, action, target)?.try_into()?;
        apply_filter(&program)
    }
}

/// Denies system calls in this process and those that it starts. Fails where there is no filter, such as on some processors.
pub(super) fn restrict(also: Also) -> seccompiler::Result<()> {
    let (denied, without_effect) = (denied(also)?, without_effect(also)?);
    apply_filter(&newer(NEWEST))?;
    Rules::always(ABSENT).apply(libc::ENOSYS)?;
    Rules::always(COPYING).apply(libc::EINVAL)?;
    without_effect.apply(0)?;
    // The last filter counts where several deny: a mode that is refused is not one without effect.
    denied.apply(libc::EPERM)
}

/// Denies signals to other processes than this one, in it and those that it starts, and more filters.
pub(super) fn restrict_signals() -> seccompiler::Result<()> {
    signals_to_others(std::process::id())?.apply(libc::EPERM)
}

fn denied(also: Also) -> Result<Rules, BackendError> {
    let mut rules = Rules::always(DENIED);
    rules.when_masked(CONDITIONAL)?;
    if also.network {
        let is_other = |family: libc::c_int| (0, SeccompCmpOp::Ne, u64::from(family.unsigned_abs()));
        rules.when(libc::SYS_socket, &[libc::AF_INET, libc::AF_INET6].map(is_other))?;
        rules.when_masked(&[(libc::SYS_bind, &[]), (libc::SYS_listen, &[])])?;
    } else {
        rules.0.extend(Rules::always(SOCKETS).0);
    }
    if !also.filters {
        rules.when_masked(FILTERS)?;
    }
    if also.process_groups {
        rules.when_masked(&[(libc::SYS_setsid, &[]), (libc::SYS_setpgid, &[])])?;
    }
    if also.attributes {
        // Before Linux 6.2 Landlock does not have it.
        rules.when_masked(&[(libc::SYS_truncate, &[])])?;
    }
    for (call, values) in OWN {
        for (index, value) in (0..).zip(*values) {
            rules.when(*call, &[(index, SeccompCmpOp::Ne, *value)])?;
        }
    }
    let allowed = DESCRIPTOR_COMMANDS.iter().chain(&LOCKS);
    let other: Vec<_> = allowed.map(|command| (1, SeccompCmpOp::Ne, u64::from(command.unsigned_abs()))).collect();
    rules.when(libc::SYS_fcntl, &other)?;
    for bit in 0..8 {
        let mask = 1 << (8 + bit);
        rules.when(libc::SYS_ioctl, &[(1, SeccompCmpOp::MaskedEq(mask), (!u64::from(REQUESTS) << 8) & mask)])?;
    }
    Ok(rules)
}

/// The rules of system calls that return 0 and do nothing. Programs that lock or copy their own files go on; a filter does not see
/// which file is meant.
fn without_effect(also: Also) -> Result<Rules, BackendError> {
    let mut rules = Rules::always(if also.attributes { ATTRIBUTES } else { &[] });
    rules.when_masked(&[(libc::SYS_flock, &[])])?;
    for command in LOCKS {
        rules.when(libc::SYS_fcntl, &[(1, SeccompCmpOp::Eq, u64::from(command.unsigned_abs()))])?;
    }
    Ok(rules)
}

/// The rules of signals to other processes, and of more filters, which fail with `EPERM`.
fn signals_to_others(own: u32) -> Result<Rules, BackendError> {
    let mut rules = Rules::always(&[libc::SYS_pidfd_send_signal]);
    rules.when_masked(FILTERS)?;
    let other = (0, SeccompCmpOp::Ne, u64::from(own));
    // 0 is the process group, in which there are the processes that the program starts, and its launcher.
    rules.when(libc::SYS_kill, &[other.clone(), (0, SeccompCmpOp::Ne, 0)])?;
    for call in [libc::SYS_tkill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo] {
        rules.when(call, std::slice::from_ref(&other))?;
    }
    Ok(rules)
}

/// A filter for the system calls from that number on, and for those of the x32 interface, which have numbers of their own:
/// they fail with `ENOSYS`.
fn newer(first: u32) -> BpfProgram {
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    let step = |code, jt, jf, k| seccompiler::sock_filter { code, jt, jf, k };
    vec![
        // The number of the system call is the first field.
        step(LOAD, 0, 0, 0),
        step(AT_LEAST, 0, 1, first),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs()),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}
