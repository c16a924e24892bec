//! The standard output and the standard error: everything that is printed goes through here, but progress bars, and what shells and
//! programs read.

#![allow(clippy::disallowed_methods, reason = "everything else prints through it")]

use console::Style;
use player_api::visible_but;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// The standard output. It shows any text on any terminal as it is: whoever wrote a name, a note or a command, its characters are
/// [visible](player_api::visible). JSON remains JSON.
pub fn stdout() -> Visible<io::StdoutLock<'static>> {
    Visible::new(io::stdout().lock())
}

/// The same of the standard error.
pub fn stderr() -> Visible<io::Stderr> {
    Visible::new(io::stderr())
}

/// Prints a line on the standard error. If that is closed, it is no reason to stop.
pub fn notice(line: impl Display) {
    let _ = writeln!(stderr(), "{line}");
}

/// Prints lines on a terminal, each in pieces that are shown as by [`stdout`]. They have no styles if the variable `NO_COLOR` is set,
/// and on terminals that know none.
pub fn print_styled(lines: &[Vec<(Style, String)>]) -> io::Result<()> {
    let is_set = |name: &str, value: &str| std::env::var_os(name).is_some_and(|own| own == value);
    let has_styles = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && !is_set("TERM", "dumb");
    let mut text = String::new();
    for line in lines {
        for (style, piece) in line {
            let style = style.clone().force_styling(has_styles);
            text += &style.apply_to(visible_but(piece, |_| false)).to_string();
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    io::stdout().lock().write_all(text.as_bytes())
}

/// Whether progress is drawn: the standard error is a terminal.
pub fn draws_progress() -> bool {
    io::stderr().is_terminal()
}

/// A text for a page or a file of lines, in which only line breaks, tabs and hard blanks are characters that are not shown.
pub fn visible_page(text: &str) -> String {
    visible_but(text, |character| matches!(character, '\n' | '\t' | '\u{a0}')).into_owned()
}

#[derive(Debug)]
pub struct Visible<W: Write> {
    inner: W,
    /// The first bytes of a character whose others follow.
    begun: Vec<u8>,
}

impl<W: Write> Visible<W> {
    pub const fn new(inner: W) -> Visible<W> {
        Visible { inner, begun: Vec::new() }
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let mut chunks = all.utf8_chunks().peekable();
        let mut text = String::new();
        while let Some(chunk) = chunks.next() {
            text += chunk.valid();
            let is_begun =
                chunks.peek().is_none() && std::str::from_utf8(chunk.invalid()).is_err_and(|e| e.error_len().is_none());
            match chunk.invalid() {
                [] => {}
                begun if is_begun => self.begun = begun.to_vec(),
                _ => text.push(char::REPLACEMENT_CHARACTER),
            }
        }
        let shown = visible_but(&text, |character| matches!(character, '\n' | '\t'));
        self.inner.write_all(shown.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use player_api::is_hidden;
    use proptest::prelude::*;

    /// What is printed when bytes are written in pieces that end at these places.
    fn printed(bytes: &[u8], ends: &[usize]) -> String {
        let (mut out, mut start) = (Visible::new(Vec::new()), 0);
        for &end in ends.iter().chain([&bytes.len()]) {
            let end = end.clamp(start, bytes.len());
            out.write_all(&bytes[start..end]).unwrap();
            start = end;
        }
        String::from_utf8(out.inner).unwrap()
    }

    proptest! {
        /// Whatever is printed, in whatever pieces: nothing but line breaks and tabs is hidden, and what is visible stays.
        #[test]
        fn nothing_hidden_is_printed(text in any::<String>(), mut ends in prop::collection::vec(0..64usize, 0..5)) {
            ends.sort_unstable();
            let shown = printed(text.as_bytes(), &ends);
            prop_assert!(shown.chars().all(|c| !is_hidden(c) || c == '\n' || c == '\t'));
            prop_assert_eq!(&shown, &visible_but(&text, |c| c == '\n' || c == '\t'));
            // The same in JSON gives the same text to programs.
            let json = serde_json::to_string(&text).unwrap();
            prop_assert_eq!(serde_json::from_str::<String>(&printed(json.as_bytes(), &ends)).unwrap(), text);
        }

        #[test]
        fn bytes_that_are_no_text_are_shown(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            prop_assert!(printed(&bytes, &[]).chars().all(|c| !is_hidden(c) || c == '\n' || c == '\t'));
        }
    }
}
