//! The journal of a tournament that is being played: every report of the workers that matters for the records, in the order in which
//! they arrive.
//!
//! The records of a tournament are written in the order of its plan, its rounds are played in another order. What was played and
//! could not be written yet would be lost with the process, so it goes to the journal first. A tournament that goes on reads its
//! journal, records the rounds again and plays the rest.

mod appending;
mod entry;
mod fingerprint;
mod frame;
mod reader;
mod rounds;

pub use appending::Journal;
pub(crate) use entry::JournalEntry;
pub(crate) use fingerprint::fingerprint;
pub(crate) use frame::{read_frame, read_text, write_frame, write_text};
pub(crate) use reader::JournalReader;
pub use rounds::JournalRounds;

#[cfg(test)]
mod tests;
