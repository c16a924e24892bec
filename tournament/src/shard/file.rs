//! A shard's file.

use super::{
    format::{END_BYTES, HashedReader, MAGIC},
    header::ShardHeader,
    part::Part,
};
use crate::{
    FileError, MOST_ROUNDS,
    journal::{JournalEntry, read_frame, read_text},
};
use std::{
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
    time::Duration,
};

/// The file of a shard, whose bytes were checked.
#[derive(Clone, Debug)]
pub struct ShardFile {
    path: PathBuf,
    header: ShardHeader,
    parts: Vec<PlayedPart>,
}

/// A part of a shard in its file.
#[derive(Clone, Debug)]
pub(super) struct PlayedPart {
    pub part: Part,
    /// Where its entries begin.
    pub offset: u64,
    /// The round after the last one that was played.
    pub next: u64,
    /// The pegs of its secrets; 0 without rounds.
    pub pegs: usize,
    pub preparations: Vec<Duration>,
    pub refusal: Option<String>,
}

impl ShardFile {
    /// Reads a file once, and checks it: its bytes are those that were written, and its rounds those of its header.
    ///
    /// Memory is needed for the matches only. About 300 MB are read in a second.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be read, is not the file of a shard or is damaged.
    pub fn open(path: &Path) -> Result<ShardFile, FileError> {
        let error = |e: io::Error| FileError::new(path, "read", e);
        let damaged = || FileError::new(path, "read", "it is damaged");
        let file = folder_files::open(path).map_err(error)?;
        let end = file.metadata().map_err(error)?.len().checked_sub(END_BYTES).ok_or_else(damaged)?;
        let mut file = HashedReader::new(BufReader::with_capacity(1 << 16, file));
        let mut magic = [0; MAGIC.len()];
        file.read_exact(&mut magic).map_err(error)?;
        if magic[..6] == MAGIC[..6] && magic != MAGIC {
            return Err(FileError::new(path, "read", "it is a shard of another version of this program"));
        }
        if magic != MAGIC {
            return Err(FileError::new(path, "read", "it is no shard"));
        }
        let left = end.checked_sub(magic.len() as u64).ok_or_else(damaged)?;
        let text = read_text(&mut (&mut file).take(left)).map_err(error)?.ok_or_else(damaged)?;
        let header: ShardHeader = serde_json::from_slice(&text).map_err(|_| damaged())?;
        if let Some(fault) = header.fault() {
            return Err(FileError::new(path, "read", fault));
        }
        let mut reading = PartReader::new(&header, file.offset);
        let mut entries = 0;
        while file.offset < end {
            let left = end - file.offset;
            let (game, entry, _) = read_frame(&mut (&mut file).take(left)).map_err(error)?.ok_or_else(damaged)?;
            let size = header.manifest.size_of_match(game).ok_or_else(damaged)?;
            if let Some(fault) = entry.fault(size, header.manifest.guess_limit, MOST_ROUNDS) {
                return Err(FileError::new(path, "read", format!("in the entry before byte {} {fault}", file.offset)));
            }
            reading.add(game, entry, file.offset).ok_or_else(damaged)?;
            entries += 1;
        }
        if !file.is_end(entries).map_err(error)? {
            return Err(damaged());
        }
        let parts = reading.finish();
        Ok(ShardFile { path: path.to_owned(), header, parts })
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What the shard says of itself.
    #[must_use]
    pub const fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// The number of rounds that were played.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.parts.iter().map(|played| played.next - played.part.first).sum()
    }

    pub(super) fn parts(&self) -> &[PlayedPart] {
        &self.parts
    }
}

/// The parts of a file while it is read.
struct PartReader {
    parts: Vec<PlayedPart>,
    /// The part of the present entry.
    current: usize,
    /// Where the next entry begins.
    offset: u64,
}

impl PartReader {
    fn new(header: &ShardHeader, offset: u64) -> PartReader {
        let played = |part: &Part| PlayedPart {
            part: *part,
            offset,
            next: part.first,
            pegs: 0,
            preparations: Vec::new(),
            refusal: None,
        };
        PartReader { parts: header.parts.iter().map(played).collect(), current: 0, offset }
    }

    /// Takes an entry that ends at an offset; `None` if it does not belong there.
    fn add(&mut self, game: usize, entry: JournalEntry<'_>, end: u64) -> Option<()> {
        while self.parts.get(self.current)?.part.game != game {
            self.current += 1;
            self.parts.get_mut(self.current)?.offset = self.offset;
        }
        let played = &mut self.parts[self.current];
        match entry {
            JournalEntry::Prepared(time) => played.preparations.push(time),
            JournalEntry::Refused(reason) => played.refusal = Some(reason),
            JournalEntry::Rounds(batch) => {
                if batch.first() != played.next || batch.next() > played.part.last + 1 {
                    return None;
                }
                (played.next, played.pegs) = (batch.next(), batch.pegs());
            }
        }
        self.offset = end;
        Some(())
    }

    fn finish(self) -> Vec<PlayedPart> {
        self.parts
    }
}
