//! Tournament files: settings in TOML.

use super::selection::MOST_ITEMS;
use super::setting::{GivenText, Origin};
use super::tournament::Settings;
use crate::{failure::Failure, present::known_names};
use clap::{Arg, ArgAction};
use serde_json::{Map, Value};
use std::{ops::Range, path::Path};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The largest tournament file, in bytes.
const MOST_BYTES: u64 = 1 << 20;

const PROGRAM_KEYS: [&str; 3] = ["name", "command", "effort"];

pub fn read(path: &Path) -> Result<Settings, Failure> {
    let name = path.display().to_string();
    let text = folder_files::named(path).and_then(|path| folder_files::read_text(&path, MOST_BYTES));
    let text = text.map_err(|e| {
        failure!("cannot read the tournament file {name}: {e}; give a TOML file, as in `arena run contest.toml`")
    })?;
    parse(&name, &text)
}

/// Checks a tournament file of that name: that its text is TOML with the settings of a tournament. Nothing that it names is looked up.
///
/// # Errors
/// What is wrong with it, as the program says it.
pub fn check_tournament_file(name: &str, text: &str) -> Result<(), String> {
    let settings = parse(name, text);
    let checked = settings.and_then(|settings| settings.limits.limits().and(settings.jobs.jobs()));
    checked.map(drop).map_err(|failure| failure.message().to_owned())
}

fn parse(file: &str, text: &str) -> Result<Settings, Failure> {
    let file = TomlText { file, text };
    let table = DeTable::parse(text).map_err(|e| {
        let place = file.place(&e.span().unwrap_or_default());
        failure!("{place}: this is not TOML: {}", e.message())
    })?;
    let keys = Settings::keys();
    let names: Vec<&str> = keys.iter().filter_map(Arg::get_long).collect();
    let mut settings = Map::new();
    for (key, value) in file.entries(table.get_ref(), &names, "a tournament file")? {
        if let Some(option) = keys.iter().find(|option| option.get_long() == Some(key)) {
            settings.insert(key.to_owned(), file.setting(option, key, value)?);
        }
    }
    Settings::from_file(settings)
}

#[derive(Clone, Copy)]
struct TomlText<'a> {
    file: &'a str,
    text: &'a str,
}

type TomlValue<'a> = Spanned<DeValue<'a>>;

