//! A results folder in memory.

use super::Failure;
use folder_files::BoundedRows;
use std::{
    io::{BufRead, BufReader},
    path::Path,
};
use tournament::{FileError, Limits, Manifest, Results, Summary, files};

/// The matches of a results folder, and how they were played.
#[derive(Debug)]
pub struct ResultsFolder<'a> {
    pub path: &'a Path,
    /// The finished matches. There is none if the tournament was killed during the first one.
    pub results: Results,
    /// A folder that joins the matches of several tournaments has none.
    pub manifest: Result<Manifest, FileError>,
}

impl<'a> ResultsFolder<'a> {
    /// Reads a folder.
    pub fn read(path: &'a Path) -> Result<ResultsFolder<'a>, Failure> {
        let results = if has_only_rounds(path) { Ok(Results::default()) } else { files::read_results(path) };
        let results = results.map_err(|e| no_results_folder(&e))?;
        Ok(ResultsFolder::with_results(path, results))
    }

    /// A folder whose matches are known.
    pub fn with_results(path: &'a Path, results: Results) -> ResultsFolder<'a> {
        ResultsFolder { manifest: Manifest::read(path), results, path }
    }

    /// Whether some times were measured while there were more workers than processors.
    pub fn is_oversubscribed(&self) -> bool {
        self.manifest.as_ref().is_ok_and(|manifest| manifest.oversubscribed)
    }

    /// What a round that was not won counts in a mean number of guesses.
    pub fn guess_limit(&self) -> usize {
        self.manifest.as_ref().map_or(Limits::default().guesses, |manifest| manifest.guess_limit)
    }
}

/// The failure of a folder whose results cannot be read.
pub fn no_results_folder(e: &FileError) -> Failure {
    Failure::input(format!("{e}; a results folder was expected, such as `arena run` makes"))
}

/// Whether a folder has rounds, but no finished match.
fn has_only_rounds(folder: &Path) -> bool {
    let has_no_match = files::read_rows(&folder.join(files::SUMMARY), Summary::fault).is_ok_and(|rows| rows.is_empty());
    let has_round = || {
        let mut rows = BufReader::new(BoundedRows::new(folder_files::open(&folder.join(files::ROUNDS)).ok()?));
        let mut row = Vec::new();
        // The header, and a row that ends with a line break.
        rows.read_until(b'\n', &mut row).ok()?;
        row.clear();
        rows.read_until(b'\n', &mut row).ok()?;
        Some(row.ends_with(b"\n"))
    };
    has_no_match && has_round().unwrap_or(false)
}
