//! The rounds of a journal.

use super::{
    entry::Entry,
    frame::{MAGIC, read_frame},
};
use crate::{
    FileError, Match,
    batch::Batch,
    known::{KnownMatch, KnownRounds},
};
use std::{
    collections::HashMap,
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// The rounds of a journal, after those that were known when it was begun: of each match those that follow each other. Later ones,
/// which another worker had played already, are played again.
#[derive(Debug)]
pub struct JournalRounds {
    before: Box<dyn KnownRounds>,
    path: PathBuf,
    file: BufReader<File>,
    /// The length of the whole entries, in bytes.
    length: u64,
    matches: Vec<JournalMatch>,
}

#[derive(Debug, Default)]
struct JournalMatch {
    /// What was known before, and what the journal adds to it.
    known: KnownMatch,
    /// The number of rounds that were known before.
    before: u64,
    /// Where the batches are, by their first rounds.
    batches: HashMap<u64, BatchPlace>,
}

#[derive(Clone, Copy, Debug)]
struct BatchPlace {
    offset: u64,
    /// The round after the last.
    next: u64,
    /// The round after the last one in which the process of the player ended.
    start: Option<u64>,
}

impl JournalRounds {
    /// Reads the journal of these matches up to its first entry that is not whole.
    pub(crate) fn open(
        path: &Path,
        identity: [u8; 16],
        matches: &[Match],
        before: Box<dyn KnownRounds>,
    ) -> Result<JournalRounds, FileError> {
        let error = |e: io::Error| FileError::new(path, "read", e);
        let mut file = BufReader::new(File::open(path).map_err(error)?);
        let mut head = [0; MAGIC.len() + 16];
        let is_journal = file.read_exact(&mut head).is_ok() && head.starts_with(&MAGIC);
        if !is_journal {
            return Err(FileError::new(path, "read", "it is no journal of this version"));
        }
        if head[MAGIC.len()..] != identity {
            return Err(FileError::new(path, "read", "it is the journal of another tournament"));
        }
        let mut length = head.len() as u64;
        let mut known: Vec<JournalMatch> =
            matches.iter().map(|game| JournalMatch::new(before.of_match(game))).collect();
        while let Some((game, entry, bytes)) = read_frame(&mut file).map_err(error)? {
            let (Some(known), Some(game)) = (known.get_mut(game), matches.get(game)) else { break };
            match entry {
                Entry::Rounds(batch) if !fits(&batch, game) => break,
                Entry::Rounds(batch) => {
                    let (first, next, start) =
                        (batch.first(), batch.next(), batch.last_process_end().map(|round| round + 1));
                    known.batches.insert(first, BatchPlace { offset: length, next, start });
                }
                Entry::Prepared(time) => known.known.preparations.push(time),
                Entry::Refused(reason) => known.known.refusal = Some(reason),
            }
            length += bytes;
        }
        known.iter_mut().for_each(JournalMatch::chain);
        Ok(JournalRounds { before, path: path.to_owned(), file, length, matches: known })
    }

    /// The length of the whole entries, in bytes.
    pub(super) const fn length(&self) -> u64 {
        self.length
    }

    /// The number of rounds that are known: that need not be played again.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.matches.iter().map(|game| game.known.rounds).sum()
    }
}

impl JournalMatch {
    fn new(known: KnownMatch) -> JournalMatch {
        JournalMatch { before: known.rounds, known, batches: HashMap::new() }
    }

    /// Follows the batches from the first unknown round on, and forgets the others.
    fn chain(&mut self) {
        let (mut next, mut start, mut chained) = (self.before + 1, self.known.start.max(1), HashMap::new());
        while let Some(place) = self.batches.remove(&next) {
            chained.insert(next, place);
            start = place.start.unwrap_or(start);
            next = place.next;
        }
        self.batches = chained;
        (self.known.rounds, self.known.start) = (next - 1, start);
    }
}

/// Whether a batch can be one of a match.
fn fits(batch: &Batch, game: &Match) -> bool {
    !batch.is_empty() && batch.pegs() == game.size.pegs() && batch.first() > 0 && batch.next() <= game.rounds + 1
}

impl KnownRounds for JournalRounds {
    fn of_match(&self, game: &Match) -> KnownMatch {
        self.matches.get(game.number).map(|game| game.known.clone()).unwrap_or_default()
    }

    fn read(&mut self, game: &Match, first: u64) -> Result<Batch, FileError> {
        let error = |e: io::Error| FileError::new(&self.path, "read", e);
        let Some(known) = self.matches.get(game.number) else { return Ok(Batch::default()) };
        if first <= known.before {
            return self.before.read(game, first);
        }
        let place = known.batches.get(&first);
        let Some(place) = place else { return Ok(Batch::default()) };
        self.file.seek(SeekFrom::Start(place.offset)).map_err(error)?;
        match read_frame(&mut self.file).map_err(error)? {
            Some((_, Entry::Rounds(batch), _)) => Ok(batch.into_owned()),
            _ => Err(FileError::new(&self.path, "read", "it was changed while it was read")),
        }
    }
}
