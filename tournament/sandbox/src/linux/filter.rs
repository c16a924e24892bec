//! Filters of system calls, as lists of calls and of conditions on their arguments.

use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};
use std::collections::BTreeMap;

/// Rules by system call. One without rules always matches.
pub(super) type Rules = BTreeMap<libc::c_long, Vec<SeccompRule>>;

/// What is denied besides the fixed lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Also {
    /// New sessions and process groups: without a process namespace, the process group is how all processes are killed.
    pub(super) process_groups: bool,
    /// Modes, owners and times of files: without a file system of its own, a program could change those of all files of its user.
    pub(super) attributes: bool,
    /// Allowed instead: filters that follow, of which [`restrict_signals`] is the last.
    pub(super) filters: bool,
}

/// Conditions of a rule: an argument's number from 0 on, a mask, and what the argument is under the mask. All must hold.
pub(super) type Conditions = &'static [(u8, libc::c_int, libc::c_int)];

/// The rules of a list.
pub(super) fn rules_of<'a>(
    list: impl IntoIterator<Item = &'a (libc::c_long, Conditions)>,
) -> Result<Rules, BackendError> {
    let mut rules: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (call, conditions) in list {
        let rules = rules.entry(*call).or_default();
        // Without rules it is denied always.
        if !conditions.is_empty() {
            let equal = |(index, mask, value): &(u8, libc::c_int, libc::c_int)| {
                let [mask, value] = [mask, value].map(|number| u64::from(number.cast_unsigned()));
                SeccompCondition::new(*index, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(mask), value)
            };
            rules.push(SeccompRule::new(conditions.iter().map(equal).collect::<Result<_, _>>()?)?);
        }
    }
    Ok(rules)
}

/// Applies a filter by whose rules system calls fail with that error.
pub(super) fn apply(rules: Rules, error: libc::c_int) -> Result<(), String> {
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

/// A filter for the system calls from that number on, and for those of the x32 interface, which have numbers of their own:
/// they fail with `ENOSYS`.
pub(super) fn newer(first: u32) -> BpfProgram {
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
