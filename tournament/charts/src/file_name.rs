//! Names of files.

use std::collections::HashSet;

/// File systems take 255 bytes; this leaves room for what is put before and after a name.
const LONGEST: usize = 100;

/// Names that every file system takes, one for each text, all different.
pub(crate) fn safe_names<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut taken = HashSet::new();
    texts
        .into_iter()
        .map(|text| {
            let name = safe_name(text);
            let mut candidate = name.clone();
            let mut copy = 2;
            // Some file systems do not tell capitals from small letters.
            while !taken.insert(candidate.to_ascii_lowercase()) {
                candidate = format!("{name}-{copy}");
                copy += 1;
            }
            candidate
        })
        .collect()
}

fn safe_name(text: &str) -> String {
    let mut name = String::new();
    for letter in text.chars() {
        if letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_') {
            name.push(letter);
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    name.truncate(LONGEST);
    let trimmed = name.trim_matches(|letter| matches!(letter, '-' | '.'));
    if trimmed.is_empty() { "unnamed".to_owned() } else { trimmed.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_different() {
        let texts =
            ["two-color", "codes:some/path.txt", "codes:some:path.txt", "../..", "", "CODES/some/path.txt", "größe"];
        let names = safe_names(texts);
        assert_eq!(
            names,
            [
                "two-color",
                "codes-some-path.txt",
                "codes-some-path.txt-2",
                "unnamed",
                "unnamed-2",
                "CODES-some-path.txt-3",
                "gr-e"
            ]
        );
    }
}
