//! Why a player does not play a match.

use crate::text::visible;
use serde::{Deserialize, Serialize};
use std::{error::Error, fmt};

/// Why a player does not play a match: a clause such as "more than 1000000 codes to list". It may have a hint on what to do instead,
/// such as "choose a smaller size".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    reason: String,
    hint: Option<String>,
}

impl Refusal {
    /// A refusal for that reason, without a hint. Characters of the reason that are not shown are [escaped](crate::visible).
    pub fn new(reason: impl Into<String>) -> Refusal {
        Refusal { reason: visible(&reason.into()).into_owned(), hint: None }
    }

    /// The same refusal with a hint.
    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> Refusal {
        Refusal { hint: Some(hint.into()), ..self }
    }

    /// What to do instead.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Error for Refusal {}
