//! The line that is typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The longest line, in characters.
const MOST: usize = 200;

/// A line that is being typed, and those before it.
#[derive(Debug, Default)]
pub struct LineEditor {
    text: Vec<char>,
    /// The characters before the cursor.
    cursor: usize,
    history: Vec<String>,
    /// The line of the history that is shown, if one is.
    shown: Option<usize>,
}

impl LineEditor {
    /// The text, and how many of its characters are before the cursor.
    pub fn text(&self) -> (String, usize) {
        (self.text.iter().collect(), self.cursor)
    }

    /// Whether nothing is typed.
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Takes the line, which is then empty.
    pub fn take(&mut self) -> String {
        let line: String = self.text.drain(..).collect();
        (self.cursor, self.shown) = (0, None);
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
        }
        line
    }

    /// Inserts text at the cursor. Control characters are left out.
    pub fn insert(&mut self, text: &str) {
        for character in text.chars().filter(|character| !character.is_control()) {
            if self.text.len() < MOST {
                self.text.insert(self.cursor, character);
                self.cursor += 1;
            }
        }
    }

    /// Changes the line by a key. Other keys have no effect.
    pub fn key(&mut self, key: KeyEvent) {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if is_control => {
                self.text.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char('a') if is_control => self.cursor = 0,
            KeyCode::Char('e') if is_control => self.cursor = self.text.len(),
            KeyCode::Char(character) if !is_control => self.insert(character.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Up => self.show(self.shown.unwrap_or(self.history.len()).checked_sub(1)),
            KeyCode::Down => self.show(self.shown.map(|shown| shown + 1)),
            _ => {}
        }
    }

    /// Shows a line of the history; after the last one an empty line.
    fn show(&mut self, line: Option<usize>) {
        let Some(line) = line else { return };
        self.shown = (line < self.history.len()).then_some(line);
        self.text = self.history.get(line).map_or_else(Vec::new, |text| text.chars().collect());
        self.cursor = self.text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(editor: &mut LineEditor, codes: &[KeyCode]) {
        codes.iter().for_each(|code| editor.key(KeyEvent::new(*code, KeyModifiers::NONE)));
    }

    #[test]
    fn keys_edit_the_line() {
        let mut editor = LineEditor::default();
        editor.insert("AC\u{1b}D\n");
        press(&mut editor, &[KeyCode::Left, KeyCode::Left, KeyCode::Char('B'), KeyCode::End, KeyCode::Backspace]);
        assert_eq!(editor.text(), ("ABC".to_owned(), 3));
        press(&mut editor, &[KeyCode::Home, KeyCode::Delete, KeyCode::Right]);
        assert_eq!(editor.text(), ("BC".to_owned(), 1));
        editor.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert_eq!(editor.take(), "C");
        assert!(editor.is_empty());
    }

    #[test]
    fn earlier_lines_come_back() {
        let mut editor = LineEditor::default();
        for line in ["one", "two", "two", " "] {
            editor.insert(line);
            editor.take();
        }
        press(&mut editor, &[KeyCode::Up]);
        assert_eq!(editor.text().0, "two");
        press(&mut editor, &[KeyCode::Up, KeyCode::Up]);
        assert_eq!(editor.text().0, "one");
        press(&mut editor, &[KeyCode::Down, KeyCode::Down]);
        assert!(editor.is_empty());
    }
}
