//! The rows of `rounds.csv` and `timings.csv`: one a round.

use crate::{
    plan::rules::Rules,
    record::{
        batch::{RoundRecord, RoundTime},
        files::{FileError, Replacement},
        tally::micros,
    },
};
use csv::{Terminator, WriterBuilder};
use player_api::{Briefing, Outcome};
use scsa::Size;
use serde::Serialize;
use std::{
    fs::File,
    io::{self, Seek, Write},
    mem,
    path::{Path, PathBuf},
};

/// The columns of `rounds.csv`.
pub const ROUND_COLUMNS: [&str; 10] =
    ["player", "scsa", "pegs", "colors", "round", "secret", "outcome", "cause", "guesses", "points"];

/// The columns of `timings.csv`.
pub const TIMING_COLUMNS: [&str; 8] =
    ["player", "scsa", "pegs", "colors", "round", "first_guess_us", "later_guess_us", "round_us"];

/// What the columns of `rounds.csv` contain, in the order of [`ROUND_COLUMNS`].
pub const ROUND_COLUMN_DOCS: [&str; 10] = [
    "The player's name.",
    "The codemaker's name.",
    "The pegs of the game.",
    "The colors of the game.",
    "The number of the round, from 1.",
    "The secret, in letters.",
    "`win`, `loss` or `failure`.",
    "Of a loss `guesses` or `time`; of a failure `illegal guess: …`, `panic: …`, `crash: …`, `memory: …`, `protocol: …` or `silence: …`.",
    "The number of guesses that were answered; 0 after a crash, when it is not known.",
    "The points of the round.",
];

/// What the columns of `timings.csv` contain, in the order of [`TIMING_COLUMNS`].
pub const TIMING_COLUMN_DOCS: [&str; 8] = [
    "The player's name.",
    "The codemaker's name.",
    "The pegs of the game.",
    "The colors of the game.",
    "The number of the round, from 1.",
    "The CPU time of the first guess, in microseconds.",
    "The mean CPU time of the later guesses, in microseconds; empty if there was none.",
    "The CPU time of all guesses of the round, in microseconds.",
];

/// Renders the rows of a match into memory, in about 60 ns a row. Only fields that may need quotes go through the CSV writer;
/// those that are the same in every row do so once.
#[derive(Debug)]
pub struct Rows {
    /// The first fields, which are the same in every row.
    head: Vec<u8>,
    size: Size,
    rules: Rules,
    rounds: Vec<u8>,
    timings: Vec<u8>,
    /// The points of a win by its number of guesses, as they are written, of the first numbers; filled as needed.
    win_points: Vec<String>,
}

impl Rows {
    /// No rows yet, for a match scored by these rules.
    #[must_use]
    pub fn new(player: &str, scsa: &str, size: Size, rules: Rules) -> Rows {
        Rows {
            head: encoded(&[player, scsa, &size.pegs().to_string(), &size.colors().to_string()]),
            size,
            rules,
            rounds: Vec::new(),
            timings: Vec::new(),
            win_points: Vec::new(),
        }
    }

    /// Adds the row of a round, and that of its time if it was timed.
    pub fn push(&mut self, record: &RoundRecord) {
        self.push_round(record);
        if let Some(time) = &record.round.time {
            self.push_time(record.number, time);
        }
    }

    fn push_round(&mut self, RoundRecord { number, secret, round }: &RoundRecord) {
        let row = &mut self.rounds;
        row.extend_from_slice(&self.head);
        put(row, *number);
        row.push(b',');
        // Writing into memory does not fail, here and below.
        let _ = write!(row, "{secret}");
        for field in [",", round.outcome.word(), ","] {
            row.extend_from_slice(field.as_bytes());
        }
        match &round.outcome {
            Outcome::Win => row.push(b','),
            Outcome::Loss(limit) => {
                let _ = write!(row, "{limit},");
            }
            // A row is one line, whatever the message of a panic is.
            Outcome::Failure(fault) => row.extend(encoded(&[&fault.to_string().replace(['\n', '\r'], " ")])),
        }
        put(row, round.guesses as u64);
        row.push(b',');
        if round.outcome == Outcome::Win && round.guesses <= Briefing::GUESS_LIMIT {
            while self.win_points.len() <= round.guesses {
                let points = self.rules.points(self.size, &Outcome::Win, self.win_points.len());
                self.win_points.push(format!("{points:.6}\n"));
            }
            row.extend_from_slice(self.win_points[round.guesses].as_bytes());
        } else {
            let _ = writeln!(row, "{:.6}", self.rules.points(self.size, &round.outcome, round.guesses));
        }
    }

