//! The effort of `bayes`.

use posterior::Effort;
use std::{error::Error, fmt, str::FromStr};

/// How much work a guess may take, in tenths of the usual, 1 to 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffortLevel(u8);

impl EffortLevel {
    const MAX: u8 = 100;

    pub fn effort(self) -> Effort {
        Effort::level(self.0.into())
    }
}

impl Default for EffortLevel {
    fn default() -> EffortLevel {
        EffortLevel(10)
    }
}

impl fmt::Display for EffortLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The error of a text that is no effort level.
#[derive(Clone, Copy, Debug)]
pub struct EffortLevelError;

impl fmt::Display for EffortLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (max, usual) = (EffortLevel::MAX, EffortLevel::default());
        write!(f, "give a whole number from 1 to {max} (the default is {usual})")
    }
}

impl Error for EffortLevelError {}

impl FromStr for EffortLevel {
    type Err = EffortLevelError;

    fn from_str(text: &str) -> Result<EffortLevel, EffortLevelError> {
        let level = text.parse().ok().filter(|tenths| (1..=EffortLevel::MAX).contains(tenths));
        level.map(EffortLevel).ok_or(EffortLevelError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_trip_and_other_texts_are_refused() {
        for text in ["1", "10", "100"] {
            assert_eq!(text.parse::<EffortLevel>().unwrap().to_string(), text);
        }
        for text in ["", "0", "101", "x", "10-", "10-climb", "1.5"] {
            assert!(text.parse::<EffortLevel>().is_err(), "{text}");
        }
    }
}
