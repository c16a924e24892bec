//! Restricts access to files, network and signals with Landlock.

use crate::Protection;
use landlock::{
    ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
    path_beneath_rules,
};
use std::path::Path;

/// The latest version of Landlock whose rights are used.
const VERSION: ABI = ABI::V6;

/// Device files that a program may read and write. A shared mapping of `/dev/zero` would be memory that no process has.
pub(super) const DEVICES: [&str; 4] = ["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// Allows to read and execute `readable`, and to write `scratch` and the devices. Nothing else.
///
/// Returns the protection that this kernel does not offer, and why.
///
/// # Errors
///
/// A sentence.
pub(super) fn restrict<'a>(
    readable: impl IntoIterator<Item = &'a Path>,
    scratch: &Path,
) -> Result<Option<(Protection, &'static str)>, String> {
    let status = enforce(readable, scratch).map_err(|error| format!("Landlock cannot be set up: {error}"))?;
    Ok(match status {
        RulesetStatus::FullyEnforced => None,
        RulesetStatus::PartiallyEnforced => {
            Some((Protection::AllOfLandlock, "the Landlock of this kernel is older than Linux 6.12"))
        }
        RulesetStatus::NotEnforced => Some((Protection::Landlock, "this kernel does not have it")),
    })
}

fn enforce<'a>(readable: impl IntoIterator<Item = &'a Path>, scratch: &Path) -> Result<RulesetStatus, RulesetError> {
    let devices = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(VERSION))?
        .handle_access(AccessNet::from_all(VERSION))?
        .scope(Scope::from_all(VERSION))?
        .create()?
        .add_rules(path_beneath_rules(readable, AccessFs::from_read(VERSION)))?
        .add_rules(path_beneath_rules([scratch], AccessFs::from_all(VERSION)))?
        .add_rules(path_beneath_rules(DEVICES, devices))?
        .restrict_self()?;
    Ok(status.ruleset)
}