impl TomlText<'_> {
    fn entries<'t>(
        self,
        table: &'t DeTable<'_>,
        keys: &[&str],
        owner: &str,
    ) -> Result<Vec<(&'t str, &'t TomlValue<'t>)>, Failure> {
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&'t Spanned<_>, &'t TomlValue<'_>)| {
            let name: &'t str = AsRef::<std::borrow::Cow<'_, str>>::as_ref(key);
            if keys.contains(&name) {
                return Ok((name, value));
            }
            let (place, known) = (self.place(&key.span()), known_names(name, "keys", keys));
            Err(failure!("{place}: {owner} has no key '{name}'; {known}"))
        };
        entries.into_iter().map(entry).collect()
    }

    fn place(self, span: &Range<usize>) -> String {
        let before = self.text.as_bytes().get(..span.start).unwrap_or_default();
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("{}:{line}", self.file)
    }

    /// The value of an option: a switch, a list, or one value.
    fn setting(self, option: &Arg, key: &str, value: &TomlValue<'_>) -> Result<Value, Failure> {
        if matches!(option.get_action(), ArgAction::SetTrue) {
            let switch = value.get_ref().as_bool().map(Value::Bool);
            return switch.ok_or_else(|| self.unexpected(key, value, "true or false", "true"));
        }
        let Some(delimiter) = option.get_value_delimiter() else { return self.given(key, value) };
        let count = match value.get_ref() {
            DeValue::Array(values) => values.len(),
            DeValue::String(text) => text.split(delimiter).count(),
            _ => 1,
        };
        if count > MOST_ITEMS {
            let place = self.place(&value.span());
            bail!("{place}: {count} items are given; a list has {MOST_ITEMS} at most");
        }
        let items: Vec<Value> = match value.get_ref() {
            DeValue::Array(values) => values.iter().map(|item| self.item(key, item)).collect::<Result<_, _>>()?,
            DeValue::String(text) => text.split(delimiter).map(|item| self.text(key, value, item)).collect(),
            _ => return Err(self.unexpected(key, value, "a list", "[\"…\", \"…\"]")),
        };
        match items.is_empty() {
            true => Err(failure!("{}: {key} is empty; name some, or leave it out", self.place(&value.span()))),
            false => Ok(Value::Array(items)),
        }
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
        match (find("command"), find("effort")) {
            (Some(_), Some(effort)) => Err(failure!(
                "{}: effort: a program of its own takes no effort; leave it out",
                self.place(&effort.span())
            )),
            (Some(command), None) => {
                let text = format!("{name}={}", self.plain("command", command)?);
                Ok(self.text("command", command, &text))
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

    fn plain(self, key: &str, value: &TomlValue<'_>) -> Result<String, Failure> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.clone().into_owned()),
            DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().to_owned()),
            DeValue::Float(number) => Ok(number.as_str().to_owned()),
            _ => Err(self.unexpected(key, value, "a string or a decimal number", "\"…\"")),
        }
    }

    fn unexpected(self, key: &str, value: &TomlValue<'_>, expected: &str, example: &str) -> Failure {
        let (place, found) = (self.place(&value.span()), value.get_ref().type_str());
        let article = if found.starts_with(['a', 'i', 'o']) { "an" } else { "a" };
        failure!("{place}: {key}: {expected} was expected, not {article} {found}; write {key} = {example}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{present::leaderboard::By, settings::selection::Choice, settings::setting::Setting};

    #[test]
    fn every_setting_is_read() {
        let text = r#"
            players = ["own=sh own.sh", "rao", "-dino", { name = "bayes", effort = 3 }, { name = "mine", command = "python3 mine.py" }]
            effort = 4
            scsa = "all,-mystery-1"
            sizes = ["4x6", "8x10"]
            rounds = 1_000
            until = "0.5%"
            seed = "18446744073709551615"
            rules = "2024"
            guess-limit = 50
            time-limit = 2
            memory-limit = 512
            reveal = true
            samples = "samples.txt"
            out = "results/mine"
            no-rounds = true
            no-charts = true
            chart-format = ["svg"]
            format = "csv"
            by = "wins"
            isolate = true
            jobs = 1
            oversubscribe = true
            separate = true
            require-sandbox = true
        "#;
        let settings = parse("t.toml", text).unwrap();
        let names = |names: &[&str]| names.iter().map(|name| Choice::Name((*name).to_owned())).collect::<Vec<_>>();
        let values =
            |list: Option<Vec<Setting<Choice>>>| list.unwrap().into_iter().map(|item| item.value).collect::<Vec<_>>();
        let own = ["own=sh own.sh", "mine=python3 mine.py"].map(|text| Choice::program(text.to_owned()));
        let players = [&own[..1], &names(&["rao", "-dino", "bayes:3"]), &own[1..]].concat();
        assert_eq!(settings.scsa.as_ref().unwrap()[1].origin, Origin::File("t.toml:4: scsa".to_owned()));
        assert_eq!(values(settings.players), players, "in the order of the file");
        assert_eq!(values(settings.scsa), names(&["all", "-mystery-1"]));
        assert_eq!(parse("t.toml", "format = \"parquet\"").is_ok(), cfg!(feature = "parquet"));
        assert_eq!((settings.rounds.unwrap().value, settings.seed.unwrap().value.seed.0), (1000, u64::MAX));
        assert_eq!(settings.rules.unwrap().value, tournament::Rules::Course2024);
        let limits = settings.limits.limits().unwrap();
        assert_eq!((limits.guesses, limits.time.as_secs(), limits.memory_mb), (50, 2, 512));
        assert!(
            settings.knowledge.reveal && settings.output.no_rounds && settings.output.no_charts && settings.isolate
        );
        assert!(settings.separate && settings.require_sandbox);
        assert_eq!((settings.output.by(), settings.jobs.jobs.unwrap().value), (By::Wins, 1));
        // A key of the same name as its option is read: into the settings, or as a value that does not fit.
        for key in Settings::keys() {
            let value = if matches!(key.get_action(), ArgAction::SetTrue) { "true" } else { "\"1\"" };
            let read = parse("t.toml", &format!("{} = {value}", key.get_long().unwrap()));
            assert!(read.is_err() || read.unwrap() != Settings::default(), "{key}");
        }
    }

    #[test]
    fn errors_name_the_line_and_the_key_that_was_meant() {
        for (text, wanted) in [
            (
                "rounds = 5\nplayer = [\"rao\"]",
                "t.toml:2: a tournament file has no key 'player'; did you mean 'players'?",
            ),
            ("round = 5", "t.toml:1: a tournament file has no key 'round'; did you mean 'rounds'?"),
            ("\n\nrounds = \"five\"", "t.toml:3: rounds: 'five' does not fit: invalid digit found in string"),
            ("rounds = -5", "t.toml:1: rounds: '-5' does not fit: invalid digit found in string"),
            ("rounds = [5]", "t.toml:1: rounds: a string or a decimal number was expected, not an array"),
            ("time-limit = true", "t.toml:1: time-limit: a string or a decimal number was expected, not a boolean"),
            ("reveal = 1", "t.toml:1: reveal: true or false was expected, not an integer"),
            (
                "players = [\n\"rao\",\n[5]]",
                "t.toml:3: players: a string or a decimal number was expected, not an array",
            ),
            ("players = []", "t.toml:1: players is empty; name some, or leave it out"),
            ("players = [{ command = \"x\" }]", "t.toml:1: players: a table needs a name"),
            (
                "players = [{ name = \"x\", comand = \"x\" }]",
                "t.toml:1: this table has no key 'comand'; did you mean 'command'?",
            ),
            (
                "players = [{ name = \"x\", command = \"x\", effort = 1 }]",
                "t.toml:1: effort: a program of its own takes no effort",
            ),
            ("seed = 1.5", "t.toml:1: seed: "),
            ("rules = \"2025\"", "t.toml:1: rules: '2025' does not fit: "),
            ("by = \"points\"", "t.toml:1: by: 'points' does not fit: give one of score, guesses"),
            ("chart-format = \"gif\"", "t.toml:1: chart-format: "),
            ("format = \"json\"", "t.toml:1: format: 'json' does not fit: give csv or parquet"),
            ("rounds = 5\nrounds = 6", "t.toml:2: "),
            ("rounds = ", "t.toml:1: "),
        ] {
            let failure = format!("{:?}", parse("t.toml", text).unwrap_err());
            assert!(failure.replace('\\', "").contains(wanted), "{text}: {failure}");
        }
    }
}
