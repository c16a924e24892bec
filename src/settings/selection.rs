//! Players, codemakers and games as they are given, in lists in order, and what these select; how programs among them are used.

use super::player_files;
use super::setting::{self, Hidden, Hides, Origin, Setting};
use crate::failure::Failure;
use crate::present::{closest, known_names};
use external::is_name;
use glob::Pattern;
use player_api::registry::{Entry, PlayerNameError};
use player_api::{shortened, text_fault};
use scsa::{Game, algorithms};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use tournament::{Codemaker, Limits, Registry, Rules, Seed, in_order};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramUse {
    /// They are started: players are asked whether their rounds are independent, codemakers make codes that are not recorded.
    Started,
    /// They are looked up, but not started: players count as learning, and codes of codemakers are announced.
    Named,
    /// They need not be there: of players the names are known, of codemakers the recorded codes.
    Absent,
}

#[derive(Clone, Copy, Debug)]
pub struct Programs<'a> {
    pub players: ProgramUse,
    pub codemakers: ProgramUse,
    pub limits: Limits,
    pub out: &'a Path,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A name or a pattern, which may have a minus sign before it.
    Name(String),
    Program(ProgramChoice),
}

/// Players or codemakers, in order, each with the place where it was given.
pub type Choices = Vec<Setting<Choice>>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramChoice {
    /// NAME=COMMAND. The command is empty where it is not known.
    pub text: String,
    pub recorded: Option<Recorded>,
}

/// Where codes of a codemaker are recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    pub folder: PathBuf,
    pub seed: Seed,
}

impl FromStr for Choice {
    type Err = Infallible;

    /// An item of a list as it is typed. The name of a file may have an equals sign: `codes:a=b.txt`.
    fn from_str(text: &str) -> Result<Choice, Infallible> {
        let text = text.trim();
        Ok(match text.split_once('=').is_some_and(|(name, _)| !name.contains(':')) {
            true => Choice::program(text.to_owned()),
            false => Choice::Name(text.to_owned()),
        })
    }
}

impl Choice {
    pub fn program(text: String) -> Choice {
        Choice::Program(ProgramChoice { text, recorded: None })
    }

    pub fn name(&self) -> &str {
        match self {
            Choice::Name(name) => name,
            Choice::Program(program) => program.parts().0,
        }
    }

    fn program_named(&self, name: &str) -> Option<&ProgramChoice> {
        match self {
            Choice::Program(program) if program.parts().0 == name => Some(program),
            _ => None,
        }
    }
}

impl Hides for Choice {
    fn hidden(&self) -> Vec<Hidden> {
        match self {
            Choice::Name(name) => name.split_once(':').map(|(_, file)| Hidden::Part(file.into())).into_iter().collect(),
            Choice::Program(program) => program.hidden(),
        }
    }
}

impl Hides for ProgramChoice {
    fn hidden(&self) -> Vec<Hidden> {
        let codes = self.recorded.iter().map(|recorded| recorded.folder.clone());
        let codes = codes.chain(self.parts().1.strip_prefix(RECORDED).map(PathBuf::from));
        codes.map(Hidden::Part).chain([Hidden::Program(self.text.clone())]).collect()
    }
}

impl ProgramChoice {
    pub fn parts(&self) -> (&str, &str) {
        self.text.split_once('=').unwrap_or((&self.text, ""))
    }
}

pub fn named<'a>(option: &'static str, names: impl IntoIterator<Item = &'a str>) -> Choices {
    names.into_iter().map(|name| Setting::option(option, Choice::Name(name.to_owned()))).collect()
}

pub fn over(list: &[Setting<Choice>], other: &[Setting<Choice>]) -> Choices {
    let is_own = |name: &str| list.iter().any(|item| item.value.program_named(name).is_some());
    let resolved = |item: &Setting<Choice>| match &item.value {
        Choice::Name(name) if !is_own(name) => other.iter().find(|other| other.value.program_named(name).is_some()),
        _ => None,
    };
    list.iter().map(|item| resolved(item).unwrap_or(item).clone()).collect()
}

/// The items of a list, and those that are added to it. A program that is given again takes the place of the other; its codes that are
/// recorded stay if that is said.
pub fn joined(mut list: Choices, added: Choices, keeps_codes: bool) -> Choices {
    let count = list.len();
    for item in added {
        // What is given twice here is a mistake, which is found when the items are looked up.
        let place = list[..count].iter_mut().find(|other| other.value.program_named(item.value.name()).is_some());
        match (place, item.value) {
            (Some(place), Choice::Program(program)) => {
                let recorded = place.value.program_named(program.parts().0).and_then(|other| other.recorded.clone());
                let recorded = recorded.filter(|_| keeps_codes);
                let value = Choice::Program(ProgramChoice { recorded, ..program });
                *place = Setting { value, origin: item.origin };
            }
            // A program of this name is there already.
            (Some(_), Choice::Name(_)) => {}
            (None, value) => list.push(Setting { value, origin: item.origin }),
        }
    }
    list
}

