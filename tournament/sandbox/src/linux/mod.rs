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
    let (stage, rest) = arguments.split_first()?;
    let (first, others) = (rest.first(), rest.get(1..).unwrap_or_default());
    let is = |word: &str| first.is_some_and(|first| first == word);
    match stage.to_str()? {
        PROGRAM => inner::become_program(first?, others),
        OUTER => outer::run(is(NAMESPACES) || is(WITH_NETWORK), is(WITH_NETWORK), others),
        INNER => inner::run(is(NAMESPACES), others.first()),
        _ => None,
    }
}
