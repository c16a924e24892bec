//! A setting and where it was given, and structs of settings that are options, keys of a tournament file and fields of a manifest at
//! once.

use crate::failure::Failure;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser, ValueParserFactory};
use clap::{Arg, Command};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::{borrow::Cow, ffi::OsStr, fmt, marker::PhantomData, str::FromStr};

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
