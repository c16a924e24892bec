//! `guesses.csv.gz`, while it is written.
//!
//! The rows of a match are a gzip member of their own, or several of about a megabyte: the bytes do not depend on when the rows were
//! reported.

use crate::record::files::replacement::{FileError, Replacement};
use flate2::{Compression, write::GzEncoder};
use folder_files::GUESSES;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The columns of `guesses.csv.gz`.
pub const GUESS_COLUMNS: [&str; 6] = ["player", "scsa", "pegs", "colors", "round", "guesses"];

/// A member that has more bytes before it is compressed ends.
const MEMBER: usize = 1 << 20;

/// The file while it is written. It is made when there is a row.
#[derive(Debug)]
pub struct GuessFile {
    path: PathBuf,
    file: Option<File>,
    rows: Vec<u8>,
}

impl GuessFile {
    /// The file in a folder. One that is there is removed.
    pub fn begin(folder: &Path) -> Result<GuessFile, FileError> {
        let path = folder.join(GUESSES);
        folder_files::remove_if_there(&path).map_err(|e| FileError::new(&path, "remove", e))?;
        Ok(GuessFile { path, file: None, rows: Vec::new() })
    }

    /// Adds whole rows.
    pub fn add(&mut self, rows: &[u8]) -> Result<(), FileError> {
        for row in rows.split_inclusive(|byte| *byte == b'\n') {
            self.rows.extend_from_slice(row);
            if self.rows.len() > MEMBER {
                self.end_member()?;
            }
        }
        Ok(())
    }

    /// Compresses and writes the rows so far.
    pub fn end_member(&mut self) -> Result<(), FileError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let error = |e: io::Error| FileError::new(&self.path, "write", e);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        if self.file.is_none() {
            self.file = Some(Replacement::new(&self.path)?.commit()?);
            writeln!(encoder, "{}", GUESS_COLUMNS.join(",")).map_err(error)?;
        }
        encoder.write_all(&std::mem::take(&mut self.rows)).map_err(error)?;
        let member = encoder.finish().map_err(error)?;
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(&member)).map_err(error)
    }

    /// Waits until all rows are on the disk.
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.end_member()?;
        let synced = self.file.as_ref().map_or(Ok(()), File::sync_all);
        synced.map_err(|e| FileError::new(&self.path, "write", e))
    }
}
