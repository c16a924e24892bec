//! `guesses.csv.gz`: the guesses of players that are programs of their own, so that their games are shown without starting them.
//!
//! A row has the fields of the match, the round, and its guesses with blanks between them. The rows of a match are a gzip member of their
//! own, or several of about a megabyte: the bytes do not depend on when the rows were reported.

use crate::{
    plan::Match,
    record::{
        batch::RoundRecord,
        files::{FileError, GUESSES, Replacement},
        known::key,
        summary::MatchIdentity,
    },
};
use csv::{Reader, ReaderBuilder, StringRecord};
use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use folder_files::BoundedRows;
use scsa::Code;
use std::{
    collections::HashSet,
    fmt,
    fs::File,
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
};

/// The columns of `guesses.csv.gz`.
pub const GUESS_COLUMNS: [&str; 6] = ["player", "scsa", "pegs", "colors", "round", "guesses"];

/// A member that has more bytes before it is compressed ends.
const MEMBER: usize = 1 << 20;
/// Rounds with longer texts of guesses are not kept: readers refuse rows of a megabyte.
const MOST_TEXT: usize = 900_000;

/// The file while it is written. It is made when there is a row.
#[derive(Debug)]
pub struct GuessFile {
    path: PathBuf,
    file: Option<File>,
    rows: Vec<u8>,
}

impl GuessFile {
    /// The file in a folder. One that is there is removed.
    pub fn begin(folder: &Path) -> Result<GuessFile, FileError> {
        let path = folder.join(GUESSES);
        folder_files::remove_if_there(&path).map_err(|e| FileError::new(&path, "remove", e))?;
        Ok(GuessFile { path, file: None, rows: Vec::new() })
    }

    /// Adds whole rows.
    pub fn add(&mut self, rows: &[u8]) -> Result<(), FileError> {
        for row in rows.split_inclusive(|byte| *byte == b'\n') {
            self.rows.extend_from_slice(row);
            if self.rows.len() > MEMBER {
                self.end_member()?;
            }
        }
        Ok(())
    }

    /// Compresses and writes the rows so far.
    pub fn end_member(&mut self) -> Result<(), FileError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let error = |e: io::Error| FileError::new(&self.path, "write", e);
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        if self.file.is_none() {
            self.file = Some(Replacement::new(&self.path)?.commit()?);
            writeln!(encoder, "{}", GUESS_COLUMNS.join(",")).map_err(error)?;
        }
        encoder.write_all(&std::mem::take(&mut self.rows)).map_err(error)?;
        let member = encoder.finish().map_err(error)?;
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(&member)).map_err(error)
    }

    /// Waits until all rows are on the disk.
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.end_member()?;
        let synced = self.file.as_ref().map_or(Ok(()), File::sync_all);
        synced.map_err(|e| FileError::new(&self.path, "write", e))
    }
}

/// The field of the guesses of a round, or nothing if they are not kept.
pub fn guess_text(record: &RoundRecord) -> Option<String> {
    let text = record.codes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Some(text).filter(|text| !text.is_empty() && text.len() < MOST_TEXT)
}

/// Reads the file of a folder, match by match.
pub struct RecordedGuesses {
    path: PathBuf,
    matches: HashSet<MatchIdentity>,
    rows: Reader<BoundedRows<MultiGzDecoder<BufReader<File>>>>,
    /// The match and the round of the row that was read, and the row.
    row: StringRecord,
}

impl fmt::Debug for RecordedGuesses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordedGuesses").field("path", &self.path).finish_non_exhaustive()
    }
}

impl RecordedGuesses {
    /// The guesses of a folder, if it has any. The file is read once.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be read.
    pub fn open(folder: &Path) -> Result<Option<RecordedGuesses>, FileError> {
        let path = folder.join(GUESSES);
        if !folder_files::exists(&path) {
            return Ok(None);
        }
        let (rows, row) = (rows(&path)?, StringRecord::new());
        let mut guesses = RecordedGuesses { path, matches: HashSet::new(), rows, row };
        while guesses.read_row()? {
            if !guesses.is_of_known_match() {
                guesses.matches.extend(identity(&guesses.row));
            }
        }
        Ok(Some(guesses))
    }

    /// Whether there are guesses of a match.
    pub fn has_match(&self, game: &MatchIdentity) -> bool {
        self.matches.contains(game)
    }

    fn is_of_known_match(&self) -> bool {
        identity(&self.row).is_some_and(|key| self.matches.contains(&key))
    }

    fn read_row(&mut self) -> Result<bool, FileError> {
        self.rows.read_record(&mut self.row).map_err(|e| FileError::new(&self.path, "read", e))
    }

    /// Goes to the first row of a match, if it has any. Matches that are asked for in the order of the file take one pass.
    pub(crate) fn seek(&mut self, game: &Match) -> Result<(), FileError> {
        let key = key(game);
        let is_first = |row: &StringRecord| row.get(4) == Some("1") && identity(row).as_ref() == Some(&key);
        if !self.matches.contains(&key) || is_first(&self.row) {
            return Ok(());
        }
        for _ in 0..2 {
            while self.read_row()? {
                if identity(&self.row).as_ref() == Some(&key) {
                    return Ok(());
                }
            }
            self.rows = rows(&self.path)?;
        }
        Ok(())
    }

    /// The guesses of a round of a match; none where they are not there. Rounds are asked for in order.
    pub(crate) fn of_round(&mut self, game: &Match, number: u64) -> Result<Vec<Code>, FileError> {
        let is_it = |row: &StringRecord| {
            let round: Option<u64> = row.get(4).and_then(|round| round.parse().ok());
            round.filter(|_| identity(row).is_some_and(|of| of == key(game)))
        };
        while is_it(&self.row).is_some_and(|round| round < number) {
            self.read_row()?;
        }
        if is_it(&self.row) != Some(number) {
            return Ok(Vec::new());
        }
        let codes: Result<Vec<Code>, _> = self.row.get(5).unwrap_or_default().split(' ').map(str::parse).collect();
        codes
            .map_err(|_| FileError::new(&self.path, "read", format!("the guesses of round {number} are not all codes")))
    }
}

fn rows(path: &Path) -> Result<Reader<BoundedRows<MultiGzDecoder<BufReader<File>>>>, FileError> {
    let file = folder_files::open(path).map_err(|e| FileError::new(path, "read", e))?;
    Ok(ReaderBuilder::new().from_reader(BoundedRows::new(MultiGzDecoder::new(BufReader::new(file)))))
}

fn identity(row: &StringRecord) -> Option<MatchIdentity> {
    let number = |field: usize| row.get(field)?.parse().ok();
    Some((row.get(0)?.to_owned(), row.get(1)?.to_owned(), number(2)?, number(3)?))
}
