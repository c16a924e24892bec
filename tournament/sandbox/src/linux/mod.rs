//! The sandbox of Linux.

mod calls;
mod contained;
mod files;
mod inner;
mod limits;
mod message;
mod outer;
mod processes;
mod root;
mod socket;
mod start;

pub use contained::Contained;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// First argument of the outer process; then come the namespaces, the temporary folder and the launcher's own arguments.
const OUTER: &str = "outer";

/// First argument of the inner process; then comes what namespaces it is in.
const INNER: &str = "inner";

/// Namespaces that a process is to have, or has, as an argument.
const NAMESPACES: &str = "namespaces";

/// The opposite of [`NAMESPACES`].
const NO_NAMESPACES: &str = "no-namespaces";

pub(crate) fn launch(arguments: &[OsString]) -> ExitCode {
    let mut words = arguments.iter();
    let stage = words.next().and_then(|word| word.to_str());
    let namespaces = words.next().is_some_and(|word| word == NAMESPACES);
    match stage {
        Some(OUTER) => match words.as_slice() {
            [base, prefix @ ..] => outer::run(namespaces, Path::new(base), prefix),
            [] => ExitCode::from(2),
        },
        Some(INNER) => inner::run(namespaces, words.next()),
        _ => ExitCode::from(2),
    }
}
