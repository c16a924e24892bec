//! Charts of a results folder.
//!
//! For every codemaker the SCORE, the guesses of won rounds and the CPU time per guess against size; for every size the
//! SCORE against every codemaker. A player has the same color and marker in every chart of a folder. The same rows give
//! the same bytes.
//!
//! A chart comes about in three steps: [`subject`] reads off the rows what is to be seen (a [`plan::Plan`]), [`lines`]
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

use crate::{FileError, Summary, TimingSummary, files};
use catalog::Catalog;
use picture::Picture;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

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
/// assert!(arena::chart::draw_all(&[], &[], &folder)?.is_empty());
/// # Ok::<(), arena::FileError>(())
/// ```
pub fn draw_all(summaries: &[Summary], timings: &[TimingSummary], folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let charts = folder.join(files::CHARTS);
    fs::create_dir_all(&charts).map_err(|e| FileError::new(&charts, "make the folder", e))?;
    let written: Result<Vec<[PathBuf; 2]>, FileError> =
        pictures(summaries, timings).par_iter().map(|picture| write(picture, &charts)).collect();
    let written: Vec<PathBuf> = written?.into_iter().flatten().collect();
    files::remove_charts(folder, &written)?;
    Ok(written)
}

/// All pictures in the order of their files.
fn pictures(summaries: &[Summary], timings: &[TimingSummary]) -> Vec<Picture> {
    let catalog = Catalog::new(summaries, timings);
    let files = file_name::safe_names(catalog.scsas.values().iter().copied());
    let by_size = files.iter().enumerate().flat_map(|(scsa, file)| {
        [
            subject::scores_by_size(&catalog, scsa, file),
            subject::guesses_by_size(&catalog, scsa, file),
            subject::times_by_size(&catalog, scsa, file),
        ]
    });
    let at_size = (0..catalog.sizes.values().len()).filter_map(|size| subject::scores_at_size(&catalog, size));
    by_size.flatten().map(|plan| lines::draw(&plan)).chain(at_size.map(|plan| bars::draw(&plan))).collect()
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
