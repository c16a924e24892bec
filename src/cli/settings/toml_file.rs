//! Tournament files: settings in TOML.

use super::{
    limit_settings::LimitSettings,
    output_options::RowFormat,
    selection::{Choice, Selection},
    setting::Setting,
    toml_entry::{Item, TomlEntry, TomlText},
    tournament_settings::TournamentSettings,
};
use crate::cli::{
    Failure,
    charts::format_of,
    leaderboard::By,
    options::{SeedArgument, parse_until},
};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// The largest tournament file, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The keys of a tournament file: the options of `arena run` that say what a tournament is to be.
pub const KEYS: &[&str] = &[
    "players",
    "effort",
    "scsa",
    "sizes",
    "rounds",
    "until",
    "seed",
    "rules",
    "guess-limit",
    "time-limit",
    "memory-limit",
    "reveal",
    "samples",
    "out",
    "no-rounds",
    "no-charts",
    "chart-format",
    "format",
    "by",
    "isolate",
    "jobs",
    "oversubscribe",
    "separate",
    "require-sandbox",
];

/// The keys of a player or codemaker that is not a name only.
const PLAYER_KEYS: &[&str] = &["name", "command", "effort"];
const CODEMAKER_KEYS: &[&str] = &["name", "command"];

/// Reads a tournament file.
pub fn read(path: &Path) -> Result<TournamentSettings, Failure> {
    let name = path.display().to_string();
    let unreadable = |e: &dyn std::fmt::Display| {
        Failure::input(format!(
            "cannot read the tournament file {name}: {e}; give a TOML file, as in `arena run contest.toml`"
        ))
    };
    let text = folder_files::named(path).and_then(|path| folder_files::read_text(&path, MOST_BYTES));
    let text = text.map_err(|e| unreadable(&e))?;
    parse(&name, &text)
}

/// Checks the text of a tournament file of that name, and the limits that it sets.
pub fn check(file: &str, text: &str) -> Result<(), Failure> {
    let settings = parse(file, text)?;
    settings.limits.limits().and(settings.jobs.jobs()).map(drop)
}

/// The settings of a text in TOML, which is that of a file of that name.
fn parse(file: &str, text: &str) -> Result<TournamentSettings, Failure> {
    let mut settings = TournamentSettings::default();
    let text = TomlText { file, text };
    let table = text.parse()?;
    for entry in text.entries(&table, KEYS, "a tournament file")? {
        read_entry(&mut settings, &entry)?;
    }
    Ok(settings)
}

fn read_entry(settings: &mut TournamentSettings, entry: &TomlEntry<'_>) -> Result<(), Failure> {
    let TournamentSettings { limits: LimitSettings { guess_limit, time_limit, memory_limit }, .. } = settings;
    match entry.key {
        "players" => {
            settings.players = Some(selection(entry, PLAYER_KEYS)?);
        }
        "scsa" => {
            settings.scsas = Some(selection(entry, CODEMAKER_KEYS)?);
        }
        "effort" => settings.effort = Some(entry.whole()?.map(|effort| effort.to_string())),
        "sizes" => settings.sizes = Some(entry.strings()?),
        "rounds" => settings.rounds = Some(entry.whole()?),
        "until" => settings.until = Some(entry.string()?.try_map(|text| parse_until(&text))?.value),
        "seed" => settings.seed = Some(entry.text()?.try_map(|text| text.parse::<SeedArgument>())?.value),
        "rules" => {
            settings.rules = Some(entry.text()?.try_map(|text| text.parse().map_err(|_| RULES.to_owned()))?.value);
        }
        "guess-limit" => {
            *guess_limit = Some(entry.whole()?.try_map(|n| usize::try_from(n).map_err(|e| e.to_string()))?);
        }
        "time-limit" => *time_limit = Some(entry.number()?),
        "memory-limit" => *memory_limit = Some(entry.whole()?),
        "reveal" => settings.reveals = entry.boolean()?,
        "samples" => settings.samples = Some(entry.string()?),
        "out" => settings.output.out = Some(PathBuf::from(entry.string()?.value)),
        "no-rounds" => settings.output.no_rounds = entry.boolean()?,
        "no-charts" => settings.output.no_charts = entry.boolean()?,
        "chart-format" => {
            let formats = entry.strings()?.into_iter().map(|text| Ok(text.try_map(|text| format_of(&text))?.value));
            settings.output.chart_format = Some(formats.collect::<Result<_, Failure>>()?);
        }
        "format" => {
            let format = |text: String| RowFormat::from_str(&text, false).map_err(|_| FORMAT.to_owned());
            settings.output.format = Some(entry.string()?.try_map(format)?.value);
        }
        "by" => {
            let by = |text: String| By::from_str(&text, false).map_err(|_| BY.to_owned());
            settings.output.by = Some(entry.string()?.try_map(by)?.value);
        }
        "isolate" => settings.isolates = entry.boolean()?,
        "separate" => settings.separates = entry.boolean()?,
        "require-sandbox" => settings.requires_sandbox = entry.boolean()?,
        "oversubscribe" => settings.jobs.oversubscribes = entry.boolean()?,
        "jobs" => {
            settings.jobs.count = Some(entry.whole()?.try_map(|n| usize::try_from(n).map_err(|e| e.to_string()))?);
        }
        _ => debug_assert!(false, "{} is one of KEYS", entry.key),
    }
    Ok(())
}

