//! A shard's file, and the rounds of all shards of a tournament.
//!
//! The file has the frames of a journal: first the header, then what was played, match by match and round by round, at last the number of
//! entries.

use crate::plan::{Match, Plan};
use crate::record::batch::{Batch, Streak};
use crate::record::files::{FileError, Replacement};
use crate::record::journal::{
    JournalEntry, JournalReader, MOST_BYTES, fingerprint, read_bytes, read_frame, write_bytes, write_message,
};
use crate::record::known::{KnownMatch, KnownRounds};
use crate::record::manifest::{Likeness, Manifest};
use crate::record::shard::{Part, ShardNumber, number_ranges};
use crate::record::summary::MOST_ROUNDS;
use serde::{Deserialize, Serialize};
use siphasher::sip128::{Hasher128, SipHasher24};
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::{borrow::Cow, collections::BTreeMap, hash::Hash, time::Duration};
use thiserror::Error;

/// The first bytes of a shard's file. The last one counts the versions of its format.
pub const MAGIC: [u8; 8] = *b"arenaS\0\x04";

/// The last frame of a file with that many entries.
fn end(entries: u64) -> String {
    format!("{entries} entries")
}

/// The file of a shard, whose frames were checked.
#[derive(Clone, Debug)]
pub struct ShardFile {
    /// The path of the file.
    pub path: PathBuf,
    /// What the shard says of itself.
    pub header: ShardHeader,
    parts: Vec<PlayedPart>,
}

#[derive(Clone, Debug, Default)]
struct PlayedPart {
    part: Part,
    /// Where its batches are, by their first rounds.
    batches: BTreeMap<u64, u64>,
    next: u64,
    /// The pegs of its secrets; 0 without rounds.
    pegs: usize,
    preparations: Vec<Duration>,
    refusal: Option<String>,
    /// The rounds in a row in which the player did not work: the latest ones, and the most there are.
    streak: (Streak, u64),
}

impl PlayedPart {
    /// Takes the entry at a place; `None` if it does not follow.
    fn add(&mut self, entry: JournalEntry<'_>, place: u64) -> Option<()> {
        match entry {
            JournalEntry::Prepared(time) => self.preparations.push(time),
            JournalEntry::Refused(reason) => self.refusal = Some(reason),
            JournalEntry::Rounds(batch) => {
                if batch.first != self.next || batch.next() > self.part.last + 1 {
                    return None;
                }
                for (ending, _) in batch.endings() {
                    self.streak.1 = self.streak.1.max(self.streak.0.count(ending));
                }
                self.batches.insert(self.next, place);
                (self.next, self.pegs) = (batch.next(), batch.pegs);
            }
        }
        Some(())
    }
}

impl ShardFile {
    /// Reads a file once, and checks it: its frames are those that were written, and its rounds those of its header.
    ///
    /// Memory is needed for the matches and the batches of rounds. About 300 MB are read in a second.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be read, is not the file of a shard or is damaged.
    pub fn open(path: &Path) -> Result<ShardFile, FileError> {
        let error = |e: io::Error| FileError::new(path, "read", e);
        let damaged = || FileError::new(path, "read", "it is damaged");
        let file = folder_files::open(path).map_err(error)?;
        let length = file.metadata().map_err(error)?.len();
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut magic = [0; MAGIC.len()];
        file.read_exact(&mut magic).map_err(|_| damaged())?;
        if magic[..6] == MAGIC[..6] && magic != MAGIC {
            return Err(FileError::new(path, "read", "it is a shard of another version of this program"));
        }
        if magic != MAGIC {
            return Err(FileError::new(path, "read", "it is no shard"));
        }
        let text = read_bytes(&mut file, MOST_BYTES).map_err(error)?.ok_or_else(damaged)?;
        let header: ShardHeader = serde_json::from_slice(&text).map_err(|_| damaged())?;
        FileError::if_any(path, header.fault())?;
        let unplayed = |&part: &Part| PlayedPart { part, next: part.first, ..PlayedPart::default() };
        let mut parts: Vec<PlayedPart> = header.parts.iter().map(unplayed).collect();
        let (mut current, mut entries) = (0, 0);
        let mut place = file.stream_position().map_err(error)?;
        while let Some((match_, entry, bytes)) = read_frame(&mut file).map_err(error)? {
            let game = header.manifest.game_of_match(match_).ok_or_else(damaged)?;
            let fault = entry.fault(game, header.manifest.guess_limit.of(game), MOST_ROUNDS);
            FileError::if_any(path, fault.map(|fault| format!("in the entry at byte {place} {fault}")))?;
            while parts.get(current).ok_or_else(damaged)?.part.match_ != match_ {
                current += 1;
            }
            parts[current].add(entry, place).ok_or_else(damaged)?;
            place += bytes;
            entries += 1;
        }
        file.seek(io::SeekFrom::Start(place)).map_err(error)?;
        let last = read_bytes(&mut file, MOST_BYTES).map_err(error)?;
        if last.as_deref() != Some(end(entries).as_bytes()) || file.stream_position().map_err(error)? != length {
            return Err(damaged());
        }
        Ok(ShardFile { path: path.to_owned(), header, parts })
    }

