//! The known name that was probably meant.

use player_api::MOST_NAME;

/// One edit is likely for this many letters of the longer name, and one for a shorter name.
const LETTERS_PER_EDIT: usize = 3;

/// The name that is closest to an unknown one, if it is so close that it was probably meant: a third of its letters may be wrong.
pub fn closest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let edits = |known: &str| strsim::damerau_levenshtein(name, known);
    let likeness = |known: &str| strsim::jaro_winkler(name, known);
    let is_close = |known: &&str| {
        let letters = name.chars().count().max(known.chars().count());
        edits(known) <= (letters / LETTERS_PER_EDIT).max(1)
    };
    // Comparing texts takes time in proportion to the product of their lengths.
    let known = known.filter(|_| name.len() <= MOST_NAME);
    // Names that take few edits to reach come first; among them those that begin alike.
    known.filter(is_close).min_by(|a, b| edits(a).cmp(&edits(b)).then(likeness(b).total_cmp(&likeness(a))))
}

/// What follows "there is no such name; ": the one that was probably meant, and all. `kind` is the word for several of them.
pub fn known_names(name: &str, kind: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match closest(name, known.iter().copied()) {
        Some(closest) => format!("did you mean '{closest}'? The {kind} are {all}"),
        None => format!("the {kind} are {all}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_name_that_was_probably_meant_is_suggested() {
        let known = ["rao", "dino", "bayes", "entropy", "optimal", "only-once", "baseline-4"];
        let closest = |name: &str| closest(name, known.into_iter());
        for (name, meant) in [
            ("roa", "rao"),
            ("ra", "rao"),
            ("byes", "bayes"),
            ("entropie", "entropy"),
            ("baseline4", "baseline-4"),
            ("only-twice", "only-once"),
        ] {
            assert_eq!(closest(name), Some(meant), "{name}");
        }
        for name in ["nobody", "somebody", "xyz", "", "a", "codes.txt", "strategy"] {
            assert_eq!(closest(name), None, "{name}");
        }
    }
}
