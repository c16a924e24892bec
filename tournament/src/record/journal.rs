//! Writing a journal.

use crate::plan::{Limits, Match, Plan};
use crate::record::files::{FileError, JOURNAL};
use crate::record::known::{KnownMatch, KnownRounds};
use crate::record::{batch::Batch, tally::RoundCounts};
use scsa::Game;
use serde::{Deserialize, Serialize};
use siphasher::sip128::{Hasher128, SipHasher24};
use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{borrow::Cow, collections::HashMap, hash::Hash};

/// A machine that stops loses at most what was reported in this time.
const SYNC_EVERY: Duration = Duration::from_secs(5);

/// The number of the first bytes, which name the format and the tournament.
const JOURNAL_HEAD: usize = MAGIC.len() + 16;

fn head(identity: [u8; 16]) -> Vec<u8> {
    [&MAGIC[..], &identity].concat()
}

/// The journal of a tournament that is being played. When a write fails, the journal ends at the entry before it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
    synced: Instant,
}

impl Drop for Journal {
    fn drop(&mut self) {
        // A process that is being started just now has a copy of the file, and with it the lock, for a moment.
        let _ = self.file.unlock();
    }
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
        let error = |e: io::Error| FileError::new(&path, "write", e);
        let head = head(identity);
        file.set_len(0).map_err(error)?;
        file.write_all(&head).map_err(error)?;
        file.sync_all().map_err(error)?;
        Ok(Journal { path, file, length: head.len() as u64, synced: Instant::now() })
    }

    /// Opens the journal of a plan in a folder to go on with it, and its rounds together with those that were known when it was begun. An
    /// entry at its end that is not whole is cut off. One that ends in its first bytes has no round: it is begun again.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be read or written, or is the journal of another plan.
    pub fn open(
        folder: &Path,
        plan: &Plan,
        known: Box<dyn KnownRounds>,
    ) -> Result<(Journal, JournalRounds), FileError> {
        let path = folder.join(JOURNAL);
        folder_files::open(&path).map_err(|e| FileError::new(&path, "read", e))?;
        Journal::open_alone(&path, fingerprint(plan), &plan.matches(), known, false)
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
        let error = |e: io::Error| FileError::new(path, "write", e);
        let file = folder_files::append(path).map_err(error)?;
        // A network file system may have no locks. That is no reason not to play.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(FileError::new(path, "write", "another process plays it"));
        }
        let mut beginning = Vec::new();
        let read = folder_files::open(path).and_then(|file| file.take(JOURNAL_HEAD as u64).read_to_end(&mut beginning));
        let is_cut = read.map_err(error)? < JOURNAL_HEAD && head(identity).starts_with(&beginning);
        let mut journal = if is_anew || is_cut {
            Journal::begin(path.to_owned(), file, identity)?
        } else {
            Journal { path: path.to_owned(), file, length: 0, synced: Instant::now() }
        };
        let rounds = JournalRounds::open(path, identity, matches, known)?;
        journal.file.set_len(rounds.length).map_err(error)?;
        journal.length = rounds.length;
        Ok((journal, rounds))
    }

    /// Appends rounds of a match, and returns where a [`JournalReader`] finds them.
    pub(crate) fn rounds(&mut self, match_: usize, batch: &Batch) -> Result<u64, FileError> {
        self.append(match_, &JournalEntry::Rounds(Cow::Borrowed(batch)))
    }

    /// Appends an entry of a match, and returns its place.
    pub(crate) fn append(&mut self, match_: usize, entry: &JournalEntry<'_>) -> Result<u64, FileError> {
        let error = |e: io::Error| FileError::new(&self.path, "write", e);
        let place = self.length;
        self.length += write_message(&mut self.file, &(match_, entry)).map_err(error)?;
        if self.synced.elapsed() >= SYNC_EVERY {
            self.file.sync_data().map_err(error)?;
            self.synced = Instant::now();
        }
        Ok(place)
    }

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

/// The rounds of a journal, after those that were known when it was begun: of each match those that follow each other. Later ones,
/// which another worker had played already, are played again.
#[derive(Debug)]
pub struct JournalRounds {
    before: Box<dyn KnownRounds>,
    reader: JournalReader,
    length: u64,
    matches: Vec<JournalMatch>,
}

#[derive(Debug, Default)]
struct JournalMatch {
    known: KnownMatch,
    before: u64,
    /// The batches that were read, by their first rounds.
    batches: HashMap<u64, BatchPlace>,
    /// Where those are that follow each other.
    places: HashMap<u64, u64>,
}

