//! Reading the files of a results folder.

use super::{FileError, SUMMARY, TIMING_SUMMARY};
use crate::{Plan, Results, Summary, TimingSummary};
use csv::Reader;
use folder_files::BoundedRows;
use serde::de::DeserializeOwned;
use std::{fs::File, io::Read, path::Path};

/// The largest file of which all rows are read into memory, in bytes: a million matches.
const MOST_BYTES: u64 = 256 << 20;

/// Reads the summaries of a results folder, and the times if it has any.
///
/// # Errors
/// [`FileError`] when `summary.csv` is missing or a file was not written by this program.
pub fn read_results(folder: &Path) -> Result<Results, FileError> {
    let timings = folder.join(TIMING_SUMMARY);
    let timings = if folder_files::exists(&timings) { read_rows(&timings, TimingSummary::fault)? } else { Vec::new() };
    let path = folder.join(SUMMARY);
    let summaries = read_rows(&path, Summary::fault)?;
    if summaries.is_empty() {
        return Err(FileError::new(&path, "read", "it holds no match"));
    }
    let results = Results { summaries, timings };
    results.fault().map_or(Ok(results), |fault| Err(FileError::new(&path, "read", fault)))
}

/// Opens a CSV file to read it row by row.
///
/// # Errors
/// [`FileError`] when it cannot be read.
pub fn open_rows(path: &Path) -> Result<Reader<BoundedRows<File>>, FileError> {
    let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
    Ok(Reader::from_reader(BoundedRows::new(file)))
}

/// Reads the rows of a CSV file and checks each: `check` returns what is wrong with a row.
///
/// # Errors
/// [`FileError`] when the file cannot be read or a row is wrong.
pub fn read_rows<T: DeserializeOwned>(path: &Path, check: impl Fn(&T) -> Option<String>) -> Result<Vec<T>, FileError> {
    let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
    let length = file.metadata().map_or(0, |data| data.len());
    if length > MOST_BYTES {
        return Err(FileError::new(path, "read", format!("it holds more than {} MB", MOST_BYTES >> 20)));
    }
    let mut reader = Reader::from_reader(BoundedRows::new(file.take(MOST_BYTES)));
    let mut rows = Vec::new();
    for row in reader.deserialize() {
        if rows.len() == Plan::MOST_MATCHES {
            return Err(FileError::new(path, "read", format!("it has more than {} rows", Plan::MOST_MATCHES)));
        }
        let row = row.map_err(|e| FileError::new(path, "read", e))?;
        if let Some(fault) = check(&row) {
            return Err(FileError::new(path, "read", format!("row {}: {fault}", rows.len() + 1)));
        }
        rows.push(row);
    }
    Ok(rows)
}
