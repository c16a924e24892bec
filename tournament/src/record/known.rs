//! The rounds of a results folder.

use crate::plan::{Match, MatchKey, Plan, Rules, Seed};
use crate::record::batch::{Batch, Round, RoundRecord};
use crate::record::fields::Line;
use crate::record::files::{self, FileError};
use crate::record::rows::{GuessRow, Next, ReadFault, RoundRow, RoundRows, TimingRow};
use crate::record::summary::{Status, Summary};
use crate::record::tally::RoundCounts;
use csv::Position;
use flate2::read::MultiGzDecoder;
use folder_files::{BoundedRows, MOST_ROW};
use player_api::Ending;
use scsa::{Code, Game};
use std::collections::{HashMap, HashSet};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::{fmt, fs::File, time::Duration};

/// The most rounds of a batch.
const BATCH: u64 = 2000;

/// The rounds of a results folder. It stays readable while new files replace its own.
#[derive(Debug)]
pub struct FinishedRounds {
    rounds: RowReader,
    timings: RowReader,
    guesses: Option<RecordedGuesses>,
    matches: HashMap<MatchKey, FinishedMatch>,
    seed: Seed,
    rules: Rules,
}

#[derive(Debug, Default)]
struct FinishedMatch {
    known: KnownMatch,
    first_round: Option<Position>,
    first_timing: Option<Position>,
    /// The rounds in which the process of the player ended.
    process_ends: HashSet<u64>,
    /// Whether a guess was answered.
    has_answers: bool,
}

impl FinishedRounds {
    /// The rounds of a folder, for a plan with the same seed and rules.
    ///
    /// Its `rounds.csv` and `timings.csv` are read once, at about a million rows a second. Memory is needed for the matches only.
    ///
    /// # Errors
    /// [`FileError`] when a file is missing, or was not written by this program, or the rounds of a match are not in order.
    pub fn open(folder: &Path, plan: &Plan) -> Result<FinishedRounds, FileError> {
        let mut matches: HashMap<MatchKey, FinishedMatch> = HashMap::new();
        for row in files::read_rows(&folder.join(files::SUMMARY), Summary::fault)? {
            let (key, mut known) = (row.key(), KnownMatch { start: 1, ..KnownMatch::default() });
            match row.status {
                Status::Refused => known.refusal = Some(row.note),
                Status::Ended | Status::Disqualified => known.ended = Some((row.status, row.note)),
                Status::Played | Status::Unsupported => {}
            }
            matches.insert(key, FinishedMatch { known, ..FinishedMatch::default() });
        }
        for row in files::read_timings(folder)? {
            if let (Some(match_), Some(time)) = (matches.get_mut(&row.key()), row.prepare_us) {
                // The mean of the preparations stands for all of them.
                match_.known.preparations.push(Duration::from_nanos((time * 1e3).round() as u64));
            }
        }
        let mut guess_bytes = 0;
        let mut rounds = RowReader::open(&folder.join(files::ROUNDS), RoundRow::COLUMNS)?;
        let mut timings = RowReader::open(&folder.join(files::TIMINGS), TimingRow::COLUMNS)?;
        rounds.scan(|key, round, rows, position| {
            let match_ = matches.entry(key.clone()).or_default();
            let row = rows.round().map_err(ReadFault::into_text)?;
            if row.ending().is_some_and(|ending| ending.ends_process()) {
                match_.process_ends.insert(round);
            }
            match_.first_round.get_or_insert(position);
            match_.known.rounds += 1;
            guess_bytes += most_guess_bytes(key, row.guesses as usize);
            match_.has_answers |= row.guesses > 0;
            let is_next = round == match_.known.rounds;
            is_next.then_some(()).ok_or_else(|| format!("round {round} of {key} is out of order"))
        })?;
        timings.scan(|key, round, _, position| {
            if let Some(match_) = matches.get_mut(key) {
                match_.first_timing.get_or_insert(position);
                // The process of a round that was timed went on.
                match_.process_ends.remove(&round);
            }
            Ok(())
        })?;
        for match_ in matches.values_mut() {
            match_.known.start = match_.process_ends.iter().max().map_or(1, |last| last + 1);
        }
        let rounds_of = |key: &MatchKey| matches.get(key).map_or(0, |match_| match_.known.rounds);
        let guesses = RecordedGuesses::open(folder, guess_bytes, rounds_of)?;
        Ok(FinishedRounds { rounds, timings, guesses, matches, seed: plan.seed, rules: plan.rules })
    }