#[derive(Clone, Debug)]
struct BatchPlace {
    offset: u64,
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
        let known_before = |match_: &Match| {
            let known = before.of_match(match_);
            JournalMatch { before: known.rounds, known, ..JournalMatch::default() }
        };
        let mut known: Vec<JournalMatch> = matches.iter().map(known_before).collect();
        while let Some((match_, entry, bytes)) = read_frame(&mut file).map_err(error)? {
            let (Some(known), Some(match_)) = (known.get_mut(match_), matches.get(match_)) else { break };
            let fault = entry.fault(match_.game, match_.guess_limit, match_.rounds);
            FileError::if_any(path, fault.map(|fault| format!("in the entry at byte {length} {fault}")))?;
            match entry {
                JournalEntry::Rounds(batch) => {
                    let (first, next, start) =
                        (batch.first, batch.next(), batch.last_process_end().map(|round| round + 1));
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

    /// The number of known rounds.
    pub fn total(&self) -> u64 {
        self.matches.iter().map(|match_| match_.known.rounds).sum()
    }
}

impl JournalMatch {
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
    fn of_match(&self, match_: &Match) -> KnownMatch {
        self.matches.get(match_.number).map(|match_| match_.known.clone()).unwrap_or_default()
    }

    fn read(&mut self, match_: &Match, first: u64) -> Result<Batch, FileError> {
        let Some(known) = self.matches.get(match_.number) else { return Ok(Batch::default()) };
        if first <= known.before {
            return self.before.read(match_, first);
        }
        known.places.get(&first).map_or_else(|| Ok(Batch::default()), |&place| self.reader.rounds(place, match_, first))
    }
}

/// Reads rounds of a journal at known places, also while it grows.
#[derive(Debug)]
pub struct JournalReader {
    path: PathBuf,
    file: BufReader<File>,
}

impl JournalReader {
    pub fn open(path: &Path) -> Result<JournalReader, FileError> {
        let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
        Ok(JournalReader { path: path.to_owned(), file: BufReader::new(file) })
    }

    /// The rounds of a match from that one on, whose entry is at that place. An error if something else is there.
    pub fn rounds(&mut self, place: u64, match_: &Match, first: u64) -> Result<Batch, FileError> {
        let error = |e: io::Error| FileError::new(&self.path, "read", e);
        self.file.seek(SeekFrom::Start(place)).map_err(error)?;
        match read_frame(&mut self.file).map_err(error)? {
            Some((number, JournalEntry::Rounds(batch), _))
                if number == match_.number
                    && batch.first == first
                    && batch.fault(match_.game, match_.guess_limit, match_.rounds).is_none() =>
            {
                Ok(batch.into_owned())
            }
            _ => Err(FileError::new(&self.path, "read", "it was changed while it was read")),
        }
    }
}

/// What was reported of a match, which is given by its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum JournalEntry<'a> {
    Rounds(Cow<'a, Batch>),
    Prepared(Duration),
    Refused(String),
}

impl JournalEntry<'_> {
    /// Why it cannot be of a match of that game, with that guess limit and number of rounds, if it cannot.
    pub fn fault(&self, game: Game, guess_limit: usize, rounds: u64) -> Option<String> {
        match self {
            JournalEntry::Rounds(batch) => batch.fault(game, guess_limit, rounds),
            JournalEntry::Prepared(time) => (*time > Limits::LONGEST).then(|| {
                let (took, most) = (time.as_secs(), Limits::LONGEST.as_secs());
                format!("a preparation took {took} s; less than {most} s were expected")
            }),
            JournalEntry::Refused(reason) => {
                reason.contains(char::is_control).then(|| "a refusal is not one line of text".to_owned())
            }
        }
    }
}

/// The first bytes of a journal. The last one counts the versions of its format.
pub const MAGIC: [u8; 8] = *b"arenaJ\0\x03";
/// The bytes before an entry.
const FRAME_HEAD: usize = 8;
/// The largest entry, in bytes. A job of 100000 rounds at 32 pegs takes some 6 MB.
pub const MOST_BYTES: u32 = 1 << 26;

pub fn write_message(file: &mut impl Write, message: &impl Serialize) -> io::Result<u64> {
    write_headed(file, postcard::to_extend(message, vec![0; FRAME_HEAD]).map_err(io::Error::other)?)
}

/// Writes bytes as a frame: after their length and checksum.
pub fn write_bytes(file: &mut impl Write, bytes: &[u8]) -> io::Result<u64> {
    write_headed(file, [&[0; FRAME_HEAD], bytes].concat())
}

/// Writes the bytes after the first [`FRAME_HEAD`] ones, which become their length and checksum.
fn write_headed(file: &mut impl Write, mut bytes: Vec<u8>) -> io::Result<u64> {
    let length = u32::try_from(bytes.len() - FRAME_HEAD).map_err(io::Error::other)?;
    let checksum = crc32fast::hash(&bytes[FRAME_HEAD..]);
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    bytes[4..FRAME_HEAD].copy_from_slice(&checksum.to_le_bytes());
    file.write_all(&bytes)?;
    Ok(bytes.len() as u64)
}

/// Reads an entry and the number of its bytes. `None` at the end, and if what follows is not a whole entry.
pub fn read_frame(file: &mut impl Read) -> io::Result<Option<(usize, JournalEntry<'static>, u64)>> {
    let Some(bytes) = read_bytes(file, MOST_BYTES)? else { return Ok(None) };
    let entry: Option<(usize, JournalEntry<'static>)> = postcard::from_bytes(&bytes).ok();
    Ok(entry.map(|(match_, entry)| (match_, entry, (FRAME_HEAD + bytes.len()) as u64)))
}

/// Reads the bytes of a frame, if they are not more. `None` if what follows is not a whole one.
pub fn read_bytes(file: &mut impl Read, most: u32) -> io::Result<Option<Vec<u8>>> {
    let mut head = Vec::with_capacity(FRAME_HEAD);
    if file.by_ref().take(FRAME_HEAD as u64).read_to_end(&mut head)? < FRAME_HEAD {
        return Ok(None);
    }
    let [length, checksum] = [&head[..4], &head[4..]].map(|bytes| bytes.try_into().map_or(0, u32::from_le_bytes));
    if length > most {
        return Ok(None);
    }
    // Memory is needed for the bytes that are there only.
    let mut bytes = Vec::new();
    let is_whole =
        file.take(length.into()).read_to_end(&mut bytes)? == length as usize && crc32fast::hash(&bytes) == checksum;
    Ok(is_whole.then_some(bytes))
}

/// Identifies a plan by what its rounds follow from.
pub fn fingerprint(plan: &Plan) -> [u8; 16] {
    let mut hasher = SipHasher24::new();
    let Limits { time, match_time, memory_mb, give_up } = plan.limits;
    (plan.seed.0, time, match_time, memory_mb, give_up, plan.rules.name(), plan.knowledge.reveal).hash(&mut hasher);
    for match_ in plan.matches() {
        (match_.key(), match_.guess_limit, match_.rounds, match_.learns()).hash(&mut hasher);
    }
    hasher.finish128().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::GuessLimits;
    use crate::record::batch::{Round, RoundTime};
    use crate::record::damage::damaged;
    use player_api::{CrashCause, Ending};
    use proptest::prelude::*;
    use std::{fs, sync::LazyLock};

    fn plan() -> Plan {
        Plan::of_names(&["rao", "dino"], &["insert-colors", "ab-color"], &["4x6", "5x4"]).rounds(40)
    }

    /// Rounds of a match with their true secrets; the third one crashed.
    fn batch(plan: &Plan, match_: &Match, first: u64, next: u64) -> Batch {
        let streams = plan.seed.secrets(match_.game, match_.codemaker.stream_name());
        let mut batch = Batch::default();
        for number in first..next {
            let secret = match_.codemaker.secret(match_.game, number, &mut streams.round(number)).unwrap();
            let round = match number {
                3 => Round::crashed(&CrashCause::KILLED),
                _ => {
                    let time = RoundTime { first: Duration::ZERO, whole: Duration::from_nanos(number), guesses: 5 };
                    Round { ending: Ending::Win, guesses: 5, time: Some(time) }
                }
            };
            batch.push(number, &secret, round);
        }
        batch
    }

    /// A journal with rounds of the first two matches, those of the second with a gap, and its bytes.
    fn written(plan: &Plan, folder: &Path) -> Vec<u8> {
        let matches = plan.matches();
        let mut journal = Journal::create(folder, plan).unwrap();
        journal.append(0, &JournalEntry::Prepared(Duration::from_millis(3))).unwrap();
        for (match_, first, next) in [(0, 1, 9), (1, 1, 5), (0, 9, 12), (1, 8, 20)] {
            journal.rounds(match_, &batch(plan, &matches[match_], first, next)).unwrap();
        }
        journal.append(3, &JournalEntry::Refused("too large".to_owned())).unwrap();
        drop(journal);
        fs::read(folder.join(JOURNAL)).unwrap()
    }

    #[test]
    fn what_was_kept_is_known() {
        let (plan, folder) = (plan(), tempfile::tempdir().unwrap());
        let whole = written(&plan, folder.path());
        let matches = plan.matches();
        let (journal, mut rounds) = Journal::open(folder.path(), &plan, Box::new(())).unwrap();
        let known: Vec<KnownMatch> = matches.iter().map(|match_| rounds.of_match(match_)).collect();
        assert_eq!(known.iter().map(|match_| match_.rounds).collect::<Vec<_>>()[..4], [11, 4, 0, 0]);
        assert_eq!(rounds.total(), 15);
        assert_eq!((known[0].start, known[2].start), (4, 1), "the player was started again after its crash");
        assert_eq!(known[0].preparations, [Duration::from_millis(3)]);
        assert_eq!(known[3].refusal.as_deref(), Some("too large"));
        assert_eq!(rounds.read(&matches[0], 9).unwrap(), batch(&plan, &matches[0], 9, 12));
        drop(journal);
        // What is played again closes the gap.
        let (mut journal, _) = Journal::open(folder.path(), &plan, Box::new(())).unwrap();
        journal.rounds(1, &batch(&plan, &matches[1], 5, 8)).unwrap();
        drop(journal);
        let (journal, rounds) = Journal::open(folder.path(), &plan, Box::new(())).unwrap();
        assert_eq!(rounds.of_match(&matches[1]).rounds, 19);
        assert!(fs::read(folder.path().join(JOURNAL)).unwrap().starts_with(&whole));
        journal.remove().unwrap();
        assert!(!folder.path().join(JOURNAL).exists());
    }

    #[test]
    fn a_journal_of_another_tournament_is_refused() {
        let (plan, folder) = (plan(), tempfile::tempdir().unwrap());
        written(&plan, folder.path());
        let open =
            |plan: &Plan| Journal::open(folder.path(), plan, Box::new(())).map(|_| ()).map_err(|e| e.to_string());
        assert!(open(&plan.clone().rounds(41)).unwrap_err().ends_with("it is the journal of another tournament"));
        assert!(open(&Plan { seed: crate::Seed(2), ..plan.clone() }).is_err());
        assert!(open(&Plan { guess_limits: GuessLimits::all(99), ..plan.clone() }).is_err());
        assert_eq!(open(&plan), Ok(()));
        fs::write(folder.path().join(JOURNAL), "player,scsa\n").unwrap();
        assert!(open(&plan).unwrap_err().ends_with("it is no journal of this version"));
        fs::remove_file(folder.path().join(JOURNAL)).unwrap();
        assert!(open(&plan).unwrap_err().contains("cannot read"));
    }

    static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| written(&plan(), tempfile::tempdir().unwrap().path()));

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 400 } else { 4000 }))]

        /// Whatever happens to its bytes, a journal is refused, or gives only rounds that were written to it.
        #[test]
        fn damage_never_gives_wrong_rounds(bytes in damaged(WHOLE.clone(), WHOLE.clone())) {
            let (plan, folder) = (plan(), tempfile::tempdir().unwrap());
            fs::write(folder.path().join(JOURNAL), &bytes).unwrap();
            let matches = plan.matches();
            let Ok((journal, mut rounds)) = Journal::open(folder.path(), &plan, Box::new(())) else { return Ok(()) };
            for match_ in &matches {
                let known = rounds.of_match(match_).rounds;
                prop_assert!(known <= [11, 19, 0, 0, 0, 0, 0, 0][match_.number]);
                let mut next = 1;
                while next <= known {
                    let read = rounds.read(match_, next).unwrap();
                    prop_assert_eq!(&read, &batch(&plan, match_, read.first, read.next()));
                    next = read.next();
                }
            }
            // What is appended after the damage is known the next time.
            let first = rounds.of_match(&matches[2]).rounds + 1;
            let mut journal = journal;
            journal.rounds(2, &batch(&plan, &matches[2], first, first + 2)).unwrap();
            drop(journal);
            let (_, rounds) = Journal::open(folder.path(), &plan, Box::new(())).unwrap();
            prop_assert_eq!(rounds.of_match(&matches[2]).rounds, first + 1);
        }
    }
}
