//! The rounds of a journal.

use super::{
    entry::JournalEntry,
    frame::{MAGIC, read_frame},
    reader::JournalReader,
};
use crate::{
    FileError, Match,
    batch::Batch,
    counts::RoundCounts,
    known::{KnownMatch, KnownRounds},
};
use std::{
    collections::HashMap,
    io::{self, BufReader, Read},
    path::Path,
};

/// The rounds of a journal, after those that were known when it was begun: of each match those that follow each other. Later ones,
/// which another worker had played already, are played again.
#[derive(Debug)]
pub struct JournalRounds {
    before: Box<dyn KnownRounds>,
    reader: JournalReader,
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
    /// The batches that were read, by their first rounds.
    batches: HashMap<u64, BatchPlace>,
    /// Where those are that follow each other.
    places: HashMap<u64, u64>,
}

#[derive(Clone, Debug)]
struct BatchPlace {
    offset: u64,
    /// The round after the last.
    next: u64,
    /// The round after the last one in which the process of the player ended.
    start: Option<u64>,
    counts: RoundCounts,
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
        let mut file = BufReader::new(folder_files::open(path).map_err(error)?);
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
            if let Some(fault) = entry.fault(game.size, game.guess_limit, game.rounds) {
                return Err(FileError::new(path, "read", format!("in the entry at byte {length} {fault}")));
            }
            match entry {
                JournalEntry::Rounds(batch) => {
                    let (first, next, start) =
                        (batch.first(), batch.next(), batch.last_process_end().map(|round| round + 1));
                    let counts = RoundCounts::of(&batch);
                    known.batches.insert(first, BatchPlace { offset: length, next, start, counts });
                }
                JournalEntry::Prepared(time) => known.known.preparations.push(time),
                JournalEntry::Refused(reason) => known.known.refusal = Some(reason),
            }
            length += bytes;
        }
        known.iter_mut().for_each(JournalMatch::chain);
        Ok(JournalRounds { before, reader: JournalReader::open(path)?, length, matches: known })
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
        JournalMatch { before: known.rounds, known, ..JournalMatch::default() }
    }

    /// Follows the batches from the first unknown round on, and forgets the others.
    fn chain(&mut self) {
        let (mut next, mut start, mut chained) = (self.before + 1, self.known.start.max(1), HashMap::new());
        while let Some(place) = self.batches.remove(&next) {
            self.known.counts.add(&place.counts);
            start = place.start.unwrap_or(start);
            chained.insert(next, place.offset);
            next = place.next;
        }
        (self.batches, self.places) = (HashMap::new(), chained);
        (self.known.rounds, self.known.start) = (next - 1, start);
    }
}

impl KnownRounds for JournalRounds {
    fn of_match(&self, game: &Match) -> KnownMatch {
        self.matches.get(game.number).map(|game| game.known.clone()).unwrap_or_default()
    }

    fn read(&mut self, game: &Match, first: u64) -> Result<Batch, FileError> {
        let Some(known) = self.matches.get(game.number) else { return Ok(Batch::default()) };
        if first <= known.before {
            return self.before.read(game, first);
        }
        known.places.get(&first).map_or_else(|| Ok(Batch::default()), |&place| self.reader.rounds(place, game, first))
    }
}