    /// The number of rounds that were played.
    pub fn rounds(&self) -> u64 {
        self.parts.iter().map(|played| played.next - played.part.first).sum()
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
    pub fn new(shard: ShardNumber, plan: &Plan, parts: Vec<Part>, manifest: Manifest) -> ShardHeader {
        ShardHeader { shard, fingerprint: fingerprint(plan), parts, manifest }
    }

    /// Whether it is a shard of that plan, as far as the plan itself says: its seed, rules, limits and matches.
    pub fn is_of(&self, plan: &Plan) -> bool {
        self.fingerprint == fingerprint(plan)
    }

    /// Why it cannot be the header of a shard, if it cannot: what was read may have any numbers.
    pub(super) fn fault(&self) -> Option<String> {
        let is_part = |part: &Part| {
            self.manifest.game_of_match(part.match_).is_some()
                && part.first > 0
                && (part.first..MOST_ROUNDS).contains(&part.last)
        };
        let wrong = self.parts.iter().find(|part| !is_part(part)).map(|Part { match_, first, last }| {
            format!(
                "it has rounds {first} to {last} of match {match_}, which are none of the tournament in its manifest"
            )
        });
        let ShardNumber { number, count } = self.shard;
        self.manifest.fault().or(wrong).or_else(|| ShardNumber::new(number, count).err())
    }

    /// In what the tournament of another shard differs, in words.
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
        for Part { match_, first, last } in parts {
            (match_, first, last).hash(&mut hasher);
        }
        for value in manifest.values(Likeness::Tournament) {
            value.to_string().hash(&mut hasher);
        }
        hasher.finish128().as_bytes()
    }
}

pub fn write_shard(
    folder: &Path,
    mut header: ShardHeader,
    matches: &[Match],
    rounds: &mut dyn KnownRounds,
) -> Result<(), FileError> {
    let path = folder.join(header.shard.file_name());
    let error = |e: io::Error| FileError::new(&path, "write", e);
    header.manifest.finish();
    let mut replacement = Replacement::new(&path)?;
    let mut file = BufWriter::with_capacity(1 << 20, replacement.file());
    let text = serde_json::to_vec(&header).map_err(|e| error(e.into()))?;
    file.write_all(&MAGIC).and_then(|()| write_bytes(&mut file, &text)).map_err(error)?;
    let mut entries = 0;
    for part in &header.parts {
        let match_ = &matches[part.match_];
        let known = rounds.of_match(match_);
        let mut write = |entry: &JournalEntry<'_>| {
            entries += 1;
            write_message(&mut file, &(part.match_, entry)).map_err(error)
        };
        for time in known.preparations {
            write(&JournalEntry::Prepared(time))?;
        }
        if let Some(reason) = known.refusal {
            write(&JournalEntry::Refused(reason))?;
        }
        let mut next = part.first;
        while next <= known.rounds {
            let batch = rounds.read(match_, next)?;
            if batch.is_empty() {
                return Err(FileError::new(&path, "write", "rounds of its journal are missing"));
            }
            next = batch.next();
            write(&JournalEntry::Rounds(Cow::Owned(batch)))?;
        }
    }
    write_bytes(&mut file, end(entries).as_bytes()).and_then(|_| file.flush()).map_err(error)?;
    drop(file);
    replacement.commit().map(drop)
}

