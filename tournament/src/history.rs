//! What was played of a tournament before.

use crate::{journal::Journal, known::KnownRounds, manifest::Manifest};

/// What was played of a tournament before, and where what is played now is kept.
#[derive(Debug)]
pub struct History {
    /// The rounds that are not played again.
    pub known: Box<dyn KnownRounds>,
    /// The journal of the rounds that are played.
    pub journal: Option<Journal>,
    /// The manifest of what was played, whose history the new one continues.
    pub manifest: Option<Manifest>,
    /// Whether the tournament was begun in the same folder, and ended before its end.
    pub is_resumed: bool,
}

impl History {
    /// No round was played, and no journal is kept.
    #[must_use]
    pub fn none() -> History {
        History { known: Box::new(()), journal: None, manifest: None, is_resumed: false }
    }
}