    /// The matches of `rounds.csv` in its order, each with the number of its rounds.
    pub(crate) fn recorded(&self) -> Vec<(&MatchKey, u64)> {
        let byte = |match_: &FinishedMatch| match_.first_round.as_ref().map(Position::byte);
        let mut recorded: Vec<_> = self.matches.iter().filter(|(_, match_)| byte(match_).is_some()).collect();
        recorded.sort_unstable_by_key(|(_, match_)| byte(match_));
        recorded.into_iter().map(|(key, match_)| (key, match_.known.rounds)).collect()
    }

    /// Whether all guesses of a player are recorded.
    pub fn has_guesses_of(&self, player: &str) -> bool {
        let mut own =
            self.matches.iter().filter(|(key, match_)| key.player == player && match_.known.rounds > 0).peekable();
        let is_recorded = |key| self.guesses.as_ref().is_some_and(|guesses| guesses.first_lines.contains_key(key));
        own.peek().is_some() && own.all(|(key, match_)| !match_.has_answers || is_recorded(key))
    }

    /// Reads all known rounds of a plan once.
    ///
    /// # Errors
    /// [`FileError`] as from [`KnownRounds::read`]: a row was changed, or is not of this tournament. Also when a match has more rounds
    /// than in the plan.
    pub fn check(&mut self, plan: &Plan) -> Result<(), FileError> {
        for match_ in plan.matches() {
            let recorded = self.matches.get(&match_.key()).map_or(0, |match_| match_.known.rounds);
            if recorded > match_.rounds {
                let most = match_.rounds;
                let wrong = format!("it has {recorded} rounds of {match_}, and only {most} are to be played");
                return Err(self.rounds.error(wrong));
            }
            let (known, mut next, mut counts) = (self.of_match(&match_).rounds, 1, RoundCounts::default());
            while next <= known {
                let batch = self.read(&match_, next)?;
                counts.add(&RoundCounts::of(&batch));
                next = batch.next();
            }
            if let Some(match_) = self.matches.get_mut(&match_.key()) {
                match_.known.counts = counts;
            }
        }
        Ok(())
    }
}

impl KnownRounds for FinishedRounds {
    fn of_match(&self, match_: &Match) -> KnownMatch {
        let known = self.matches.get(&match_.key()).map(|match_| match_.known.clone()).unwrap_or_default();
        KnownMatch { rounds: known.rounds.min(match_.rounds), ..known }
    }

    fn read(&mut self, match_: &Match, first: u64) -> Result<Batch, FileError> {
        let key = match_.key();
        let Some(known) = self.matches.get(&key) else { return Ok(Batch::default()) };
        if first == 1 {
            self.rounds.seek(known.first_round.clone())?;
            self.timings.seek(known.first_timing.clone())?;
            self.guesses.as_mut().map_or(Ok(()), |guesses| guesses.seek(&key))?;
        }
        let streams = self.seed.secrets(match_.game, match_.codemaker.stream_name());
        let mut batch = Batch::default();
        let last = known.known.rounds.min(match_.rounds).min(first + BATCH - 1);
        for number in first..=last {
            if !self.rounds.reads(&key, number)? {
                return Err(self.rounds.error(format!("round {number} of {} is missing", key.player)));
            }
            let secret = match_.codemaker.secret(match_.game, number, &mut streams.round(number));
            let wrong = |fault: &str| format!("round {number} of {key} {fault}");
            let row = self.rounds.rows.round().map_err(|fault| self.rounds.fault(fault))?;
            let mut record = record(&row, &key, match_.guess_limit, secret, self.rules)
                .map_err(|fault| self.rounds.error(wrong(&fault)))?;
            if self.timings.reads(&key, number)? {
                let rows = &self.timings.rows;
                let row = TimingRow::read(|column| rows.text(column));
                let row = row.map_err(|(column, wanted)| self.timings.fault(rows.fault(column, wanted)))?;
                record.round.time = Some(row.time(record.round.guesses, match_.guess_limit));
            }
            batch.cpu_time += record.round.time.as_ref().map_or(Duration::ZERO, |time| time.whole);
            let codes = self.guesses.as_mut().map_or(Ok(Vec::new()), |guesses| guesses.of_round(&key, number))?;
            if !codes.is_empty() && !are_of(&codes, &record, match_.game) {
                let path = self.rounds.path.with_file_name(files::GUESSES);
                return Err(FileError::new(&path, "read", wrong("has other guesses in rounds.csv")));
            }
            batch.push(number, &record.secret, record.round);
            batch.push_codes(codes);
        }
        Ok(batch)
    }
}

