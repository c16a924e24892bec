//! Words of commands that are printed to be copied.

use player_api::is_hidden;
use std::borrow::Cow;

/// A text as one word of a shell command, in quotes if it needs them. A word with characters that are not shown is written with escapes
/// between `$'` and `'`, as bash, zsh and others take it, so that a reader sees what the command contains.
pub fn shell_word(text: &str) -> String {
    if !text.chars().any(is_hidden) {
        // Only a null character has no quotes, and it is hidden.
        return shlex::try_quote(text).map_or_else(|_| text.to_owned(), Cow::into_owned);
    }
    let escaped = text.chars().map(|character| match character {
        '\'' | '\\' => format!("\\{character}"),
        hidden if is_hidden(hidden) => {
            hidden.encode_utf8(&mut [0; 4]).bytes().map(|byte| format!("\\{byte:03o}")).collect()
        }
        other => other.to_string(),
    });
    format!("$'{}'", escaped.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::process::Command;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        for (text, word) in [
            ("rao", "rao"),
            ("$(id)", "'$(id)'"),
            ("it's", "\"it's\""),
            ("", "''"),
            ("a\x1b[2J'\\\u{202e}", "$'a\\033[2J\\'\\\\\\342\\200\\256'"),
        ] {
            assert_eq!(shell_word(text), word);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        /// A shell takes each word for its text.
        #[test]
        fn a_shell_reads_words_as_they_were(texts in prop::collection::vec("[^\0]{0,12}", 1..20)) {
            let words: Vec<String> = texts.iter().map(|text| shell_word(text)).collect();
            prop_assert!(words.iter().all(|word| !word.chars().any(is_hidden)));
            let command = format!("printf '%s\\0' {}", words.join(" "));
            let output = Command::new("bash").args(["-c", &command]).output().unwrap();
            prop_assert_eq!(String::from_utf8(output.stdout).unwrap(), texts.join("\0") + "\0");
        }
    }
}
