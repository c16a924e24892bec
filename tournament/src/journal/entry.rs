//! What a journal contains.

use crate::{Limits, batch::Batch};
use scsa::Size;
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, time::Duration};

/// What was reported of a match, which is given by its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum JournalEntry<'a> {
    /// Rounds were played.
    Rounds(Cow<'a, Batch>),
    /// The player was prepared in this CPU time.
    Prepared(Duration),
    /// The player does not play the match, for this reason.
    Refused(String),
}

impl JournalEntry<'_> {
    /// Why it cannot be of a match of that size, with that guess limit and number of rounds, if it cannot: what was read may have any
    /// numbers and texts, also where its checksum is right.
    pub fn fault(&self, size: Size, guess_limit: usize, rounds: u64) -> Option<String> {
        match self {
            JournalEntry::Rounds(batch) => batch.fault(size, guess_limit, rounds),
            JournalEntry::Prepared(time) => (*time > Limits::LONGEST).then(|| {
                format!(
                    "a preparation took {} s; less than {} s were expected",
                    time.as_secs(),
                    Limits::LONGEST.as_secs()
                )
            }),
            JournalEntry::Refused(reason) => {
                reason.contains(char::is_control).then(|| "a refusal is not one line of text".to_owned())
            }
        }
    }
}