const RULES: &str = "give \"report\" or \"2024\"";
const FORMAT: &str = "give \"csv\" or \"parquet\"";
const BY: &str = "give \"score\", \"guesses\", \"time\" or \"wins\"";

/// The players or codemakers of a list.
fn selection(entry: &TomlEntry<'_>, keys: &[&str]) -> Result<Selection, Failure> {
    let mut items = Vec::new();
    for item in entry.items()? {
        match item {
            Item::Text(text) => items.push(text.map(|text| Choice::parse(&text))),
            Item::Table(origin, table) => {
                let entries = entry.text.entries(table, keys, "this table")?;
                let find = |key: &str| entries.iter().find(|entry| entry.key == key);
                let Some(name) = find("name") else {
                    return Err(Failure::input(format!(
                        "{origin}: a table needs a name; write for example {{ name = \"mine\", command = \"python3 mine.py\" }}"
                    )));
                };
                let name = name.string()?.value;
                match (find("command"), find("effort")) {
                    (Some(_), Some(effort)) => {
                        return Err(Failure::input(format!(
                            "{}: a program of its own takes no effort; leave it out",
                            effort.origin()
                        )));
                    }
                    (Some(command), None) => {
                        let Setting { value, origin } = command.string()?;
                        items.push(Setting { value: Choice::program(format!("{name}={value}")), origin });
                    }
                    (None, Some(effort)) => {
                        let Setting { value, origin } = effort.whole()?;
                        items.push(Setting { value: Choice::Name(format!("{name}:{value}")), origin });
                    }
                    (None, None) => items.push(Setting { value: Choice::Name(name), origin }),
                }
            }
        }
    }
    if items.is_empty() {
        return Err(Failure::input(format!("{} is empty; name some, or leave it out", entry.origin())));
    }
    Ok(Selection { items, is_addition: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::settings::setting::Origin;

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
            chart-format = ["png"]
            format = "parquet"
            by = "wins"
            isolate = true
            jobs = 1
            oversubscribe = true
            separate = true
            require-sandbox = true
        "#;
        let settings = parse("t.toml", text).unwrap();
        let names = |names: &[&str]| names.iter().map(|name| Choice::Name((*name).to_owned())).collect::<Vec<_>>();
        let values = |selection: &Selection| selection.items.iter().map(|item| item.value.clone()).collect::<Vec<_>>();
        let own = ["own=sh own.sh", "mine=python3 mine.py"].map(|text| Choice::program(text.to_owned()));
        let players = [&own[..1], &names(&["rao", "-dino", "bayes:3"]), &own[1..]].concat();
        assert_eq!(values(&settings.players.unwrap()), players, "in the order of the file");
        assert_eq!(values(settings.scsas.as_ref().unwrap()), names(&["all", "-mystery-1"]));
        let scsas = settings.scsas.unwrap().items;
        assert_eq!(scsas[1].origin, Origin::File("t.toml:4: scsa".to_owned()));
        assert_eq!(settings.rounds.unwrap().value, 1000);
        assert_eq!((settings.seed.unwrap().seed.0, settings.rules), (u64::MAX, Some(tournament::Rules::Course2024)));
        let limits = settings.limits.limits().unwrap();
        assert_eq!((limits.guesses, limits.time.as_secs(), limits.memory_mb), (50, 2, 512));
        assert!(settings.reveals && settings.output.no_rounds && settings.output.no_charts && settings.isolates);
        assert!(settings.separates && settings.requires_sandbox);
        assert_eq!((settings.output.by, settings.jobs.count.unwrap().value), (Some(By::Wins), 1));
        assert!(KEYS.iter().all(|key| text.contains(&format!("{key} = "))));
    }

    #[test]
    fn errors_name_the_line_and_the_key_that_was_meant() {
        for (text, wanted) in [
            (
                "rounds = 5\nplayer = [\"rao\"]",
                "t.toml:2: a tournament file has no key 'player'; did you mean 'players'?",
            ),
            ("round = 5", "t.toml:1: a tournament file has no key 'round'; did you mean 'rounds'?"),
            ("\n\nrounds = \"5\"", "t.toml:3: rounds: a whole number was expected, not a string; write rounds = 100"),
            ("rounds = -5", "t.toml:1: rounds: '-5' is no whole number from 0"),
            ("time-limit = true", "t.toml:1: time-limit: a number was expected, not a boolean"),
            ("reveal = 1", "t.toml:1: reveal: true or false was expected, not an integer"),
            ("players = [\n\"rao\",\n5]", "t.toml:3: players: a string or a table was expected, not an integer"),
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
            ("rules = \"2025\"", "t.toml:1: rules: give \"report\" or \"2024\""),
            ("by = \"points\"", "t.toml:1: by: give \"score\""),
            ("chart-format = \"pdf\"", "t.toml:1: chart-format: "),
            ("format = \"json\"", "t.toml:1: format: give \"csv\" or \"parquet\""),
            ("rounds = 5\nrounds = 6", "t.toml:2: "),
            ("rounds = ", "t.toml:1: "),
        ] {
            let failure = format!("{:?}", parse("t.toml", text).unwrap_err());
            assert!(failure.replace('\\', "").contains(wanted), "{text}: {failure}");
        }
    }
}
