//! Where results are written, and what is drawn and shown of them.

use crate::{
    present::leaderboard::By,
    settings::setting::{Setting, layers, one_of},
};
use charts::Format;
use clap::builder::{PathBufValueParser, TypedValueParser};
use serde::Deserialize;
use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

/// The default results folder.
pub const DEFAULT_FOLDER: &str = "results/latest";

/// What a program says that was compiled without Parquet.
pub const NO_PARQUET: &str =
    "this program was compiled without Parquet; compile it with `cargo build --release --features parquet`";

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
            "parquet" if cfg!(feature = "parquet") => Ok(RowFormat::Parquet),
            "parquet" => Err(format!("{NO_PARQUET}, or give csv")),
            _ => Err("give csv or parquet".to_owned()),
        }
    }
}

layers! {
/// Where results are written, and what is drawn and shown of them. What is not given has a default.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    #[arg(
        long, value_name = "DIR", value_parser = PathBufValueParser::new().map(|path| Setting::option("--out", path)),
        help = format!("The folder for the results [default: {DEFAULT_FOLDER}]")
    )]
    pub out: Option<Setting<PathBuf>>,
    /// Write no rows of single rounds: neither rounds.csv nor timings.csv
    #[arg(long)]
    pub no_rounds: bool,
    /// The format of the rows of rounds: csv, or parquet for rounds.parquet and timings.parquet as well [default: csv]
    #[arg(long, hide_possible_values = true, value_parser = one_of::<RowFormat>(&RowFormat::NAMES))]
    pub format: Option<Setting<RowFormat>>,
    /// Draw no charts
    #[arg(long)]
    pub no_charts: bool,
    /// The formats of the charts: svg, png, pdf [default: svg]
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', hide_possible_values = true,
        value_parser = one_of::<Format>(&Format::NAMES)
    )]
    pub chart_format: Option<Vec<Setting<Format>>>,
    /// By what the leaderboard orders the players: score, guesses, time or wins [default: score]
    #[arg(long, hide_possible_values = true, value_parser = one_of::<By>(&By::NAMES))]
    pub by: Option<Setting<By>>,
}
}

impl OutputOptions {
    /// The folder for the results.
    pub fn folder(&self) -> &Path {
        self.out.as_ref().map_or(Path::new(DEFAULT_FOLDER), |out| &out.value)
    }

    /// Whether the rows of rounds are written as Parquet, too.
    pub fn has_parquet(&self) -> bool {
        self.format.as_ref().is_some_and(|format| format.value == RowFormat::Parquet)
    }

    /// By what the leaderboard orders the players.
    pub fn by(&self) -> By {
        self.by.as_ref().map(|by| by.value).unwrap_or_default()
    }
}
