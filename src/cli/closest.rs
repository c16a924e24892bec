//! The known name that was probably meant.

/// The name that is closest to an unknown one.
pub fn closest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Names that take few edits to reach come first; among them those that begin alike.
    known.min_by(|a, b| {
        let edits = |known: &str| strsim::damerau_levenshtein(name, known);
        let likeness = |known: &str| strsim::jaro_winkler(name, known);
        edits(a).cmp(&edits(b)).then(likeness(b).total_cmp(&likeness(a)))
    })
}
