//! Runs a command of which nothing is trusted, within limits, and ends it with all its descendants.
//!
//! docs

#![cfg_attr(docsrs, feature(doc_cfg))]

mod command;
mod error;
mod folder;
#[cfg(target_os = "linux")]
mod linux;
mod outcome;
// Tested on Linux, too.
#[cfg(any(not(target_os = "linux"), test))]
mod portable;
mod sandbox;

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(not(target_os = "linux"))]
use portable as system;

pub use error::SandboxError;
pub use outcome::{Ended, Usage};
pub use sandbox::{Launcher, Namespaces, Sandbox};
pub use system::Contained;

use std::ffi::OsString;
use std::process::ExitCode;

/// The body of the launcher.
pub fn launch(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    system::launch(&arguments)
}

/// Protections that this system does not offer, as sentences. Empty on a Linux that permits user namespaces and has Landlock.
///
/// Found out by running the launcher in a sandbox, which takes some 10 ms. The result does not change while the system runs.
///
/// # Errors
///
/// If the launcher does not run in a sandbox.
pub fn missing(launcher: &Launcher) -> Result<Vec<String>, SandboxError> {
    // Without a stage, the launcher does nothing.
    let mut command = vec![launcher.program.clone().into_os_string()];
    command.extend(launcher.arguments.iter().cloned());
    Ok(Sandbox::default().spawn(launcher, &command)?.missing().to_vec())
}