/// The record of a row of `rounds.csv` with that secret, without its time; or what is wrong with the row. The cause may be any text.
fn record(
    row: &RoundRow<'_>,
    match_: &MatchKey,
    guess_limit: usize,
    secret: Option<Code>,
    rules: Rules,
) -> Result<RoundRecord, String> {
    let foreign = || "is not of this tournament".to_owned();
    let ending = row.ending().ok_or_else(foreign)?;
    let (guesses, least) = (row.guesses as usize, usize::from(ending == Ending::Win));
    if !(least..=guess_limit).contains(&guesses) {
        return Err(format!("has '{guesses}' guesses; {least} to {guess_limit}, the guess limit, were expected"));
    }
    let secret = secret.filter(|secret| *secret == row.secret).ok_or_else(foreign)?;
    let round = Round { ending, guesses, time: None };
    let record = RoundRecord { number: row.round, secret, round, codes: Vec::new() };
    // A row that would have other values if it was written again was changed.
    (*row == RoundRow::new(match_, &record, rules)).then_some(record).ok_or_else(|| "was changed".to_owned())
}

/// Whether these can be the guesses of a round: as many as it has, and only the last one may be the secret, which it is of a win.
fn are_of(codes: &[Code], record: &RoundRecord, game: Game) -> bool {
    let found = codes.iter().position(|code| *code == record.secret);
    codes.len() == record.round.guesses
        && codes.iter().all(|code| game.is_legal(code))
        && found.map_or(record.round.ending != Ending::Win, |found| found + 1 == codes.len())
}

/// The most bytes of a row of `guesses.csv.gz` with that many guesses. In a name, a quote is written twice.
fn most_guess_bytes(key: &MatchKey, guesses: usize) -> u64 {
    let names = 2 * (key.player.len() + key.codemaker.len());
    guesses.saturating_mul(key.game.pegs() + 1).saturating_add(LONGEST_REST + names).min(MOST_ROW) as u64
}

/// The most bytes of a row besides its names and its guesses, and of the header.
const LONGEST_REST: usize = 200;

/// The guesses of a folder, match by match: so games of external players are shown without starting them.
#[derive(Debug)]
struct RecordedGuesses {
    rows: RowReader<GuessSource>,
    /// The most bytes of the rows.
    most: u64,
    /// The line of the first guesses of each match that has any.
    first_lines: HashMap<MatchKey, u64>,
}

type GuessSource = MultiGzDecoder<BufReader<File>>;

impl RecordedGuesses {
    /// The guesses of a folder, if it has any, whose matches have these numbers of rounds, with so many bytes at most. The file is read once.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be read, or has other rows: so it cannot hold more of them than the folder has rounds, however small it
    /// is compressed.
    fn open(
        folder: &Path,
        bytes: u64,
        rounds: impl Fn(&MatchKey) -> u64,
    ) -> Result<Option<RecordedGuesses>, FileError> {
        let path = folder.join(files::GUESSES);
        if !folder_files::exists(&path) {
            return Ok(None);
        }
        let most = bytes + LONGEST_REST as u64;
        let (mut rows, mut first_lines) = (RecordedGuesses::rows(&path, most)?, HashMap::new());
        let mut before: Option<(MatchKey, u64)> = None;
        rows.scan(|key, round, _, position| {
            let line = position.line();
            let least = match before.take().filter(|(last, _)| last == key) {
                Some((_, number)) => number + 1,
                None if first_lines.insert(key.clone(), line).is_some() => u64::MAX,
                None => 1,
            };
            before = Some((key.clone(), round));
            let follows = (least..=rounds(key)).contains(&round);
            follows.then_some(()).ok_or_else(|| format!("line {line} is not of the next round in rounds.csv"))
        })?;
        Ok(Some(RecordedGuesses { rows: RecordedGuesses::rows(&path, most)?, most, first_lines }))
    }

    fn rows(path: &Path, most: u64) -> Result<RowReader<GuessSource>, FileError> {
        let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
        let rows = BoundedRows::of_at_most(MultiGzDecoder::new(BufReader::new(file)), most);
        RowReader::of(path, rows, GuessRow::COLUMNS)
    }

    /// Goes to the first row of a match, if it has any. Matches that are asked for in the order of the file take one pass.
    fn seek(&mut self, key: &MatchKey) -> Result<(), FileError> {
        let Some(&first) = self.first_lines.get(key) else { return Ok(()) };
        let line = self.rows.rows.line();
        if line > first || line == first && !self.rows.is_pending {
            self.rows = RecordedGuesses::rows(&self.rows.path, self.most)?;
        }
        while self.rows.rows.line() < first && self.rows.read_row()? {}
        self.rows.is_pending = true;
        Ok(())
    }

