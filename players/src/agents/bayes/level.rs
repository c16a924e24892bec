//! The effort of `bayes`.

use posterior::{Ablation, Effort};
use std::{error::Error, fmt, str::FromStr};

/// How much work a guess may take, in tenths of the usual, 1 to 100; and which component is left out, for ablation studies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EffortLevel {
    tenths: u8,
    without: Option<Ablation>,
}

impl EffortLevel {
    const MAX: u8 = 100;

    pub fn effort(self) -> Effort {
        Effort { ablation: self.without, ..Effort::level(self.tenths.into()) }
    }
}

impl Default for EffortLevel {
    fn default() -> EffortLevel {
        EffortLevel { tenths: 10, without: None }
    }
}

impl fmt::Display for EffortLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tenths.fmt(f)?;
        self.without.map_or(Ok(()), |component| write!(f, "-{}", component.name()))
    }
}

/// The error of a text that is no effort level.
#[derive(Clone, Copy, Debug)]
pub struct EffortLevelError;

impl fmt::Display for EffortLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces: Vec<&str> = Ablation::ALL.iter().map(|component| component.name()).collect();
        let (max, usual, pieces) = (EffortLevel::MAX, EffortLevel::default(), pieces.join(", "));
        write!(
            f,
            "give a whole number from 1 to {max} (the default is {usual}), and after a dash a component to leave out: {pieces}"
        )
    }
}

impl Error for EffortLevelError {}

impl FromStr for EffortLevel {
    type Err = EffortLevelError;

    fn from_str(text: &str) -> Result<EffortLevel, EffortLevelError> {
        let (number, component) =
            text.split_once('-').map_or((text, None), |(number, component)| (number, Some(component)));
        let tenths =
            number.parse().ok().filter(|tenths| (1..=EffortLevel::MAX).contains(tenths)).ok_or(EffortLevelError)?;
        let find =
            |name: &str| Ablation::ALL.into_iter().find(|component| component.name() == name).ok_or(EffortLevelError);
        Ok(EffortLevel { tenths, without: component.map(find).transpose()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_trip_and_other_texts_are_refused() {
        for text in ["1", "10", "100", "10-climb", "3-parts"] {
            assert_eq!(text.parse::<EffortLevel>().unwrap().to_string(), text);
        }
        for text in ["", "0", "101", "x", "10-", "10-clim", "-climb", "10-climb-parts", "1.5"] {
            assert!(text.parse::<EffortLevel>().is_err(), "{text}");
        }
    }
}
