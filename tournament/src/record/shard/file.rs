//! A shard's file.

use crate::{
    plan::{Match, Plan},
    record::{
        files::{FileError, Replacement},
        journal::fingerprint,
        journal::{JournalEntry, read_frame, read_text, write_frame, write_text},
        known::KnownRounds,
        manifest::{Likeness, Manifest},
        shard::{Part, ShardNumber},
        summary::MOST_ROUNDS,
    },
};
use serde::{Deserialize, Serialize};
use siphasher::sip128::{Hasher128, SipHasher24};
use std::{
    borrow::Cow,
    hash::{Hash, Hasher},
    io::{self, BufReader, Read, Write},
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

/// The first bytes of a shard's file. The last one counts the versions of its format.
pub const MAGIC: [u8; 8] = *b"arenaS\0\x01";
/// The first bytes of its end.
const END: [u8; 8] = *b"arenaEnd";
/// The number of bytes of its end.
pub const END_BYTES: u64 = 32;

/// The end of a file with that many entries and that hash.
pub fn end(entries: u64, hash: [u8; 16]) -> Vec<u8> {
    [&END[..], &entries.to_le_bytes(), &hash].concat()
}

/// Writes bytes to a new file, and hashes them.
pub struct HashedWriter {
    file: Replacement,
    hasher: SipHasher24,
    buffer: Vec<u8>,
}

/// The bytes that are written at once.
const BUFFER: usize = 1 << 20;

impl HashedWriter {
    pub fn new(file: Replacement) -> HashedWriter {
        HashedWriter { file, hasher: SipHasher24::new(), buffer: Vec::with_capacity(BUFFER) }
    }

    /// Writes the end after that many entries, and puts the file into its place.
    pub fn finish(mut self, entries: u64) -> Result<(), FileError> {
        let end = end(entries, self.hasher.finish128().as_bytes());
        self.buffer.extend(end);
        self.file.write(&self.buffer)?;
        self.file.commit().map(drop)
    }
}

impl Write for HashedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hasher.write(bytes);
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER {
            self.file.write(&self.buffer).map_err(io::Error::other)?;
            self.buffer.clear();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads bytes, and hashes and counts them.
pub struct HashedReader<R> {
    inner: R,
    hasher: SipHasher24,
    /// The number of bytes that were read.
    pub offset: u64,
}

impl<R: Read> HashedReader<R> {
    pub fn new(inner: R) -> HashedReader<R> {
        HashedReader { inner, hasher: SipHasher24::new(), offset: 0 }
    }

    /// Whether the rest is the end of a file with that many entries.
    pub fn is_end(&mut self, entries: u64) -> io::Result<bool> {
        let mut rest = Vec::new();
        self.inner.read_to_end(&mut rest)?;
        Ok(rest == end(entries, self.hasher.finish128().as_bytes()))
    }
}

impl<R: Read> Read for HashedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.hasher.write(&buffer[..length]);
        self.offset += length as u64;
        Ok(length)
    }
}

/// What a shard says of itself and its tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// Which shard it is.
    pub shard: ShardNumber,
    /// Identifies the plan of the tournament.
    pub fingerprint: [u8; 16],
    /// The rounds of the shard, in the order of the matches.
    pub parts: Vec<Part>,
    /// How the shard was played, with the tournament that it belongs to.
    pub manifest: Manifest,
}

impl ShardHeader {
    /// The header of a shard with these rounds.
    #[must_use]
    pub fn new(shard: ShardNumber, plan: &Plan, parts: Vec<Part>, manifest: Manifest) -> ShardHeader {
        ShardHeader { shard, fingerprint: fingerprint(plan), parts, manifest }
    }

    /// Whether it is a shard of that plan, as far as the plan itself says: its seed, rules, limits and matches.
    #[must_use]
    pub fn is_of(&self, plan: &Plan) -> bool {
        self.fingerprint == fingerprint(plan)
    }

    /// Why it cannot be the header of a shard, if it cannot: what was read may have any numbers.
    pub(super) fn fault(&self) -> Option<String> {
        let is_part = |part: &Part| {
            self.manifest.size_of_match(part.game).is_some()
                && part.first > 0
                && (part.first..MOST_ROUNDS).contains(&part.last)
        };
        let wrong = self.parts.iter().find(|part| !is_part(part)).map(|Part { game, first, last }| {
            format!("it has rounds {first} to {last} of match {game}, which are none of the tournament in its manifest")
        });
        self.manifest.fault().or(wrong)
    }

    /// In what the tournament of another shard differs, in words.
    #[must_use]
    pub fn difference(&self, other: &ShardHeader) -> Option<String> {
        let differences = self.manifest.differences(&other.manifest, Likeness::Tournament);
        if let Some(first) = differences.into_iter().next() {
            return Some(first);
        }
        let (one, two) = (self.shard.count(), other.shard.count());
        if one != two {
            return Some(format!("the number of shards: {one} and {two}"));
        }
        (self.fingerprint != other.fingerprint)
            .then(|| "some player learns from round to round in one of them only".to_owned())
    }

    /// Identifies the shard of the tournament, whenever and wherever it is played.
    pub(crate) fn identity(&self) -> [u8; 16] {
        let mut hasher = SipHasher24::new();
        let ShardHeader { shard, fingerprint, parts, manifest } = self;
        (shard.number(), shard.count(), fingerprint, parts.len()).hash(&mut hasher);
        for Part { game, first, last } in parts {
            (game, first, last).hash(&mut hasher);
        }
        for value in manifest.values(Likeness::Tournament) {
            value.to_string().hash(&mut hasher);
        }
        hasher.finish128().as_bytes()
    }
}

/// Writes the file of a shard that was played, whole or not at all.
pub fn write_shard(
    folder: &Path,
    mut header: ShardHeader,
    matches: &[Match],
    rounds: &mut dyn KnownRounds,
) -> Result<(), FileError> {
    let path = folder.join(header.shard.file_name());
    let error = |e: io::Error| FileError::new(&path, "write", e);
    header.manifest.finish();
    let mut file = HashedWriter::new(Replacement::new(&path)?);
    let text = serde_json::to_vec(&header).map_err(|e| error(e.into()))?;
    file.write_all(&MAGIC).and_then(|()| write_text(&mut file, &text)).map_err(error)?;
    let mut entries = 0;
    for part in &header.parts {
        let game = &matches[part.game];
        let known = rounds.of_match(game);
        let mut write = |entry: &JournalEntry<'_>| {
            entries += 1;
            write_frame(&mut file, part.game, entry).map_err(error)
        };
        for time in known.preparations {
            write(&JournalEntry::Prepared(time))?;
        }
        if let Some(reason) = known.refusal {
            write(&JournalEntry::Refused(reason))?;
        }
        let mut next = part.first;
        while next <= known.rounds {
            let batch = rounds.read(game, next)?;
            if batch.is_empty() {
                return Err(FileError::new(&path, "write", "rounds of its journal are missing"));
            }
            next = batch.next();
            write(&JournalEntry::Rounds(Cow::Owned(batch)))?;
        }
    }
    file.finish(entries)
}
