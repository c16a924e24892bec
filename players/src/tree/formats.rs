//! Trees as CSV (a row a situation) and as graphs for Graphviz; histories as text.

use crate::notation::{Notation, parse_code};
use crate::tree::build::SECOND_GUESS;
use crate::tree::{Branch, Secrets, Tree, TreeError, UncheckedTree};
use csv::StringRecord;
use scsa::{Game, Response};
use std::fmt::Write as _;

/// The text of a response: an R for each black peg, then a W for each white one.
pub fn response(feedback: Response) -> String {
    "R".repeat(feedback.black()) + &"W".repeat(feedback.white())
}

/// The text of a history: a vertical bar and the text of the response for each turn.
pub fn history(responses: &[Response]) -> String {
    responses.iter().map(|feedback| format!("|{}", response(*feedback))).collect()
}

fn read_history(text: &str) -> Option<Vec<Response>> {
    let read_response = |text: &str| {
        let white = text.trim_start_matches('R');
        let is_legal = text.len() <= Game::MAX_PEGS && white.bytes().all(|byte| byte == b'W');
        is_legal.then(|| Response::new((text.len() - white.len()) as u8, white.len() as u8))
    };
    match text.strip_prefix('|') {
        Some(responses) => responses.split('|').map(read_response).collect(),
        None => text.is_empty().then(Vec::new),
    }
}

impl Tree {
    /// The columns of a tree as CSV. The last one is omitted if the secrets are all codes. Reading requires only the history and the guess.
    pub const COLUMNS: [&str; 8] = ["history", "guess", "count", "total", "average", "max", "game", "secrets"];

    /// The tree as CSV with the rows of the [table](Tree::table), some 40 bytes each.
    pub fn to_csv(&self, notation: Notation) -> String {
        let secrets = self.secrets.codemaker().map(|name| format!(",{name}")).unwrap_or_default();
        let columns = if secrets.is_empty() { &Tree::COLUMNS[..7] } else { &Tree::COLUMNS };
        let mut text = columns.join(",") + "\n";
        for row in self.table(usize::MAX) {
            let (history, guess, games, game) = (&row.history, notation.code(&row.guess), row.games, self.game());
            let (count, total, average, max) = (games.count, games.total, games.average(), games.max);
            // Writing into memory does not fail.
            let _ = writeln!(text, "{history},{guess},{count},{total},{average:.6},{max},{game}{secrets}");
        }
        text
    }

    /// Reads a tree from CSV: columns in any order, rows in any order, codes in digits or letters. The tree is checked as
    /// [`Tree::build`] does. The columns of figures follow from the tree and are ignored. Without a column `game`, the game is the
    /// least at which all guesses are legal. With a column `secrets`, the secrets are those of the codemaker of that name.
    ///
    /// # Errors
    /// [`TreeError`], with the history of the situation that is wrong.
    pub fn from_csv(text: &[u8]) -> Result<Tree, TreeError> {
        let mut reader = csv::Reader::from_reader(text);
        let columns = Columns::of(reader.headers().map_err(|e| format_error(&e))?)?;
        let (mut unchecked, mut game, mut secrets) = (UncheckedTree::default(), None, None);
        let mut record = StringRecord::new();
        while reader.read_record(&mut record).map_err(|e| format_error(&e))? {
            let line = record.position().map_or(0, csv::Position::line);
            let field = |column: usize| record.get(column).unwrap_or_default();
            if let Some(text) = columns.game.map(field) {
                let read: Game = text.parse().map_err(|e| TreeError(format!("line {line}: {text:?}: {e}")))?;
                if let Some(before) = game.replace(read).filter(|before| *before != read) {
                    return Err(TreeError(format!(
                        "line {line}: the game is {read}, that of the rows before {before}"
                    )));
                }
            }
            if let Some(text) = columns.secrets.map(field) {
                let read = Secrets::read(text).map_err(|e| TreeError(format!("line {line}: {e}")))?;
                if let Some(before) = secrets.replace(read).filter(|before| *before != read) {
                    return Err(TreeError(format!("line {line}: it is for {read}, the rows before for {before}")));
                }
            }
            unchecked.add(field(columns.history), field(columns.guess), line)?;
        }
        unchecked.check(game, secrets.unwrap_or(Secrets::All))
    }

    /// The tree as a graph for Graphviz (`dot -Tsvg`): a node a situation with its guess and how many secrets are consistent,
    /// an edge a response, some 60 bytes both. With more than a thousand nodes a picture is legible only when enlarged.
    pub fn to_dot(&self, notation: Notation) -> String {
        let mut text = format!("digraph \"{}\" {{\n  node [shape=box];\n", self.secrets.at(self.game()));
        self.draw(&self.root, notation, &mut 0, &mut text);
        text + "}\n"
    }

    /// Writes a branch. Its first node has the number `last`, the others the numbers after that.
    fn draw(&self, branch: &Branch, notation: Notation, last: &mut usize, text: &mut String) {
        let (node, guess, count) = (*last, notation.code(&self.guess(branch)), branch.games(0).count);
        let _ = writeln!(text, "  n{node} [label=\"{guess}\\n{count}\"];");
        for (feedback, next) in branch.next() {
            *last += 1;
            let _ = writeln!(text, "  n{node} -> n{last} [label=\"|{}\"];", response(feedback));
            self.draw(next, notation, last, text);
        }
    }
}

fn format_error(e: &csv::Error) -> TreeError {
    TreeError(format!("it is no CSV: {e}"))
}

struct Columns {
    history: usize,
    guess: usize,
    game: Option<usize>,
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
            return Err(TreeError(format!("the column {name:?} is {what}; some of {known} were expected")));
        }
        let index_of = |name| header.iter().position(|column| column == name);
        let needed = |name| index_of(name).ok_or_else(|| TreeError(format!("it has no column {name:?}")));
        let (game, secrets) = (index_of("game"), index_of("secrets"));
        Ok(Columns { history: needed("history")?, guess: needed("guess")?, game, secrets })
    }
}

impl UncheckedTree {
    fn add(&mut self, history: &str, guess: &str, line: u64) -> Result<(), TreeError> {
        let responses = read_history(history).ok_or_else(|| {
            TreeError(format!("line {line}: {history:?} is no history; one such as |RW|W was expected"))
        })?;
        let error = |what: &str| TreeError::after(history, what);
        if responses.len() >= Tree::MAX_LENGTH {
            // Without the history, which would make the message too long.
            return Err(TreeError(format!("line {line}: {}", TreeError::long())));
        }
        let code = parse_code(guess).map_err(|_| {
            error(&format!("{guess:?} is no code; one was expected in digits, as 1122, or letters, as AABB"))
        })?;
        let situation = responses.into_iter().fold(self, UncheckedTree::after);
        if situation.guess.replace(code).is_some() {
            return Err(error(SECOND_GUESS));
        }
        Ok(())
    }

    fn after(&mut self, feedback: Response) -> &mut UncheckedTree {
        let index = self.next.iter().position(|(known, _)| *known == feedback).unwrap_or_else(|| {
            self.next.push((feedback, UncheckedTree::default()));
            self.next.len() - 1
        });
        &mut self.next[index].1
    }
}
