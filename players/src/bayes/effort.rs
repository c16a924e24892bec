//! How much work `bayes` may do.

use std::{error::Error, fmt, str::FromStr};

/// How much work a guess may take, in tenths of the usual: 1 to 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(u8);

impl Level {
    const MOST: u8 = 100;

    pub fn tenths(self) -> u16 {
        self.0.into()
    }
}

impl Default for Level {
    fn default() -> Level {
        Level(10)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is no level.
#[derive(Clone, Copy, Debug)]
pub struct LevelError;

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "give a whole number from 1 to {}, {} being usual", Level::MOST, Level::default())
    }
}

impl Error for LevelError {}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        text.parse().ok().filter(|level| (1..=Level::MOST).contains(level)).map(Level).ok_or(LevelError)
    }
}
