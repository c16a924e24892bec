//! CSV files that are written whole.

use super::{FileError, write_whole};
use csv::{Terminator, WriterBuilder};
use serde::Serialize;
use std::path::Path;

/// Writes a CSV file whose columns are the fields of its rows. Without rows it has no header line.
///
/// # Errors
/// [`FileError`] when it cannot be written.
pub fn write_table<T: Serialize>(path: &Path, rows: impl IntoIterator<Item = T>) -> Result<(), FileError> {
    let mut writer = WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|e| FileError::new(path, "write", e))?;
    }
    let rows = writer.into_inner().map_err(|e| FileError::new(path, "write", e.to_string()))?;
    write_whole(path, &rows)
}
