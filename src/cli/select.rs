//! Choosing players, codemakers and sizes by name.

use super::Failure;
use player_api::{Entry, PlayerNameError};
use scsa::Size;
use tournament::{Codemaker, Registry, Rules};

/// The codemakers of the report's contest.
const CONTEST_SCSAS: [&str; 6] =
    ["insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last"];
/// The sizes of the report's contest.
pub const CONTEST_SIZES: &str = "4x6,6x10,8x10,15x20,20x26";

/// Where one size is played unless told otherwise.
const SIZE: Size = match Size::new(4, 6) {
    Ok(size) => size,
    Err(_) => panic!("4x6 is a size"),
};

/// The form of the setting that says how much work a player may do.
const EFFORT: &str = "EFFORT";

/// The word that stands for everything there is.
const ALL: &str = "all";

/// The players of a list: `all`, or names.
pub fn players(registry: &Registry, names: &[String]) -> Result<Vec<Entry>, Failure> {
    let mut chosen: Vec<Entry> = Vec::new();
    for name in names {
        if name == ALL {
            chosen.extend_from_slice(registry.players.competitors());
        } else {
            chosen.push(player(registry, name)?);
        }
    }
    distinct("players", chosen, |entry| entry.name().to_owned())
}

/// These players, those that take an EFFORT and were given none with that one.
pub fn with_effort(registry: &Registry, players: Vec<Entry>, effort: Option<&str>) -> Result<Vec<Entry>, Failure> {
    let Some(effort) = effort else { return Ok(players) };
    if !players.iter().any(|entry| entry.parameter() == Some(EFFORT)) {
        return Err(Failure::input(format!(
            "--effort {effort} is for players that take an EFFORT and were given none, and there is none of them; name \
             bayes with --players, or leave --effort out"
        )));
    }
    let give = |entry: Entry| {
        if entry.parameter() == Some(EFFORT) {
            player(registry, &format!("{}:{effort}", entry.name()))
        } else {
            Ok(entry)
        }
    };
    let given = players.into_iter().map(give).collect::<Result<_, _>>()?;
    distinct("players", given, |entry: &Entry| entry.name().to_owned())
}

/// The player of that name, where a list is no answer.
pub fn one_player(registry: &Registry, name: &str) -> Result<Entry, Failure> {
    if name == ALL || name.contains(',') {
        return Err(Failure::input(format!(
            "'{name}' is not one player, and only one can be shown; name one, or see `arena list`"
        )));
    }
    player(registry, name)
}

/// The player of that name.
pub fn player(registry: &Registry, name: &str) -> Result<Entry, Failure> {
    registry.players.find(name).map_err(|e| match e {
        PlayerNameError::Unknown => {
            // Players that break the rules are suggested only to those who look for them.
            let known = registry.players.iter().map(Entry::name);
            unknown("player", name, known.filter(|known| !known.starts_with("faulty") || name.starts_with("faulty")))
        }
        PlayerNameError::Parameter(_) => Failure::input(e.to_string()),
    })
}

/// The codemakers of a list: `all`, or names, or `codes:FILE`.
pub fn codemakers(registry: &Registry, names: &[String]) -> Result<Vec<Codemaker>, Failure> {
    let mut chosen: Vec<Codemaker> = Vec::new();
    for name in names {
        if name == ALL {
            chosen.extend_from_slice(registry.codemakers.contest());
        } else if name.contains(char::is_control) {
            return Err(Failure::input(format!(
                "the SCSA {name:?} has a control character in its name; rename the file"
            )));
        } else {
            chosen.push(codemaker(registry, name)?);
        }
    }
    distinct("SCSAs", chosen, |codemaker| codemaker.name().to_owned())
}

/// The codemakers of the contest by those rules: the report's six, or those of 2024 in their place.
pub fn contest_codemakers(registry: &Registry, rules: Rules) -> Vec<Codemaker> {
    let find = |name: &str| registry.codemakers.iter().find(|codemaker| codemaker.name() == name).cloned();
    let by_rules = |name: &&str| match rules {
        Rules::Report => find(name),
        Rules::Course2024 => find(&format!("{name}-2024")).or_else(|| find(name)),
    };
    CONTEST_SCSAS.iter().filter_map(by_rules).collect()
}

/// The codemaker of that name.
pub fn codemaker(registry: &Registry, name: &str) -> Result<Codemaker, Failure> {
    registry
        .codemakers
        .find(name)
        .map_err(|e| Failure::input(e.to_string()))?
        .ok_or_else(|| unknown("SCSA", name, registry.codemakers.iter().map(Codemaker::name)))
}

/// The sizes of a list.
pub fn sizes(texts: &[String]) -> Result<Vec<Size>, Failure> {
    let sizes = texts.iter().map(|text| size(text)).collect::<Result<_, _>>()?;
    distinct("sizes", sizes, Size::to_string)
}

/// A size.
pub fn size(text: &str) -> Result<Size, Failure> {
    text.parse().map_err(|e| Failure::input(format!("'{text}' is no size of a game: {e}")))
}

/// The size that these play unless told otherwise: that of the first which plays one size only, else 4x6.
pub fn default_size<'a>(players: impl IntoIterator<Item = &'a Entry>) -> Size {
    players.into_iter().find_map(Entry::only_size).unwrap_or(SIZE)
}

/// A list without what was named before in it; it must not be empty.
fn distinct<T>(what: &str, items: Vec<T>, name: impl Fn(&T) -> String) -> Result<Vec<T>, Failure> {
    let mut seen = Vec::new();
    let mut kept = Vec::new();
    for item in items {
        let name = name(&item);
        if !seen.contains(&name) {
            seen.push(name);
            kept.push(item);
        }
    }
    if kept.is_empty() {
        return Err(Failure::input(format!("the list of {what} is empty; name some, or see `arena list`")));
    }
    Ok(kept)
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let closest = known.max_by(|a, b| strsim::jaro_winkler(name, a).total_cmp(&strsim::jaro_winkler(name, b)));
    let closest = closest.map(|closest| format!("; did you mean '{closest}'?")).unwrap_or_default();
    Failure::input(format!("there is no {what} '{name}'{closest} `arena list` shows all"))
}
