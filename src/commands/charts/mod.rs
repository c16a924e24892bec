//! `arena charts`

pub mod figures;
pub mod quantity;
pub mod scale;

use crate::failure::Failure;
use crate::present::{counted, no_results_folder, stdout};
use charts::{Format, FormatError};
use figures::{Facet, SizeMeasure, parse_width};
use quantity::Quantity;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use tournament::{Limits, Manifest, Results, files};

/// The arguments of `arena charts`.
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

/// The options of a figure for a paper.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Figures for papers")]
pub struct FigureOptions {
    /// Draw a figure with a panel for each codemaker (scsa) or each size
    #[arg(long, value_name = "scsa|size")]
    facet: Option<Facet>,
    /// The players of the figure [default: all of the folder]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "facet")]
    players: Option<Vec<String>>,
    /// The codemakers of the figure [default: all of the folder]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "facet")]
    scsa: Option<Vec<String>>,
    /// The horizontal axis of panels by codemaker: size, which is pegs times colors, or codes, the number of codes of the size
    #[arg(long, value_name = "size|codes", default_value = "size", requires = "facet")]
    x: SizeMeasure,
    /// What is shown: guesses, points, time or preparation
    #[arg(long, value_name = "QUANTITY", default_value = "guesses", requires = "facet")]
    y: Quantity,
    /// The width of the figure with its unit, such as 3.3in, 84mm, 8.4cm or 240pt
    #[arg(long, value_name = "LENGTH", default_value = "3.3in", value_parser = parse_width, requires = "facet")]
    width: f64,
    /// The folder of the figure [default: figures in the results folder]
    #[arg(long, value_name = "DIR", requires = "facet")]
    out: Option<PathBuf>,
}

impl Charts {
    pub fn run(&self) -> Result<(), Failure> {
        if let Some(facet) = self.figure.facet {
            return self.draw_figure(facet);
        }
        let results = files::read_results(&self.folder).map_err(|e| no_results_folder(&e))?;
        // A folder that joins the matches of several tournaments has no manifest.
        let guess_limit = if self.folder.join(files::MANIFEST).exists() {
            Manifest::read(&self.folder).map_err(Failure::input)?.guess_limit
        } else {
            Limits::default().guesses
        };
        let formats = self.format.iter().copied().collect();
        let charts = draw(&results, guess_limit, &self.highlight, &formats, &self.folder)?;
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

pub fn draw(
    results: &Results,
    guess_limit: usize,
    highlighted: &[String],
    formats: &BTreeSet<Format>,
    folder: &Path,
) -> Result<usize, Failure> {
    let files = charts::draw_all(results, guess_limit, highlighted, formats, folder)?;
    Ok(files.len() / formats.len().max(1))
}
