//! Reading `guesses.csv.gz`: the guesses of players that are programs of their own, so that their games are shown without starting them.
//!
//! A row has the fields of the match, the round, and its guesses with blanks between them.

use crate::plan::Match;
use crate::record::files::{FileError, GUESSES};
use crate::record::summary::{MatchIdentity, key};
use csv::{Reader, ReaderBuilder, StringRecord};
use flate2::read::MultiGzDecoder;
use folder_files::BoundedRows;
use scsa::Code;
use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// Reads the file of a folder, match by match.
#[derive(Debug)]
pub struct RecordedGuesses {
    path: PathBuf,
    /// The matches of which there are guesses.
    pub(super) matches: HashSet<MatchIdentity>,
    rows: Reader<BoundedRows<MultiGzDecoder<BufReader<File>>>>,
    /// The match and the round of the row that was read, and the row.
    row: StringRecord,
}

impl RecordedGuesses {
    /// The guesses of a folder, if it has any, whose matches have these numbers of rounds. The file is read once.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be read, or has other rows: so it cannot hold more of them than the folder has rounds, however small it
    /// is compressed.
    pub fn open(folder: &Path, rounds: impl Fn(&MatchIdentity) -> u64) -> Result<Option<RecordedGuesses>, FileError> {
        let path = folder.join(GUESSES);
        if !folder_files::exists(&path) {
            return Ok(None);
        }
        let (rows, row) = (rows(&path)?, StringRecord::new());
        let mut guesses = RecordedGuesses { path, matches: HashSet::new(), rows, row };
        let mut before: Option<(MatchIdentity, u64)> = None;
        while guesses.read_row()? {
            let (game, round) = (identity(&guesses.row), round_of(&guesses.row));
            let follows = |(game, round): &(MatchIdentity, u64)| match &before {
                Some((last, number)) if last == game => round > number && *round <= rounds(game),
                _ => !guesses.matches.contains(game) && (1..=rounds(game)).contains(round),
            };
            let Some(row) = game.zip(round).filter(follows) else {
                let row = guesses.rows.position().line();
                return Err(FileError::new(
                    &guesses.path,
                    "read",
                    format!("line {row} is not of the next round in rounds.csv"),
                ));
            };
            guesses.matches.insert(row.0.clone());
            before = Some(row);
        }
        Ok(Some(guesses))
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
        let is_it = |row: &StringRecord| round_of(row).filter(|_| identity(row).is_some_and(|of| of == key(game)));
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

fn round_of(row: &StringRecord) -> Option<u64> {
    row.get(4)?.parse().ok()
}

fn identity(row: &StringRecord) -> Option<MatchIdentity> {
    let number = |field: usize| row.get(field)?.parse().ok();
    Some((row.get(0)?.to_owned(), row.get(1)?.to_owned(), number(2)?, number(3)?))
}
