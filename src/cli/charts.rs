//! `arena charts`

use super::{Failure, counted};
use charts::{ChartOptions, Format};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};
use tournament::{Limits, Manifest, Results, files};

/// The arguments of `arena charts`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  arena charts results/contest")]
pub struct Charts {
    /// The results folder
    #[arg(default_value = super::options::DEFAULT_FOLDER)]
    folder: PathBuf,
    /// The formats of the files, separated by commas
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', default_value = "svg", value_parser = format_parser())]
    format: Vec<Format>,
    /// Players to highlight besides the best seven of each chart, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    highlight: Vec<String>,
}

impl Charts {
    pub fn run(&self) -> Result<(), Failure> {
        let results = files::read_results(&self.folder).map_err(|e| Failure::input(e.to_string()))?;
        // A folder that joins the matches of several tournaments has no manifest.
        let guess_limit = if self.folder.join(files::MANIFEST).exists() {
            Manifest::read(&self.folder).map_err(|e| Failure::input(e.to_string()))?.guess_limit
        } else {
            Limits::default().guesses
        };
        let formats = self.format.iter().copied().collect();
        let options = ChartOptions { formats, guess_limit, highlighted: self.highlight.clone() };
        let charts = draw(&results, &options, &self.folder)?;
        let folder = self.folder.join(files::CHARTS);
        writeln!(io::stdout(), "{} in {}", counted(charts, "chart"), folder.display())?;
        Ok(())
    }
}

/// Parses the name of a format.
pub fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::NAMES).try_map(|name| name.parse::<Format>())
}

/// The format of a name.
pub fn format_of(name: &str) -> Result<Format, String> {
    name.parse().map_err(|_| format!("'{name}' is no format of charts; give one of {}", Format::NAMES.join(", ")))
}

/// Draws the charts of results into their folder, and returns how many there are.
pub fn draw(results: &Results, options: &ChartOptions, folder: &Path) -> Result<usize, Failure> {
    let files = charts::draw_all(results, options, folder).map_err(|e| Failure::run(e.to_string()))?;
    Ok(files.len() / options.formats.len().max(1))
}