    /// The guesses of a round of a match; none where they are not there. Rounds are asked for in order.
    fn of_round(&mut self, key: &MatchKey, number: u64) -> Result<Vec<Code>, FileError> {
        if !self.first_lines.contains_key(key) || !self.rows.reads(key, number)? {
            return Ok(Vec::new());
        }
        let text: Result<Line<'_>, ReadFault> = self.rows.rows.value(GuessRow::AT.guesses);
        let Line(text) = text.map_err(|fault| self.rows.fault(fault))?;
        let codes = text.split(' ').map(str::parse).collect::<Result<_, _>>();
        codes.map_err(|_| self.rows.error(format!("the guesses of round {number} are not all codes")))
    }
}

#[derive(Debug)]
struct RowReader<R = File> {
    path: PathBuf,
    rows: RoundRows<R>,
    is_pending: bool,
}

impl RowReader {
    fn open(path: &Path, columns: &'static [&'static str]) -> Result<RowReader, FileError> {
        let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
        RowReader::of(path, BoundedRows::new(file), columns)
    }

    fn seek(&mut self, position: Option<Position>) -> Result<(), FileError> {
        self.is_pending = false;
        let Some(position) = position else { return Ok(()) };
        self.rows.seek(position).map_err(|fault| self.fault(fault))
    }
}

impl<R: Read> RowReader<R> {
    fn of(path: &Path, source: BoundedRows<R>, columns: &'static [&'static str]) -> Result<RowReader<R>, FileError> {
        let rows =
            RoundRows::new(source, columns, None).map_err(|fault| FileError::new(path, "read", fault.into_text()))?;
        Ok(RowReader { path: path.to_owned(), rows, is_pending: false })
    }

    fn error(&self, reason: String) -> FileError {
        FileError::new(&self.path, "read", reason)
    }

    fn fault(&self, fault: ReadFault) -> FileError {
        match fault {
            ReadFault::Io(e) => FileError::new(&self.path, "read", e),
            ReadFault::Row(fault) => self.error(format!("line {}: {fault}", self.rows.line())),
        }
    }

    /// Reads the next row, and says whether there is one.
    fn read_row(&mut self) -> Result<bool, FileError> {
        match self.rows.read_row().map_err(|fault| self.fault(fault))? {
            Next::Row => Ok(true),
            Next::CutRow => Err(self.error(format!("line {} is not whole", self.rows.line()))),
            Next::End => Ok(false),
        }
    }

    /// Calls a function with the match, the round and the position of every row; it says what is wrong with one.
    fn scan(
        &mut self,
        mut visit: impl FnMut(&MatchKey, u64, &RoundRows<R>, Position) -> Result<(), String>,
    ) -> Result<(), FileError> {
        let mut key: Option<MatchKey> = None;
        while self.read_row()? {
            let key = match key.take().filter(|_| self.rows.is_of_same_match()) {
                Some(known) => key.insert(known),
                None => key.insert(self.rows.key().map_err(|fault| self.fault(fault))?),
            };
            let number = self.rows.value(RoundRow::AT.round).map_err(|fault| self.fault(fault))?;
            let position = self.rows.row.position().cloned().unwrap_or_else(Position::new);
            visit(key, number, &self.rows, position).map_err(|wrong| self.error(wrong))?;
        }
        Ok(())
    }

    /// Reads the row of that round of a match, and says whether it is the next one.
    fn reads(&mut self, key: &MatchKey, number: u64) -> Result<bool, FileError> {
        if !self.is_pending && !self.read_row()? {
            return Ok(false);
        }
        self.is_pending = !self.rows.is_round(key, number);
        Ok(!self.is_pending)
    }
}

/// What is known of a match before it is played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownMatch {
    /// The number of known rounds: those from 1 to this number.
    pub rounds: u64,
    /// The number of the first of them that other shards play, and that cannot be read.
    pub elsewhere: u64,
    /// The round at which the player's process started that played the last of them. A player that learns starts there again.
    pub start: u64,
    /// The CPU times of preparing the player.
    pub preparations: Vec<Duration>,
    /// Why the player does not play the match.
    pub refusal: Option<String>,
    /// How and why the match ended before its last round.
    pub ended: Option<(Status, String)>,
    /// The known rounds, counted; empty where nothing has read them.
    pub counts: RoundCounts,
}

/// Rounds of a tournament that were played before: of each match the first ones. Without these methods there are none.
pub trait KnownRounds: fmt::Debug {
    /// What is known of a match.
    fn of_match(&self, _game: &Match) -> KnownMatch {
        KnownMatch::default()
    }

    /// Some of the known rounds of a match, from that one on.
    ///
    /// # Errors
    /// [`FileError`] when they cannot be read, or are not those of the tournament.
    fn read(&mut self, _game: &Match, _first: u64) -> Result<Batch, FileError> {
        Ok(Batch::default())
    }
}

impl KnownRounds for () {}
