//! Trees as CSV: one row a situation.

use super::{Secrets, SituationError, Tree, TreeError, history, unchecked::UncheckedTree};
use crate::notation::{Notation, parse_code};
use csv::StringRecord;
use scsa::{Feedback, Size};
use std::fmt::Write as _;

impl Tree {
    /// The columns of a tree as CSV. The last one is omitted if the secrets are all codes. Reading requires only the history and the
    /// guess.
    pub const COLUMNS: [&str; 8] = ["history", "guess", "count", "total", "average", "max", "size", "secrets"];

    /// The tree as CSV with the rows of the [table](Tree::table), some 40 bytes each.
    #[must_use]
    pub fn to_csv(&self, notation: Notation) -> String {
        let secrets = self.secrets.codemaker().map(|name| format!(",{name}")).unwrap_or_default();
        let columns = if secrets.is_empty() { &Tree::COLUMNS[..7] } else { &Tree::COLUMNS };
        let mut text = columns.join(",") + "\n";
        for row in self.table(usize::MAX) {
            let (history, guess, games, size) = (&row.history, notation.code(&row.guess), row.games, self.size());
            let (count, total, average, max) = (games.count, games.total, games.average(), games.max);
            // Writing into memory does not fail.
            let _ = writeln!(text, "{history},{guess},{count},{total},{average:.6},{max},{size}{secrets}");
        }
        text
    }

    /// Reads a tree from CSV: columns in any order, rows in any order, codes in digits or letters. The tree is checked as
    /// [`Tree::build`] does. The columns of figures follow from the tree and are ignored. Without a column `size`, the size is the
    /// least at which all guesses are legal. With a column `secrets`, the secrets are those of the codemaker of that name.
    ///
    /// # Errors
    /// [`TreeError`], with the history of the situation that is wrong.
    ///
    /// ```
    /// use players::tree::{TreeError, Tree};
    /// let tree = Tree::from_csv(b"history,guess\n,AB\n|RR,AB\n".as_slice());
    /// assert_eq!(tree.unwrap_err().to_string(), "after |RR: a guess after the game is won");
    /// let tree = Tree::from_csv(b"history,guess\n,12\n|R,11\n|R|,22\n|WW,21\n".as_slice())?;
    /// assert_eq!((tree.size().to_string().as_str(), tree.lengths().total()), ("2x2", 8));
    /// # Ok::<(), TreeError>(())
    /// ```
    pub fn from_csv(text: &[u8]) -> Result<Tree, TreeError> {
        let mut reader = csv::Reader::from_reader(text);
        let columns = Columns::of(reader.headers().map_err(|e| format_error(&e))?)?;
        let (mut unchecked, mut size, mut secrets) = (UncheckedTree::default(), None, None);
        let mut record = StringRecord::new();
        while reader.read_record(&mut record).map_err(|e| format_error(&e))? {
            let line = record.position().map_or(0, csv::Position::line);
            let field = |column: usize| record.get(column).unwrap_or_default();
            if let Some(text) = columns.size.map(field) {
                let read: Size = text.parse().map_err(|e| TreeError::Size(format!("line {line}: {text:?}: {e}")))?;
                if let Some(before) = size.replace(read).filter(|before| *before != read) {
                    return Err(TreeError::Size(format!(
                        "line {line}: the size is {read}, that of the rows before {before}"
                    )));
                }
            }
            if let Some(text) = columns.secrets.map(field) {
                let read = Secrets::read(text).map_err(|e| TreeError::Secrets(format!("line {line}: {e}")))?;
                if let Some(before) = secrets.replace(read).filter(|before| *before != read) {
                    return Err(TreeError::Secrets(format!(
                        "line {line}: it is for {read}, the rows before for {before}"
                    )));
                }
            }
            unchecked.add(field(columns.history), field(columns.guess), line)?;
        }
        unchecked.check(size, secrets.unwrap_or(Secrets::All))
    }
}

fn format_error(e: &csv::Error) -> TreeError {
    TreeError::Format(format!("it is no CSV: {e}"))
}

/// The indices of the columns that are read.
struct Columns {
    history: usize,
    guess: usize,
    size: Option<usize>,
    secrets: Option<usize>,
}

impl Columns {
    fn of(header: &StringRecord) -> Result<Columns, TreeError> {
        let known = Tree::COLUMNS.join(",");
        for (index, name) in header.iter().enumerate() {
            let what = match name {
                _ if !Tree::COLUMNS.contains(&name) => "unknown",
                _ if header.iter().take(index).any(|before| before == name) => "there twice",
                _ => continue,
            };
            return Err(TreeError::Format(format!("the column {name:?} is {what}; some of {known} were expected")));
        }
        let index_of = |name| header.iter().position(|column| column == name);
        let needed = |name| index_of(name).ok_or_else(|| TreeError::Format(format!("it has no column {name:?}")));
        let (size, secrets) = (index_of("size"), index_of("secrets"));
        Ok(Columns { history: needed("history")?, guess: needed("guess")?, size, secrets })
    }
}

impl UncheckedTree {
    /// Adds the guess of a row.
    fn add(&mut self, history: &str, guess: &str, line: u64) -> Result<(), TreeError> {
        let responses = history::read_history(history).ok_or_else(|| {
            TreeError::Format(format!("line {line}: {history:?} is no history; one such as |RW|W was expected"))
        })?;
        let error = |error| TreeError::After(history.to_owned(), error);
        if responses.len() >= Tree::MAX_LENGTH {
            // Without the history, which would make the message too long.
            return Err(TreeError::Format(format!("line {line}: {}", SituationError::Long)));
        }
        let code = parse_code(guess).map_err(|_| error(SituationError::Text(guess.to_owned())))?;
        let situation = responses.into_iter().fold(self, UncheckedTree::after);
        if situation.guess.replace(code).is_some() {
            return Err(error(SituationError::Repeated));
        }
        Ok(())
    }

    fn after(&mut self, feedback: Feedback) -> &mut UncheckedTree {
        let index = self.next.iter().position(|(known, _)| *known == feedback).unwrap_or_else(|| {
            self.next.push((feedback, UncheckedTree::default()));
            self.next.len() - 1
        });
        &mut self.next[index].1
    }
}
