//! Charts as SVG and PNG: of the results of a tournament, or of any numbers.
//!
//! [`draw_all`] draws results: for every codemaker the SCORE, the mean guesses and the CPU time per guess against the size;
//! for every size the SCORE against every codemaker. [`draw`] draws any numbers. The same numbers give the same bytes on
//! every machine. A [`FigureSpec`] is a figure for a paper, which has a given width and texts of fixed sizes.
//!
//! A chart is made in two steps: `tournament_charts` (or the caller) collects the numbers as a [`ChartSpec`], and `line_chart`
//! and `bar_chart` draw it with plotters. The backend is plotters' own for SVG, and `pixel_backend` for PNG.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod axis;
mod bar_chart;
mod colors;
mod data_point;
mod end_labels;
mod figure;
mod file_name;
mod format;
mod frame;
mod line_chart;
mod match_list;
mod match_table;
mod outline;
mod pixel_backend;
mod plot;
mod scatter_chart;
mod scatter_spec;
mod spec;
mod text;
mod tournament_charts;

use frame::Drawn;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tournament::{FileError, Limits, Results, files};

pub use axis::AxisScale;
pub use data_point::{Caveat, DataPoint};
pub use figure::{
    FigureFormat, FigureFormatError, FigurePoint, FigureScale, FigureSeries, FigureSpec, FigureStyle, Panel,
};
pub use format::{Format, FormatError};
pub use scatter_spec::{ScatterSeries, ScatterSpec};
pub use spec::{ChartKind, ChartSpec};

/// How the charts of a tournament are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartOptions {
    /// The formats of the files.
    pub formats: BTreeSet<Format>,
    /// The guess limit of a round in the tournament: a round that was not won counts as that many guesses.
    pub guess_limit: usize,
    /// The players that are highlighted, besides the best seven of each chart.
    pub highlighted: Vec<String>,
}

impl Default for ChartOptions {
    /// SVG, the guess limit of [`Limits::default`], and no player.
    fn default() -> Self {
        Self { formats: BTreeSet::from([Format::Svg]), guess_limit: Limits::default().guesses, highlighted: Vec::new() }
    }
}

/// Draws the charts of a tournament into the folder `charts` of a results folder, and returns the files in order: for every
/// codemaker `score-…`, `guesses-…` and `time-…`, then `scores-<size>` for every size.
///
/// Codemakers and sizes are in the order of their first appearance. A chart without a number is left out. Each file is
/// replaced as a whole. The list of the files is written beside them, as `charts.json`; files of an older list that are not
/// drawn again are removed, and no others.
///
/// # Errors
///
/// If the folder or a file cannot be written; the charts before it may be there.
///
/// ```
/// let folder = std::env::temp_dir().join("arena-no-results");
/// let results = tournament::Results::default();
/// assert!(charts::draw_all(&results, &charts::ChartOptions::default(), &folder)?.is_empty());
/// # Ok::<(), tournament::FileError>(())
/// ```
pub fn draw_all(results: &Results, options: &ChartOptions, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let specs = tournament_charts::specs(results, options.guess_limit, &options.highlighted);
    let written = write_all(&specs, &options.formats, &folder.join(files::CHARTS))?;
    files::record_charts(folder, &written)?;
    Ok(written)
}

/// Draws charts into a folder and returns the files in order. A chart without a number is left out. Characters of a name
/// that not every file system takes become hyphens, and a name that is used again gets a number.
///
/// # Errors
///
/// If the folder or a file cannot be written; the charts before it may be there.
///
/// ```
/// use charts::{AxisScale, ChartKind, ChartSpec, DataPoint, Format};
///
/// let spec = ChartSpec::new(ChartKind::Bars, "agreement", ["4x6", "8x10"])
///     .titled("Mean guesses of rao, in the report and here", "10 000 rounds a size")
///     .measuring("mean guesses", AxisScale::FromZero)
///     .across("size (pegs x colors)")
///     .series(0, "report (2019)", [6.1, 12.6].map(DataPoint::exact))
///     .series(1, "here", [DataPoint::measured(6.12, Some(0.02)), DataPoint::measured(12.57, Some(0.03))])
///     .note("The report gives no standard errors.");
/// let folder = tempfile::tempdir()?;
/// let files = charts::draw(&[spec], &[Format::Svg, Format::Png].into(), folder.path())?;
/// assert_eq!(files, ["agreement.svg", "agreement.png"].map(|name| folder.path().join(name)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(specs: &[ChartSpec], formats: &BTreeSet<Format>, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let names = file_name::safe_names(specs.iter().map(|spec| spec.name.as_str()));
    let named = specs.iter().zip(names).map(|(spec, name)| spec.clone().named(name).without_missing());
    let shown: Vec<ChartSpec> = named.filter(|spec| !spec.is_empty()).collect();
    write_all(&shown, formats, folder)
}

/// Draws scatter charts into a folder and returns the files in order, as [`draw`] does.
///
/// # Errors
///
/// If the folder or a file cannot be written; the charts before it may be there.
///
/// ```
/// use charts::{Format, ScatterSeries, ScatterSpec};
///
/// let points = vec![(24.0, 5.98), (60.0, 10.46), (80.0, 13.83), (300.0, 36.37), (520.0, 60.06)];
/// let series = ScatterSeries { label: "rao".to_owned(), line: points.clone(), points };
/// let spec = ScatterSpec::new("growth", ["pegs times colors", "mean guesses"]).series(series);
/// let folder = tempfile::tempdir()?;
/// let files = charts::draw_scatter(&[spec], &[Format::Svg].into(), folder.path())?;
/// assert_eq!(files, [folder.path().join("growth.svg")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_scatter(
    specs: &[ScatterSpec],
    formats: &BTreeSet<Format>,
    folder: &Path,
) -> Result<Vec<PathBuf>, FileError> {
    let names = file_name::safe_names(specs.iter().map(|spec| spec.name.as_str()));
    let named = specs.iter().zip(names).map(|(spec, name)| spec.clone().named(name));
    let shown: Vec<ScatterSpec> = named.filter(|spec| !spec.is_empty()).collect();
    write_drawings(&shown, formats, folder, |spec| &spec.name, |spec, format| format.draw_scatter(spec))
}

/// Draws charts whose names are those of their files.
fn write_all(specs: &[ChartSpec], formats: &BTreeSet<Format>, folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    write_drawings(specs, formats, folder, |spec| &spec.name, |spec, format| format.draw(spec))
}

/// Draws each chart in each format into a file of its name.
fn write_drawings<S: Sync>(
    specs: &[S],
    formats: &BTreeSet<Format>,
    folder: &Path,
    name: fn(&S) -> &String,
    draw: fn(&S, Format) -> Drawn<Vec<u8>>,
) -> Result<Vec<PathBuf>, FileError> {
    folder_files::make_folder(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
    let drawings: Vec<(&S, Format)> =
        specs.iter().flat_map(|spec| formats.iter().map(move |format| (spec, *format))).collect();
    let write = |(spec, format): &(&S, Format)| {
        let path = folder.join(format!("{}.{format}", name(spec)));
        let bytes = draw(spec, *format).map_err(|e| FileError::new(&path, "draw", e))?;
        files::write_whole(&path, &bytes)?;
        Ok(path)
    };
    drawings.par_iter().map(write).collect()
}
