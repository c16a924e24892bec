//! Selecting players, codemakers and sizes by name.

use crate::{failure::Failure, present::words::closest, settings::selection::Choice};
use glob::Pattern;
use player_api::{
    registry::{Entry, PlayerNameError},
    shortened, text_fault,
};
use scsa::Size;
use tournament::{Codemaker, Registry, Rules};

/// The players of the default contest: strong and weak ones that differ in method.
pub const CONTEST_PLAYERS: &str =
    "bayes:1,rao,dino,local-search,baseline-3,baseline-2,consistent-entropy,optimal,rc,random";
/// The codemakers of the report's contest.
pub const CONTEST_SCSAS: [&str; 6] =
    ["insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last"];
/// The sizes of the report's contest.
pub const CONTEST_SIZES: &str = "4x6,6x10,8x10,15x20,20x26";

/// The default where one size is played.
const SIZE: Size = match Size::new(4, 6) {
    Ok(size) => size,
    Err(_) => panic!("4x6 is a size"),
};

/// The parameter that says how much work a player does.
const EFFORT: &str = "EFFORT";

/// The most items of a list: each is compared with those before it.
pub const MOST_ITEMS: usize = 10_000;

/// The word that selects everything.
const ALL: &str = "all";

/// The players that a list selects: `all`, names, and patterns such as `dino*`. With a minus sign before it, an item removes
/// players from the selection.
pub fn players(registry: &Registry, items: &[String]) -> Result<Vec<Entry>, Failure> {
    let find = |choice: &Choice| player(registry, choice.name());
    chosen_players(registry, &names(items), find)
}

/// The same of a list that may have programs. `find` gives the player of a name or a program.
pub fn chosen_players(
    registry: &Registry,
    items: &[Choice],
    find: impl Fn(&Choice) -> Result<Entry, Failure>,
) -> Result<Vec<Entry>, Failure> {
    select("player", items, registry.players.competitors(), Entry::name, find)
}

/// The same of a list that may have programs. `find` gives the codemaker of a name or a program.
pub fn chosen_codemakers(
    registry: &Registry,
    items: &[Choice],
    find: impl Fn(&Choice) -> Result<Codemaker, Failure>,
) -> Result<Vec<Codemaker>, Failure> {
    select("SCSA", items, registry.codemakers.contest(), Codemaker::name, find)
}

/// Names of what is in this program.
fn names(items: &[String]) -> Vec<Choice> {
    items.iter().cloned().map(Choice::Name).collect()
}

/// The items that a list selects from `all`, or that `find` finds by name. Every item is selected once, in the order of its
/// first mention.
fn select<T: Clone>(
    kind: &str,
    items: &[Choice],
    all: &[T],
    name: impl Fn(&T) -> &str,
    find: impl Fn(&Choice) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    if items.len() > MOST_ITEMS {
        let count = items.len();
        return Err(Failure::input(format!("{count} names of a {kind} are given; a list has {MOST_ITEMS} at most")));
    }
    for item in items.iter().map(Choice::name) {
        check_text(kind, item)?;
        // A name with a file stands in lists.
        if item.contains(':') && item.contains(',') {
            return Err(Failure::input(format!("the {kind} {item:?} has a comma in its name; rename the file")));
        }
    }
    let mut selected: Vec<T> = Vec::new();
    for (place, choice) in items.iter().enumerate() {
        let text = match choice {
            Choice::Name(text) => text,
            Choice::Program(program) => {
                let own = program.parts().0;
                if selected.iter().any(|one| name(one) == own) {
                    let text = &program.text;
                    return Err(Failure::input(format!("{text}: there is a {kind} {own} already; give another name")));
                }
                selected.push(find(choice)?);
                continue;
            }
        };
        let (is_removed, item) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.as_str()),
        };
        // A list that begins with a removal removes from everything.
        if place == 0 && is_removed {
            selected.extend_from_slice(all);
        }
        // A path may contain the characters of a pattern.
        let is_pattern = item.contains(['*', '?', '[']) && !item.contains(':');
        let pattern = match item {
            ALL => Pattern::new("*"),
            item => Pattern::new(if is_pattern { item } else { "" }),
        };
        let pattern = pattern.map_err(|e| Failure::input(format!("'{item}' is not a pattern: {e}")))?;
        let mut matching: Vec<T> = if item == ALL || is_pattern {
            let from = if is_removed { &selected } else { all };
            from.iter().filter(|one| pattern.matches(name(one))).cloned().collect()
        } else {
            // A program of the list is in it by its name, too.
            match selected.iter().find(|one| name(one) == item) {
                Some(one) => vec![one.clone()],
                None => vec![find(&Choice::Name(item.to_owned()))?],
            }
        };
        if is_pattern && matching.is_empty() {
            return Err(Failure::input(format!("no {kind} matches '{item}'; `arena list` shows all")));
        }
        if is_removed {
            selected.retain(|one| matching.iter().all(|other| name(one) != name(other)));
        } else {
            matching.retain(|one| selected.iter().all(|other| name(one) != name(other)));
            selected.append(&mut matching);
        }
    }
    if selected.is_empty() {
        return Err(Failure::input(format!("no {kind} is selected; name some, or see `arena list`")));
    }
    Ok(selected)
}

