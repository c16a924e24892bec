//! Trees as CSV (a row a situation), as JSON (an object a situation) and as graphs for Graphviz; histories as text.

use crate::notation::{Notation, parse_code};
use crate::tree::build::SECOND_GUESS;
use crate::tree::{Branch, Secrets, Tree, TreeError, UncheckedTree};
use csv::StringRecord;
use scsa::{Game, Response};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::fmt::{self, Write as _};

/// The text of a response: an R for each black peg, then a W for each white one.
pub fn response(feedback: Response) -> String {
    "R".repeat(feedback.black()) + &"W".repeat(feedback.white())
}

/// The text of a history: a vertical bar and the text of the response for each turn.
///
/// ```
/// use scsa::Response;
/// let responses = [Response::new(0, 0), Response::new(1, 2)];
/// assert_eq!(players::tree::history(&responses), "||RWW");
/// ```
pub fn history(responses: &[Response]) -> String {
    responses.iter().map(|feedback| format!("|{}", response(*feedback))).collect()
}

fn no_code(text: &str) -> String {
    format!("{text:?} is no code; one was expected in digits, as 1122, or letters, as AABB")
}

pub(super) fn read_response(text: &str) -> Option<Response> {
    let white = text.trim_start_matches('R');
    let black = text.len() - white.len();
    let legal = text.len() <= Game::MAX_PEGS && white.bytes().all(|byte| byte == b'W');
    legal.then(|| Response::new(black as u8, white.len() as u8))
}

pub(super) fn read_history(text: &str) -> Option<Vec<Response>> {
    match text.strip_prefix('|') {
        Some(responses) => responses.split('|').map(read_response).collect(),
        None => text.is_empty().then(Vec::new),
    }
}

impl Tree {
    /// The columns of a tree as CSV. The last one is omitted if the secrets are all codes. Reading requires only the history and the
    /// guess.
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
    ///
    /// ```
    /// use players::tree::{TreeError, Tree};
    /// let tree = Tree::from_csv(b"history,guess\n,AB\n|RR,AB\n".as_slice());
    /// assert_eq!(tree.unwrap_err().to_string(), "after |RR: a guess after the game is won");
    /// let tree = Tree::from_csv(b"history,guess\n,12\n|R,11\n|R|,22\n|WW,21\n".as_slice())?;
    /// assert_eq!((tree.game().to_string().as_str(), tree.lengths().total()), ("2x2", 8));
    /// # Ok::<(), TreeError>(())
    /// ```
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
        let code = parse_code(guess).map_err(|_| error(&no_code(guess)))?;
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

impl Tree {
    /// The tree as JSON, some 70 bytes a situation: `{"game":"4x6","guess":"1122","count":1296,…,"next":{"RW":{…}}}`. If the
    /// secrets are not all codes, `"secrets":"only-once"` follows the game.
    pub fn to_json(&self, notation: Notation) -> String {
        let mut text = format!("{{\"game\":\"{}\",", self.game());
        // Writing into memory does not fail, here and below.
        if let Some(name) = self.secrets.codemaker() {
            let _ = write!(text, "\"secrets\":\"{name}\",");
        }
        self.write(&self.root, notation, 0, &mut text);
        text + "\n"
    }

    /// Writes the content of an object and its closing brace.
    fn write(&self, branch: &Branch, notation: Notation, guesses: usize, text: &mut String) {
        let (guess, games) = (notation.code(&self.guess(branch)), branch.games(guesses));
        let (count, total, average, max) = (games.count, games.total, games.average(), games.max);
        let _ = write!(
            text,
            "\"guess\":\"{guess}\",\"count\":{count},\"total\":{total},\"average\":{average:.6},\"max\":{max}"
        );
        for (number, (feedback, next)) in branch.next().enumerate() {
            let before = if number == 0 { ",\"next\":{" } else { "," };
            let indent = " ".repeat(guesses + 1);
            let _ = write!(text, "{before}\n{indent}\"{}\":{{", response(feedback));
            self.write(next, notation, guesses + 1, text);
        }
        *text += if branch.next().len() > 0 { "}}" } else { "}" };
    }

