//! A CSV file that grows by whole rows.

use super::{FileError, whole::Replacement};
use csv::{Terminator, WriterBuilder};
use serde::Serialize;
use std::{
    fs::File,
    io::{self, Seek, Write},
    path::{Path, PathBuf},
};

/// A CSV file that grows by whole rows. When a write fails, the file is cut back to the rows before it.
#[derive(Debug)]
pub struct RowFile {
    path: PathBuf,
    file: File,
    /// The length of the whole rows, in bytes.
    length: u64,
}

/// A [`RowFile`] with its header line that has not replaced an older file yet.
#[derive(Debug)]
pub struct NewRowFile {
    replacement: Replacement,
    length: u64,
}

impl NewRowFile {
    /// Writes the header line beside the path.
    pub fn begin(path: &Path, columns: &[&str]) -> Result<NewRowFile, FileError> {
        let mut replacement = Replacement::new(path)?;
        let header = format!("{}\n", columns.join(","));
        replacement.write(header.as_bytes())?;
        Ok(NewRowFile { replacement, length: header.len() as u64 })
    }

    /// Puts the file into its place.
    pub fn commit(self) -> Result<RowFile, FileError> {
        let path = self.replacement.path().to_owned();
        Ok(RowFile { path, file: self.replacement.commit()?, length: self.length })
    }
}

impl RowFile {
    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a record as a row.
    pub fn append_record(&mut self, record: &impl Serialize) -> Result<(), FileError> {
        let mut writer =
            WriterBuilder::new().has_headers(false).terminator(Terminator::Any(b'\n')).from_writer(Vec::new());
        writer.serialize(record).map_err(|e| FileError::new(&self.path, "write", e))?;
        let row = writer.into_inner().map_err(|e| FileError::new(&self.path, "write", e.to_string()))?;
        self.append(&row)
    }

    /// Appends rows.
    pub fn append(&mut self, rows: &[u8]) -> Result<(), FileError> {
        if let Err(e) = self.file.write_all(rows) {
            // Cutting off part of a row takes no space on the disk.
            let cut = self.file.set_len(self.length).and_then(|()| self.file.seek(io::SeekFrom::End(0)));
            let torn = cut.err().map(|cut| format!(" (and its last row is not whole: {cut})")).unwrap_or_default();
            return Err(FileError::new(&self.path, "write", format!("{e}{torn}")));
        }
        self.length += rows.len() as u64;
        Ok(())
    }

    /// Waits until the rows are on the disk.
    pub fn sync(&self) -> Result<(), FileError> {
        self.file.sync_all().map_err(|e| FileError::new(&self.path, "write", e))
    }
}
