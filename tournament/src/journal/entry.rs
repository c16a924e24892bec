//! What a journal contains.

use crate::batch::Batch;
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
