//! A setting and where it was given, and structs of settings that are options, keys of a tournament file and fields of a manifest at once.

use crate::failure::Failure;
use crate::present::By;
use charts::Format;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser, ValueParserFactory};
use clap::{Arg, Command};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{borrow::Cow, ffi::OsStr, fmt, marker::PhantomData, path::PathBuf, str::FromStr};
use tournament::{GuessLimits, Rules};

/// Where a setting was given: what messages call it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// An option of the command, such as `--rounds`.
    Option(Cow<'static, str>),
    /// A place in a file, such as `contest.toml:3: rounds`.
    File(String),
    /// A field of the manifest of a tournament that was played, such as `results/latest/manifest.json: sizes`.
    Manifest(String),
}

impl Origin {
    /// A failure about a setting whose message does not name it. For an option it stays as it is; for a file its place is added.
    pub fn explain(&self, failure: Failure) -> Failure {
        match self {
            Origin::Option(_) => failure,
            Origin::File(_) | Origin::Manifest(_) => failure.about(&self.to_string()),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Option(name) => f.write_str(name),
            Origin::File(place) | Origin::Manifest(place) => f.write_str(place),
        }
    }
}

/// A value and where it was given. As an option it is parsed from a text; from a file it is read as a [`GivenText`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting<T> {
    pub value: T,
    pub origin: Origin,
}

#[derive(Serialize, Deserialize)]
pub struct GivenText {
    pub text: String,
    pub origin: Origin,
}

impl<T> Setting<T> {
    pub const fn option(name: &'static str, value: T) -> Setting<T> {
        Setting { value, origin: Origin::Option(Cow::Borrowed(name)) }
    }
}

impl Setting<bool> {
    /// Whether a setting that is on or off is on. One that is not given is off.
    pub fn is_on(given: &Option<Setting<bool>>) -> bool {
        given.as_ref().is_some_and(|given| given.value)
    }
}

impl<T: Serialize> Serialize for Setting<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for Setting<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setting<T>, D::Error> {
        let GivenText { text, origin } = GivenText::deserialize(deserializer)?;
        match text.parse() {
            Ok(value) => Ok(Setting { value, origin }),
            Err(e) => Err(D::Error::custom(format!("{origin}: '{text}' does not fit: {e}"))),
        }
    }
}

#[derive(Clone)]
pub struct SettingParser<T> {
    names: &'static [&'static str],
    value: PhantomData<T>,
}

pub const fn one_of<T>(names: &'static [&'static str]) -> SettingParser<T> {
    SettingParser { names, value: PhantomData }
}

impl<T: FromStr<Err: fmt::Display> + Clone + Send + Sync + 'static> ValueParserFactory for Setting<T> {
    type Parser = SettingParser<T>;

    fn value_parser() -> SettingParser<T> {
        one_of(&[])
    }
}

impl<T: FromStr<Err: fmt::Display> + Clone + Send + Sync + 'static> TypedValueParser for SettingParser<T> {
    type Value = Setting<T>;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, text: &OsStr) -> Result<Setting<T>, clap::Error> {
        let parse = |text: String| text.parse::<T>().map_err(|e| e.to_string());
        let value = match self.names {
            [] => StringValueParser::new().try_map(parse).parse_ref(command, arg, text)?,
            names => PossibleValuesParser::new(names).try_map(parse).parse_ref(command, arg, text)?,
        };
        let name = arg.and_then(Arg::get_long).unwrap_or_default();
        Ok(Setting { value, origin: Origin::Option(format!("--{name}").into()) })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = self.names.iter().copied().map(PossibleValue::new);
        (!self.names.is_empty()).then(|| Box::new(values) as Box<dyn Iterator<Item = PossibleValue> + '_>)
    }
}

/// What a setting names that no player may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// A file or folder that is the value of a setting.
    File(PathBuf),
    /// A file or folder that is part of a name, such as that of `codes:FILE`.
    Part(PathBuf),
    /// A program as it was given, `NAME=COMMAND`, with the files that its command names: only a player with these files sees them.
    Program(String),
}

/// A type of settings. It says what the value names that no player may see, so that a new setting cannot be left out: a path is hidden.
pub trait Hides {
    /// What is to be hidden. Most types name no file.
    fn hidden(&self) -> Vec<Hidden> {
        Vec::new()
    }
}

macro_rules! names_no_file {
    ($($type:ty),*) => {$(impl Hides for $type {})*};
}
names_no_file!(bool, u64, usize, f64, String, GuessLimits, Rules, Format, By);

impl Hides for PathBuf {
    fn hidden(&self) -> Vec<Hidden> {
        vec![Hidden::File(self.clone())]
    }
}

impl<T: Hides> Hides for Setting<T> {
    fn hidden(&self) -> Vec<Hidden> {
        self.value.hidden()
    }
}

impl<T: Hides> Hides for Option<T> {
    fn hidden(&self) -> Vec<Hidden> {
        self.iter().flat_map(Hides::hidden).collect()
    }
}

impl<T: Hides> Hides for Vec<T> {
    fn hidden(&self) -> Vec<Hidden> {
        self.iter().flat_map(Hides::hidden).collect()
    }
}

pub trait Layer {
    /// These settings, and those of another layer where there are none.
    fn or(self, other: Self) -> Self;
}

impl<T> Layer for Option<T> {
    fn or(self, other: Option<T>) -> Option<T> {
        self.or(other)
    }
}

impl<T> Layer for Vec<T> {
    fn or(mut self, other: Vec<T>) -> Vec<T> {
        self.extend(other);
        self
    }
}

/// Declares structs that are layers field by field, so that a new setting is a new field and nothing else.
macro_rules! layers {
    ($($(#[$about:meta])* pub struct $name:ident { $($(#[$attribute:meta])* pub $field:ident: $type:ty,)* })*) => {$(
        $(#[$about])*
        pub struct $name {
            $($(#[$attribute])* pub $field: $type,)*
        }

        impl $crate::settings::setting::Layer for $name {
            fn or(self, other: $name) -> $name {
                $name { $($field: $crate::settings::setting::Layer::or(self.$field, other.$field),)* }
            }
        }

        impl $crate::settings::setting::Hides for $name {
            fn hidden(&self) -> Vec<$crate::settings::setting::Hidden> {
                [$(self.$field.hidden(),)*].concat()
            }
        }
    )*};
}
pub(crate) use layers;

/// What a list selects. A failure names the place of the item that fails alone, otherwise that of the first.
/// `alone` is an item as it has to be to select something alone.
pub fn selected<I: Clone, T>(
    items: &[Setting<I>],
    select: impl Fn(&[I]) -> Result<T, Failure>,
    alone: impl Fn(&I) -> I,
) -> Result<T, Failure> {
    let values: Vec<I> = items.iter().map(|item| item.value.clone()).collect();
    select(&values).map_err(|failure| {
        let alone = |item: &Setting<I>| select(&[alone(&item.value)]).err().map(|failure| item.origin.explain(failure));
        match (items.iter().find_map(alone), items.first()) {
            (Some(failure), _) => failure,
            (None, Some(first)) => first.origin.explain(failure),
            (None, None) => failure,
        }
    })
}
