//! `arena charts`

pub mod figures;
pub mod quantity;
pub mod scale;

use crate::failure::Failure;
use crate::present::{counted, no_results_folder, stdout};
use charts::{Format, FormatError};
use figures::FigureOptions;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use tournament::{Limits, Manifest, files};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena charts results/contest                       the charts of a tournament, again
  arena charts results/contest --facet scsa --players rao,dino --width 3.3in --format pdf
  arena charts results/contest --facet size --y points --scsa two-color,ab-color --format svg,pdf

With --facet it draws a figure for a paper: panels with numeric axes, labels beside the lines, texts of \
7 and 8 points, and a table of its numbers as CSV beside it.")]
pub struct Charts {
    /// The results folder
    #[arg(default_value = crate::settings::options::DEFAULT_FOLDER)]
    folder: PathBuf,
    /// Players to highlight besides the best seven of each chart, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help_heading = "What is drawn")]
    highlight: Vec<String>,
    /// The formats of the files, separated by commas: svg, png, pdf
    #[arg(long, value_name = "FORMATS", value_delimiter = ',', default_value = "svg", value_parser = format_of, help_heading = "Output")]
    format: Vec<Format>,
    #[command(flatten)]
    figure: FigureOptions,
}

impl Charts {
    pub fn run(&self) -> Result<(), Failure> {
        if let Some(facet) = self.figure.facet {
            return self.figure.draw(facet, &self.folder, &self.format);
        }
        let results = files::read_results(&self.folder).map_err(|e| no_results_folder(&e))?;
        // A folder that joins the matches of several tournaments has no manifest.
        let guess_limit = if self.folder.join(files::MANIFEST).exists() {
            Manifest::read(&self.folder).map_err(Failure::input)?.guess_limit
        } else {
            Limits::default().guesses
        };
        let formats: BTreeSet<Format> = self.format.iter().copied().collect();
        let files = ::charts::draw_all(&results, guess_limit, &self.highlight, &formats, &self.folder)?;
        let charts = files.len() / formats.len().max(1);
        let folder = self.folder.join(files::CHARTS);
        writeln!(stdout(), "{} in {}", counted(charts, "chart"), folder.display())?;
        Ok(())
    }
}

fn format_of(name: &str) -> Result<Format, String> {
    name.parse().map_err(|e| match e {
        FormatError::Unknown => format!("'{name}' is no format of charts; {e}"),
        FormatError::NotBuilt => e.to_string(),
    })
}
