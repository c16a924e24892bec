//! Where results are written, and what is drawn and shown of them.

use crate::cli::{charts::format_parser, leaderboard::By, options::DEFAULT_FOLDER};
use charts::Format;
use std::path::{Path, PathBuf};

/// In which formats the rows of rounds are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum RowFormat {
    /// CSV alone
    Csv,
    /// Parquet beside CSV
    Parquet,
}

/// Where results are written, and what is drawn and shown of them. What is not given has a default.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    #[arg(long, value_name = "DIR", help = format!("The folder for the results [default: {DEFAULT_FOLDER}]"))]
    pub out: Option<PathBuf>,
    /// Write no rows of single rounds: neither rounds.csv nor timings.csv
    #[arg(long)]
    pub no_rounds: bool,
    /// The format of the rows of rounds: csv, or parquet for rounds.parquet and timings.parquet as well [default: csv]
    #[arg(long, value_enum, hide_possible_values = true)]
    pub format: Option<RowFormat>,
    /// Draw no charts
    #[arg(long)]
    pub no_charts: bool,
    /// The formats of the charts: svg, png [default: svg]
    #[arg(long, value_name = "LIST", value_delimiter = ',', hide_possible_values = true, value_parser = format_parser())]
    pub chart_format: Option<Vec<Format>>,
    /// By what the leaderboard orders the players: score, guesses, time or wins [default: score]
    #[arg(long, value_enum, hide_possible_values = true)]
    pub by: Option<By>,
}

impl OutputOptions {
    /// These options, and those of `other` where there are none.
    pub fn or(self, other: OutputOptions) -> OutputOptions {
        OutputOptions {
            out: self.out.or(other.out),
            no_rounds: self.no_rounds || other.no_rounds,
            format: self.format.or(other.format),
            no_charts: self.no_charts || other.no_charts,
            chart_format: self.chart_format.or(other.chart_format),
            by: self.by.or(other.by),
        }
    }

    /// The folder for the results.
    pub fn folder(&self) -> &Path {
        self.out.as_deref().unwrap_or(Path::new(DEFAULT_FOLDER))
    }
}
