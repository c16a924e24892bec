//! Values of a TOML file with their lines.

use super::setting::{Origin, Setting};
use crate::cli::{Failure, closest::known_names, select::MOST_ITEMS};
use std::ops::Range;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// A text in TOML, and the name of its file.
#[derive(Clone, Copy, Debug)]
pub struct TomlText<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

/// A key and its value.
#[derive(Debug)]
pub struct TomlEntry<'a> {
    pub text: TomlText<'a>,
    pub key: &'a str,
    value: &'a Spanned<DeValue<'a>>,
}

/// An item of a list.
#[derive(Debug)]
pub enum Item<'a> {
    Text(Setting<String>),
    Table(Origin, &'a DeTable<'a>),
}

impl<'a> TomlText<'a> {
    /// The table of the whole text.
    pub fn parse(self) -> Result<DeTable<'a>, Failure> {
        let table = DeTable::parse(self.text).map_err(|e| {
            let place = self.place(&e.span().unwrap_or_default());
            Failure::input(format!("{place}: this is not TOML: {}", e.message()))
        })?;
        Ok(table.into_inner())
    }

    /// The entries of a table in the order of the text, all of which must have one of these keys.
    pub fn entries(self, table: &'a DeTable<'a>, keys: &[&str], owner: &str) -> Result<Vec<TomlEntry<'a>>, Failure> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&'a Spanned<_>, &'a Spanned<DeValue<'a>>)| {
            let name: &'a str = AsRef::<std::borrow::Cow<'a, str>>::as_ref(key);
            if keys.contains(&name) {
                return Ok(TomlEntry { text: self, key: name, value });
            }
            let (place, known) = (self.place(&key.span()), known_names(name, "keys", keys));
            Err(Failure::input(format!("{place}: {owner} has no key '{name}'; {known}")))
        };
        entries.into_iter().map(entry).collect()
    }

    /// The file and the line of a part of the text.
    fn place(self, span: &Range<usize>) -> String {
        let before = self.text.as_bytes().get(..span.start).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("{}:{line}", self.file)
    }
}

impl<'a> TomlEntry<'a> {
    /// Where the value is.
    pub fn origin(&self) -> Origin {
        self.origin_of(self.value)
    }

    fn origin_of(&self, value: &Spanned<DeValue<'_>>) -> Origin {
        Origin::File(format!("{}: {}", self.text.place(&value.span()), self.key))
    }

    fn setting<T>(&self, value: T) -> Setting<T> {
        Setting { value, origin: self.origin() }
    }

    /// The failure of a value of another type than was expected.
    fn unexpected(&self, value: &Spanned<DeValue<'_>>, expected: &str, example: &str) -> Failure {
        let (origin, found) = (self.origin_of(value), value.get_ref().type_str());
        let article = if found.starts_with(['a', 'i', 'o']) { "an" } else { "a" };
        let key = self.key;
        Failure::input(format!("{origin}: {expected} was expected, not {article} {found}; write {key} = {example}"))
    }

    /// A string.
    pub fn string(&self) -> Result<Setting<String>, Failure> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(self.setting(text.clone().into_owned())),
            _ => Err(self.unexpected(self.value, "a string", "\"…\"")),
        }
    }

    /// A string, or a whole number as a string.
    pub fn text(&self) -> Result<Setting<String>, Failure> {
        match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => Ok(self.setting(number.as_str().to_owned())),
            _ => self.string(),
        }
    }

    /// A whole number from 0.
    pub fn whole(&self) -> Result<Setting<u64>, Failure> {
        let DeValue::Integer(number) = self.value.get_ref() else {
            return Err(self.unexpected(self.value, "a whole number", "100"));
        };
        let text = number.as_str();
        self.setting(()).try_map(|()| {
            u64::from_str_radix(text, number.radix()).map_err(|_| format!("'{text}' is no whole number from 0"))
        })
    }

    /// A number.
    pub fn number(&self) -> Result<Setting<f64>, Failure> {
        let text = match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => return Err(self.unexpected(self.value, "a number", "0.5")),
        };
        self.setting(()).try_map(|()| text.parse().map_err(|_| format!("'{text}' is no number")))
    }

    /// True or false.
    pub fn boolean(&self) -> Result<bool, Failure> {
        self.value.get_ref().as_bool().ok_or_else(|| self.unexpected(self.value, "true or false", "true"))
    }

    /// A list of strings, or one string with commas.
    pub fn strings(&self) -> Result<Vec<Setting<String>>, Failure> {
        let text = |item| match item {
            Item::Text(text) => Ok(text),
            Item::Table(origin, _) => Err(Failure::input(format!("{origin}: a string was expected, not a table"))),
        };
        self.items()?.into_iter().map(text).collect()
    }

    /// A list of strings and tables, or one string with commas.
    pub fn items(&self) -> Result<Vec<Item<'a>>, Failure> {
        let item = |value: &'a Spanned<DeValue<'a>>| match value.get_ref() {
            DeValue::String(text) => {
                Ok(Item::Text(Setting { value: text.clone().into_owned(), origin: self.origin_of(value) }))
            }
            DeValue::Table(table) => Ok(Item::Table(self.origin_of(value), table)),
            _ => Err(self.unexpected(value, "a string or a table", "[\"…\", \"…\"]")),
        };
        let count = match self.value.get_ref() {
            DeValue::Array(values) => values.len(),
            DeValue::String(text) => text.split(',').count(),
            _ => 1,
        };
        if count > MOST_ITEMS {
            let origin = self.origin();
            return Err(Failure::input(format!("{origin}: {count} items are given; a list has {MOST_ITEMS} at most")));
        }
        match self.value.get_ref() {
            DeValue::Array(values) => values.iter().map(item).collect(),
            DeValue::String(text) => {
                Ok(text.split(',').map(|item| Item::Text(self.setting(item.to_owned()))).collect())
            }
            _ => Err(self.unexpected(self.value, "a list", "[\"…\", \"…\"]")),
        }
    }
}