pub fn programs(list: &[Setting<Choice>]) -> impl Iterator<Item = (&ProgramChoice, &Origin)> {
    list.iter().filter_map(|item| match &item.value {
        Choice::Program(program) => Some((program, &item.origin)),
        Choice::Name(_) => None,
    })
}

pub fn commands<'a>(list: &[Setting<Choice>], names: impl IntoIterator<Item = &'a str>) -> BTreeMap<String, String> {
    let names: Vec<&str> = names.into_iter().collect();
    let named = programs(list).map(|(program, _)| program.parts());
    let named = named.filter(|(name, command)| names.contains(name) && !command.is_empty());
    named.map(|(name, command)| (name.to_owned(), command.to_owned())).collect()
}

/// What a list selects. A failure names the place of the item that fails alone, otherwise that of the first.
pub fn selected<T>(list: &[Setting<Choice>], select: impl Fn(&[Choice]) -> Result<T, Failure>) -> Result<T, Failure> {
    setting::selected(list, select, |item| match item {
        Choice::Name(name) => Choice::Name(name.strip_prefix('-').unwrap_or(name).to_owned()),
        Choice::Program(_) => item.clone(),
    })
}

/// The players of the default contest: strong and weak ones that differ in method.
pub const CONTEST_PLAYERS: &str =
    "bayes:1,rao,dino,local-search,baseline-3,baseline-2,consistent-entropy,optimal,rc,random";
pub const CONTEST_SCSAS: [&str; 6] =
    ["insert-colors", "two-color", "ab-color", "two-color-alternating", "only-once", "first-and-last"];
pub const CONTEST_SIZES: &str = "4x6,6x10,8x10,15x20,20x26";

/// The default where one game is played.
const SIZE: Game = match Game::new(4, 6) {
    Ok(game) => game,
    Err(_) => panic!("4x6 is a size"),
};

/// The parameter that says how much work a player does.
const EFFORT: &str = "EFFORT";

/// The item of a list of players, which gives a player in any form. A text that is a name is one, also if there is a folder of this name.
pub fn resolved_choice(registry: &Registry, choice: Choice) -> Choice {
    let text = match &choice {
        Choice::Name(text) if !is_name(text) => text,
        Choice::Program(ProgramChoice { text, recorded: None }) if !text.contains('=') => text,
        _ => return choice,
    };
    match player_files::named(registry, text) {
        Ok(Some((_, program))) => Choice::program(program),
        // What is wrong is told when the name is looked up.
        _ => choice,
    }
}

/// What the command of a codemaker begins with whose codes are recorded in a folder.
pub const RECORDED: &str = "recorded:";

/// The most items of a list: each is compared with those before it.
pub const MOST_ITEMS: usize = 10_000;

const ALL: &str = "all";
const LIST_SHOWS: &str = "`arena list` shows all";

/// The players that a list selects: `all`, names, and patterns such as `dino*`. With a minus sign before it, an item removes
/// players from the selection.
pub fn players(registry: &Registry, items: &[String]) -> Result<Vec<Entry>, Failure> {
    let names: Vec<Choice> = items.iter().cloned().map(Choice::Name).collect();
    chosen_players(registry, &names, |choice| player(registry, choice.name()))
}

/// Which players of results folders are shown.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PlayerList {
    /// Only these players, as in `arena run`: names, patterns such as 'dino*', `all`; an item with a minus sign before it is left out.
    /// What ranks and compares players is computed of these alone [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    players: Option<Vec<String>>,
}

impl PlayerList {
    pub const fn is_given(&self) -> bool {
        self.players.is_some()
    }

    /// The players that are selected among those of a folder, if a list is given.
    pub fn selected(&self, known: &[String], folder: &str) -> Result<Option<Vec<String>>, Failure> {
        let Some(list) = &self.players else { return Ok(None) };
        let items: Vec<Choice> = list.iter().cloned().map(Choice::Name).collect();
        let names: Vec<&str> = known.iter().map(String::as_str).collect();
        let find = |choice: &Choice| {
            let found = known.iter().find(|name| *name == choice.name());
            found.cloned().ok_or_else(|| {
                let name = choice.name();
                failure!("'{name}' is not in {folder}; {}", known_names(name, "players", &names))
            })
        };
        let selected = select("player", &items, known, String::as_str, find, "`arena show` of the folder shows all");
        selected.map(Some).map_err(|e| failure!("--players: {}", e.message))
    }
}

