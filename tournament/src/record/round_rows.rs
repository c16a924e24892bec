//! Reading rows of single rounds: those of `rounds.csv` and of `timings.csv`.

use crate::{plan::Limits, record::known::MatchIdentity};
use csv::{ByteRecord, Position, Reader, ReaderBuilder};
use folder_files::BoundedRows;
use player_api::{name_fault, shortened, visible};
use scsa::Size;
use std::{
    fmt,
    io::{self, Read, Seek, SeekFrom},
    mem,
    str::{self, FromStr},
};

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
pub const OUTCOME: usize = 6;
pub const GUESSES: usize = 7;
const POINTS: usize = 8;
pub const CAUSE: usize = 9;

/// The characters of a wrong field that are shown.
const SHOWN: usize = 60;

/// What comes next in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    Row,
    /// The last line, which does not end with a line break: it is still being written, or the program was killed.
    CutRow,
    End,
}

/// What is wrong with a file of rows.
#[derive(Debug)]
pub enum ReadFault {
    Io(io::Error),
    Row(RowFault),
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowFault {
    /// The header lacks a column.
    MissingColumn(&'static str),
    /// The line has another number of fields than the header.
    FieldCount {
        /// The fields of the line.
        found: usize,
        /// The fields of the header.
        expected: usize,
    },
    /// A field does not contain what its column must contain.
    Field {
        /// The column.
        column: &'static str,
        /// The text of the field.
        text: String,
        /// What the column must contain: "a whole number".
        wanted: &'static str,
    },
    /// A quote that begins in this line is not closed in the file.
    OpenQuote,
    /// With it there are more players or matches than a tournament has.
    TooLarge(String),
}

/// A round of `rounds.csv`, whose fields were checked; its secret and its cause were not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundRow<'a> {
    /// `win`, `loss` or `failure`.
    pub outcome: &'a str,
    pub secret: &'a [u8],
    pub guesses: u32,
    pub points: f64,
}

/// The rows of a file. The order of its columns does not matter, and more columns are no error.
#[derive(Debug)]
pub struct RoundRows<R> {
    reader: Reader<EndMarked<BoundedRows<R>>>,
    columns: &'static [&'static str],
    /// Where each column is in the file.
    places: Vec<usize>,
    row: ByteRecord,
    /// The row before it.
    previous: ByteRecord,
}

impl<R: Read> RoundRows<R> {
    /// Reads the header, in which these columns must be.
    pub fn new(source: R, columns: &'static [&'static str]) -> Result<RoundRows<R>, ReadFault> {
        let source = EndMarked { source: BoundedRows::new(source), is_at_end: false };
        let mut reader = ReaderBuilder::new().flexible(true).buffer_capacity(1 << 16).from_reader(source);
        let header = reader.byte_headers().map_err(ReadFault::reading)?;
        let place = |name: &&'static str| {
            header.iter().position(|column| column == name.as_bytes()).ok_or(RowFault::MissingColumn(name))
        };
        let places = columns.iter().map(place).collect::<Result<_, _>>()?;
        Ok(RoundRows { reader, columns, places, row: ByteRecord::new(), previous: ByteRecord::new() })
    }

    /// Whether the file has these columns and no others, in this order.
    pub fn has_columns(&mut self, columns: &[&str]) -> bool {
        self.reader.byte_headers().is_ok_and(|header| header.iter().eq(columns.iter().map(|name| name.as_bytes())))
    }

    /// Reads the next row.
    pub fn read_row(&mut self) -> Result<Next, ReadFault> {
        mem::swap(&mut self.row, &mut self.previous);
        if !self.reader.read_byte_record(&mut self.row).map_err(ReadFault::reading)? {
            return Ok(Next::End);
        }
        if self.reader.get_ref().is_at_end {
            // Nothing but the end of the file ended the row. A row is one line; if this is more, a quote was left open.
            let is_line = !self.row.as_slice().contains(&b'\n');
            return if is_line { Ok(Next::CutRow) } else { Err(RowFault::OpenQuote.into()) };
        }
        let expected = self.reader.byte_headers().map_or(0, ByteRecord::len);
        if self.row.len() == expected {
            Ok(Next::Row)
        } else {
            Err(RowFault::FieldCount { found: self.row.len(), expected }.into())
        }
    }

    /// Where the row is, and its line.
    pub fn position(&self) -> Option<&Position> {
        self.row.position()
    }

    /// All fields of the row.
    pub const fn fields(&self) -> &ByteRecord {
        &self.row
    }

    /// Whether the row is of the same player and match as the one before.
    pub fn is_of_same_match(&self) -> bool {
        let same = |column: usize| self.field(column) == self.previous.get(self.places[column]).unwrap_or_default();
        [PLAYER, SCSA, PEGS, COLORS].into_iter().all(same)
    }

    /// The player, the codemaker and the size of the row.
    pub fn identity(&self) -> Result<(&str, &str, Size), ReadFault> {
        let player = self.name(PLAYER)?;
        let pegs = self.value(PEGS, "a number from 1 to 32", |pegs| Size::new(*pegs, 1).is_ok())?;
        let colors = self.value(COLORS, "a number from 1 to 26", |colors| Size::new(pegs, *colors).is_ok())?;
        let size = Size::new(pegs, colors).map_err(|_| self.fault(COLORS, "a number from 1 to 26"))?;
        Ok((player, self.name(SCSA)?, size))
    }

    /// Whether the row is that round of a match.
    pub fn is_round(&self, (player, scsa, pegs, colors): &MatchIdentity, number: u64) -> bool {
        let is = |column, wanted: u64| self.text(column).and_then(|text| text.parse().ok()) == Some(wanted);
        is(NUMBER, number)
            && self.text(PLAYER) == Some(player)
            && self.text(SCSA) == Some(scsa)
            && is(PEGS, *pegs as u64)
            && is(COLORS, *colors as u64)
    }

    /// The number of the round.
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

    /// The same as text.
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
        RowFault::Field { column: self.columns[column], text, wanted }.into()
    }
}

impl<R: Read + Seek> RoundRows<R> {
    /// Goes to the position of a row, which is read next.
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

impl From<RowFault> for ReadFault {
    fn from(fault: RowFault) -> ReadFault {
        ReadFault::Row(fault)
    }
}

impl fmt::Display for RowFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowFault::MissingColumn(column) => write!(f, "the header has no column '{column}'"),
            RowFault::FieldCount { found, expected } => {
                write!(f, "the row has {found} fields, but the header has {expected}")
            }
            RowFault::Field { column, text, wanted } => write!(f, "'{text}' in column '{column}' is not {wanted}"),
            RowFault::OpenQuote => write!(f, "a quote is not closed"),
            RowFault::TooLarge(fault) => f.write_str(fault),
        }
    }
}

/// A source that tells whether its end was reached.
#[derive(Debug)]
struct EndMarked<R> {
    source: R,
    is_at_end: bool,
}

impl<R: Read> Read for EndMarked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.is_at_end = length == 0 && !buffer.is_empty();
        Ok(length)
    }
}

impl<R: Seek> Seek for EndMarked<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.source.seek(to)
    }
}
