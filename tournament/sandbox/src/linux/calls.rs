//! Denies system calls with seccomp: those that reach into other processes, other namespaces, the network or rarely used parts of the
//! kernel. They fail; the program is not killed.

use super::shared;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};
use std::collections::BTreeMap;

/// Rules by system call. One without rules always matches.
pub(super) type Rules = BTreeMap<libc::c_long, Vec<SeccompRule>>;

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

/// What is denied besides the fixed lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Also {
    /// Sockets of the system's files: without a file system of its own, a program could connect to those of the system's services.
    pub(super) unix_sockets: bool,
    /// New sessions and process groups: without a process namespace, the process group is how all processes are killed.
    pub(super) process_groups: bool,
    /// Modes, owners and times of files: without a file system of its own, a program could change those of all files of its user.
    pub(super) attributes: bool,
}

/// Denies system calls in this process and those that it starts.
///
/// # Errors
///
/// A sentence. In particular on processors for which there is no filter.
pub(super) fn restrict(also: Also) -> Result<(), String> {
    let denied = denied(also).map_err(|error| error.to_string())?;
    let absent = ABSENT.iter().copied().chain(shared::absent()).map(|call| (call, Vec::new())).collect();
    let without_effect = shared::without_effect(also).map_err(|error| error.to_string())?;
    for (rules, number) in [(denied, libc::EPERM), (absent, libc::ENOSYS), (without_effect, 0)] {
        apply(rules, number)?;
    }
    apply_filter(&newer()).map_err(|error| error.to_string())
}

/// Denies signals to other processes than this one, in it and those that it starts.
///
/// # Errors
///
/// As [`restrict`].
pub(super) fn restrict_signals() -> Result<(), String> {
    let rules = shared::signals_to_others(std::process::id()).map_err(|error| error.to_string())?;
    apply(rules, libc::EPERM)
}

/// Applies a filter by whose rules system calls fail with that error.
fn apply(rules: Rules, error: libc::c_int) -> Result<(), String> {
    let target: TargetArch = std::env::consts::ARCH.try_into().map_err(|error: BackendError| error.to_string())?;
    let action = SeccompAction::Errno(error.unsigned_abs());
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, target).map_err(|error| error.to_string())?;
    let program: BpfProgram = filter.try_into().map_err(|error: BackendError| error.to_string())?;
    apply_filter(&program).map_err(|error| error.to_string())
}

/// A rule that matches where all arguments compare with these values, by their low 32 bits.
pub(super) fn rule(conditions: &[(u8, SeccompCmpOp, u64)]) -> Result<SeccompRule, BackendError> {
    let condition = |(index, operator, value): &(u8, SeccompCmpOp, u64)| {
        SeccompCondition::new(*index, SeccompCmpArgLen::Dword, operator.clone(), *value)
    };
    SeccompRule::new(conditions.iter().map(condition).collect::<Result<_, _>>()?)
}

fn denied(also: Also) -> Result<Rules, BackendError> {
    let mut rules: BTreeMap<_, _> = DENIED.iter().map(|call| (*call, Vec::new())).collect();
    let argument = |index, operator, value: libc::c_int| rule(&[(index, operator, u64::from(value.unsigned_abs()))]);
    let clone =
        NEW_NAMESPACES.iter().map(|flag| argument(0, SeccompCmpOp::MaskedEq(u64::from(flag.unsigned_abs())), *flag));
    rules.insert(libc::SYS_clone, clone.collect::<Result<_, _>>()?);
    let mut sockets = Vec::new();
    if !also.unix_sockets {
        sockets.push(argument(0, SeccompCmpOp::Ne, libc::AF_UNIX)?);
    }
    rules.insert(libc::SYS_socket, sockets);
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

/// A filter for the system calls that are newer than these lists, and for those of the x32 interface, which have numbers of their own:
/// they fail with `ENOSYS`.
fn newer() -> BpfProgram {
    const LOAD: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    let step = |code, jt, jf, k| seccompiler::sock_filter { code, jt, jf, k };
    vec![
        // The number of the system call is the first field.
        step(LOAD, 0, 0, 0),
        step(AT_LEAST, 0, 1, shared::NEWEST),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs()),
        step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}
