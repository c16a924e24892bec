//! Players or codemakers as they are given, in one list in order, and how programs among them are used.

use crate::{
    failure::Failure,
    settings::setting::{self, Origin, Setting},
};
use std::{
    collections::BTreeMap,
    convert::Infallible,
    path::{Path, PathBuf},
    str::FromStr,
};
use tournament::{Limits, Seed};

/// How programs are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramUse {
    /// They are started: players are asked whether their rounds are independent, codemakers make codes that are not recorded.
    Started,
    /// They are looked up, but not started: players count as learning, and codes of codemakers are announced.
    Named,
    /// They need not be there: of players the names are known, of codemakers the recorded codes.
    Absent,
}

/// How the programs of external players and codemakers are used.
#[derive(Clone, Copy, Debug)]
pub struct Programs<'a> {
    pub players: ProgramUse,
    pub codemakers: ProgramUse,
    pub limits: Limits,
    /// The folder for the results.
    pub out: &'a Path,
}

/// An item of a list of players or codemakers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A name or a pattern, which may have a minus sign before it.
    Name(String),
    /// A program of its own.
    Program(ProgramChoice),
}

/// Players or codemakers, in order, each with the place where it was given.
pub type Choices = Vec<Setting<Choice>>;

/// A player or a codemaker that is a program of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramChoice {
    /// NAME=COMMAND. The command is empty where it is not known.
    pub text: String,
    /// The codes of a codemaker that a tournament has recorded.
    pub recorded: Option<Recorded>,
}

/// Where codes of a codemaker are recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The results folder.
    pub folder: PathBuf,
    /// The seed for which they were made.
    pub seed: Seed,
}

impl FromStr for Choice {
    type Err = Infallible;

    /// An item of a list as it is typed. The name of a file may have an equals sign: `codes:a=b.txt`.
    fn from_str(text: &str) -> Result<Choice, Infallible> {
        Ok(match text.split_once('=').is_some_and(|(name, _)| !name.contains(':')) {
            true => Choice::program(text.to_owned()),
            false => Choice::Name(text.to_owned()),
        })
    }
}

impl Choice {
    /// The program that a text NAME=COMMAND describes.
    pub fn program(text: String) -> Choice {
        Choice::Program(ProgramChoice { text, recorded: None })
    }

    /// The name, and the command of a program.
    pub fn name(&self) -> &str {
        match self {
            Choice::Name(name) => name,
            Choice::Program(program) => program.parts().0,
        }
    }

    /// The program that has this name, if it is one.
    fn program_named(&self, name: &str) -> Option<&ProgramChoice> {
        match self {
            Choice::Program(program) if program.parts().0 == name => Some(program),
            _ => None,
        }
    }
}

impl ProgramChoice {
    /// The name and the command.
    pub fn parts(&self) -> (&str, &str) {
        self.text.split_once('=').unwrap_or((&self.text, ""))
    }
}

/// These names as values of an option.
pub fn named<'a>(option: &'static str, names: impl IntoIterator<Item = &'a str>) -> Choices {
    names.into_iter().map(|name| Setting::option(option, Choice::Name(name.to_owned()))).collect()
}

/// A list over another one that is given elsewhere. Names of this one may be those of programs of the other.
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

/// The programs of a list, each with the place where it was given.
pub fn programs(list: &[Setting<Choice>]) -> impl Iterator<Item = (&ProgramChoice, &Origin)> {
    list.iter().filter_map(|item| match &item.value {
        Choice::Program(program) => Some((program, &item.origin)),
        Choice::Name(_) => None,
    })
}

/// The commands of the programs of a list that have one of these names, by name.
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
