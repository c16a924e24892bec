//! Words of commands that are printed to be copied.

use std::borrow::Cow;

/// A text as one word of a shell command, in quotes if it needs them.
pub fn shell_word(text: &str) -> String {
    // Only a null character has no quotes, and no argument has one.
    shlex::try_quote(text).map_or_else(|_| text.to_owned(), Cow::into_owned)
}
