//! The settings of a tournament: one struct that is the options of `arena run`, the keys of a tournament file and what a manifest records.

use super::options::{JobSettings, KnowledgeOptions, LimitOptions, OutputOptions, SeedArgument, Trust};
use super::selection::{self, CONTEST_PLAYERS, CONTEST_SCSAS, CONTEST_SIZES, Choice, Choices, ProgramChoice};
use super::setting::{GivenText, Hidden, Hides, Layer, Origin, Setting, layers, one_of};
use crate::failure::Failure;
use clap::builder::{StringValueParser, TypedValueParser};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{collections::BTreeMap, path::PathBuf};
use tournament::{Limits, Manifest, Plan, Rules, Until};

layers! {
/// What a tournament is to be, as far as it is given.
///
/// A field is an option of `arena run` and a key of tournament files of the same name. The manifest of a tournament records it unless it
/// is `skip_serializing`, and `--from`, `--resume` and `--extend` take it over from there. Its type says which files no player may see.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[command(next_help_heading = "What is played")]
pub struct Settings {
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true,
        help = format!(
            "The players, in the order of their rows: names of `arena list`, patterns such as 'dino*', `all`, NAME=COMMAND; an \
             item with a minus sign before it is removed [default: {CONTEST_PLAYERS}]"
        )
    )]
    #[serde(skip_serializing)]
    pub players: Option<Vec<Setting<Choice>>>,
    /// An external player, after the players of --players: NAME=python:FILE.py, NAME=lisp:FILE.lisp or NAME=COMMAND; you can give it
    /// several times
    #[arg(long, value_name = "NAME=COMMAND", value_parser = program("--player"))]
    #[serde(skip)]
    pub player: Vec<Setting<Choice>>,
    /// An external codemaker, after the codemakers of --scsa; you can give it several times. The program gets the pegs, colors, number
    /// of codes and a seed as arguments, and `no-repeats` where no color may come twice, and prints the codes. recorded:DIR plays the
    /// codes that a tournament left in DIR
    #[arg(long, value_name = "NAME=COMMAND", value_parser = program("--codemaker"))]
    #[serde(skip)]
    pub codemaker: Vec<Setting<Choice>>,
    /// The work of players that take an EFFORT, 1 to 100 [default: 10]
    #[arg(long, value_name = "EFFORT")]
    #[serde(skip_serializing)]
    pub effort: Option<Setting<String>>,
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true,
        help = format!(
            "The codemakers: names of `arena list`, patterns, `all`, codes:FILE, NAME=COMMAND; an item with a minus sign before \
             it is removed \
             [default: {}; with --rules 2024 two-color and ab-color are those of 2024]",
            CONTEST_SCSAS.join(", ")
        )
    )]
    #[serde(skip_serializing)]
    pub scsa: Option<Vec<Setting<Choice>>>,
    #[arg(
        long, value_name = "LIST", value_delimiter = ',',
        help = format!("The games: pegs x colors, 4x10n where no color comes twice, and ranges such as 4-8x10 [default: {CONTEST_SIZES}]")
    )]
    pub sizes: Option<Vec<Setting<String>>>,
    #[arg(
        long, value_name = "N",
        help = format!("The rounds of every match [default: {}; all codes of a codes:FILE]", Plan::ROUNDS)
    )]
    pub rounds: Option<Setting<u64>>,
    /// Play rounds, after those of --rounds, until the standard error of the mean guesses of every match is at most this part of the
    /// mean, such as 0.5%; or until it is known which of two players is better, such as 'mine>rao'
    #[arg(long, value_name = "GOAL")]
    pub until: Option<Setting<Until>>,
    #[arg(
        long, value_name = "SEED",
        help = format!(
            "The seed from which secrets and random choices follow: a number, or `random` (recorded in manifest.json) [default: {}]",
            Plan::SEED.0
        )
    )]
    pub seed: Option<Setting<SeedArgument>>,
    /// The rules of the score: report or 2024 [default: report]
    #[arg(long, help_heading = "Rules", hide_possible_values = true, value_parser = one_of::<Rules>(&Rules::NAMES))]
    pub rules: Option<Setting<Rules>>,
    #[command(flatten)]
    #[serde(flatten)]
    pub limits: LimitOptions,
    #[arg(
        long, value_name = "N", help_heading = "Rules",
        help = format!(
            "Give a match up after N rounds in a row in which the player exceeds its time or stops working: its other rounds are not played, \
             and end in the same way; 0 is never [default: {}]",
            Limits::default().give_up
        )
    )]
    pub give_up: Option<Setting<u64>>,
    /// The most CPU time of a player in a match, in seconds: the round that exceeds it is the last one, and the others are worth 0
    /// [default: that of the rules]
    #[arg(long, value_name = "SECONDS", help_heading = "Rules")]
    pub match_time: Option<Setting<f64>>,
    #[command(flatten)]
    #[serde(flatten)]
    pub knowledge: KnowledgeOptions,
    #[command(flatten)]
    #[serde(flatten, skip_serializing)]
    pub output: OutputOptions,
    /// Play built-in players in a sandbox, too, as external players are
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL", help_heading = "Execution")]
    pub isolate: Option<Setting<bool>>,
    /// Play players one after the other: no two of them have processes at the same time. The results are the same
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL", help_heading = "Execution")]
    pub separate: Option<Setting<bool>>,
    /// Play only if this system offers all protections against external players
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL", help_heading = "Execution")]
    #[serde(skip_serializing)]
    pub require_sandbox: Option<Setting<bool>>,
    #[command(flatten)]
    #[serde(flatten, skip_serializing)]
    pub jobs: JobSettings,
    #[command(flatten)]
    #[serde(skip)]
    pub trust: Trust,
    /// Programs of a tournament of which other players play now.
    #[arg(skip)]
    #[serde(skip)]
    pub other_programs: Vec<ProgramChoice>,
    /// The tournament files, which have the seed.
    #[arg(skip)]
    #[serde(skip)]
    pub files: Vec<PathBuf>,
}
}

