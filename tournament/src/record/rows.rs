//! The rows of `rounds.csv` and `timings.csv`, one a round: written, and read.

use crate::plan::{Limits, Rules};
use crate::record::batch::{RoundRecord, RoundTime};
use crate::record::{summary::MatchIdentity, tally::micros};
use csv::{ByteRecord, Position, Reader, ReaderBuilder, Terminator, WriterBuilder};
use folder_files::BoundedRows;
use player_api::{Briefing, Limit, Outcome, name_fault, shortened, visible};
use scsa::Game;
use std::io::{self, Read, Seek, Write};
use std::mem;
use std::str::{self, FromStr};

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
    "Of a loss `guesses` or `time`; of a failure `illegal guess: …`, `crash: …`, `memory: …`, `protocol: …`, `silence: …`, or the message of a panic or an exception. A text that would read as another one begins with `panic: `.",
    "The number of guesses that were answered; 0 after a crash, when it is not known.",
    "The points of the round.",
];

/// What the columns of `timings.csv` contain, in the order of [`TIMING_COLUMNS`].
pub const TIMING_COLUMN_DOCS: [&str; 8] = {
    let [player, scsa, pegs, colors, round, ..] = ROUND_COLUMN_DOCS;
    let first = "The CPU time of the first guess, in microseconds.";
    let later = "The mean CPU time of the later guesses, in microseconds; empty if there was none.";
    [player, scsa, pegs, colors, round, first, later, "The CPU time of all guesses of the round, in microseconds."]
};

/// Renders the rows of a match into memory, in about 60 ns a row. Only fields that may need quotes go through the CSV writer;
/// those that are the same in every row do so once.
#[derive(Debug)]
pub struct Rows {
    head: Vec<u8>,
    game: Game,
    rules: Rules,
    rounds: Vec<u8>,
    timings: Vec<u8>,
    guesses: Vec<u8>,
    /// The points of a win by its number of guesses, as they are written, of the first numbers; filled as needed.
    win_points: Vec<String>,
}

impl Rows {
    /// No rows yet, for a match scored by these rules.
    pub fn new(player: &str, scsa: &str, game: Game, rules: Rules) -> Rows {
        Rows {
            head: encoded(&[player, scsa, &game.pegs().to_string(), &game.colors().to_string()]),
            game,
            rules,
            rounds: Vec::new(),
            timings: Vec::new(),
            guesses: Vec::new(),
            win_points: Vec::new(),
        }
    }

    /// Adds the row of a round, and that of its time if it was timed.
    pub fn push(&mut self, record: &RoundRecord) {
        self.push_round(record);
        if let Some(time) = &record.round.time {
            self.push_time(record.number, time);
        }
        if let Some(text) = guess_text(record) {
            self.guesses.extend_from_slice(&self.head);
            put(&mut self.guesses, record.number);
            let _ = writeln!(self.guesses, ",{text}");
        }
    }

