//! How much work `bayes` may do.

use posterior::{Ablation, Effort};
use std::{error::Error, fmt, str::FromStr};

/// How much work a guess may take, in tenths of the usual: 1 to 100; and what piece is left out, to see what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    tenths: u8,
    without: Option<Ablation>,
}

impl Level {
    const MOST: u8 = 100;

    pub fn effort(self) -> Effort {
        Effort { ablation: self.without, ..Effort::level(self.tenths.into()) }
    }
}

impl Default for Level {
    fn default() -> Level {
        Level { tenths: 10, without: None }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tenths.fmt(f)?;
        self.without.map_or(Ok(()), |piece| write!(f, "-{}", piece.name()))
    }
}

/// The text is no level.
#[derive(Clone, Copy, Debug)]
pub struct LevelError;

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces: Vec<&str> = Ablation::ALL.iter().map(|piece| piece.name()).collect();
        let (most, usual, pieces) = (Level::MOST, Level::default(), pieces.join(", "));
        write!(
            f,
            "give a whole number from 1 to {most}, {usual} being usual; behind a dash may stand what to leave out: {pieces}"
        )
    }
}

impl Error for LevelError {}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let (number, piece) = text.split_once('-').map_or((text, None), |(number, piece)| (number, Some(piece)));
        let tenths = number.parse().ok().filter(|tenths| (1..=Level::MOST).contains(tenths)).ok_or(LevelError)?;
        let find = |name: &str| Ablation::ALL.into_iter().find(|piece| piece.name() == name).ok_or(LevelError);
        Ok(Level { tenths, without: piece.map(find).transpose()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_as_they_are_written_and_nothing_else_is() {
        for text in ["1", "10", "100", "10-climb", "3-parts"] {
            assert_eq!(text.parse::<Level>().unwrap().to_string(), text);
        }
        for text in ["", "0", "101", "x", "10-", "10-clim", "-climb", "10-climb-parts", "1.5"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
