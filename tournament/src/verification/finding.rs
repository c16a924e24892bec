//! What a verification found, and what it comes to.

use crate::Suspicion;

/// Something that a verification found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was found, in words, beginning with the file.
    pub text: String,
    /// Whether it can have a cause that is no fault, such as a machine of another speed.
    pub is_note: bool,
}

impl Finding {
    /// Something that is wrong with a file.
    #[must_use]
    pub fn wrong(file: &str, what: impl AsRef<str>) -> Finding {
        Finding { text: format!("{file}: {}", what.as_ref()), is_note: false }
    }

    /// Something that need not be a fault.
    pub(super) fn note(file: &str, what: impl AsRef<str>) -> Finding {
        Finding { is_note: true, ..Finding::wrong(file, what) }
    }
}

/// The result of a verification.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verification {
    /// What was found.
    pub findings: Vec<Finding>,
    /// Players that won earlier than anybody can who does not know the secrets. The files are as they are: this is no fault of them.
    pub suspicions: Vec<Suspicion>,
    /// The number of rows of `rounds.csv` that were checked.
    pub rows: u64,
    /// The number of rounds that were compared with those played again.
    pub replayed: u64,
}

/// What the findings of a verification come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The files are what they say, as far as they were checked.
    True,
    /// The same, but for this many notes.
    Noted(usize),
    /// This many things are wrong.
    Wrong(usize),
}

impl Verification {
    /// What the findings come to.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let notes = self.findings.iter().filter(|finding| finding.is_note).count();
        match (self.findings.len() - notes, notes) {
            (0, 0) => Verdict::True,
            (0, notes) => Verdict::Noted(notes),
            (wrong, _) => Verdict::Wrong(wrong),
        }
    }
}