    fn push_round(&mut self, RoundRecord { number, secret, round, .. }: &RoundRecord) {
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
            Outcome::Loss(Limit::Guesses) => {
                let _ = write!(row, "{},", Limit::Guesses);
            }
            // A row is one line, whatever the message of a panic is.
            outcome => row.extend(encoded(&[&outcome.cause(self.game).replace(['\n', '\r'], " ")])),
        }
        put(row, round.guesses as u64);
        row.push(b',');
        if round.outcome == Outcome::Win && round.guesses <= Briefing::GUESS_LIMIT {
            while self.win_points.len() <= round.guesses {
                let points = self.rules.points(self.game, &Outcome::Win, self.win_points.len());
                self.win_points.push(format!("{points:.6}\n"));
            }
            row.extend_from_slice(self.win_points[round.guesses].as_bytes());
        } else {
            let _ = writeln!(row, "{:.6}", self.rules.points(self.game, &round.outcome, round.guesses));
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

    /// Takes the rows added so far: those of `rounds.csv`, of `timings.csv` and of `guesses.csv.gz`.
    pub fn take(&mut self) -> [Vec<u8>; 3] {
        [&mut self.rounds, &mut self.timings, &mut self.guesses].map(mem::take)
    }
}

/// Rounds with longer texts of guesses are not kept: readers refuse rows of a megabyte.
const MOST_TEXT: usize = 900_000;

/// The field of the guesses of a round, or nothing if they are not kept.
fn guess_text(record: &RoundRecord) -> Option<String> {
    let text = record.codes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Some(text).filter(|text| !text.is_empty() && text.len() < MOST_TEXT)
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

/// The columns of `rounds.csv` that are read. The last one, the cause, is not needed to compare players.
pub const ROUND: [&str; 10] =
    ["player", "scsa", "pegs", "colors", "round", "secret", "outcome", "guesses", "points", "cause"];

/// Where the columns are in the list of those that are read.
const PLAYER: usize = 0;
const SCSA: usize = 1;
const PEGS: usize = 2;
const COLORS: usize = 3;
const NUMBER: usize = 4;
pub const SECRET: usize = 5;
/// The guesses themselves, in `guesses.csv.gz`.
pub const CODES: usize = 5;
pub const OUTCOME: usize = 6;
pub const GUESSES: usize = 7;
const POINTS: usize = 8;
pub const CAUSE: usize = 9;

/// The characters of a wrong field that are shown.
const SHOWN: usize = 60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Row,
    /// The last line, which does not end with a line break: it is still being written, or the program was killed.
    CutRow,
    End,
}

#[derive(Debug)]
pub enum ReadFault {
    Io(io::Error),
    /// What is wrong with a line, in words.
    Row(String),
}

/// A round of `rounds.csv`, whose fields were checked; its secret and its cause were not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundRow<'a> {
    pub outcome: &'a str,
    pub secret: &'a [u8],
    pub guesses: u32,
    pub points: f64,
}

/// The rows of a file. The order of its columns does not matter, and more columns are no error.
#[derive(Debug)]
pub struct RoundRows<R> {
    reader: Reader<BoundedRows<R>>,
    columns: &'static [&'static str],
    places: Vec<usize>,
    /// The row that was read last, with its place and its line.
    pub row: ByteRecord,
    previous: ByteRecord,
}