/// The rounds of all shards of a tournament. They are read from the files when they are needed.
#[derive(Debug)]
pub struct ShardRounds {
    files: Vec<ShardFile>,
    /// The parts of each match in order, by the indices of their files and their own.
    matches: Vec<Vec<PartPlace>>,
    reader: Option<(usize, JournalReader)>,
}

/// The index of a file, and of a part in it.
type PartPlace = (usize, usize);

impl ShardRounds {
    /// Checks that files are all shards of one tournament, each one once, and sorts them by their numbers.
    ///
    /// # Errors
    /// [`MergeError`] that names the files that are wrong.
    pub fn sorted(mut files: Vec<ShardFile>) -> Result<Vec<ShardFile>, MergeError> {
        let path = |file: &ShardFile| file.path.display().to_string();
        // The tournaments, each by its first file, with the number of its files: nearly always one.
        let mut tournaments: Vec<(usize, usize)> = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let is_same = |(first, _): &&mut (usize, usize)| files[*first].header.difference(&file.header).is_none();
            match tournaments.iter_mut().find(is_same) {
                Some((_, number)) => *number += 1,
                None => tournaments.push((index, 1)),
            }
        }
        // What has fewer files is foreign.
        tournaments.sort_by_key(|(first, number)| (std::cmp::Reverse(*number), *first));
        let first = files.get(tournaments.first().ok_or(MergeError::None)?.0).ok_or(MergeError::None)?;
        if let Some((foreign, _)) = tournaments.get(1) {
            let difference = first.header.difference(&files[*foreign].header).unwrap_or_default();
            let (one, two) = (path(first), path(&files[*foreign]));
            return Err(MergeError::Wrong(format!("{one} and {two} are of different tournaments ({difference})")));
        }
        let count = first.header.shard.count();
        files.sort_by_key(|file| file.header.shard);
        if let Some(two) = files.windows(2).find(|two| two[0].header.shard == two[1].header.shard) {
            return Err(MergeError::Wrong(format!("{} and {} are the same shard", path(&two[0]), path(&two[1]))));
        }
        let mut numbers = files.iter().map(|file| file.header.shard.number()).peekable();
        let missing: Vec<usize> = (1..=count).filter(|number| numbers.next_if_eq(number).is_none()).collect();
        if missing.is_empty() { Ok(files) } else { Err(MergeError::Missing(missing, count)) }
    }

    /// The rounds of a plan in the files of all its shards, which are [`sorted`](ShardRounds::sorted).
    ///
    /// # Errors
    /// [`MergeError`] when rounds are missing or there twice, or do not fit the plan.
    pub fn new(files: Vec<ShardFile>, plan: &Plan) -> Result<ShardRounds, MergeError> {
        let matches = plan.matches();
        let mut places: Vec<BTreeMap<u64, PartPlace>> = vec![BTreeMap::new(); matches.len()];
        for (index, file) in files.iter().enumerate() {
            for (number, played) in file.parts.iter().enumerate() {
                let match_ = matches.get(played.part.match_);
                let fits = match_.is_some_and(|match_| played.pegs == 0 || played.pegs == match_.game.pegs());
                if !fits || places[played.part.match_].insert(played.part.first, (index, number)).is_some() {
                    return Err(MergeError::Wrong(format!("{} is a shard of another plan", file.path.display())));
                }
            }
        }
        let places = places.into_iter().map(|parts| parts.into_values().collect()).collect();
        let rounds = ShardRounds { files, matches: places, reader: None };
        for match_ in &matches {
            rounds.check(match_, plan)?;
        }
        Ok(rounds)
    }

    /// Checks that the parts of a match follow each other up to its last round, and agree whether the player plays it.
    fn check(&self, match_: &Match, plan: &Plan) -> Result<(), MergeError> {
        let wrong = |(file, _): PartPlace, reason: &str| {
            Err(MergeError::Wrong(format!("{}: {reason} of {match_}", self.files[file].path.display())))
        };
        let (mut next, mut refusals) = (1, 0);
        let places = &self.matches[match_.number];
        for place in places {
            let PlayedPart { part, refusal, next: played, streak, .. } = self.played(*place);
            let Part { first, last, .. } = part;
            if *first != next {
                return wrong(*place, &format!("round {next} does not follow: it has rounds {first} to {last}"));
            }
            refusals += usize::from(refusal.is_some());
            let may_end = plan.rules.ends_at_failure() || plan.limits.gives_up_after(streak.1);
            if refusal.is_none() && played <= last && !may_end {
                return wrong(*place, &format!("round {played} is missing"));
            }
            next = last + 1;
        }
        let Some(&last) = places.last() else {
            return if match_.rounds == 0 { Ok(()) } else { wrong((0, 0), "no shard has rounds") };
        };
        if refusals > 0 && refusals < places.len() {
            return wrong(last, "the player refused some rounds but not all");
        }
        if next != match_.rounds + 1 {
            return wrong(last, &format!("the last of {} rounds is not in it", match_.rounds));
        }
        Ok(())
    }

    fn played(&self, (file, part): PartPlace) -> &PlayedPart {
        &self.files[file].parts[part]
    }
}

