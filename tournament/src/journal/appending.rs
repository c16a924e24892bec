//! Writing a journal.

use super::{
    entry::JournalEntry,
    fingerprint::fingerprint,
    frame::{MAGIC, write_frame},
    reader::JournalReader,
    rounds::JournalRounds,
};
use crate::{FileError, Match, Plan, batch::Batch, files::JOURNAL, known::KnownRounds};
use std::{
    borrow::Cow,
    fs::{File, TryLockError},
    io::{Read, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// A machine that stops loses at most what was reported in this time.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// The number of the first bytes, which name the format and the tournament.
const HEAD: usize = MAGIC.len() + 16;

/// The first bytes of the journal of a tournament.
fn head(identity: [u8; 16]) -> Vec<u8> {
    [&MAGIC[..], &identity].concat()
}

/// The journal of a tournament that is being played. When a write fails, the journal ends at the entry before it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The length of the whole entries, in bytes.
    length: u64,
    synced: Instant,
}

impl Journal {
    /// Begins the journal of a plan in a folder, replacing an older one.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be written.
    pub fn create(folder: &Path, plan: &Plan) -> Result<Journal, FileError> {
        let path = folder.join(JOURNAL);
        let file = folder_files::edit(&path).map_err(|e| FileError::new(&path, "write", e))?;
        Journal::begin(path, file, fingerprint(plan))
    }

    /// Begins a journal in a file, without what it holds.
    fn begin(path: PathBuf, mut file: File, identity: [u8; 16]) -> Result<Journal, FileError> {
        let error = |e: std::io::Error| FileError::new(&path, "write", e);
        let head = head(identity);
        file.set_len(0).map_err(error)?;
        file.write_all(&head).map_err(error)?;
        file.sync_all().map_err(error)?;
        Ok(Journal { path, file, length: head.len() as u64, synced: Instant::now() })
    }

    /// Opens the journal of a plan in a folder to go on with it, and its rounds together with those that were known when it was begun.
    /// An entry at its end that is not whole is cut off. One that ends in its first bytes has no round: it is begun
    /// again.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be read or written, or is the journal of another plan.
    pub fn open(
        folder: &Path,
        plan: &Plan,
        known: Box<dyn KnownRounds>,
    ) -> Result<(Journal, JournalRounds), FileError> {
        let (path, identity) = (folder.join(JOURNAL), fingerprint(plan));
        let mut beginning = Vec::new();
        let is_short = folder_files::open(&path)
            .is_ok_and(|file| file.take(HEAD as u64).read_to_end(&mut beginning).is_ok_and(|length| length < HEAD));
        if is_short && head(identity).starts_with(&beginning) {
            Journal::create(folder, plan)?;
        }
        let rounds = JournalRounds::open(&path, identity, &plan.matches(), known)?;
        let error = |e: std::io::Error| FileError::new(&path, "write", e);
        let file = folder_files::append(&path).map_err(error)?;
        file.set_len(rounds.length()).map_err(error)?;
        Ok((Journal { path: path.clone(), file, length: rounds.length(), synced: Instant::now() }, rounds))
    }

    /// Opens the journal of matches to go on with it, or begins it, in a file that no other process plays into. `is_anew` says
    /// whether an older one is replaced.
    pub(crate) fn open_alone(
        path: &Path,
        identity: [u8; 16],
        matches: &[Match],
        known: Box<dyn KnownRounds>,
        is_anew: bool,
    ) -> Result<(Journal, JournalRounds), FileError> {
        let error = |e: std::io::Error| FileError::new(path, "write", e);
        let file = folder_files::append(path).map_err(error)?;
        // A network file system may have no locks. That is no reason not to play.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(FileError::new(path, "write", "another process plays it"));
        }
        let is_begun = file.metadata().map_err(error)?.len() >= HEAD as u64;
        let mut journal = if is_anew || !is_begun {
            Journal::begin(path.to_owned(), file, identity)?
        } else {
            Journal { path: path.to_owned(), file, length: 0, synced: Instant::now() }
        };
        let rounds = JournalRounds::open(path, identity, matches, known)?;
        journal.file.set_len(rounds.length()).map_err(error)?;
        journal.length = rounds.length();
        Ok((journal, rounds))
    }

    /// Appends rounds of a match, and returns where a [`JournalReader`] finds them.
    pub(crate) fn rounds(&mut self, game: usize, batch: &Batch) -> Result<u64, FileError> {
        self.append(game, &JournalEntry::Rounds(Cow::Borrowed(batch)))
    }

    /// Appends an entry of a match, and returns its place.
    pub(crate) fn append(&mut self, game: usize, entry: &JournalEntry<'_>) -> Result<u64, FileError> {
        let error = |e: std::io::Error| FileError::new(&self.path, "write", e);
        let place = self.length;
        self.length += write_frame(&mut self.file, game, entry).map_err(error)?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.file.sync_data().map_err(error)?;
            self.synced = Instant::now();
        }
        Ok(place)
    }

    /// A reader of what is appended.
    ///
    /// # Errors
    /// [`FileError`] when the journal cannot be read.
    pub(crate) fn reader(&self) -> Result<JournalReader, FileError> {
        JournalReader::open(&self.path)
    }

    /// Removes the journal: the records are complete.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be removed.
    pub fn remove(self) -> Result<(), FileError> {
        folder_files::remove(&self.path).map_err(|e| FileError::new(&self.path, "remove", e))
    }
}
