//! The rounds of a results folder.

use crate::{
    plan::{Limits, Match, Plan, rules::Rules, seed::Seed},
    record::{
        batch::{Batch, Round, RoundRecord, RoundTime, ends_process},
        files::{self, FileError},
        rows::{ROUND_COLUMNS, Rows, TIMING_COLUMNS},
        summary::{Objection, Status, Summary, TimingSummary, match_fault},
        tally::{RoundCounts, micros},
    },
};
use csv::{Position, Reader, StringRecord};
use folder_files::BoundedRows;
use player_api::{Outcome, visible};
use scsa::Code;
use std::{
    collections::{HashMap, HashSet},
    fmt,
    fs::File,
    path::{Path, PathBuf},
    time::Duration,
};

/// The most rounds of a batch.
const BATCH: u64 = 2000;

/// The player, the codemaker, the pegs and the colors of a match.
pub type MatchIdentity = (String, String, usize, usize);

/// The rounds of a results folder. It stays readable while new files replace its own.
#[derive(Debug)]
pub struct FinishedRounds {
    rounds: RowReader,
    timings: RowReader,
    matches: HashMap<MatchIdentity, FinishedMatch>,
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
}

impl FinishedRounds {
    /// The rounds of a folder, for a plan with the same seed and rules.
    ///
    /// Its `rounds.csv` and `timings.csv` are read once, at about a million rows a second. Memory is needed for the matches only.
    ///
    /// # Errors
    /// [`FileError`] when a file is missing, or was not written by this program, or the rounds of a match are not in order.
    pub fn open(folder: &Path, plan: &Plan) -> Result<FinishedRounds, FileError> {
        let mut matches: HashMap<MatchIdentity, FinishedMatch> = HashMap::new();
        for row in files::read_rows(&folder.join(files::SUMMARY), Summary::fault)? {
            let known = known_from(&row);
            matches.insert(
                (row.player, row.scsa, row.pegs, row.colors),
                FinishedMatch { known, ..FinishedMatch::default() },
            );
        }
        let timing_summary = folder.join(files::TIMING_SUMMARY);
        let timings = if folder_files::exists(&timing_summary) {
            files::read_rows(&timing_summary, TimingSummary::fault)?
        } else {
            Vec::new()
        };
        for TimingSummary { player, scsa, pegs, colors, prepare_us, .. } in timings {
            if let (Some(game), Some(time)) = (matches.get_mut(&(player, scsa, pegs, colors)), prepare_us) {
                // The mean of the preparations stands for all of them.
                game.known.preparations.push(Duration::from_nanos((time * 1e3).round() as u64));
            }
        }
        let mut rounds = RowReader::open(&folder.join(files::ROUNDS), &ROUND_COLUMNS)?;
        let mut timings = RowReader::open(&folder.join(files::TIMINGS), &TIMING_COLUMNS)?;
        let mut wrong = None;
        rounds.scan(|key, round, row, position| {
            let game = matches.entry(key.clone()).or_default();
            if outcome_of(row).is_some_and(|outcome| ends_process(&outcome)) {
                game.process_ends.insert(round);
            }
            game.first_round.get_or_insert(position);
            game.known.rounds += 1;
            if round != game.known.rounds {
                wrong.get_or_insert_with(|| format!("round {round} of {} against {} is out of order", key.0, key.1));
            }
        })?;
        if let Some(wrong) = wrong {
            return Err(rounds.error(wrong));
        }
        timings.scan(|key, round, _, position| {
            let Some(game) = matches.get_mut(key) else { return };
            game.first_timing.get_or_insert(position);
            // The process of a round that was timed went on.
            game.process_ends.remove(&round);
        })?;
        for game in matches.values_mut() {
            game.known.start = game.process_ends.iter().max().map_or(1, |last| last + 1);
        }
        Ok(FinishedRounds { rounds, timings, matches, seed: plan.seed, rules: plan.rules })
    }

    /// The matches of `rounds.csv` in its order, each with the number of its rounds.
    pub(crate) fn recorded(&self) -> Vec<(&MatchIdentity, u64)> {
        let rounds = self.matches.iter().filter_map(|(key, game)| Some((game.first_round.as_ref()?.byte(), key, game)));
        let mut recorded: Vec<_> = rounds.collect();
        recorded.sort_unstable_by_key(|(byte, ..)| *byte);
        recorded.into_iter().map(|(_, key, game)| (key, game.known.rounds)).collect()
    }

    /// Reads all known rounds of a plan once.
    ///
    /// # Errors
    /// [`FileError`] as from [`KnownRounds::read`]: a row was changed, or is not of this tournament. Also when a match has more rounds
    /// than in the plan.
    pub fn check(&mut self, plan: &Plan) -> Result<(), FileError> {
        for game in plan.matches() {
            let recorded = self.matches.get(&key(&game)).map_or(0, |game| game.known.rounds);
            if recorded > game.rounds {
                return Err(self.rounds.error(format!(
                    "it has {recorded} rounds of {} against {} at {}, and only {} are to be played",
                    game.player.name(),
                    game.codemaker.name(),
                    game.size,
                    game.rounds
                )));
            }
            let (known, mut next, mut counts) = (self.of_match(&game).rounds, 1, RoundCounts::default());
            while next <= known {
                let batch = self.read(&game, next)?;
                counts.add(&RoundCounts::of(&batch));
                next = batch.next();
            }
            if let Some(game) = self.matches.get_mut(&key(&game)) {
                game.known.counts = counts;
            }
        }
        Ok(())
    }
}