impl KnownRounds for ShardRounds {
    fn of_match(&self, match_: &Match) -> KnownMatch {
        let mut known = KnownMatch { start: 1, ..KnownMatch::default() };
        for place in self.matches.get(match_.number).into_iter().flatten() {
            let played = self.played(*place);
            if played.part.first == known.rounds + 1 {
                known.rounds = played.next - 1;
            }
            known.preparations.extend(&played.preparations);
            known.refusal = known.refusal.or_else(|| played.refusal.clone());
        }
        known
    }

    fn read(&mut self, match_: &Match, first: u64) -> Result<Batch, FileError> {
        let mut places = self.matches.get(match_.number).into_iter().flatten();
        let found = places.find_map(|&place| Some((place.0, *self.played(place).batches.get(&first)?)));
        let Some((file, place)) = found else { return Ok(Batch::default()) };
        let mut reader = match self.reader.take().filter(|(open, _)| *open == file) {
            Some((_, reader)) => reader,
            None => JournalReader::open(&self.files[file].path)?,
        };
        let batch = reader.rounds(place, match_, first);
        self.reader = Some((file, reader));
        batch
    }
}

/// The rounds before the parts of a shard, which other shards play: they count as known, and are never read.
#[derive(Debug)]
pub struct OtherShards(pub Vec<Part>);

impl KnownRounds for OtherShards {
    fn of_match(&self, match_: &Match) -> KnownMatch {
        let part = self.0.iter().find(|part| part.match_ == match_.number);
        let before = part.map_or(0, |part| part.first.saturating_sub(1));
        // A match of a player that learns is not cut: this is its first round.
        KnownMatch { rounds: before, elsewhere: before, start: before + 1, ..KnownMatch::default() }
    }
}

/// Why shards do not make a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MergeError {
    /// There is no shard.
    #[error("there is no shard")]
    None,
    /// Shards of these numbers are missing, of that many.
    #[error("{}", missing(.0, *.1))]
    Missing(Vec<usize>, usize),
    /// What is wrong with some of them, in words.
    #[error("{0}")]
    Wrong(String),
}

fn missing(numbers: &[usize], count: usize) -> String {
    let (shards, are) = if numbers.len() == 1 { ("shard", "is") } else { ("shards", "are") };
    format!("{shards} {} of {count} {are} missing", number_ranges(numbers))
}
