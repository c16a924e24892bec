//! Optimal strategies.

#![allow(clippy::unwrap_used)]

mod oracle;
mod sparse;
