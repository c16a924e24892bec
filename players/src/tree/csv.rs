//! Trees as CSV: one row a situation.

use super::{BadTree, Secrets, Tree, Wrong, draft::Draft, history};
use crate::notation::{Notation, parse_code};
use csv::StringRecord;
use scsa::{Feedback, Size};
use std::fmt::Write as _;

impl Tree {
    /// The columns of a tree as CSV, the last of which is there where the secrets are not all codes. Only the history and the
    /// guess are needed to read it.
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

    /// The tree of a text in CSV: columns in any order, rows in any order, codes in digits or letters. Every secret is played
    /// to see that the tree has a guess wherever one is needed, and nowhere else; this takes some 50 ns a guess. The
    /// columns of figures follow from the tree and are not looked at. Without a column `size`, the size is the least that
    /// has all the guesses; with a column `secrets`, the secrets are those of the codemaker of that name.
    ///
    /// # Errors
    /// [`BadTree`] says what is wrong, and after which history.
    ///
    /// ```
    /// use players::tree::{BadTree, Tree};
    /// let tree = Tree::from_csv(b"history,guess\n,AB\n|RR,AB\n".as_slice());
    /// assert_eq!(tree.unwrap_err().to_string(), "after |RR: a guess, where the game is won");
    /// let tree = Tree::from_csv(b"history,guess\n,12\n|R,11\n|R|,22\n|WW,21\n".as_slice())?;
    /// assert_eq!((tree.size().to_string().as_str(), tree.lengths().total()), ("2x2", 8));
    /// # Ok::<(), BadTree>(())
    /// ```
    pub fn from_csv(text: &[u8]) -> Result<Tree, BadTree> {
        let mut reader = csv::Reader::from_reader(text);
        let columns = Columns::of(reader.headers().map_err(|e| form(&e))?)?;
        let (mut draft, mut size, mut secrets) = (Draft::default(), None, None);
        let mut record = StringRecord::new();
        while reader.read_record(&mut record).map_err(|e| form(&e))? {
            let line = record.position().map_or(0, csv::Position::line);
            let field = |column: usize| record.get(column).unwrap_or_default();
            if let Some(text) = columns.size.map(field) {
                let read: Size = text.parse().map_err(|e| BadTree::Size(format!("line {line}: {text:?}: {e}")))?;
                if let Some(before) = size.replace(read).filter(|before| *before != read) {
                    return Err(BadTree::Size(format!(
                        "line {line}: the size is {read}, that of the rows before {before}"
                    )));
                }
            }
            if let Some(text) = columns.secrets.map(field) {
                let read = Secrets::read(text).map_err(|e| BadTree::Secrets(format!("line {line}: {e}")))?;
                if let Some(before) = secrets.replace(read).filter(|before| *before != read) {
                    return Err(BadTree::Secrets(format!(
                        "line {line}: it is for {read}, the rows before for {before}"
                    )));
                }
            }
            draft.add(field(columns.history), field(columns.guess), line)?;
        }
        draft.tree(size, secrets.unwrap_or(Secrets::All))
    }
}

fn form(e: &csv::Error) -> BadTree {
    BadTree::Form(format!("it is no CSV: {e}"))
}

/// Where the columns are that are read.
struct Columns {
    history: usize,
    guess: usize,
    size: Option<usize>,
    secrets: Option<usize>,
}

impl Columns {
    fn of(header: &StringRecord) -> Result<Columns, BadTree> {
        let known = Tree::COLUMNS.join(",");
        for (place, name) in header.iter().enumerate() {
            let what = match name {
                _ if !Tree::COLUMNS.contains(&name) => "unknown",
                _ if header.iter().take(place).any(|before| before == name) => "there twice",
                _ => continue,
            };
            return Err(BadTree::Form(format!("the column {name:?} is {what}; some of {known} were expected")));
        }
        let place = |name| header.iter().position(|column| column == name);
        let needed = |name| place(name).ok_or_else(|| BadTree::Form(format!("it has no column {name:?}")));
        let (size, secrets) = (place("size"), place("secrets"));
        Ok(Columns { history: needed("history")?, guess: needed("guess")?, size, secrets })
    }
}

impl Draft {
    /// Adds the guess of a row.
    fn add(&mut self, history: &str, guess: &str, line: u64) -> Result<(), BadTree> {
        let responses = history::read_history(history).ok_or_else(|| {
            BadTree::Form(format!("line {line}: {history:?} is no history; one such as |RW|W was expected"))
        })?;
        let wrong = |wrong| BadTree::After(history.to_owned(), wrong);
        if responses.len() >= Tree::LONGEST {
            // The text of such a history is long, too.
            return Err(BadTree::Form(format!("line {line}: {}", Wrong::Long)));
        }
        let code = parse_code(guess).map_err(|_| wrong(Wrong::Text(guess.to_owned())))?;
        let draft = responses.into_iter().fold(self, Draft::after);
        if draft.guess.replace(code).is_some() {
            return Err(wrong(Wrong::Repeated));
        }
        Ok(())
    }

    fn after(&mut self, feedback: Feedback) -> &mut Draft {
        let place = self.next.iter().position(|(known, _)| *known == feedback).unwrap_or_else(|| {
            self.next.push((feedback, Draft::default()));
            self.next.len() - 1
        });
        &mut self.next[place].1
    }
}