impl<R: Read> RoundRows<R> {
    pub fn new(source: R, columns: &'static [&'static str]) -> Result<RoundRows<R>, ReadFault> {
        let mut reader =
            ReaderBuilder::new().flexible(true).buffer_capacity(1 << 16).from_reader(BoundedRows::new(source));
        let header = reader.byte_headers().map_err(ReadFault::reading)?;
        let place = |name: &&'static str| {
            header
                .iter()
                .position(|column| column == name.as_bytes())
                .ok_or_else(|| ReadFault::Row(format!("the header has no column '{name}'")))
        };
        let places = columns.iter().map(place).collect::<Result<_, _>>()?;
        Ok(RoundRows { reader, columns, places, row: ByteRecord::new(), previous: ByteRecord::new() })
    }

    /// Whether the file has these columns and no others, in this order.
    pub fn has_columns(&mut self, columns: &[&str]) -> bool {
        self.reader.byte_headers().is_ok_and(|header| header.iter().eq(columns.iter().map(|name| name.as_bytes())))
    }

    pub fn read_row(&mut self) -> Result<Next, ReadFault> {
        mem::swap(&mut self.row, &mut self.previous);
        if !self.reader.read_byte_record(&mut self.row).map_err(ReadFault::reading)? {
            return Ok(Next::End);
        }
        if self.reader.get_ref().is_at_end() {
            // Nothing but the end of the file ended the row. A row is one line; if this is more, a quote was left open.
            let is_line = !self.row.as_slice().contains(&b'\n');
            return if is_line { Ok(Next::CutRow) } else { Err(ReadFault::Row("a quote is not closed".to_owned())) };
        }
        let expected = self.reader.byte_headers().map_or(0, ByteRecord::len);
        if self.row.len() == expected {
            Ok(Next::Row)
        } else {
            Err(ReadFault::Row(format!("the row has {} fields, but the header has {expected}", self.row.len())))
        }
    }

    pub fn is_of_same_match(&self) -> bool {
        let same = |column: usize| self.field(column) == self.previous.get(self.places[column]).unwrap_or_default();
        [PLAYER, SCSA, PEGS, COLORS].into_iter().all(same)
    }

    /// The player, the codemaker and the game of the row.
    pub fn identity(&self) -> Result<(&str, &str, Game), ReadFault> {
        let player = self.name(PLAYER)?;
        let pegs = self.value(PEGS, "a number from 1 to 32", |pegs| Game::new(*pegs, 1).is_ok())?;
        let colors = self.value(COLORS, "a number from 1 to 26", |colors| Game::new(pegs, *colors).is_ok())?;
        let game = Game::new(pegs, colors).map_err(|_| self.fault(COLORS, "a number from 1 to 26"))?;
        Ok((player, self.name(SCSA)?, game))
    }

    pub fn is_round(&self, (player, scsa, pegs, colors): &MatchIdentity, number: u64) -> bool {
        let is = |column, wanted: u64| self.text(column).and_then(|text| text.parse().ok()) == Some(wanted);
        is(NUMBER, number)
            && self.text(PLAYER) == Some(player)
            && self.text(SCSA) == Some(scsa)
            && is(PEGS, *pegs as u64)
            && is(COLORS, *colors as u64)
    }

    pub fn number<T: FromStr + Default + PartialOrd>(&self) -> Result<T, ReadFault> {
        self.value(NUMBER, "a whole number from 1", |number| *number > T::default())
    }

    /// The round of a row of `rounds.csv`, for a reader of the columns [`ROUND`].
    pub fn round(&self) -> Result<RoundRow<'_>, ReadFault> {
        let word = self.text(OUTCOME).filter(|word| ["win", "loss", "failure"].contains(word));
        let word = word.ok_or_else(|| self.fault(OUTCOME, "win, loss or failure"))?;
        let is_possible =
            |guesses: &u32| (*guesses > 0 || word != "win") && *guesses as usize <= *Limits::GUESSES.end();
        Ok(RoundRow {
            points: self.value(POINTS, "a number below 1e12", |points: &f64| points.abs() < 1e12)?,
            guesses: self.value(GUESSES, "a whole number from 0 to 1000000, and from 1 of a win", is_possible)?,
            outcome: word,
            secret: self.field(SECRET),
        })
    }

    /// The field of a column, by its place in the list of those that are read.
    pub fn field(&self, column: usize) -> &[u8] {
        self.row.get(self.places[column]).unwrap_or_default()
    }

    pub fn text(&self, column: usize) -> Option<&str> {
        str::from_utf8(self.field(column)).ok()
    }

    fn name(&self, column: usize) -> Result<&str, ReadFault> {
        let name = self.text(column).filter(|name| name_fault(name).is_none());
        name.ok_or_else(|| self.fault(column, "a name of up to 1000 characters that are shown"))
    }

    /// The field of a column as a value that passes a check.
    fn value<T: FromStr>(
        &self,
        column: usize,
        wanted: &'static str,
        check: impl Fn(&T) -> bool,
    ) -> Result<T, ReadFault> {
        let value = self.text(column).and_then(|text| text.parse().ok());
        value.filter(check).ok_or_else(|| self.fault(column, wanted))
    }

    fn fault(&self, column: usize, wanted: &'static str) -> ReadFault {
        let text = visible(&shortened(&String::from_utf8_lossy(self.field(column)), SHOWN)).into_owned();
        ReadFault::Row(format!("'{text}' in column '{}' is not {wanted}", self.columns[column]))
    }
}

impl<R: Read + Seek> RoundRows<R> {
    pub fn seek(&mut self, position: Position) -> Result<(), ReadFault> {
        self.reader.seek(position).map_err(ReadFault::reading)
    }
}

