//! Something that a verification found.

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
    pub(super) fn wrong(file: &str, what: impl AsRef<str>) -> Finding {
        Finding { text: format!("{file}: {}", what.as_ref()), is_note: false }
    }

    /// Something that need not be a fault.
    pub(super) fn note(file: &str, what: impl AsRef<str>) -> Finding {
        Finding { is_note: true, ..Finding::wrong(file, what) }
    }
}
