//! The launcher of the tests, and a caller that can be killed.

#![allow(clippy::print_stdout, reason = "it is a program")]

use sandbox::{Launcher, Namespaces, Sandbox, launch};
use std::error::Error;
use std::process::ExitCode;

/// Runs a command in a sandbox: `run all|mountless|none COMMAND…`.
fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|word| word == "sandbox") {
        return Ok(launch(arguments).unwrap_or(ExitCode::from(2)));
    }
    let namespaces = match arguments.next().as_ref().and_then(|mode| mode.to_str()) {
        Some("all") => Namespaces::All,
        Some("mountless") => Namespaces::WithoutMounts,
        _ => Namespaces::None,
    };
    let launcher = Launcher { program: std::env::current_exe()?, arguments: vec!["sandbox".into()] };
    let command: Vec<_> = arguments.collect();
    let contained = Sandbox { namespaces, ..Sandbox::default() }.spawn(&launcher, &command)?;
    println!("started");
    println!("{}", contained.wait()?);
    Ok(ExitCode::SUCCESS)
}
