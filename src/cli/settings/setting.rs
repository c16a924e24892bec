//! A setting, and where it was given.

use crate::cli::Failure;
use std::fmt;

/// Where a setting was given: what messages call it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An option of the command, such as `--rounds`.
    Option(&'static str),
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

/// A value and where it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting<T> {
    pub value: T,
    pub origin: Origin,
}

impl<T> Setting<T> {
    /// The value of an option.
    pub const fn option(name: &'static str, value: T) -> Setting<T> {
        Setting { value, origin: Origin::Option(name) }
    }

    /// The same setting with another value.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Setting<U> {
        Setting { value: make(self.value), origin: self.origin }
    }

    /// The same setting with a value that is made from this one.
    pub fn try_map<U>(self, make: impl FnOnce(T) -> Result<U, String>) -> Result<Setting<U>, Failure> {
        let Setting { value, origin } = self;
        match make(value) {
            Ok(value) => Ok(Setting { value, origin }),
            Err(e) => Err(Failure::input(format!("{origin}: {e}"))),
        }
    }
}

/// The values of an option that takes a list.
pub fn option_list(name: &'static str, values: &[String]) -> Vec<Setting<String>> {
    values.iter().map(|value| Setting::option(name, value.clone())).collect()
}

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
