//! Tournament files: settings in TOML.

use super::player_files;
use super::selection::MOST_ITEMS;
use super::setting::{GivenText, Origin};
use super::tournament::Settings;
use crate::failure::Failure;
use crate::present::{known_names, shell_word};
use clap::Arg;
use external::Bridge;
use serde_json::{Map, Value};
use std::{ops::Range, path::Path};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The largest tournament file, in bytes.
const MOST_BYTES: u64 = 1 << 20;

const PROGRAM_KEYS: [&str; 4] = ["name", "command", "effort", BASE_URL];
/// The key, and the option, of the address of a language model.
const BASE_URL: &str = "base-url";

pub fn read(path: &Path) -> Result<Settings, Failure> {
    let name = path.display().to_string();
    let command = player_files::command_of(path).ok().filter(|_| path.is_file());
    if let (Some(command), Some(stem)) = (command.filter(|command| Bridge::of(command).is_some()), path.file_stem()) {
        let player = format!("{}={command}", external::name_like(&stem.to_string_lossy()));
        bail!("{name} is no tournament file; did you mean --player {}?", shell_word(&player));
    }
    let commas = if path.extension().is_none() { "; a list has commas, as in --players rao,dino" } else { "" };
    let way_out = format!("give a TOML file, as in `arena run contest.toml`{commas}");
    parse(&name, &TomlText::read(path, "the tournament file", &way_out)?)
}

/// Checks a tournament file of that name: that its text is TOML with the settings of a tournament. Nothing that it names is looked up.
///
/// # Errors
/// What is wrong with it, as the program says it.
pub fn check_tournament_file(name: &str, text: &str) -> Result<(), String> {
    let settings = parse(name, text);
    let checked = settings.and_then(|settings| settings.limits.limits().and(settings.jobs.jobs()));
    checked.map(drop).map_err(|failure| failure.message)
}

fn parse(file: &str, text: &str) -> Result<Settings, Failure> {
    let file = TomlText { file, text };
    file.settings(file.table()?.get_ref(), &[], "a tournament file", |_, _| Ok(()))
}

/// Whether an option may be given without a value.
fn is_switch(option: &Arg) -> bool {
    option.get_num_args().is_some_and(|count| count.min_values() == 0)
}

/// The text of a file in TOML, and what the file is called.
#[derive(Clone, Copy)]
pub struct TomlText<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

pub type TomlValue<'a> = Spanned<DeValue<'a>>;

impl<'a> TomlText<'a> {
    pub fn read(path: &Path, what: &str, way_out: &str) -> Result<String, Failure> {
        let text = folder_files::named(path).and_then(|path| folder_files::read_text(&path, MOST_BYTES));
        text.map_err(|e| Failure::unread(&e, format!("cannot read {what} {}: {e}; {way_out}", path.display())))
    }