/// The same of a list that may have programs. `find` gives the player of a name or a program.
pub fn chosen_players(
    registry: &Registry,
    items: &[Choice],
    find: impl Fn(&Choice) -> Result<Entry, Failure>,
) -> Result<Vec<Entry>, Failure> {
    select("player", items, &registry.players.competitors, Entry::name, find, LIST_SHOWS)
}

/// The same of a list that may have programs. `find` gives the codemaker of a name or a program.
pub fn chosen_codemakers(
    registry: &Registry,
    items: &[Choice],
    find: impl Fn(&Choice) -> Result<Codemaker, Failure>,
) -> Result<Vec<Codemaker>, Failure> {
    select("SCSA", items, registry.codemakers.contest(), Codemaker::name, find, LIST_SHOWS)
}

/// The items that a list selects from `all`, or that `find` finds by name. Every item is selected once, in the order of its
/// first mention. `hint` says what there is.
fn select<T: Clone>(
    kind: &str,
    items: &[Choice],
    all: &[T],
    name: impl Fn(&T) -> &str,
    find: impl Fn(&Choice) -> Result<T, Failure>,
    hint: &str,
) -> Result<Vec<T>, Failure> {
    let count = items.len();
    ensure!(count <= MOST_ITEMS, "{count} names of a {kind} are given; a list has {MOST_ITEMS} at most");
    for item in items.iter().map(Choice::name) {
        check_text(kind, item)?;
        // A name with a file stands in lists.
        let has_comma = item.contains(':') && item.contains(',');
        ensure!(!has_comma, "the {kind} {item:?} has a comma in its name; rename the file");
    }
    let mut selected: Vec<T> = Vec::new();
    for (place, choice) in items.iter().enumerate() {
        let text = match choice {
            Choice::Name(text) => text,
            Choice::Program(program) => {
                let (own, text) = (program.parts().0, &program.text);
                let is_there = selected.iter().any(|one| name(one) == own);
                ensure!(!is_there, "{text}: there is a {kind} {own} already; give another name");
                selected.push(find(choice)?);
                continue;
            }
        };
        let (is_removed, item) = text.strip_prefix('-').map_or((false, &**text), |rest| (true, rest));
        // A list that begins with a removal removes from everything.
        if place == 0 && is_removed {
            selected.extend_from_slice(all);
        }
        // A path may contain the characters of a pattern.
        let is_pattern = item.contains(['*', '?', '[']) && !item.contains(':');
        let glob = if item == ALL { "*" } else { item };
        let pattern = Pattern::new(if item == ALL || is_pattern { glob } else { "" });
        let pattern = pattern.map_err(|e| failure!("'{item}' is not a pattern: {e}"))?;
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
        ensure!(!is_pattern || !matching.is_empty(), "no {kind} matches '{item}'; {hint}");
        if is_removed {
            selected.retain(|one| matching.iter().all(|other| name(one) != name(other)));
        } else {
            matching.retain(|one| selected.iter().all(|other| name(one) != name(other)));
            selected.append(&mut matching);
        }
    }
    ensure!(!selected.is_empty(), "no {kind} is selected; name some: {hint}");
    Ok(selected)
}

fn check_text(kind: &str, text: &str) -> Result<(), Failure> {
    let first = &*shortened(text, 60);
    // Without a text there is no name to speak of.
    text_fault(text)
        .filter(|_| !text.is_empty())
        .map_or(Ok(()), |fault| Err(failure!("the {kind} {first:?} {fault}; give another name, or rename the file")))
}

/// The same players, but those that take an EFFORT and have none get this one.
pub fn with_effort(registry: &Registry, players: Vec<Entry>, effort: &str) -> Result<Vec<Entry>, Failure> {
    let takes_effort = |entry: &Entry| entry.parameter() == Some(EFFORT);
    ensure!(
        players.iter().any(takes_effort),
        "--effort {effort} is for players that take an EFFORT and were given none, and none of them is selected; name \
             bayes with --players, or leave --effort out"
    );
    let mut given: Vec<Entry> = Vec::new();
    for entry in players {
        let entry = if takes_effort(&entry) { player(registry, &format!("{}:{effort}", entry.name()))? } else { entry };
        if given.iter().all(|other| other.name() != entry.name()) {
            given.push(entry);
        }
    }
    Ok(given)
}

pub fn one_player(registry: &Registry, name: &str) -> Result<Entry, Failure> {
    ensure!(
        !(name == ALL || name.contains(',')),
        "'{name}' is not one player, and only one can be shown; name one, or see `arena list`"
    );
    player(registry, name)
}