/// Checks that a text can select by name.
fn check_text(kind: &str, text: &str) -> Result<(), Failure> {
    let first = &*shortened(text, 60);
    // Without a text there is no name to speak of.
    text_fault(text).filter(|_| !text.is_empty()).map_or(Ok(()), |fault| {
        Err(Failure::input(format!("the {kind} {first:?} {fault}; give another name, or rename the file")))
    })
}

/// The same players, but those that take an EFFORT and have none get this one.
pub fn with_effort(registry: &Registry, players: Vec<Entry>, effort: Option<&str>) -> Result<Vec<Entry>, Failure> {
    let Some(effort) = effort else { return Ok(players) };
    let takes_effort = |entry: &Entry| entry.parameter() == Some(EFFORT);
    if !players.iter().any(takes_effort) {
        return Err(Failure::input(format!(
            "--effort {effort} is for players that take an EFFORT and were given none, and none of them is selected; name \
             bayes with --players, or leave --effort out"
        )));
    }
    let mut given: Vec<Entry> = Vec::new();
    for entry in players {
        let entry = if takes_effort(&entry) { player(registry, &format!("{}:{effort}", entry.name()))? } else { entry };
        if given.iter().all(|other| other.name() != entry.name()) {
            given.push(entry);
        }
    }
    Ok(given)
}

/// The player of a name, where a list is not allowed.
pub fn one_player(registry: &Registry, name: &str) -> Result<Entry, Failure> {
    if name == ALL || name.contains(',') {
        return Err(Failure::input(format!(
            "'{name}' is not one player, and only one can be shown; name one, or see `arena list`"
        )));
    }
    player(registry, name)
}

/// The player of a name.
pub fn player(registry: &Registry, name: &str) -> Result<Entry, Failure> {
    check_text("player", name)?;
    registry.players.find(name).map_err(|e| match e {
        PlayerNameError::Unknown => {
            // Players that break the rules are suggested only to those who look for them.
            let known = registry.players.iter().map(Entry::name);
            unknown("player", name, known.filter(|known| !known.starts_with("faulty") || name.starts_with("faulty")))
        }
        PlayerNameError::Parameter(_) => Failure::input(e.to_string()),
    })
}

/// The codemakers of the default contest by these rules: the report's six, or those of 2024 in their place.
pub fn contest_codemakers(registry: &Registry, rules: Rules) -> Vec<Codemaker> {
    let find = |name: &str| registry.codemakers.iter().find(|codemaker| codemaker.name() == name).cloned();
    let by_rules = |name: &&str| match rules {
        Rules::Report => find(name),
        Rules::Course2024 => find(&format!("{name}-2024")).or_else(|| find(name)),
    };
    CONTEST_SCSAS.iter().filter_map(by_rules).collect()
}

/// The codemaker of a name.
pub fn codemaker(registry: &Registry, name: &str) -> Result<Codemaker, Failure> {
    check_text("SCSA", name)?;
    let found = registry.codemakers.find(name).map_err(|e| Failure::input(e.to_string()))?;
    found.ok_or_else(|| unknown("SCSA", name, registry.codemakers.iter().map(Codemaker::name)))
}

/// The sizes of a list. An item is a size or a range: `4-8x10` is 4x10 to 8x10, and `4x6-10` is 4x6 to 4x10.
pub fn sizes(items: &[String]) -> Result<Vec<Size>, Failure> {
    let mut sizes: Vec<Size> = Vec::new();
    for item in items {
        for size in size_range(item)? {
            if !sizes.contains(&size) {
                sizes.push(size);
            }
        }
    }
    if sizes.is_empty() {
        return Err(Failure::input("no size is selected; name some, such as 4x6,8x10"));
    }
    Ok(sizes)
}