/// What a row of `summary.csv` says of a match.
fn known_from(row: &Summary) -> KnownMatch {
    KnownMatch {
        start: 1,
        refusal: match row.objection() {
            Some(Objection::Player(reason)) => Some(reason),
            Some(Objection::Codemaker(_)) | None => None,
        },
        ended: matches!(row.status, Status::Ended | Status::Disqualified).then(|| (row.status, row.note.clone())),
        ..KnownMatch::default()
    }
}

/// The fields that identify a match in the files.
pub fn key(game: &Match) -> MatchIdentity {
    (game.player.name().to_owned(), game.codemaker.name().to_owned(), game.size.pegs(), game.size.colors())
}

impl KnownRounds for FinishedRounds {
    fn of_match(&self, game: &Match) -> KnownMatch {
        let known = self.matches.get(&key(game)).map(|game| game.known.clone()).unwrap_or_default();
        KnownMatch { rounds: known.rounds.min(game.rounds), ..known }
    }

    fn read(&mut self, game: &Match, first: u64) -> Result<Batch, FileError> {
        let key = key(game);
        let Some(known) = self.matches.get(&key) else { return Ok(Batch::default()) };
        if first == 1 {
            self.rounds.seek(known.first_round.clone())?;
            self.timings.seek(known.first_timing.clone())?;
        }
        let streams = self.seed.secrets(game.size, game.codemaker.stream_name());
        let mut expected = Rows::new(&key.0, &key.1, game.size, self.rules);
        let mut batch = Batch::default();
        let last = known.known.rounds.min(game.rounds).min(first + BATCH - 1);
        for number in first..=last {
            let row = self.rounds.next_of(&key, number)?;
            let row = row.ok_or_else(|| self.rounds.error(format!("round {number} of {} is missing", key.0)))?;
            let secret = game.codemaker.secret(game.size, number, &mut streams.round(number));
            let mut record = record(&row, number, game, secret)
                .map_err(|fault| self.rounds.error(format!("round {number} of {} against {} {fault}", key.0, key.1)))?;
            let timing = self.timings.next_of(&key, number)?;
            record.round.time = timing.and_then(|row| time(&row, record.round.guesses, game.guess_limit));
            // A row that would not be written again as it is was changed.
            expected.push(&RoundRecord { round: Round { time: None, ..record.round.clone() }, ..record.clone() });
            let (written, _) = expected.take();
            if !is_row(&row, &written) {
                return Err(self.rounds.error(format!("round {number} of {} against {} was changed", key.0, key.1)));
            }
            batch.cpu_time += record.round.time.as_ref().map_or(Duration::ZERO, |time| time.whole);
            batch.push(number, &record.secret, record.round);
        }
        Ok(batch)
    }
}

