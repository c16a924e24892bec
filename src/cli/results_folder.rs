//! A results folder in memory.

use super::Failure;
use std::path::Path;
use tournament::{FileError, Limits, Manifest, Results, files};

/// The matches of a results folder, and how they were played.
#[derive(Debug)]
pub struct ResultsFolder<'a> {
    pub path: &'a Path,
    pub results: Results,
    /// A folder that joins the matches of several tournaments has none.
    pub manifest: Result<Manifest, FileError>,
}

impl<'a> ResultsFolder<'a> {
    /// Reads a folder.
    pub fn read(path: &'a Path) -> Result<ResultsFolder<'a>, Failure> {
        let results = files::read_results(path)
            .map_err(|e| Failure::input(format!("{e}; a results folder was expected, such as `arena run` makes")))?;
        Ok(ResultsFolder::with_results(path, results))
    }

    /// A folder whose matches are known.
    pub fn with_results(path: &'a Path, results: Results) -> ResultsFolder<'a> {
        ResultsFolder { manifest: Manifest::read(path), results, path }
    }

    /// What a round that was not won counts in a mean number of guesses.
    pub fn guess_limit(&self) -> usize {
        self.manifest.as_ref().map_or(Limits::default().guesses, |manifest| manifest.guess_limit)
    }
}
