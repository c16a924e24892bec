//! The sandbox of Linux.

mod calls;
mod contained;
mod inner;
mod kernel;
mod messages;
mod outer;
mod processes;
mod root;

pub use contained::Contained;

use messages::{INNER, NAMESPACES, OUTER, PROGRAM, WITH_NETWORK};
use std::ffi::OsString;
use std::process::ExitCode;

pub(crate) fn launch(arguments: &[OsString]) -> Option<ExitCode> {
    if let [stage, program, rest @ ..] = arguments
        && stage == PROGRAM
    {
        return inner::become_program(program, rest);
    }
    let mut words = arguments.iter();
    let stage = words.next().and_then(|word| word.to_str());
    let namespaces = words.next();
    let (network, namespaces) =
        (namespaces.is_some_and(|word| word == WITH_NETWORK), namespaces.is_some_and(|word| word == NAMESPACES));
    match stage {
        Some(OUTER) => outer::run(namespaces || network, network, words.as_slice()),
        Some(INNER) => inner::run(namespaces, words.next()),
        _ => None,
    }
}
