//! Trees as JSON: one object a situation, which contains its successors.

use super::{Branch, Secrets, SituationError, Tree, TreeError, history, unchecked::UncheckedTree};
use crate::notation::{Notation, parse_code};
use scsa::{Feedback, Size};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use std::fmt::{self, Write as _};

/// The fields of an object; the last two only of the outermost one.
const FIELDS: &[&str] = &["guess", "count", "total", "average", "max", "next", "size", "secrets"];

impl Tree {
    /// The tree as JSON, some 70 bytes a situation: `{"size":"4x6","guess":"1122","count":1296,…,"next":{"RW":{…}}}`. If the
    /// secrets are not all codes, `"secrets":"only-once"` follows the size.
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
            let _ = write!(text, "{before}\n{indent}\"{}\":{{", history::response(feedback));
            self.write(next, notation, guesses + 1, text);
        }
        *text += if branch.next().len() > 0 { "}}" } else { "}" };
    }

    /// Reads a tree from JSON, as [`to_json`](Tree::to_json) writes it: fields in any order, codes in digits or letters. The tree is
    /// checked as [`Tree::build`] does. Figures may be omitted and are ignored. The size may be omitted, and the secrets if they are
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
        let format_error = |e: serde_json::Error| TreeError::Format(format!("it is no tree in JSON: {e}"));
        let mut deserializer = serde_json::Deserializer::from_slice(text);
        // The situations limit the depth.
        deserializer.disable_recursion_limit();
        let (mut head, mut history) = (Head::default(), Vec::new());
        let situation = SituationSeed { head: &mut head, history: &mut history };
        let unchecked = situation.deserialize(&mut deserializer).map_err(format_error)?;
        deserializer.end().map_err(format_error)?;
        unchecked.check(head.size, head.secrets.unwrap_or(Secrets::All))
    }
}

/// The fields of the outermost object only.
#[derive(Default)]
struct Head {
    size: Option<Size>,
    secrets: Option<Secrets>,
}

/// Reads a situation.
struct SituationSeed<'a> {
    head: &'a mut Head,
    history: &'a mut Vec<Feedback>,
}

/// Reads the successors of a situation.
struct SuccessorsSeed<'a>(SituationSeed<'a>);

impl SituationSeed<'_> {
    fn reborrow(&mut self) -> SituationSeed<'_> {
        SituationSeed { head: self.head, history: self.history }
    }

    fn error<E: Error>(&self, error: SituationError) -> E {
        E::custom(TreeError::After(history(self.history), error))
    }
}

impl<'de> DeserializeSeed<'de> for SituationSeed<'_> {
    type Value = UncheckedTree;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<UncheckedTree, D::Error> {
        if self.history.len() >= Tree::MAX_LENGTH {
            return Err(Error::custom(SituationError::Long));
        }
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for SituationSeed<'_> {
    type Value = UncheckedTree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a guess")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<UncheckedTree, A::Error> {
        let mut situation = UncheckedTree::default();
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
                    situation.guess = Some(parse_code(&text).map_err(|_| self.error(SituationError::Text(text)))?);
                }
                "next" => situation.next = map.next_value_seed(SuccessorsSeed(self.reborrow()))?,
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
        Ok(situation)
    }
}

impl<'de> DeserializeSeed<'de> for SuccessorsSeed<'_> {
    type Value = Vec<(Feedback, UncheckedTree)>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for SuccessorsSeed<'_> {
    type Value = Vec<(Feedback, UncheckedTree)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a situation for each response")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut next: Self::Value = Vec::new();
        while let Some(text) = map.next_key::<String>()? {
            let feedback = history::read_response(&text).ok_or_else(|| self.0.error(SituationError::Response(text)))?;
            self.0.history.push(feedback);
            if next.iter().any(|(known, _)| *known == feedback) {
                return Err(self.0.error(SituationError::Repeated));
            }
            next.push((feedback, map.next_value_seed(self.0.reborrow())?));
            self.0.history.pop();
        }
        Ok(next)
    }
}
