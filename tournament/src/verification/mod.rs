//! Whether the files of a results folder are what they say.

mod columns;
mod finding;
mod matches;
mod sample;
mod verify;

pub use finding::{Finding, Verdict, Verification};
pub use sample::sample;
pub use verify::verify;

#[cfg(test)]
mod tests;
