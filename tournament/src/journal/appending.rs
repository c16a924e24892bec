//! Writing a journal.

use super::{
    entry::Entry,
    fingerprint::fingerprint,
    frame::{MAGIC, write_frame},
    rounds::JournalRounds,
};
use crate::{FileError, Plan, batch::Batch, known::KnownRounds};
use std::{
    borrow::Cow,
    fs::{self, File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// The name of the journal in a results folder.
pub const JOURNAL: &str = "journal.bin";
/// A machine that stops loses at most what was reported in this time.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// The journal of a tournament that is being played. When a write fails, the journal ends at the entry before it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl Journal {
    /// Begins the journal of a plan in a folder, replacing an older one.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be written.
    pub fn create(folder: &Path, plan: &Plan) -> Result<Journal, FileError> {
        let path = folder.join(JOURNAL);
        let error = |e: std::io::Error| FileError::new(&path, "write", e);
        let mut file = File::create(&path).map_err(error)?;
        file.write_all(&[&MAGIC[..], &fingerprint(plan)].concat()).map_err(error)?;
        file.sync_all().map_err(error)?;
        Ok(Journal { path, file, synced: Instant::now() })
    }

    /// Opens the journal of a plan in a folder to go on with it, and its rounds together with those that were known when it was begun.
    /// An entry at its end that is not whole is cut off.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be read or written, or is the journal of another plan.
    pub fn open(
        folder: &Path,
        plan: &Plan,
        known: Box<dyn KnownRounds>,
    ) -> Result<(Journal, JournalRounds), FileError> {
        let path = folder.join(JOURNAL);
        let rounds = JournalRounds::open(&path, plan, known)?;
        let error = |e: std::io::Error| FileError::new(&path, "write", e);
        let file = OpenOptions::new().append(true).open(&path).map_err(error)?;
        file.set_len(rounds.length()).map_err(error)?;
        Ok((Journal { path: path.clone(), file, synced: Instant::now() }, rounds))
    }

    /// Appends rounds of a match.
    pub(crate) fn rounds(&mut self, game: usize, batch: &Batch) -> Result<(), FileError> {
        self.append(game, &Entry::Rounds(Cow::Borrowed(batch)))
    }

    /// Appends an entry of a match.
    pub(crate) fn append(&mut self, game: usize, entry: &Entry<'_>) -> Result<(), FileError> {
        let error = |e: std::io::Error| FileError::new(&self.path, "write", e);
        write_frame(&mut self.file, game, entry).map_err(error)?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.file.sync_data().map_err(error)?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Removes the journal: the records are complete.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be removed.
    pub fn remove(self) -> Result<(), FileError> {
        fs::remove_file(&self.path).map_err(|e| FileError::new(&self.path, "remove", e))
    }
}