    fn push_time(&mut self, number: u64, time: &RoundTime) {
        let row = &mut self.timings;
        row.extend_from_slice(&self.head);
        put(row, number);
        let _ = write!(row, ",{:.3},", micros(time.first));
        let later = time.guesses.saturating_sub(1);
        if later > 0 {
            let _ = write!(row, "{:.3}", micros(time.whole.saturating_sub(time.first)) / later as f64);
        }
        let _ = writeln!(row, ",{:.3}", micros(time.whole));
    }

    /// Takes the rows added so far: those of `rounds.csv` and those of `timings.csv`.
    pub fn take(&mut self) -> (Vec<u8>, Vec<u8>) {
        (mem::take(&mut self.rounds), mem::take(&mut self.timings))
    }
}

/// Fields as CSV, each followed by a comma.
fn encoded(fields: &[&str]) -> Vec<u8> {
    let mut writer = WriterBuilder::new().terminator(Terminator::Any(b',')).from_writer(Vec::new());
    // Writing into memory does not fail.
    let written = writer.write_record(fields);
    debug_assert!(written.is_ok());
    writer.into_inner().unwrap_or_default()
}

fn put(row: &mut Vec<u8>, number: u64) {
    row.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// A CSV file that grows by whole rows. When a write fails, the file is cut back to the rows before it.
#[derive(Debug)]
pub struct RowFile {
    path: PathBuf,
    file: File,
    /// The length of the whole rows, in bytes.
    length: u64,
}

/// A [`RowFile`] with its header line that has not replaced an older file yet.
#[derive(Debug)]
pub struct NewRowFile {
    replacement: Replacement,
    length: u64,
}

impl NewRowFile {
    /// Writes the header line beside the path.
    pub fn begin(path: &Path, columns: &[&str]) -> Result<NewRowFile, FileError> {
        let mut replacement = Replacement::new(path)?;
        let header = format!("{}\n", columns.join(","));
        replacement.write(header.as_bytes())?;
        Ok(NewRowFile { replacement, length: header.len() as u64 })
    }

    /// Puts the file into its place.
    pub fn commit(self) -> Result<RowFile, FileError> {
        let path = self.replacement.path().to_owned();
        Ok(RowFile { path, file: self.replacement.commit()?, length: self.length })
    }
}

impl RowFile {
    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a record as a row.
    pub fn append_record(&mut self, record: &impl Serialize) -> Result<(), FileError> {
        let mut writer =
            WriterBuilder::new().has_headers(false).terminator(Terminator::Any(b'\n')).from_writer(Vec::new());
        writer.serialize(record).map_err(|e| FileError::new(&self.path, "write", e))?;
        let row = writer.into_inner().map_err(|e| FileError::new(&self.path, "write", e.to_string()))?;
        self.append(&row)
    }

    /// Appends rows.
    pub fn append(&mut self, rows: &[u8]) -> Result<(), FileError> {
        if let Err(e) = self.file.write_all(rows) {
            // Cutting off part of a row takes no space on the disk.
            let cut = self.file.set_len(self.length).and_then(|()| self.file.seek(io::SeekFrom::End(0)));
            let torn = cut.err().map(|cut| format!(" (and its last row is not whole: {cut})")).unwrap_or_default();
            return Err(FileError::new(&self.path, "write", format!("{e}{torn}")));
        }
        self.length += rows.len() as u64;
        Ok(())
    }

    /// Waits until the rows are on the disk.
    pub fn sync(&self) -> Result<(), FileError> {
        self.file.sync_all().map_err(|e| FileError::new(&self.path, "write", e))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::batch::Round;
    use player_api::{CrashCause, Fault, Limit};
    use proptest::prelude::*;
    use scsa::Code;
    use std::time::Duration;

    fn outcomes() -> impl Strategy<Value = Outcome> {
        let text = || prop_oneof!["\\PC{0,30}", Just("signal 9".to_owned()), Just("a: \"b\", c".to_owned())];
        let fault = prop_oneof![
            "[A-Z]{1,32}".prop_map(|code| Fault::Illegal(code.parse().unwrap())),
            text().prop_map(Fault::Panic),
            text().prop_map(|text| Fault::Crash(text.into())),
            any::<i32>().prop_map(|number| Fault::Crash(CrashCause::Signal(number))),
            any::<i32>().prop_map(|number| Fault::Crash(CrashCause::Exit(number))),
            any::<u64>().prop_map(Fault::Memory),
            text().prop_map(Fault::Protocol),
            Just(Fault::Silence),
        ];
        let limit = prop_oneof![Just(Limit::Guesses), Just(Limit::Time)];
        prop_oneof![Just(Outcome::Win), limit.prop_map(Outcome::Loss), fault.prop_map(Outcome::Failure)]
    }

    proptest! {
        #[test]
        fn outcomes_are_read_as_they_were_written(outcome in outcomes()) {
            let mut rows = Rows::new("rao", "only-once", "4x6".parse().unwrap(), Rules::Report);
            let round = Round { outcome: outcome.clone(), guesses: 4, time: None };
            rows.push(&RoundRecord { number: 1, secret: "FACE".parse().unwrap(), round });
            let (row, _) = rows.take();
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&row[..]);
            let row = reader.records().next().unwrap().unwrap();
            prop_assert_eq!(Outcome::from_texts(&row[6], &row[7]), Ok(outcome));
        }

        #[test]
        fn other_texts_are_no_outcome(word in "win|loss|failure|Win|", cause in "(|guesses|memory: |memory: more than |silence: |crash)[0-9x ]{0,4}") {
            if let Ok(outcome) = Outcome::from_texts(&word, &cause) {
                prop_assert_eq!((outcome.word(), outcome.cause()), (&*word, cause));
            }
        }
    }

    #[test]
    fn rows_are_read_back_as_csv_whatever_is_in_them() {
        let size: Size = "4x6".parse().unwrap();
        let secret: Code = "FACE".parse().unwrap();
        let mut rows = Rows::new("rao", "codes:a, \"b\".txt", size, Rules::Report);
        let time = RoundTime { first: Duration::from_nanos(1500), whole: Duration::from_micros(10), guesses: 5 };
        let panic = Fault::Panic("say \"no\",\nand go".to_owned());
        for (number, outcome, time) in [
            (1, Outcome::Win, Some(time)),
            (2, Outcome::Loss(Limit::Time), Some(RoundTime { guesses: 0, ..time })),
            (30, Outcome::Failure(panic), None),
        ] {
            rows.push(&RoundRecord { number, secret, round: Round { outcome, guesses: 4, time } });
        }
        let (rounds, timings) = rows.take();
        let read = |rows: &[u8]| -> Vec<Vec<String>> {
            let reader = csv::ReaderBuilder::new().has_headers(false).from_reader(rows);
            reader.into_records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
        };
        let head = ["rao", "codes:a, \"b\".txt", "4", "6"];
        let rest: [&[&str]; 3] = [
            &["1", "FACE", "win", "", "4", "2.500000"],
            &["2", "FACE", "loss", "time", "4", "0.000000"],
            &["30", "FACE", "failure", "panic: say \"no\", and go", "4", "-2.000000"],
        ];
        assert_eq!(read(&rounds), rest.map(|rest| [&head[..], rest].concat()));
        let rest: [&[&str]; 2] = [&["1", "1.500", "2.125", "10.000"], &["2", "1.500", "", "10.000"]];
        assert_eq!(read(&timings), rest.map(|rest| [&head[..], rest].concat()));
        assert_eq!(rows.take(), (Vec::new(), Vec::new()));
    }
}
