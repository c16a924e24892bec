//! Whether the files of a results folder are what they say.

mod columns;
mod finding;
mod matches;
mod sample;
mod verify;
mod verify_result;

pub use finding::Finding;
pub use sample::sample;
pub use verify::verify;
pub use verify_result::Verification;

#[cfg(test)]
mod tests;
