//! Optimal strategies.

#![allow(clippy::unwrap_used)]

mod oracle;
mod partition;
mod sparse;