    pub fn table(self) -> Result<Spanned<DeTable<'a>>, Failure> {
        DeTable::parse(self.text).map_err(|e| {
            let place = self.place(&e.span().unwrap_or_default());
            failure!("{place}: this is not TOML: {}", e.message())
        })
    }

    /// The settings of a tournament in a table. Other keys that it may have are given to `take`.
    pub fn settings<'t>(
        self,
        table: &'t DeTable<'_>,
        others: &[&str],
        owner: &str,
        mut take: impl FnMut(&str, &'t TomlValue<'t>) -> Result<(), Failure>,
    ) -> Result<Settings, Failure> {
        let keys = Settings::keys();
        let names: Vec<&str> = keys.iter().filter_map(Arg::get_long).chain(others.iter().copied()).collect();
        let mut settings = Map::new();
        for (key, value) in self.entries(table, &names, owner)? {
            match keys.iter().find(|option| option.get_long() == Some(key)) {
                Some(option) => drop(settings.insert(key.to_owned(), self.setting(option, key, value)?)),
                None => take(key, value)?,
            }
        }
        Settings::from_file(settings)
    }

    /// The tables in a table, each with its name and its place.
    pub fn tables<'t>(
        self,
        key: &str,
        value: &'t TomlValue<'t>,
    ) -> Result<Vec<(&'t str, &'t DeTable<'t>, String)>, Failure> {
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.unexpected(key, value, "a table", "{ first = { … } }"));
        };
        let entry = |(name, value, place): (&'t str, &'t TomlValue<'t>, String)| match value.get_ref() {
            DeValue::Table(table) => Ok((name, table, place)),
            _ => Err(self.unexpected(name, value, "a table", "{ … }")),
        };
        self.sorted(table).into_iter().map(entry).collect()
    }

    /// The entries of a table in the order of the file, each with its name and its place.
    fn sorted<'t>(self, table: &'t DeTable<'_>) -> Vec<(&'t str, &'t TomlValue<'t>, String)> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        let entry = |(name, value): (&'t Spanned<_>, &'t TomlValue<'t>)| {
            (&**AsRef::<std::borrow::Cow<'_, str>>::as_ref(name), value, self.place(&name.span()))
        };
        entries.into_iter().map(entry).collect()
    }

    pub fn entries<'t>(
        self,
        table: &'t DeTable<'_>,
        keys: &[&str],
        owner: &str,
    ) -> Result<Vec<(&'t str, &'t TomlValue<'t>)>, Failure> {
        let entry = |(name, value, place): (&'t str, &'t TomlValue<'t>, String)| match keys.contains(&name) {
            true => Ok((name, value)),
            false => Err(failure!("{place}: {owner} has no key '{name}'; {}", known_names(name, "keys", keys))),
        };
        self.sorted(table).into_iter().map(entry).collect()
    }

    pub fn place(self, span: &Range<usize>) -> String {
        let before = self.text.as_bytes().get(..span.start).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("{}:{line}", self.file)
    }

    /// The value of an option: a switch, a list, or one value.
    fn setting(self, option: &Arg, key: &str, value: &TomlValue<'_>) -> Result<Value, Failure> {
        if is_switch(option) {
            let switch = value.get_ref().as_bool().map(|is_on| self.text(key, value, &is_on.to_string()));
            return switch.ok_or_else(|| self.unexpected(key, value, "true or false", "true"));
        }
        let Some(delimiter) = option.get_value_delimiter() else { return self.given(key, value) };
        let count = match value.get_ref() {
            DeValue::Array(values) => values.len(),
            DeValue::String(text) => text.split(delimiter).count(),
            _ => 1,
        };
        let place = self.place(&value.span());
        ensure!(count <= MOST_ITEMS, "{place}: {count} items are given; a list has {MOST_ITEMS} at most");
        let items: Vec<Value> = match value.get_ref() {
            DeValue::Array(values) => values.iter().map(|item| self.item(key, item)).collect::<Result<_, _>>()?,
            DeValue::String(text) => text.split(delimiter).map(|item| self.text(key, value, item)).collect(),
            _ => return Err(self.unexpected(key, value, "a list", "[\"…\", \"…\"]")),
        };
        ensure!(!items.is_empty(), "{place}: {key} is empty; name some, or leave it out");
        Ok(Value::Array(items))
    }

    /// An item of a list: a text, or a table with the name of a player or a codemaker.
    fn item(self, key: &str, value: &TomlValue<'_>) -> Result<Value, Failure> {
        let DeValue::Table(table) = value.get_ref() else { return self.given(key, value) };
        let place = self.place(&value.span());
        let keys: &[&str] = match key {
            "players" => &PROGRAM_KEYS,
            "scsa" => &PROGRAM_KEYS[..2],
            _ => return Err(self.unexpected(key, value, "a string", "[\"…\", \"…\"]")),
        };
        let entries = self.entries(table, keys, "this table")?;
        let find = |key: &str| entries.iter().find(|entry| entry.0 == key).map(|(_, value)| *value);
        let Some(name) = find("name") else {
            bail!(
                "{place}: {key}: a table needs a name; write for example {{ name = \"mine\", command = \"python3 mine.py\" }}"
            );
        };
        let name = self.plain("name", name)?;
        let command = find("command").map(|command| self.plain("command", command)).transpose()?.unwrap_or_default();
        if let Some(url) = find(BASE_URL).filter(|_| !command.starts_with("chat:")) {
            bail!("{}: {BASE_URL}: only a command chat:MODEL takes one; leave it out", self.place(&url.span()));
        }
        match (find("command"), find("effort")) {
            (Some(_), Some(effort)) => {
                bail!("{}: effort: an external player takes no effort; leave it out", self.place(&effort.span()))
            }
            (Some(given), None) => {
                let mut text = format!("{name}={command}");
                if let Some(url) = find(BASE_URL) {
                    text += &format!(" --{BASE_URL} {}", shell_word(&self.plain(BASE_URL, url)?));
                }
                Ok(self.text("command", given, &text))
            }
            (None, Some(effort)) => {
                let text = format!("{name}:{}", self.plain("effort", effort)?);
                Ok(self.text("effort", effort, &text))
            }
            (None, None) => Ok(self.text(key, value, &name)),
        }
    }

    fn given(self, key: &str, value: &TomlValue<'_>) -> Result<Value, Failure> {
        Ok(self.text(key, value, &self.plain(key, value)?))
    }

    /// A text and the place where it was given.
    fn text(self, key: &str, value: &TomlValue<'_>, text: &str) -> Value {
        let origin = Origin::File(format!("{}: {key}", self.place(&value.span())));
        serde_json::to_value(GivenText { text: text.to_owned(), origin }).unwrap_or_default()
    }

    pub fn plain(self, key: &str, value: &TomlValue<'_>) -> Result<String, Failure> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.clone().into_owned()),
            DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().to_owned()),
            DeValue::Float(number) => Ok(number.as_str().to_owned()),
            _ => Err(self.unexpected(key, value, "a string or a decimal number", "\"…\"")),
        }
    }

    pub fn unexpected(self, key: &str, value: &TomlValue<'_>, expected: &str, example: &str) -> Failure {
        let (place, found) = (self.place(&value.span()), value.get_ref().type_str());
        let article = if found.starts_with(['a', 'i', 'o']) { "an" } else { "a" };
        failure!("{place}: {key}: {expected} was expected, not {article} {found}; write {key} = {example}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{settings::selection::Choice, settings::setting::Setting};

    #[test]
    fn every_setting_is_read() {
        // A key of the same name as its option is read: into the settings, or as a value that does not fit.
        for key in Settings::keys() {
            let value = if is_switch(&key) { "true" } else { "\"1\"" };
            let name = key.get_long().unwrap();
            match parse("t.toml", &format!("{name} = {value}")) {
                Ok(settings) => assert!(settings != Settings::default(), "{key}"),
                Err(failure) => {
                    assert!(failure.message.starts_with(&format!("t.toml:1: {name}: ")), "{}", failure.message);
                }
            }
        }
        let text =
            r#"players = ["own=sh own.sh", "rao", { name = "bayes", effort = 3 }, { name = "mine", command = "a b" }]"#;
        let players: Vec<Setting<Choice>> = parse("t.toml", text).unwrap().players.unwrap();
        let own = |text: &str| Choice::program(text.to_owned());
        let [rao, bayes] = ["rao", "bayes:3"].map(|name| Choice::Name(name.to_owned()));
        let values: Vec<Choice> = players.into_iter().map(|item| item.value).collect();
        assert_eq!(values, [own("own=sh own.sh"), rao, bayes, own("mine=a b")], "in the order of the file");
    }
}
