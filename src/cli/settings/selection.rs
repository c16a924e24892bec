//! Players or codemakers as they are given: one list, in order.

use super::setting::{Origin, Setting};
use crate::cli::Failure;
use std::{collections::BTreeMap, path::PathBuf};
use tournament::Seed;

/// An item of a list of players or codemakers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A name or a pattern, which may have a minus sign before it.
    Name(String),
    /// A program of its own.
    Program(ProgramChoice),
}

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

/// Players or codemakers, as far as they are given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// The items, in order.
    pub items: Vec<Setting<Choice>>,
    /// Whether they are played besides those that are given elsewhere, or else the default.
    pub is_addition: bool,
}

impl Choice {
    /// An item of a list as it is typed. The name of a file may have an equals sign: `codes:a=b.txt`.
    pub fn parse(text: &str) -> Choice {
        match text.split_once('=').is_some_and(|(name, _)| !name.contains(':')) {
            true => Choice::program(text.to_owned()),
            false => Choice::Name(text.to_owned()),
        }
    }

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

impl Selection {
    /// What a list of an option selects, and programs that another option adds to it, each given as NAME=COMMAND.
    pub fn of_options(list: (&'static str, Option<&[String]>), more: (&'static str, &[String])) -> Option<Selection> {
        let listed = list.1.into_iter().flatten().map(|text| Setting::option(list.0, Choice::parse(text)));
        let added = more.1.iter().map(|text| Setting::option(more.0, Choice::program(text.clone())));
        let items: Vec<_> = listed.chain(added).collect();
        (list.1.is_some() || !items.is_empty()).then_some(Selection { items, is_addition: list.1.is_none() })
    }

    /// What these names select.
    pub fn of_names<'a>(origin: &Origin, names: impl IntoIterator<Item = &'a str>) -> Selection {
        let item = |name: &str| Setting { value: Choice::Name(name.to_owned()), origin: origin.clone() };
        Selection { items: names.into_iter().map(item).collect(), is_addition: false }
    }

    /// This selection, or what it adds to another one that is given elsewhere. Names of this one may be those of programs of the other. A
    /// program that is given again takes the place of the other.
    pub fn or(self, other: Selection) -> Selection {
        if self.is_addition {
            return self.after(other, false);
        }
        let defined = |name: &str| {
            let is_own = self.items.iter().any(|item| item.value.program_named(name).is_some());
            let mut items = other.items.iter().filter(|_| !is_own);
            items.find(|item| item.value.program_named(name).is_some()).cloned()
        };
        let resolved = |item: &Setting<Choice>| match &item.value {
            Choice::Name(name) => defined(name).unwrap_or_else(|| item.clone()),
            Choice::Program(_) => item.clone(),
        };
        Selection { items: self.items.iter().map(resolved).collect(), is_addition: false }
    }

    /// The items of another selection, and those of this one after them. A program that is given again takes the place of the other; its
    /// codes that are recorded stay if that is said.
    pub fn after(self, other: Selection, keeps_codes: bool) -> Selection {
        let Selection { mut items, is_addition } = other;
        let count = items.len();
        for item in self.items {
            // What is given twice here is a mistake, which is found when the items are looked up.
            let place = items[..count].iter_mut().find(|other| other.value.program_named(item.value.name()).is_some());
            match (place, &item.value) {
                (Some(place), Choice::Program(program)) => {
                    let recorded =
                        place.value.program_named(program.parts().0).and_then(|other| other.recorded.clone());
                    let recorded = recorded.filter(|_| keeps_codes);
                    let value = Choice::Program(ProgramChoice { recorded, ..program.clone() });
                    *place = Setting { value, origin: item.origin };
                }
                // A program of this name is there already.
                (Some(_), Choice::Name(_)) => {}
                (None, _) => items.push(item),
            }
        }
        Selection { items, is_addition }
    }

    /// The programs, each with the place where it was given.
    pub fn programs(&self) -> impl Iterator<Item = (&ProgramChoice, &Origin)> {
        self.items.iter().filter_map(|item| match &item.value {
            Choice::Program(program) => Some((program, &item.origin)),
            Choice::Name(_) => None,
        })
    }

    /// The commands of programs that have one of these names, by name.
    pub fn commands<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> BTreeMap<String, String> {
        let names: Vec<&str> = names.into_iter().collect();
        let named = self.programs().map(|(program, _)| program.parts());
        let named = named.filter(|(name, command)| names.contains(name) && !command.is_empty());
        named.map(|(name, command)| (name.to_owned(), command.to_owned())).collect()
    }

    /// What the items select. A failure names the place of the item that fails alone, otherwise that of the first.
    pub fn selected<T>(&self, select: impl Fn(&[Choice]) -> Result<T, Failure>) -> Result<T, Failure> {
        super::setting::selected(&self.items, select, |item| match item {
            Choice::Name(name) => Choice::Name(name.strip_prefix('-').unwrap_or(name).to_owned()),
            Choice::Program(_) => item.clone(),
        })
    }
}
