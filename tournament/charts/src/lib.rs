//! Charts, as SVG and PNG: of a results folder, or of any numbers.
//!
//! [`draw_all`] draws a results folder: for every codemaker the SCORE, the guesses of won rounds and the CPU time per guess
//! against size; for every size the SCORE against every codemaker. A player has the same color and marker in every chart
//! of a folder. [`draw`] draws what it is given. The same numbers give the same bytes.
//!
//! A chart comes about in three steps: [`subject`] reads off the rows what is to be seen (a [`Plan`]), [`lines`]
//! and [`bars`] decide where (a [`picture::Picture`]), [`paint`] makes files of that.

mod axis;
mod bars;
mod catalog;
mod file_name;
mod gaps;
mod lines;
mod page;
mod paint;
mod pen;
mod picture;
mod plan;
mod scale;
mod subject;
mod typeface;

use catalog::Catalog;
use picture::Picture;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use tournament::{FileError, Summary, TimingSummary, files};

pub use plan::{Kind, Plan, Reading};
pub use scale::Spread;

/// Draws every chart of a results folder into its folder `charts`, each as SVG and as PNG, and answers the files in
/// order: for every codemaker `score-…`, `guesses-…` and `time-…`, then `scores-<size>` for every size.
///
/// Codemakers, sizes and players come in the order of their first appearance. A chart without a single point is left
/// out. Each file appears whole: files of the same name from an earlier drawing are replaced at once,
/// and those that are not drawn any more are removed.
///
/// # Errors
///
/// If the folder or a file cannot be written; the charts before it may be there.
///
/// ```
/// let folder = std::env::temp_dir().join("arena-no-results");
/// assert!(charts::draw_all(&[], &[], &folder)?.is_empty());
/// # Ok::<(), tournament::FileError>(())
/// ```
pub fn draw_all(summaries: &[Summary], timings: &[TimingSummary], folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let charts = folder.join(files::CHARTS);
    let written = write_all(&plans(summaries, timings), &charts)?;
    files::remove_charts(folder, &written)?;
    Ok(written)
}

/// Draws charts into a folder, each as SVG and as PNG, and answers the files in order. A chart without a single number is
/// left out. Letters of a name that not every file system takes become hyphens, and a name that comes again gets a number.
///
/// # Errors
///
/// If the folder or a file cannot be written; the charts before it may be there.
///
/// ```
/// use charts::{Kind, Plan, Reading, Spread};
///
/// let plan = Plan::new(Kind::Bars, "agreement", ["4x6", "8x10"])
///     .titled("Mean guesses of rao, in the report and here", "10 000 rounds a size")
///     .measuring("mean guesses", Spread::FromZero)
///     .across("size (pegs x colors)")
///     .series(0, "report (2019)", [6.1, 12.6].map(Reading::exact))
///     .series(1, "here", [Reading::measured(6.12, Some(0.02)), Reading::measured(12.57, Some(0.03))])
///     .note("The report gives no standard errors.");
/// let folder = tempfile::tempdir()?;
/// let files = charts::draw(&[plan], folder.path())?;
/// assert_eq!(files, ["agreement.svg", "agreement.png"].map(|name| folder.path().join(name)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(plans: &[Plan], folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let names = file_name::safe_names(plans.iter().map(|plan| plan.name.as_str()));
    let named = plans.iter().zip(names).map(|(plan, name)| Plan { name, ..plan.clone() }.without_misplaced());
    let seen: Vec<Plan> = named.filter(|plan| !plan.is_empty()).collect();
    write_all(&seen, folder)
}

/// What is to be seen of a results folder, in the order of the files.
fn plans(summaries: &[Summary], timings: &[TimingSummary]) -> Vec<Plan> {
    let catalog = Catalog::new(summaries, timings);
    let files = file_name::safe_names(catalog.scsas.values().iter().copied());
    let by_size = files.iter().enumerate().flat_map(|(scsa, file)| {
        [
            subject::scores_by_size(&catalog, scsa, file),
            subject::guesses_by_size(&catalog, scsa, file),
            subject::times_by_size(&catalog, scsa, file),
        ]
    });
    let at_size = (0..catalog.sizes.values().len()).map(|size| subject::scores_at_size(&catalog, size));
    by_size.chain(at_size).flatten().collect()
}

/// Draws charts whose names are those of their files.
fn write_all(plans: &[Plan], folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    fs::create_dir_all(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
    let written: Result<Vec<[PathBuf; 2]>, FileError> =
        plans.par_iter().map(|plan| write(&picture(plan), folder)).collect();
    Ok(written?.into_iter().flatten().collect())
}

fn picture(plan: &Plan) -> Picture {
    match plan.kind {
        Kind::Lines => lines::draw(plan),
        Kind::Bars => bars::draw(plan),
    }
}

fn write(picture: &Picture, folder: &Path) -> Result<[PathBuf; 2], FileError> {
    let place = |ending: &str| folder.join(format!("{}.{ending}", picture.name));
    let (svg, png) = (place("svg"), place("png"));
    let document = paint::svg(picture).map_err(|e| FileError::new(&svg, "draw", e))?;
    let bitmap = paint::png(picture).map_err(|e| FileError::new(&png, "draw", e))?;
    files::write_whole(&svg, document.as_bytes())?;
    files::write_whole(&png, &bitmap)?;
    Ok([svg, png])
}
