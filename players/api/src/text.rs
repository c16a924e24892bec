//! Texts that others wrote: what a name may be, and how the rest is shown.

use std::borrow::Cow;

/// The most characters of a name. A name may end with the path of a file.
pub const MOST_NAME: usize = 1000;

/// Whether a character is not shown as itself, and may change what a reader sees of the text around it: control characters, which
/// terminals obey; those that turn the direction of writing; those without width; line separators; characters without a meaning.
///
/// ```
/// use player_api::is_hidden;
/// assert!(['\x1b', '\n', '\u{9b}', '\u{202e}', '\u{2066}', '\u{200b}'].into_iter().all(is_hidden));
/// assert!("rao: 4x6 \"'\\ é ≥ … 日本 e\u{301}".chars().all(|c| !is_hidden(c)));
/// ```
pub fn is_hidden(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    // The standard library escapes what cannot be printed. At the beginning of a text it escapes accents, too.
    let mut bytes = [b'a'; 5];
    let length = 1 + character.encode_utf8(&mut bytes[1..]).len();
    std::str::from_utf8(&bytes[..length]).is_ok_and(|text| text.escape_debug().nth(2).is_some())
}

/// What is wrong with a text that selects by name, such as a pattern; as the end of a sentence that begins with the text.
pub fn text_fault(text: &str) -> Option<&'static str> {
    if text.is_empty() {
        Some("is empty")
    } else if text.chars().nth(MOST_NAME).is_some() {
        Some("has more than 1000 characters")
    } else if text.chars().any(is_hidden) {
        Some("has a character that is not shown in its name")
    } else {
        None
    }
}

/// What is wrong with a text as the name of a player or a codemaker, which stands in tables, files and commands.
///
/// ```
/// use player_api::name_fault;
/// assert_eq!(["bayes:3", "1122+lc", "tree:/home/é/a b.csv", "codes:a=b.txt"].map(name_fault), [None; 4]);
/// assert_eq!(name_fault("=1+1"), Some("does not begin with a letter or a digit, or has a backtick"));
/// assert_eq!(name_fault("rao\u{202e}"), Some("has a character that is not shown in its name"));
/// ```
pub fn name_fault(name: &str) -> Option<&'static str> {
    // Spreadsheets compute a cell that begins with =, +, - or @. Commands stand between backticks.
    let is_odd = || !name.starts_with(char::is_alphanumeric) || name.contains('`');
    text_fault(name).or_else(|| is_odd().then_some("does not begin with a letter or a digit, or has a backtick"))
}

/// A text whose characters that are [not shown](is_hidden) are escaped as in JSON.
///
/// ```
/// use player_api::visible;
/// assert_eq!(visible("\x1b[2Jrao\n\u{202e}"), "\\u001b[2Jrao\\u000a\\u202e");
/// assert!(matches!(visible("≥ 4 guesses"), std::borrow::Cow::Borrowed(_)));
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    visible_but(text, |_| false)
}

/// The same of a text in which these characters stay as they are.
pub fn visible_but(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_escaped = |character| is_hidden(character) && !is_kept(character);
    if !text.chars().any(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 5);
    for character in text.chars() {
        if is_escaped(character) {
            character.encode_utf16(&mut [0; 2]).iter().for_each(|unit| shown += &format!("\\u{unit:04x}"));
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// The beginning of a text, of that many characters; what is left out is an ellipsis.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", text[..end].trim_end_matches('…'))),
        None => Cow::Borrowed(text),
    }
}