impl ReadFault {
    /// Only reading fails: rows may have any length and any bytes.
    fn reading(error: csv::Error) -> ReadFault {
        ReadFault::Io(error.into())
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
        let like_others = "((panic|crash|memory|protocol|silence|illegal guess|time): ){0,2}(AB|more than 7 MB|it was in a|no answer in 5 s)?";
        let place = || prop::option::of("\\PC{1,30}");
        let fault = prop_oneof![
            "[A-Z]{1,32}".prop_map(|code| Fault::Illegal(code.parse().unwrap())),
            prop_oneof![text(), like_others.prop_map(|text| text)].prop_map(Fault::Panic),
            text().prop_map(|text| Fault::Crash(text.into())),
            any::<i32>().prop_map(|number| Fault::Crash(CrashCause::Signal(number))),
            any::<i32>().prop_map(|number| Fault::Crash(CrashCause::Exit(number))),
            any::<u64>().prop_map(Fault::Memory),
            text().prop_map(Fault::Protocol),
            (0..100_000u64, place()).prop_map(|(ms, place)| Fault::Silence(Duration::from_millis(ms), place)),
        ];
        let limit = prop_oneof![Just(Limit::Guesses), place().prop_map(Limit::Time)];
        prop_oneof![Just(Outcome::Win), limit.prop_map(Outcome::Loss), fault.prop_map(Outcome::Failure)]
    }

    proptest! {
        #[test]
        fn outcomes_are_read_as_they_were_written(outcome in outcomes()) {
            let mut rows = Rows::new("rao", "only-once", "4x6".parse().unwrap(), Rules::Report);
            let round = Round { outcome: outcome.clone(), guesses: 4, time: None };
            rows.push(&RoundRecord { number: 1, secret: "FACE".parse().unwrap(), round, codes: Vec::new() });
            let [row, ..] = rows.take();
            let mut reader = ReaderBuilder::new().has_headers(false).from_reader(&row[..]);
            let row = reader.records().next().unwrap().unwrap();
            prop_assert_eq!(Outcome::from_texts(&row[6], &row[7], "4x6".parse().unwrap()), Some(outcome));
        }

        #[test]
        fn other_texts_are_no_outcome(word in "win|loss|failure|Win|", cause in "(|guesses|memory: |memory: more than |silence: |crash)[0-9x ]{0,4}") {
            if let Some(outcome) = Outcome::from_texts(&word, &cause, "4x6".parse().unwrap()) {
                prop_assert_eq!((outcome.word(), outcome.cause("4x6".parse().unwrap())), (&*word, cause));
            }
        }
    }

    #[test]
    fn rows_are_read_back_as_csv_whatever_is_in_them() {
        let game: Game = "4x6".parse().unwrap();
        let secret: Code = "FACE".parse().unwrap();
        let mut rows = Rows::new("rao", "codes:a, \"b\".txt", game, Rules::Report);
        let time = RoundTime { first: Duration::from_nanos(1500), whole: Duration::from_micros(10), guesses: 5 };
        let panic = Fault::Panic("say \"no\",\nand go".to_owned());
        for (number, outcome, time) in [
            (1, Outcome::Win, Some(time)),
            (2, Outcome::Loss(Limit::Time(None)), Some(RoundTime { guesses: 0, ..time })),
            (30, Outcome::Failure(panic), None),
        ] {
            let round = Round { outcome, guesses: 4, time };
            rows.push(&RoundRecord { number, secret, round, codes: vec![secret; 2] });
        }
        let [rounds, timings, guesses] = rows.take();
        let read = |rows: &[u8]| -> Vec<Vec<String>> {
            let reader = ReaderBuilder::new().has_headers(false).from_reader(rows);
            reader.into_records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
        };
        let head = ["rao", "codes:a, \"b\".txt", "4", "6"];
        let rest: [&[&str]; 3] = [
            &["1", "FACE", "win", "", "4", "2.500000"],
            &["2", "FACE", "loss", "time", "4", "0.000000"],
            &["30", "FACE", "failure", "say \"no\", and go", "4", "-2.000000"],
        ];
        assert_eq!(read(&rounds), rest.map(|rest| [&head[..], rest].concat()));
        let rest: [&[&str]; 2] = [&["1", "1.500", "2.125", "10.000"], &["2", "1.500", "", "10.000"]];
        assert_eq!(read(&timings), rest.map(|rest| [&head[..], rest].concat()));
        assert_eq!(read(&guesses)[1], [&head[..], &["2", "FACE FACE"]].concat());
        assert!(rows.take().iter().all(Vec::is_empty));
    }
}