/// The sizes of a range, those with fewer pegs first.
fn size_range(item: &str) -> Result<Vec<Size>, Failure> {
    let Some((pegs, colors)) = item.split_once(['x', 'X']).filter(|_| item.contains('-')) else {
        return Ok(vec![size(item)?]);
    };
    let bounds = |range: &str| -> Option<(usize, usize)> {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last).then_some((first, last))
    };
    let (Some(pegs), Some(colors)) = (bounds(pegs), bounds(colors)) else {
        return Err(Failure::input(format!(
            "'{item}' is no range of sizes: write 4-8x10 or 4x6-10, the smaller first"
        )));
    };
    // The ends of the ranges are checked first, so that a huge range is refused at once.
    for (pegs, colors) in [(pegs.0, colors.0), (pegs.1, colors.1)] {
        size(&format!("{pegs}x{colors}"))?;
    }
    (pegs.0..=pegs.1)
        .flat_map(|pegs| (colors.0..=colors.1).map(move |colors| size(&format!("{pegs}x{colors}"))))
        .collect()
}

/// A single size.
pub fn size(text: &str) -> Result<Size, Failure> {
    text.parse().map_err(|e| Failure::input(format!("'{text}' is no size of a game: {e}")))
}

/// The default size of players: that of the first that plays one size only, else 4x6.
pub fn default_size<'a>(players: impl IntoIterator<Item = &'a Entry>) -> Size {
    players.into_iter().find_map(Entry::only_size).unwrap_or(SIZE)
}

/// The failure of an unknown name, with the known name that is closest to it.
fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let closest = closest(name, known);
    let meant = closest.map(|closest| format!(" did you mean '{closest}'?")).unwrap_or_default();
    Failure::input(format!("there is no {kind} '{name}';{meant} `arena list` shows all"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tournament::Codemakers;

    fn registry() -> Registry {
        Registry::new(players::builtin(), Codemakers::builtin())
    }

    fn names(items: &str) -> Result<Vec<String>, String> {
        let items: Vec<String> = items.split(',').map(str::to_owned).collect();
        let selected = players(&registry(), &items).map_err(|failure| format!("{failure:?}"))?;
        Ok(selected.iter().map(|entry| entry.name().to_owned()).collect())
    }

    #[test]
    fn lists_select_and_remove() {
        let all = names("all").unwrap();
        assert_eq!(names("rao,dino,rao").unwrap(), ["rao", "dino"]);
        let without: Vec<String> = all.iter().filter(|name| *name != "bayes").cloned().collect();
        assert_eq!(names("all,-bayes").unwrap(), without);
        assert_eq!(names("-bayes").unwrap(), without);
        let dinos: Vec<String> = all.iter().filter(|name| name.starts_with("dino")).cloned().collect();
        assert_eq!(names("dino*").unwrap(), dinos);
        assert_eq!(names("rao,dino*,-dino-*").unwrap(), ["rao", "dino"]);
        assert_eq!(names("bayes:3,1122+lc").unwrap(), ["bayes:3", "1122+lc"]);
        assert!(names("dini*").unwrap_err().contains("no player matches 'dini*'"));
        assert!(names("rao,-rao").unwrap_err().contains("no player is selected"));
        assert!(names("all,-roa").unwrap_err().contains("did you mean 'rao'?"));
        assert!(names("[").unwrap_err().contains("is not a pattern"));
    }

    #[test]
    fn the_closest_name_is_suggested() {
        for (name, closest) in [("roa", "rao"), ("baseline4", "baseline-4"), ("byes", "bayes"), ("entropie", "entropy")]
        {
            let wanted = format!("did you mean '{closest}'?");
            assert!(names(name).unwrap_err().contains(&wanted), "{name}");
        }
    }

    #[test]
    fn ranges_of_sizes() {
        let list = |items: &str| {
            let items: Vec<String> = items.split(',').map(str::to_owned).collect();
            let sizes = sizes(&items).map_err(|failure| format!("{failure:?}"))?;
            Ok::<_, String>(sizes.iter().map(Size::to_string).collect::<Vec<_>>().join(","))
        };
        assert_eq!(list("4-6x10").unwrap(), "4x10,5x10,6x10");
        assert_eq!(list("4x6-8,4x7").unwrap(), "4x6,4x7,4x8");
        assert_eq!(list("2-3x4-5").unwrap(), "2x4,2x5,3x4,3x5");
        for wrong in ["6-4x10", "4-x10", "-4x6", "4-99999999999x6", "4-8", "4--8x10"] {
            assert!(list(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_default_contest_exists() {
        assert_eq!(names(CONTEST_PLAYERS).unwrap().len(), 10);
        for rules in [Rules::Report, Rules::Course2024] {
            assert_eq!(contest_codemakers(&registry(), rules).len(), 6);
        }
    }
}
