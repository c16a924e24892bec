//! Reading single entries of a journal.

use super::{entry::JournalEntry, frame::read_frame};
use crate::{FileError, Match, batch::Batch};
use std::{
    fs::File,
    io::{self, BufReader, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// Reads rounds of a journal at known places, also while it grows.
#[derive(Debug)]
pub struct JournalReader {
    path: PathBuf,
    file: BufReader<File>,
}

impl JournalReader {
    /// Opens the journal.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be read.
    pub fn open(path: &Path) -> Result<JournalReader, FileError> {
        let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
        Ok(JournalReader { path: path.to_owned(), file: BufReader::new(file) })
    }

    /// The rounds of a match from that one on, whose entry is at that place.
    ///
    /// # Errors
    /// [`FileError`] when they cannot be read, or something else is there.
    pub fn rounds(&mut self, place: u64, game: &Match, first: u64) -> Result<Batch, FileError> {
        let error = |e: io::Error| FileError::new(&self.path, "read", e);
        self.file.seek(SeekFrom::Start(place)).map_err(error)?;
        match read_frame(&mut self.file).map_err(error)? {
            Some((number, JournalEntry::Rounds(batch), _))
                if number == game.number && batch.first() == first && batch.fault_in(game).is_none() =>
            {
                Ok(batch.into_owned())
            }
            _ => Err(FileError::new(&self.path, "read", "it was changed while it was read")),
        }
    }
}
