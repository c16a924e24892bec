//! Values of settings that are parsed from a text.

use serde::Serialize;
use std::str::FromStr;
use tournament::Seed;

/// A seed as it is given: a number, or the word `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeedArgument {
    pub seed: Seed,
    /// Whether it was drawn.
    pub is_random: bool,
}

impl FromStr for SeedArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<SeedArgument, String> {
        if text == "random" {
            // All 64 bits: players see numbers that follow from the seed, and must not find it by trying.
            let bits = getrandom::u64().map_err(|e| format!("the system gives no random numbers: {e}"))?;
            return Ok(SeedArgument { seed: Seed(bits), is_random: true });
        }
        let given = |seed| SeedArgument { seed: Seed(seed), is_random: false };
        text.parse().map(given).map_err(|_| "give a whole number, or `random`".to_owned())
    }
}

/// The standard error that `--until` asks for, as a fraction of the mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Until(pub f64);

impl FromStr for Until {
    type Err = String;

    fn from_str(text: &str) -> Result<Until, String> {
        let percent = text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
        percent
            .filter(|percent| (0.01..=50.0).contains(percent))
            .map(|percent| Until(percent / 100.0))
            .ok_or_else(|| format!("'{text}' is no percentage from 0.01% to 50%; write for example 0.5%"))
    }
}

/// In which formats the rows of rounds are written: CSV alone, or Parquet beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    Csv,
    Parquet,
}

impl RowFormat {
    /// The names of the formats.
    pub const NAMES: [&str; 2] = ["csv", "parquet"];
}

impl FromStr for RowFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<RowFormat, String> {
        match text {
            "csv" => Ok(RowFormat::Csv),
            "parquet" => Ok(RowFormat::Parquet),
            _ => Err("give csv or parquet".to_owned()),
        }
    }
}
