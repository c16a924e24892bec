//! The width of the beam.

use std::{error::Error, fmt, str::FromStr};

/// How many of the last guesses the beam contains, 1 to 100; 1 by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BeamWidth(u8);

impl BeamWidth {
    const MAX: u8 = 100;

    pub const fn guesses(self) -> usize {
        self.0 as usize
    }
}

impl Default for BeamWidth {
    fn default() -> BeamWidth {
        BeamWidth(1)
    }
}

impl fmt::Display for BeamWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The error of a text that is no width.
#[derive(Clone, Copy, Debug)]
pub struct WidthError;

impl fmt::Display for WidthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "give a whole number from 1 to {}", BeamWidth::MAX)
    }
}

impl Error for WidthError {}

impl FromStr for BeamWidth {
    type Err = WidthError;

    fn from_str(text: &str) -> Result<BeamWidth, WidthError> {
        text.parse().ok().filter(|width| (1..=BeamWidth::MAX).contains(width)).map(BeamWidth).ok_or(WidthError)
    }
}