/// Whether a row has the fields of one that is written.
fn is_row(row: &StringRecord, written: &[u8]) -> bool {
    let line = written.strip_suffix(b"\n").unwrap_or(written);
    if !line.contains(&b'"') {
        // Without quotes every comma separates two fields.
        return line.split(|byte| *byte == b',').eq(row.iter().map(str::as_bytes));
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(written);
    reader.records().next().is_some_and(|written| written.is_ok_and(|written| written == *row))
}

/// The outcome of a row of `rounds.csv`.
fn outcome_of(row: &StringRecord) -> Option<Outcome> {
    Outcome::from_texts(row.get(6)?, row.get(7)?).ok()
}

/// The record of a row of `rounds.csv` with that secret, without its time; or what is wrong with the row.
fn record(row: &StringRecord, number: u64, game: &Match, secret: Option<Code>) -> Result<RoundRecord, String> {
    let foreign = || "is not of this tournament".to_owned();
    let (outcome, given) = outcome_of(row).zip(row.get(8)).ok_or_else(foreign)?;
    let least = usize::from(outcome == Outcome::Win);
    let guesses = given.parse().ok().filter(|guesses| (least..=game.guess_limit).contains(guesses));
    let guesses = guesses.ok_or_else(|| {
        format!("has '{}' guesses; {least} to {}, the guess limit, were expected", visible(given), game.guess_limit)
    })?;
    let secret =
        secret.filter(|secret| row.get(5).and_then(|text| text.parse().ok()) == Some(*secret)).ok_or_else(foreign)?;
    Ok(RoundRecord { number, secret, round: Round { outcome, guesses, time: None } })
}

/// The time of a row of `timings.csv` for a round with that many answered guesses. None that no round can take.
fn time(row: &StringRecord, answered: usize, guess_limit: usize) -> Option<RoundTime> {
    let nanos = |field: &str| {
        let time = field.parse::<f64>().ok().filter(|time| (0.0..=micros(Limits::LONGEST)).contains(time))?;
        Some(Duration::from_nanos((time * 1e3).round() as u64))
    };
    let (first, later, whole) = (nanos(row.get(5)?)?, row.get(6)?, nanos(row.get(7)?)?);
    let rest = whole.saturating_sub(first).as_nanos() as f64 / 1e3;
    let guesses = match later.parse::<f64>() {
        Err(_) => answered.min(1),
        // The number of guesses is not in the row. It is nearly always the number of those that were answered.
        Ok(later) if answered > 1 && format!("{:.3}", rest / (answered - 1) as f64) == format!("{later:.3}") => {
            answered
        }
        Ok(later) if later > 0.0 => 1 + ((rest / later).round() as usize).min(guess_limit),
        Ok(_) => answered.max(2),
    };
    Some(RoundTime { first, whole, guesses })
}

/// Reads the rows of a file with one row a round, match by match.
#[derive(Debug)]
struct RowReader {
    path: PathBuf,
    reader: Reader<BoundedRows<File>>,
    /// A row that was read but not taken.
    pending: Option<StringRecord>,
}

impl RowReader {
    fn open(path: &Path, columns: &[&str]) -> Result<RowReader, FileError> {
        let mut reader = files::open_rows(path)?;
        let header = reader.headers().map_err(|e| FileError::new(path, "read", e))?;
        if header.iter().ne(columns.iter().copied()) {
            return Err(FileError::new(path, "read", "its columns are not those of this version"));
        }
        Ok(RowReader { path: path.to_owned(), reader, pending: None })
    }

    fn error(&self, reason: String) -> FileError {
        FileError::new(&self.path, "read", reason)
    }

    /// Calls a function with the match, the round, the fields and the position of every row.
    fn scan(&mut self, mut visit: impl FnMut(&MatchIdentity, u64, &StringRecord, Position)) -> Result<(), FileError> {
        let mut row = StringRecord::new();
        let mut key: MatchIdentity = Default::default();
        loop {
            let position = self.reader.position().clone();
            if !self.reader.read_record(&mut row).map_err(|e| FileError::new(&self.path, "read", e))? {
                return Ok(());
            }
            let fields = (|| Some((row.get(2)?.parse().ok()?, row.get(3)?.parse().ok()?, row.get(4)?.parse().ok()?)))();
            let Some((pegs, colors, round)) = fields else {
                return Err(self.error(format!("line {} is not one of a round", position.line())));
            };
            if (key.0.as_str(), key.1.as_str(), key.2, key.3) != (&row[0], &row[1], pegs, colors) {
                if let Some(fault) = match_fault(&row[0], &row[1], pegs, colors) {
                    return Err(self.error(format!("line {}: {fault}", position.line())));
                }
                key = (row[0].to_owned(), row[1].to_owned(), pegs, colors);
            }
            visit(&key, round, &row, position);
        }
    }

    fn seek(&mut self, position: Option<Position>) -> Result<(), FileError> {
        self.pending = None;
        let Some(position) = position else { return Ok(()) };
        self.reader.seek(position).map_err(|e| FileError::new(&self.path, "read", e))
    }

    /// The row of that round of a match if it is the next one.
    fn next_of(&mut self, key: &MatchIdentity, number: u64) -> Result<Option<StringRecord>, FileError> {
        let row = match self.pending.take() {
            Some(row) => row,
            None => {
                let mut row = StringRecord::new();
                if !self.reader.read_record(&mut row).map_err(|e| FileError::new(&self.path, "read", e))? {
                    return Ok(None);
                }
                row
            }
        };
        let is_match = row.get(0) == Some(&key.0)
            && row.get(1) == Some(&key.1)
            && row.get(2).and_then(|pegs| pegs.parse().ok()) == Some(key.2)
            && row.get(3).and_then(|colors| colors.parse().ok()) == Some(key.3)
            && row.get(4).and_then(|round| round.parse().ok()) == Some(number);
        if is_match {
            return Ok(Some(row));
        }
        self.pending = Some(row);
        Ok(None)
    }
}

/// What is known of a match before it is played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownMatch {
    /// The number of known rounds: those from 1 to this number.
    pub rounds: u64,
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

/// Rounds of a tournament that were played before: of each match the first ones.
pub trait KnownRounds: fmt::Debug {
    /// What is known of a match.
    fn of_match(&self, game: &Match) -> KnownMatch;

    /// Some of the known rounds of a match, from that one on.
    ///
    /// # Errors
    /// [`FileError`] when they cannot be read, or are not those of the tournament.
    fn read(&mut self, game: &Match, first: u64) -> Result<Batch, FileError>;
}

/// No rounds.
impl KnownRounds for () {
    fn of_match(&self, _game: &Match) -> KnownMatch {
        KnownMatch::default()
    }

    fn read(&mut self, _game: &Match, _first: u64) -> Result<Batch, FileError> {
        Ok(Batch::default())
    }
}
