//! Numbers with their nouns.

/// A number of things: `1 guess`, `2 guesses`.
pub fn counted(number: impl TryInto<u64>, thing: &str) -> String {
    // No number of anything here is negative or larger.
    let number = number.try_into().unwrap_or(u64::MAX);
    match (number, thing.ends_with('s') || thing.ends_with("ch")) {
        (1, _) => format!("1 {thing}"),
        (_, true) => format!("{number} {thing}es"),
        (_, false) => format!("{number} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        assert_eq!([0, 1, 2].map(|number| counted(number, "code")), ["0 codes", "1 code", "2 codes"]);
        assert_eq!(counted(2, "match"), "2 matches");
        assert_eq!([0, 1, 2].map(|number| counted(number, "guess")), ["0 guesses", "1 guess", "2 guesses"]);
    }
}
