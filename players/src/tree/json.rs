//! Trees as JSON: one object a situation, with those that follow in it.

use super::{BadTree, Branch, Secrets, Tree, Wrong, draft::Draft, history};
use crate::notation::{Notation, parse_code};
use scsa::{Feedback, Size};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use std::fmt::{self, Write as _};

/// What an object may hold; the last two, in the outermost only.
const FIELDS: &[&str] = &["guess", "count", "total", "average", "max", "next", "size", "secrets"];

impl Tree {
    /// The tree as JSON, some 70 bytes a situation: `{"size":"4x6","guess":"1122","count":1296,…,"next":{"RW":{…}}}`. Where the
    /// secrets are not all codes, `"secrets":"only-once"` follows on the size.
    #[must_use]
    pub fn to_json(&self, notation: Notation) -> String {
        let mut text = format!("{{\"size\":\"{}\",", self.size());
        // Writing into memory does not fail, here and below.
        if let Some(name) = self.secrets.codemaker() {
            let _ = write!(text, "\"secrets\":\"{name}\",");
        }
        self.write(&self.root, notation, 0, &mut text);
        text + "\n"
    }

    /// Writes the inside of an object and its end.
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
            let _ = write!(text, "{before}\n{indent}\"{}\":{{", history::response(feedback));
            self.write(next, notation, guesses + 1, text);
        }
        *text += if branch.next().len() > 0 { "}}" } else { "}" };
    }

    /// The tree of a text in JSON, as [`to_json`](Tree::to_json) writes it: fields in any order, codes in digits or letters. It
    /// is checked as [`from_csv`](Tree::from_csv) checks it; figures may be left out and are not looked at, and so may the
    /// size, and the secrets where they are all codes.
    ///
    /// # Errors
    /// [`BadTree`] says what is wrong, and after which history.
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
    pub fn from_json(text: &[u8]) -> Result<Tree, BadTree> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let form = |e: serde_json::Error| BadTree::Form(format!("it is no tree in JSON: {e}"));
        let mut deserializer = serde_json::Deserializer::from_slice(text);
        // Situations count their own depth.
        deserializer.disable_recursion_limit();
        let (mut head, mut history) = (Head::default(), Vec::new());
        let situation = Situation { head: &mut head, history: &mut history };
        let draft = situation.deserialize(&mut deserializer).map_err(form)?;
        deserializer.end().map_err(form)?;
        draft.tree(head.size, head.secrets.unwrap_or(Secrets::All))
    }
}

/// What only the outermost object holds.
#[derive(Default)]
struct Head {
    size: Option<Size>,
    secrets: Option<Secrets>,
}

/// Reads a situation.
struct Situation<'a> {
    head: &'a mut Head,
    history: &'a mut Vec<Feedback>,
}

/// Reads the situations that follow on one.
struct Next<'a>(Situation<'a>);

impl Situation<'_> {
    /// The same place, for a while.
    fn here(&mut self) -> Situation<'_> {
        Situation { head: self.head, history: self.history }
    }

    fn wrong<E: Error>(&self, wrong: Wrong) -> E {
        E::custom(BadTree::After(history(self.history), wrong))
    }
}

impl<'de> DeserializeSeed<'de> for Situation<'_> {
    type Value = Draft;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Draft, D::Error> {
        if self.history.len() >= Tree::LONGEST {
            return Err(Error::custom(Wrong::Long));
        }
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Situation<'_> {
    type Value = Draft;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a guess")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Draft, A::Error> {
        let mut draft = Draft::default();
        let mut seen = [false; FIELDS.len()];
        while let Some(name) = map.next_key::<String>()? {
            let known = FIELDS.iter().zip(&mut seen).find(|(field, _)| **field == name);
            let (field, seen) = known.ok_or_else(|| Error::unknown_field(&name, FIELDS))?;
            if std::mem::replace(seen, true) {
                return Err(Error::duplicate_field(field));
            }
            match *field {
                "guess" => {
                    let text: String = map.next_value()?;
                    draft.guess = Some(parse_code(&text).map_err(|_| self.wrong(Wrong::Text(text)))?);
                }
                "next" => draft.next = map.next_value_seed(Next(self.here()))?,
                "size" | "secrets" if !self.history.is_empty() => {
                    return Err(Error::unknown_field(field, &FIELDS[..FIELDS.len() - 2]));
                }
                "size" => self.head.size = Some(map.next_value()?),
                "secrets" => {
                    let name: String = map.next_value()?;
                    self.head.secrets = Some(Secrets::read(&name).map_err(Error::custom)?);
                }
                _ => {
                    map.next_value::<f64>()?;
                }
            }
        }
        Ok(draft)
    }
}

impl<'de> DeserializeSeed<'de> for Next<'_> {
    type Value = Vec<(Feedback, Draft)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Next<'_> {
    type Value = Vec<(Feedback, Draft)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a situation for each response")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut next: Self::Value = Vec::new();
        while let Some(text) = map.next_key::<String>()? {
            let feedback = history::read_response(&text).ok_or_else(|| self.0.wrong(Wrong::Response(text)))?;
            self.0.history.push(feedback);
            if next.iter().any(|(known, _)| *known == feedback) {
                return Err(self.0.wrong(Wrong::Repeated));
            }
            next.push((feedback, map.next_value_seed(self.0.here())?));
            self.0.history.pop();
        }
        Ok(next)
    }
}
