//! The rounds of all shards of a tournament.

use crate::{
    plan::{Match, Plan, rules::Rules},
    play::PlayError,
    record::{
        Observer, Recorder,
        batch::Batch,
        files::{self, FileError, ResultFiles},
        journal::{JournalEntry, read_frame},
        known::{KnownMatch, KnownRounds},
        manifest::Manifest,
        shard::{
            Part,
            file::{PlayedPart, ShardFile},
            number_ranges,
        },
        summary::Results,
        writer::ResultWriter,
    },
};
use std::{
    collections::BTreeMap,
    error::Error,
    fmt,
    fs::File,
    io::{self, BufReader, Seek, SeekFrom},
    path::PathBuf,
};

/// The rounds of all shards of a tournament. They are read from the files when they are needed.
#[derive(Debug)]
pub struct ShardRounds {
    files: Vec<ShardFile>,
    /// The places of the parts of each match, in order.
    matches: Vec<Vec<PartPlace>>,
    open: Option<OpenPart>,
}

/// The part of a match, by the index of its file and its own.
#[derive(Clone, Copy, Debug)]
struct PartPlace {
    file: usize,
    part: usize,
}

/// A part that is being read.
#[derive(Debug)]
struct OpenPart {
    file: usize,
    part: usize,
    reader: BufReader<File>,
    next: u64,
}

impl ShardRounds {
    /// Checks that files are all shards of one tournament, each one once, and sorts them by their numbers.
    ///
    /// # Errors
    /// [`MergeError`] that names the files that are wrong.
    pub fn sorted(mut files: Vec<ShardFile>) -> Result<Vec<ShardFile>, MergeError> {
        let path = |file: &ShardFile| file.path().to_owned();
        // The tournaments, each by its first file, with the number of its files: nearly always one.
        let mut tournaments: Vec<(usize, usize)> = Vec::new();
        for (index, file) in files.iter().enumerate() {
            let is_same = |(first, _): &&mut (usize, usize)| files[*first].header().difference(file.header()).is_none();
            match tournaments.iter_mut().find(is_same) {
                Some((_, number)) => *number += 1,
                None => tournaments.push((index, 1)),
            }
        }
        // What has fewer files is foreign.
        tournaments.sort_by_key(|(first, number)| (std::cmp::Reverse(*number), *first));
        let first = files.get(tournaments.first().ok_or(MergeError::None)?.0).ok_or(MergeError::None)?;
        if let Some((foreign, _)) = tournaments.get(1) {
            let difference = first.header().difference(files[*foreign].header()).unwrap_or_default();
            return Err(MergeError::Foreign(path(first), path(&files[*foreign]), difference));
        }
        let count = first.header().shard.count();
        files.sort_by_key(|file| file.header().shard);
        if let Some(two) = files.windows(2).find(|two| two[0].header().shard == two[1].header().shard) {
            return Err(MergeError::Repeated(path(&two[0]), path(&two[1])));
        }
        let mut numbers = files.iter().map(|file| file.header().shard.number()).peekable();
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
            for (number, played) in file.parts().iter().enumerate() {
                let game = matches.get(played.part.game);
                let fits = game.is_some_and(|game| played.pegs == 0 || played.pegs == game.size.pegs());
                let place = PartPlace { file: index, part: number };
                if !fits || places[played.part.game].insert(played.part.first, place).is_some() {
                    return Err(MergeError::OtherPlan(file.path().to_owned()));
                }
            }
        }
        let places = places.into_iter().map(|parts| parts.into_values().collect()).collect();
        let rounds = ShardRounds { files, matches: places, open: None };
        for game in &matches {
            rounds.check(game, plan.rules)?;
        }
        Ok(rounds)
    }

    /// Checks that the parts of a match follow each other up to its last round, and agree whether the player plays it.
    fn check(&self, game: &Match, rules: Rules) -> Result<(), MergeError> {
        let name = format!("{} against {} at {}", game.player.name(), game.codemaker.name(), game.size);
        let wrong = |place: &PartPlace, reason: &str| {
            Err(MergeError::Rounds(self.files[place.file].path().to_owned(), format!("{reason} of {name}")))
        };
        let (mut next, mut refusals) = (1, 0);
        let places = &self.matches[game.number];
        for place in places {
            let PlayedPart { part, refusal, next: played, .. } = self.played(*place);
            if part.first != next {
                return wrong(
                    place,
                    &format!("round {next} does not follow: it has rounds {} to {}", part.first, part.last),
                );
            }
            refusals += usize::from(refusal.is_some());
            if refusal.is_none() && *played <= part.last && !rules.ends_at_failure() {
                return wrong(place, &format!("round {played} is missing"));
            }
            next = part.last + 1;
        }
        let Some(last) = places.last() else {
            return if game.rounds == 0 {
                Ok(())
            } else {
                Err(MergeError::Rounds(self.files[0].path().to_owned(), format!("no shard has rounds of {name}")))
            };
        };
        if refusals > 0 && refusals < places.len() {
            return wrong(last, "the player refused some rounds but not all");
        }
        if next != game.rounds + 1 {
            return wrong(last, &format!("the last of {} rounds is not in it", game.rounds));
        }
        Ok(())
    }

    fn played(&self, place: PartPlace) -> &PlayedPart {
        &self.files[place.file].parts()[place.part]
    }
}