const ONLY_OPTIONS: [&str; 3] = ["player", "codemaker", "trust-commands"];

const MANIFEST_NAMES: [(&str, &str); 6] = [
    ("scsa", "codemakers"),
    ("sizes", "games"),
    ("rounds", "match_rounds"),
    ("time-limit", "time_limit_s"),
    ("match-time", "match_time_s"),
    ("memory-limit", "memory_limit_mb"),
];

fn manifest_name(setting: &str) -> String {
    let other = MANIFEST_NAMES.iter().find(|(name, _)| *name == setting);
    other.map_or_else(|| setting.replace('-', "_"), |(_, name)| (*name).to_owned())
}

fn program(option: &'static str) -> impl TypedValueParser<Value = Setting<Choice>> {
    StringValueParser::new().map(move |text| Setting::option(option, Choice::program(text)))
}

impl Settings {
    pub fn keys() -> Vec<clap::Arg> {
        let options = <Settings as clap::Args>::augment_args(clap::Command::new("keys"));
        let is_key = |arg: &&clap::Arg| arg.get_long().is_some_and(|name| !ONLY_OPTIONS.contains(&name));
        options.get_arguments().filter(is_key).cloned().collect()
    }

    /// The settings of a file: texts and lists of texts, with their origins.
    pub fn from_file(entries: Map<String, Value>) -> Result<Settings, Failure> {
        serde_json::from_value(Value::Object(entries)).map_err(Failure::input)
    }

    pub fn from_manifest(manifest: &Manifest, origin: impl Fn(&str) -> Origin) -> Result<Settings, Failure> {
        let given = |value: &Value, name: &str| {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            serde_json::to_value(GivenText { text, origin: origin(name) }).unwrap_or_default()
        };
        let (mut entries, record) = (Map::new(), serde_json::to_value(manifest).unwrap_or_default());
        // How many rounds --until played is in the manifest, too.
        let settings = recorded(&Settings::default());
        for key in settings.keys().map(String::as_str).chain(["players", "scsa"]) {
            let name = manifest_name(key);
            let value = match record.get(&name) {
                // Earlier versions gave no match up.
                None if key == "give-up" => given(&0.into(), &name),
                Some(Value::Null) | None => continue,
                Some(_) if key == "until" => continue,
                Some(Value::Array(items)) => items.iter().map(|item| given(item, &name)).collect(),
                Some(value) => given(value, &name),
            };
            entries.insert(key.to_owned(), value);
        }
        Settings::from_file(entries)
    }

    /// The settings that a manifest does not have as fields of its own, as it records them.
    pub fn record(&self) -> BTreeMap<String, Value> {
        let named = recorded(self).into_iter().map(|(key, value)| (manifest_name(&key), value));
        named.filter(|(name, _)| !Manifest::COLUMNS.contains(&&**name)).collect()
    }

    /// The files that are values of settings, but the tournament files and the folder of the results.
    pub fn named_files(&self) -> Vec<PathBuf> {
        let file = |hidden| if let Hidden::File(file) = hidden { Some(file) } else { None };
        let files = self.hidden().into_iter().filter_map(file);
        files.filter(|file| file != self.out() && !self.files.contains(file)).collect()
    }

    /// These settings, and those of another layer where there are none.
    pub fn or(mut self, other: Settings) -> Settings {
        let below = |list: &mut Option<Choices>, added: &mut Choices, other: &Option<Choices>| {
            *list = match (list.take(), other) {
                (Some(list), Some(other)) => Some(selection::over(&list, other)),
                (None, Some(other)) => Some(selection::joined(other.clone(), std::mem::take(added), false)),
                (list, None) => list,
            };
        };
        below(&mut self.players, &mut self.player, &other.players);
        below(&mut self.scsa, &mut self.codemaker, &other.scsa);
        Layer::or(self, other)
    }

    /// These settings together with those of a tournament that they extend: its players, codemakers and games come first.
    pub fn extending(mut self, extended: Settings) -> Settings {
        let after = |list: &mut Option<Choices>, added: &mut Choices, first: &Option<Choices>| {
            let own = [list.take().unwrap_or_default(), std::mem::take(added)].concat();
            *list = Some(selection::joined(first.clone().unwrap_or_default(), own, true));
        };
        after(&mut self.players, &mut self.player, &extended.players);
        after(&mut self.scsa, &mut self.codemaker, &extended.scsa);
        self.sizes = Some([extended.sizes.clone(), self.sizes].into_iter().flatten().flatten().collect());
        Layer::or(self, extended)
    }
}

/// All settings that manifests record, those that are not given as `null`.
fn recorded(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(entries)) => entries,
        _ => Map::new(),
    }
}

/// The settings that a manifest records besides its own fields, with what they are.
pub fn recorded_settings() -> Vec<(String, String)> {
    let record = recorded(&Settings::default());
    let keys = Settings::keys().into_iter().filter(|arg| record.contains_key(arg.get_long().unwrap_or_default()));
    let named = keys.map(|arg| {
        let name = manifest_name(arg.get_long().unwrap_or_default());
        (name, arg.get_help().map(ToString::to_string).unwrap_or_default())
    });
    named.filter(|(name, _)| !Manifest::COLUMNS.contains(&&**name)).collect()
}
