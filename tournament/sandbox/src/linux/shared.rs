//! System calls through which programs reach each other by what they share: system files, their page cache, and processes of the same
//! user. They need no right that Landlock has.

use super::filter::{Also, Rules, rule};
use seccompiler::{BackendError, SeccompCmpOp};

/// System calls that fail with `EPERM`.
const DENIED: &[libc::c_long] = &[
    // The page cache of a file: what others have read, and what is evicted.
    libc::SYS_fadvise64,
    libc::SYS_readahead,
    libc::SYS_sync_file_range,
    libc::SYS_mincore,
    CACHESTAT,
    libc::SYS_sync,
    libc::SYS_syncfs,
    // Attributes of files, which the owner may set also where the file cannot be written.
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    // Memory, semaphores and queues that others have made.
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semctl,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_msgctl,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_mq_unlink,
    // Memory of other processes.
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_process_mrelease,
    libc::SYS_quotactl_fd,
];

/// System calls that fail with `ENOSYS`, so that programs use another one.
const ABSENT: &[libc::c_long] = &[
    // Their flags tell what is in a cache.
    libc::SYS_preadv2,
    libc::SYS_pwritev2,
    libc::SYS_openat2,
    // Who opens a file.
    libc::SYS_inotify_init1,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_inotify_init,
    // Their number is limited for the whole system.
    libc::SYS_io_setup,
];

/// The number of `cachestat`, on all processors.
const CACHESTAT: libc::c_long = 451;

/// The number of `fchmodat2`, on all processors.
pub(super) const FCHMODAT2: libc::c_long = 452;

/// The number of `statmount`, on all processors. It and later system calls are absent: they came with Linux 6.8, and nothing needs them.
pub(super) const NEWEST: u32 = 457;

/// System calls that set the mode, the owner or the times of a file, for which only the owner of the file counts.
const ATTRIBUTES: &[libc::c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// Commands of `fcntl` that place a lock.
const LOCKS: [libc::c_int; 4] = [libc::F_SETLK, libc::F_SETLKW, libc::F_OFD_SETLK, libc::F_OFD_SETLKW];

/// Other commands of `fcntl` that are allowed. Among the others are leases, notices, owners of signals, and hints that a file keeps.
const DESCRIPTOR_COMMANDS: [libc::c_int; 15] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_OFD_GETLK,
    libc::F_GETOWN,
    // `F_GETSIG` and `F_GETOWN_EX`.
    11,
    16,
    // `F_DUPFD_QUERY`.
    1027,
    libc::F_GETPIPE_SZ,
    libc::F_GET_SEALS,
    libc::F_ADD_SEALS,
];

/// Advice that moves pages of a file into or out of the page cache, or makes equal pages of processes one.
const ADVICE: [libc::c_int; 7] = [
    libc::MADV_WILLNEED,
    libc::MADV_COLD,
    libc::MADV_PAGEOUT,
    libc::MADV_MERGEABLE,
    libc::MADV_HWPOISON,
    libc::MADV_SOFT_OFFLINE,
    // `MADV_COLLAPSE`.
    25,
];

/// Options of `prctl`: `PR_SCHED_CORE`, which is set for others, and `PR_SET_MEMORY_MERGE`, which makes equal pages of processes one.
const PROCESS_OPTIONS: [libc::c_int; 2] = [62, 67];

/// The requests of `ioctl` that are allowed have this as their second byte: those of terminals, pipes and descriptors. Among the others
/// are those that change flags of a file, or send signals.
const REQUESTS: u32 = 0x54;

/// System calls whose arguments must be these values: 0 is the process itself.
const OWN: &[(libc::c_long, &[u64])] = &[
    (libc::SYS_prlimit64, &[0]),
    (libc::SYS_sched_setscheduler, &[0]),
    (libc::SYS_sched_setparam, &[0]),
    (libc::SYS_sched_setaffinity, &[0]),
    (libc::SYS_sched_setattr, &[0]),
    (libc::SYS_sched_getattr, &[0]),
    (libc::SYS_get_robust_list, &[0]),
    // PRIO_PROCESS and IOPRIO_WHO_PROCESS.
    (libc::SYS_setpriority, &[0, 0]),
    (libc::SYS_getpriority, &[0, 0]),
    (libc::SYS_ioprio_set, &[1, 0]),
    (libc::SYS_ioprio_get, &[1, 0]),
];

/// Adds the rules of system calls that fail with `EPERM`.
pub(super) fn deny(rules: &mut Rules, also: Also) -> Result<(), BackendError> {
    rules.extend(DENIED.iter().map(|call| (*call, Vec::new())));
    let mut add = |call, rule| rules.entry(call).or_default().push(rule);
    for (call, values) in OWN {
        for (index, value) in values.iter().enumerate() {
            add(*call, rule(&[(index as u8, SeccompCmpOp::Ne, *value)])?);
        }
    }
    let allowed = DESCRIPTOR_COMMANDS.iter().chain(&LOCKS);
    let other: Vec<_> = allowed.map(|command| (1, SeccompCmpOp::Ne, u64::from(command.unsigned_abs()))).collect();
    add(libc::SYS_fcntl, rule(&other)?);
    for bit in 0..8 {
        let mask = 1 << (8 + bit);
        add(libc::SYS_ioctl, rule(&[(1, SeccompCmpOp::MaskedEq(mask), (!u64::from(REQUESTS) << 8) & mask)])?);
    }
    for (call, index, values) in [(libc::SYS_madvise, 2, &ADVICE[..]), (libc::SYS_prctl, 0, &PROCESS_OPTIONS)] {
        for value in values {
            add(call, rule(&[(index, SeccompCmpOp::Eq, u64::from(value.unsigned_abs()))])?);
        }
    }
    if also.attributes {
        // Before Linux 6.2 Landlock does not have it.
        rules.insert(libc::SYS_truncate, Vec::new());
    }
    Ok(())
}

/// The rules of signals to other processes, which fail with `EPERM`.
pub(super) fn signals_to_others(own: u32) -> Result<Rules, BackendError> {
    let other = (0, SeccompCmpOp::Ne, u64::from(own));
    let mut rules = Rules::from([(libc::SYS_pidfd_send_signal, Vec::new())]);
    // 0 is the process group, in which there are the processes that the program starts, and its launcher.
    rules.insert(libc::SYS_kill, vec![rule(&[other.clone(), (0, SeccompCmpOp::Ne, 0)])?]);
    for call in [libc::SYS_tkill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo] {
        rules.insert(call, vec![rule(std::slice::from_ref(&other))?]);
    }
    Ok(rules)
}

/// The rules of system calls that fail with `ENOSYS`.
pub(super) fn absent() -> impl Iterator<Item = libc::c_long> {
    ABSENT.iter().copied()
}

/// The rules of system calls that return 0 and do nothing. Programs that lock or copy their own files go on; a filter does not see
/// which file is meant.
pub(super) fn without_effect(also: Also) -> Result<Rules, BackendError> {
    let locks = LOCKS.iter().map(|command| rule(&[(1, SeccompCmpOp::Eq, u64::from(command.unsigned_abs()))]));
    let mut rules = Rules::from([(libc::SYS_flock, Vec::new())]);
    rules.insert(libc::SYS_fcntl, locks.collect::<Result<_, _>>()?);
    if also.attributes {
        rules.extend(ATTRIBUTES.iter().map(|call| (*call, Vec::new())));
    }
    Ok(rules)
}