pub fn player(registry: &Registry, name: &str) -> Result<Entry, Failure> {
    check_text("player", name)?;
    registry.players.find(name).map_err(|e| match e {
        PlayerNameError::Unknown => {
            if let Some(advice) = player_files::advice(registry, name) {
                return failure!("{name} is not the name of a player; {advice}");
            }
            // Players that break the rules are suggested only to those who look for them.
            let known = registry.players.iter().map(Entry::name);
            unknown("player", name, known.filter(|known| !known.starts_with("faulty") || name.starts_with("faulty")))
        }
        PlayerNameError::Parameter(_) => Failure::input(e.to_string()),
    })
}

/// The codemakers of the default contest by these rules: the report's six, or those of 2024 in their place. Where no game allows a color
/// twice, the one that makes all such codes.
pub fn contest_codemakers(registry: &Registry, rules: Rules, games: &[Game]) -> Vec<Codemaker> {
    let find = |name: &str| registry.codemakers.iter().find(|codemaker| codemaker.name() == name).cloned();
    let by_rules = |name: &&str| match rules {
        Rules::Report => find(name),
        Rules::Course2024 => find(&format!("{name}-2024")).or_else(|| find(name)),
    };
    match games.first() {
        Some(game) if games.iter().all(|game| !game.allows_repeats()) => {
            find(algorithms::uniform(*game).name()).into_iter().collect()
        }
        _ => CONTEST_SCSAS.iter().filter_map(by_rules).collect(),
    }
}

pub fn codemaker(registry: &Registry, name: &str) -> Result<Codemaker, Failure> {
    check_text("SCSA", name)?;
    let found = registry.codemakers.find(name).map_err(|e| Failure::unread(&e, &e))?;
    found.ok_or_else(|| unknown("SCSA", name, registry.codemakers.iter().map(Codemaker::name)))
}

/// The codemaker of that name; by default the one that makes every code of the game.
pub fn codemaker_for(registry: &Registry, name: Option<&str>, game: Game) -> Result<Codemaker, Failure> {
    codemaker(registry, name.unwrap_or(algorithms::uniform(game).name()))
}

/// The games of a list. An item is a game or a range: `4-8x10` is 4x10 to 8x10, and `4x6-10n` is 4x6n to 4x10n.
pub fn sizes(items: &[String]) -> Result<Vec<Game>, Failure> {
    let mut sizes: Vec<Game> = Vec::new();
    for item in items {
        sizes.extend(size_range(item.trim())?);
    }
    let sizes = in_order(sizes, |game| game);
    ensure!(!sizes.is_empty(), "no size is selected; name some, such as 4x6,8x10");
    Ok(sizes)
}

fn size_range(item: &str) -> Result<Vec<Game>, Failure> {
    let Some((pegs, colors)) = item.split_once(['x', 'X']).filter(|_| item.contains('-')) else {
        return Ok(vec![game(item)?]);
    };
    let (colors, repeats) = colors.strip_suffix(['n', 'N']).map_or((colors, ""), |colors| (colors, "n"));
    let bounds = |range: &str| -> Option<(usize, usize)> {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        (first <= last).then_some((first, last))
    };
    let (Some(pegs), Some(colors)) = (bounds(pegs), bounds(colors)) else {
        bail!("'{item}' is no range of sizes: write 4-8x10 or 4x6-10, the smaller first");
    };
    // The ends of the ranges are checked first, so that a huge range is refused at once.
    for (pegs, colors) in [(pegs.0, colors.0), (pegs.1, colors.1)] {
        game(&format!("{pegs}x{colors}{repeats}"))?;
    }
    (pegs.0..=pegs.1)
        .flat_map(|pegs| (colors.0..=colors.1).map(move |colors| game(&format!("{pegs}x{colors}{repeats}"))))
        .collect()
}

pub fn game(text: &str) -> Result<Game, Failure> {
    text.parse().map_err(|e| failure!("'{text}' is no size of a game: {e}"))
}

/// A codemaker and a game that it makes codes for.
pub fn chosen_match(registry: &Registry, scsa: Option<&str>, game: &str) -> Result<(Codemaker, Game), Failure> {
    let game = self::game(game)?;
    let codemaker = codemaker_for(registry, scsa, game)?;
    match codemaker.objection(game) {
        None => Ok((codemaker, game)),
        Some(objection) => Err(failure!("--size {game} cannot be played: {objection}; choose --size")),
    }
}

/// The default game of players: that of the first that plays one game only, else 4x6.
pub fn default_game<'a>(players: impl IntoIterator<Item = &'a Entry>) -> Game {
    players.into_iter().find_map(Entry::only_game).unwrap_or(SIZE)
}

fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let closest = closest(name, known);
    let meant = closest.map(|closest| format!(" did you mean '{closest}'?")).unwrap_or_default();
    failure!("there is no {kind} '{name}';{meant} `arena list` shows all")
}
