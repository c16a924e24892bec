//! How a figure is divided into panels, and what its horizontal axis measures.

use scsa::Size;
use std::str::FromStr;

/// What the panels of a figure are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facet {
    /// Codemakers: lines over the sizes.
    Scsa,
    /// Sizes: rows of players, by codemaker.
    Size,
}

impl Facet {
    /// The name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Facet::Scsa => "scsa",
            Facet::Size => "size",
        }
    }
}

impl FromStr for Facet {
    type Err = String;

    fn from_str(text: &str) -> Result<Facet, String> {
        [Facet::Scsa, Facet::Size]
            .into_iter()
            .find(|facet| facet.name() == text)
            .ok_or_else(|| "give scsa or size".to_owned())
    }
}

/// A size as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeMeasure {
    /// Pegs times colors.
    Product,
    /// The number of codes.
    Codes,
}

impl SizeMeasure {
    /// The number of a size. Numbers of codes above 2^53 are rounded.
    pub fn of(self, size: Size) -> f64 {
        match self {
            SizeMeasure::Product => (size.pegs() * size.colors()) as f64,
            SizeMeasure::Codes => (size.colors() as f64).powi(size.pegs() as i32),
        }
    }

    /// The title of the axis.
    pub const fn title(self) -> &'static str {
        match self {
            SizeMeasure::Product => "pegs times colors",
            SizeMeasure::Codes => "number of codes",
        }
    }
}

impl FromStr for SizeMeasure {
    type Err = String;

    fn from_str(text: &str) -> Result<SizeMeasure, String> {
        match text {
            "size" => Ok(SizeMeasure::Product),
            "codes" => Ok(SizeMeasure::Codes),
            _ => Err("give size or codes".to_owned()),
        }
    }
}
