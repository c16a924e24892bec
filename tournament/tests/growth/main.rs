//! Laws of growth that are fitted and judged.

#![allow(clippy::unwrap_used)]

mod synthetic;

mod laws;
mod recovery;
mod verdicts;
