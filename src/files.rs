//! The files of a results folder.

use crate::{
    Results, Summary, TimingSummary,
    record::{ROUND_COLUMNS, TIMING_COLUMNS},
};
use csv::{Terminator, WriterBuilder};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    error::Error,
    fmt,
    fs::{self, File},
    io::{self, Seek, Write},
    path::{Path, PathBuf},
};

/// One row a round.
pub const ROUNDS: &str = "rounds.csv";
/// One row a match.
pub const SUMMARY: &str = "summary.csv";
/// One row a timed round.
pub const TIMINGS: &str = "timings.csv";
/// One row a match that was timed.
pub const TIMING_SUMMARY: &str = "timing-summary.csv";
/// How the results were made.
pub const MANIFEST: &str = "manifest.json";
/// The folder of the charts.
pub const CHARTS: &str = "charts";

/// A file or folder of results that cannot be written or read.
#[derive(Debug)]
pub struct FileError {
    /// Which one.
    pub path: PathBuf,
    /// What was tried: "write", "read", …
    pub action: &'static str,
    /// What the system or the format says.
    pub source: Box<dyn Error + Send + Sync>,
}

impl FileError {
    pub(crate) fn new(path: &Path, action: &'static str, source: impl Into<Box<dyn Error + Send + Sync>>) -> FileError {
        FileError { path: path.to_owned(), action, source: source.into() }
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}: {}", self.action, self.path.display(), self.source)
    }
}

impl Error for FileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.source)
    }
}

/// Whether a folder holds results already.
#[must_use]
pub fn holds_results(folder: &Path) -> bool {
    [ROUNDS, SUMMARY, TIMINGS, TIMING_SUMMARY, MANIFEST].iter().any(|name| folder.join(name).exists())
}

/// The files that a tournament writes while it is played: they grow by whole rows.
#[derive(Debug)]
pub struct ResultFiles {
    rounds: RowFile,
    summary: RowFile,
    timings: RowFile,
    timing_summary: RowFile,
}

impl ResultFiles {
    /// Makes the folder and begins its files, with their header lines; older results in it are lost.
    ///
    /// # Errors
    /// [`FileError`] when the folder cannot be made or written.
    pub fn create(folder: &Path) -> Result<ResultFiles, FileError> {
        fs::create_dir_all(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
        for leftover in [MANIFEST, ROUNDS, SUMMARY, TIMINGS, TIMING_SUMMARY] {
            let path = folder.join(leftover);
            if let Err(e) = fs::remove_file(&path)
                && e.kind() != io::ErrorKind::NotFound
            {
                return Err(FileError::new(&path, "replace", e));
            }
        }
        let plain = |name: &str, columns: &[&str]| RowFile::create(folder.join(name), columns.join(",").as_bytes());
        Ok(ResultFiles {
            rounds: plain(ROUNDS, &ROUND_COLUMNS)?,
            summary: plain(SUMMARY, Summary::COLUMNS)?,
            timings: plain(TIMINGS, &TIMING_COLUMNS)?,
            timing_summary: plain(TIMING_SUMMARY, TimingSummary::COLUMNS)?,
        })
    }

    /// Appends the rows of rounds.
    pub(crate) fn rounds(&mut self, rows: &[u8], timing_rows: &[u8]) -> Result<(), FileError> {
        self.rounds.append(rows)?;
        self.timings.append(timing_rows)
    }

    /// Appends the rows of a match.
    pub(crate) fn summary(&mut self, summary: &Summary, timing: Option<&TimingSummary>) -> Result<(), FileError> {
        self.summary.append_record(summary)?;
        timing.map_or(Ok(()), |timing| self.timing_summary.append_record(timing))
    }
}

/// A CSV file that grows by whole rows. When a write fails, the file is cut back to the rows before it.
#[derive(Debug)]
struct RowFile {
    path: PathBuf,
    file: File,
    /// The length of the rows that are in the file.
    length: u64,
}

impl RowFile {
    fn create(path: PathBuf, header: &[u8]) -> Result<RowFile, FileError> {
        let file = File::create(&path).map_err(|e| FileError::new(&path, "write", e))?;
        let mut file = RowFile { path, file, length: 0 };
        file.append(&[header, b"\n"].concat())?;
        Ok(file)
    }

    fn append_record(&mut self, record: &impl Serialize) -> Result<(), FileError> {
        let mut writer =
            WriterBuilder::new().has_headers(false).terminator(Terminator::Any(b'\n')).from_writer(Vec::new());
        writer.serialize(record).map_err(|e| FileError::new(&self.path, "write", e))?;
        let row = writer.into_inner().map_err(|e| FileError::new(&self.path, "write", e.to_string()))?;
        self.append(&row)
    }

    fn append(&mut self, rows: &[u8]) -> Result<(), FileError> {
        if let Err(e) = self.file.write_all(rows) {
            // What is cut off is part of a row; a cut needs no room on the disk.
            let cut = self.file.set_len(self.length).and_then(|()| self.file.seek(io::SeekFrom::End(0)));
            let told = cut.err().map(|cut| format!(" (and its last row is not whole: {cut})")).unwrap_or_default();
            return Err(FileError::new(&self.path, "write", format!("{e}{told}")));
        }
        self.length += rows.len() as u64;
        Ok(())
    }
}

/// Writes a file as a whole: beside its place first, then renamed, so that it is never seen half-written.
///
/// # Errors
/// [`FileError`] when it cannot be written.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    let written = fs::write(&beside, contents).and_then(|()| fs::rename(&beside, path));
    written.map_err(|e| {
        // There may be nothing to remove.
        let _ = fs::remove_file(&beside);
        FileError::new(path, "write", e)
    })
}

/// Reads the summaries of a results folder, and the times where there are any.
///
/// # Errors
/// [`FileError`] when `summary.csv` is missing or a file is not as this program writes it.
pub fn read_results(folder: &Path) -> Result<Results, FileError> {
    let timings = folder.join(TIMING_SUMMARY);
    let timings = if timings.exists() { read_rows(&timings)? } else { Vec::new() };
    Ok(Results { summaries: read_rows(&folder.join(SUMMARY))?, timings })
}

fn read_rows<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, FileError> {
    let mut reader = csv::Reader::from_path(path).map_err(|e| FileError::new(path, "read", e))?;
    reader.deserialize().collect::<Result<_, _>>().map_err(|e| FileError::new(path, "read", e))
}
