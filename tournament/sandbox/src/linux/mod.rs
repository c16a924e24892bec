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

use std::ffi::OsString;
use std::process::ExitCode;

/// First argument of the outer process; then come the namespaces and the launcher's own arguments.
const OUTER: &str = "outer";

/// First argument of the inner process; then comes what namespaces it is in.
const INNER: &str = "inner";

/// First argument of a process that becomes the program, after it has given up signals to others; then come the program and its arguments.
const PROGRAM: &str = "program";

/// Namespaces that a process is to have, or has, as an argument.
const NAMESPACES: &str = "namespaces";

/// The opposite of [`NAMESPACES`].
const NO_NAMESPACES: &str = "no-namespaces";

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
