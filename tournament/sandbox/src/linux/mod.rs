//! The sandbox of Linux.

mod arguments;
mod calls;
mod contained;
mod counter;
mod files;
mod filter;
mod inner;
mod limits;
mod message;
mod outer;
mod processes;
mod root;
mod same_memory;
mod shared;
mod socket;
mod start;

pub use contained::Contained;

use arguments::{INNER, NAMESPACES, OUTER, PROGRAM};
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
    let namespaces = words.next().is_some_and(|word| word == NAMESPACES);
    match stage {
        Some(OUTER) => outer::run(namespaces, words.as_slice()),
        Some(INNER) => inner::run(namespaces, words.next()),
        _ => None,
    }
}