impl KnownRounds for ShardRounds {
    fn of_match(&self, game: &Match) -> KnownMatch {
        let mut known = KnownMatch { start: 1, ..KnownMatch::default() };
        for place in self.matches.get(game.number).into_iter().flatten() {
            let played = self.played(*place);
            if played.part.first == known.rounds + 1 {
                known.rounds = played.next - 1;
            }
            known.preparations.extend(&played.preparations);
            known.refusal = known.refusal.or_else(|| played.refusal.clone());
        }
        known
    }

    fn read(&mut self, game: &Match, first: u64) -> Result<Batch, FileError> {
        let places = self.matches.get(game.number).into_iter().flatten();
        let mut around = places.filter(|place| self.played(**place).part.first <= first);
        let Some(&place) = around.next_back() else { return Ok(Batch::default()) };
        let played = self.played(place).clone();
        let path = self.files[place.file].path().to_owned();
        let error = |e: io::Error| FileError::new(&path, "read", e);
        let open = self.open.take().filter(|open| (open.file, open.part, open.next) == (place.file, place.part, first));
        let mut open = match open {
            Some(open) => open,
            None => {
                let mut file = folder_files::open(&path).map_err(error)?;
                file.seek(SeekFrom::Start(played.offset)).map_err(error)?;
                let reader = BufReader::with_capacity(1 << 16, file);
                OpenPart { file: place.file, part: place.part, reader, next: played.part.first }
            }
        };
        loop {
            match read_frame(&mut open.reader).map_err(error)? {
                Some((number, JournalEntry::Rounds(batch), _))
                    if number == game.number && batch.first() == open.next && batch.fault_in(game).is_none() =>
                {
                    open.next = batch.next();
                    if batch.first() == first {
                        self.open = Some(open);
                        return Ok(batch.into_owned());
                    }
                }
                Some((number, JournalEntry::Prepared(_) | JournalEntry::Refused(_), _)) if number == game.number => {}
                _ => return Err(FileError::new(&path, "read", "it was changed while it was read")),
            }
        }
    }
}

/// The rounds before the parts of a shard, which other shards play: they count as known, and are never read.
#[derive(Debug)]
pub struct OtherShards(pub Vec<Part>);

impl KnownRounds for OtherShards {
    fn of_match(&self, game: &Match) -> KnownMatch {
        let part = self.0.iter().find(|part| part.game == game.number);
        let before = part.map_or(0, |part| part.first.saturating_sub(1));
        // A match of a player that learns is not cut: this is its first round.
        KnownMatch { rounds: before, start: before + 1, ..KnownMatch::default() }
    }

    fn read(&mut self, _game: &Match, _first: u64) -> Result<Batch, FileError> {
        Ok(Batch::default())
    }
}

/// Writes the results of a tournament from its shards: the same `rounds.csv` and `summary.csv` as if it had been played by one
/// program. The manifest is written before and after.
///
/// Rules that end a match or disqualify a player are applied here, to all rounds in order. Memory does not grow with the number of
/// rounds.
///
/// # Errors
/// [`PlayError::Manifest`] when the manifest cannot be written; [`PlayError::File`] when a shard cannot be read, a file cannot be
/// written, or a match has neither all its rounds nor an end by the rules.
pub fn merge(
    plan: &Plan,
    shards: ShardRounds,
    files: ResultFiles,
    manifest: &Manifest,
    observer: &mut dyn Observer,
) -> Result<Results, PlayError> {
    let folder = files.folder().to_owned();
    if let Err(e) = (Manifest { finished: None, ..manifest.clone() }).write(&folder) {
        files.discard();
        return Err(PlayError::Manifest(e));
    }
    let matches = plan.matches();
    let mut writer = ResultWriter::new(plan, &matches, files, Box::new(shards), None);
    writer.write(observer)?;
    if let Some(game) = matches.get(writer.current()) {
        let (player, codemaker, size) = (game.player.name(), game.codemaker.name(), game.size);
        let reason = format!("the shards do not have all rounds of {player} against {codemaker} at {size}");
        return Err(FileError::new(&folder.join(files::ROUNDS), "write", reason).into());
    }
    let results = writer.close()?;
    manifest.write(&folder)?;
    Ok(results)
}

/// Why shards do not make a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// There is no shard.
    None,
    /// Two shards are of different tournaments, which differ in this.
    Foreign(PathBuf, PathBuf, String),
    /// A shard is there twice.
    Repeated(PathBuf, PathBuf),
    /// Shards of these numbers are missing, of that many.
    Missing(Vec<usize>, usize),
    /// The shards are not of this plan.
    OtherPlan(PathBuf),
    /// A match has other rounds in these shards than it should.
    Rounds(PathBuf, String),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::None => f.write_str("there is no shard"),
            MergeError::Foreign(one, two, difference) => {
                write!(f, "{} and {} are of different tournaments ({difference})", one.display(), two.display())
            }
            MergeError::Repeated(one, two) => {
                write!(f, "{} and {} are the same shard", one.display(), two.display())
            }
            MergeError::Missing(numbers, count) => {
                let shards = if numbers.len() == 1 { "shard" } else { "shards" };
                write!(
                    f,
                    "{shards} {} of {count} {}",
                    number_ranges(numbers),
                    if numbers.len() == 1 { "is missing" } else { "are missing" }
                )
            }
            MergeError::OtherPlan(path) => write!(f, "{} is a shard of another plan", path.display()),
            MergeError::Rounds(path, reason) => write!(f, "{}: {reason}", path.display()),
        }
    }
}

impl Error for MergeError {}
