//! Reading the files of a results folder.

use super::{FileError, SUMMARY, TIMING_SUMMARY};
use crate::{Results, Summary, TimingSummary};
use serde::de::DeserializeOwned;
use std::path::Path;

/// Reads the summaries of a results folder, and the times if it has any.
///
/// # Errors
/// [`FileError`] when `summary.csv` is missing or a file was not written by this program.
pub fn read_results(folder: &Path) -> Result<Results, FileError> {
    let timings = folder.join(TIMING_SUMMARY);
    let timings = if timings.exists() { read_rows(&timings, TimingSummary::fault)? } else { Vec::new() };
    let path = folder.join(SUMMARY);
    let summaries = read_rows(&path, Summary::fault)?;
    if summaries.is_empty() {
        return Err(FileError::new(&path, "read", "it holds no match"));
    }
    Ok(Results { summaries, timings })
}

/// Reads the rows of a CSV file and checks each: `check` returns what is wrong with a row.
///
/// # Errors
/// [`FileError`] when the file cannot be read or a row is wrong.
pub fn read_rows<T: DeserializeOwned>(path: &Path, check: impl Fn(&T) -> Option<String>) -> Result<Vec<T>, FileError> {
    let mut reader = csv::Reader::from_path(path).map_err(|e| FileError::new(path, "read", e))?;
    let mut rows = Vec::new();
    for row in reader.deserialize() {
        let row = row.map_err(|e| FileError::new(path, "read", e))?;
        if let Some(fault) = check(&row) {
            return Err(FileError::new(path, "read", format!("row {}: {fault}", rows.len() + 1)));
        }
        rows.push(row);
    }
    Ok(rows)
}