    /// Reads a tree from JSON, as [`to_json`](Tree::to_json) writes it: fields in any order, codes in digits or letters. The tree is
    /// checked as [`Tree::build`] does. Figures may be omitted and are ignored. The game may be omitted, and the secrets if they are
    /// all codes.
    ///
    /// # Errors
    /// [`TreeError`], with the history of the situation that is wrong.
    ///
    /// ```
    /// use players::tree::Tree;
    /// let tree = Tree::from_json(br#"{"guess":"AA","next":{"R":{"guess":"AB","next":{"WW":{"guess":"BA"}}}}}"#);
    /// let reason = tree.unwrap_err().to_string();
    /// assert_eq!(
    ///     reason,
    ///     "at the first guess: a guess for the response '' is missing, so that the secret 22 is never guessed"
    /// );
    /// ```
    pub fn from_json(text: &[u8]) -> Result<Tree, TreeError> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let format_error = |e: serde_json::Error| TreeError(format!("it is no tree in JSON: {e}"));
        let mut depth = 0_usize;
        let mut nested = text.iter().map(|byte| {
            depth = depth + usize::from(*byte == b'{') - usize::from(*byte == b'}' && depth > 0);
            depth
        });
        // A situation is an object in an object. More of them could overflow the stack.
        if nested.any(|depth| depth > 2 * Tree::MAX_LENGTH) {
            return Err(TreeError(TreeError::long()));
        }
        let mut deserializer = serde_json::Deserializer::from_slice(text);
        deserializer.disable_recursion_limit();
        let situation = JsonSituation::deserialize(&mut deserializer).map_err(format_error)?;
        deserializer.end().map_err(format_error)?;
        let (game, secrets) = (situation.game, situation.secrets.as_deref().map(Secrets::read).transpose());
        let secrets = secrets.map_err(|e| TreeError(format!("it is no tree in JSON: {e}")))?;
        situation.unchecked(&mut Vec::new())?.check(game, secrets.unwrap_or(Secrets::All))
    }
}

/// A situation in JSON. Only the outermost one has a game and secrets.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with a guess")]
struct JsonSituation {
    guess: Option<String>,
    #[serde(rename = "count")]
    _count: Option<f64>,
    #[serde(rename = "total")]
    _total: Option<f64>,
    #[serde(rename = "average")]
    _average: Option<f64>,
    #[serde(rename = "max")]
    _max: Option<f64>,
    #[serde(default)]
    next: JsonSuccessors,
    game: Option<Game>,
    secrets: Option<String>,
}

/// The entries of an object, in their order.
#[derive(Default)]
struct JsonSuccessors(Vec<(String, JsonSituation)>);

impl<'de> Deserialize<'de> for JsonSuccessors {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<JsonSuccessors, D::Error> {
        deserializer.deserialize_map(SuccessorsVisitor)
    }
}

struct SuccessorsVisitor;

impl<'de> Visitor<'de> for SuccessorsVisitor {
    type Value = JsonSuccessors;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a situation for each response")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonSuccessors, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(JsonSuccessors(entries))
    }
}

impl JsonSituation {
    fn unchecked(self, responses: &mut Vec<Response>) -> Result<UncheckedTree, TreeError> {
        let error = |responses: &[Response], what: &str| TreeError::after(&history(responses), what);
        let fields = [("game", self.game.is_some()), ("secrets", self.secrets.is_some())];
        if let Some((field, _)) = fields.into_iter().find(|(_, is_there)| *is_there && !responses.is_empty()) {
            return Err(error(responses, &format!("unknown field `{field}`, which only the outermost object has")));
        }
        let code = |text: String| parse_code(&text).map_err(|_| error(responses, &no_code(&text)));
        let guess = self.guess.map(code).transpose()?;
        let mut next: Vec<(Response, UncheckedTree)> = Vec::new();
        for (text, situation) in self.next.0 {
            let what = || {
                format!("{text:?} is no response; an R for each black peg was expected, then a W for each white one")
            };
            let feedback = read_response(&text).ok_or_else(|| error(responses, &what()))?;
            responses.push(feedback);
            if next.iter().any(|(known, _)| *known == feedback) {
                return Err(error(responses, SECOND_GUESS));
            }
            next.push((feedback, situation.unchecked(responses)?));
            responses.pop();
        }
        Ok(UncheckedTree { guess, next })
    }
}

impl Tree {
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
        // Writing into memory does not fail, here and below.
        let _ = writeln!(text, "  n{node} [label=\"{guess}\\n{count}\"];");
        for (feedback, next) in branch.next() {
            *last += 1;
            let _ = writeln!(text, "  n{node} -> n{last} [label=\"|{}\"];", response(feedback));
            self.draw(next, notation, last, text);
        }
    }
}
