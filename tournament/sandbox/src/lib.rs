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
mod sandbox;

#[cfg(target_os = "linux")]
use linux as system;

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
