//! Reading `rounds.csv`.

use crate::{
    error::{Conflict, Place, RowFault, TableError},
    match_name::MatchName,
    round_table::{RoundOutcome, RoundResult, RoundTable},
};
use csv::{ByteRecord, Reader, ReaderBuilder};
use folder_files::BoundedRows;
use player_api::{name_fault, shortened, visible};
use scsa::Size;
use std::{
    cell::Cell,
    hash::{DefaultHasher, Hasher},
    io::{self, Read},
    mem,
    path::Path,
    rc::Rc,
    str::{self, FromStr},
};
use tournament::{Limits, Plan, files::ROUNDS};

/// A column that is read.
#[derive(Clone, Copy)]
enum Column {
    Player,
    Scsa,
    Pegs,
    Colors,
    Round,
    Secret,
    Outcome,
    Guesses,
    Points,
}

/// The names of the columns, in the order of [`Column`].
const NAMES: [&str; 9] = ["player", "scsa", "pegs", "colors", "round", "secret", "outcome", "guesses", "points"];

impl RoundTable {
    /// Reads the rounds of one or several tournaments. A path is a results folder, or a file like its `rounds.csv`.
    ///
    /// A last line without a line break is left out ([`cut_files`](RoundTable::cut_files)): the program that wrote it was killed,
    /// or still writes. The order of rows and of columns does not matter, and more columns are no error.
    ///
    /// Cost: about 0.3 s a million rows.
    ///
    /// # Errors
    /// [`TableError`] when a file cannot be read, a line is not a row of `rounds.csv`, players have different secrets in a round, or
    /// a player has a round twice. Its text names the file and the line.
    pub fn read<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<RoundTable, TableError> {
        let mut table = RoundTable::default();
        for path in paths {
            let path = path.as_ref();
            let file = if path.is_dir() { path.join(ROUNDS) } else { path.to_owned() };
            let named = if path.is_dir() { Ok(file.clone()) } else { folder_files::named(path) };
            let source = named.and_then(|named| folder_files::open(&named));
            let source = source.map_err(|source| TableError::File { file: file.clone(), source })?;
            add_rows(&mut table, &file, source)?;
        }
        table.settle();
        Ok(table)
    }

    /// Reads the rows of one file from a source; `file` is its name in errors.
    ///
    /// ```
    /// use comparison::RoundTable;
    /// let rows = "player,scsa,pegs,colors,round,secret,outcome,cause,guesses,points
    /// rao,only-once,4,6,1,ABCD,win,,four,2.500000
    /// ";
    /// let error = RoundTable::from_csv("rounds.csv", rows.as_bytes()).unwrap_err();
    /// assert_eq!(error.to_string(), "rounds.csv, line 2: 'four' in column 'guesses' is not a whole number from 0 to 1000000, and from 1 of a win");
    /// ```
    ///
    /// # Errors
    /// [`TableError`], as for [`read`](RoundTable::read).
    pub fn from_csv(file: impl AsRef<Path>, source: impl Read) -> Result<RoundTable, TableError> {
        let mut table = RoundTable::default();
        add_rows(&mut table, file.as_ref(), source)?;
        table.settle();
        Ok(table)
    }
}

/// The characters of a wrong field that are shown.
const SHOWN: usize = 60;

/// What is wrong with a file.
enum ReadFault {
    Io(io::Error),
    Row(RowFault),
    Conflict(Conflict),
}

impl From<RowFault> for ReadFault {
    fn from(fault: RowFault) -> ReadFault {
        ReadFault::Row(fault)
    }
}

impl ReadFault {
    /// Only reading fails: rows may have any length and any bytes.
    fn reading(error: csv::Error) -> ReadFault {
        ReadFault::Io(error.into())
    }

    fn field(column: Column, bytes: &[u8], wanted: &'static str) -> ReadFault {
        let text = visible(&shortened(&String::from_utf8_lossy(bytes), SHOWN)).into_owned();
        RowFault::Field { column: NAMES[column as usize], text, wanted }.into()
    }

    fn at(self, file: &Path, line: u64) -> TableError {
        let place = Place { file: file.to_owned(), line };
        match self {
            ReadFault::Io(source) => TableError::File { file: place.file, source },
            ReadFault::Row(fault) => TableError::Row { place, fault },
            ReadFault::Conflict(conflict) => TableError::Conflict { place: Some(place), conflict },
        }
    }
}

fn add_rows(table: &mut RoundTable, file: &Path, source: impl Read) -> Result<(), TableError> {
    let mut rows = FileRows::new(source).map_err(|fault| fault.at(file, 1))?;
    loop {
        let next = rows.read_row();
        let line = rows.row.position().map_or(0, csv::Position::line);
        match next.map_err(|fault| fault.at(file, line))? {
            Next::Row => rows.add_row(table).map_err(|fault| fault.at(file, line))?,
            Next::CutRow => {
                table.push_cut_file(file);
                return Ok(());
            }
            Next::End => return Ok(()),
        }
    }
}

/// What comes next in a file.
enum Next {
    Row,
    /// The last line, which does not end with a line break.
    CutRow,
    End,
}

/// The rows of a file.
struct FileRows<R> {
    reader: Reader<EndMarked<BoundedRows<R>>>,
    is_at_end: Rc<Cell<bool>>,
    /// Where each [`Column`] is.
    fields: [usize; NAMES.len()],
    /// The number of fields of a row.
    width: usize,
    row: ByteRecord,
    /// The row before it, with the indices of its player and match.
    previous: ByteRecord,
    indices: Option<(usize, usize)>,
}

impl<R: Read> FileRows<R> {
    /// Reads the header.
    fn new(source: R) -> Result<FileRows<R>, ReadFault> {
        let is_at_end = Rc::new(Cell::new(false));
        let source = EndMarked { source: BoundedRows::new(source), is_at_end: Rc::clone(&is_at_end) };
        let mut reader = ReaderBuilder::new().flexible(true).buffer_capacity(1 << 16).from_reader(source);
        let header = reader.byte_headers().map_err(ReadFault::reading)?;
        let mut fields = [0; NAMES.len()];
        for (field, name) in fields.iter_mut().zip(NAMES) {
            let found = header.iter().position(|column| column == name.as_bytes());
            *field = found.ok_or(RowFault::MissingColumn(name))?;
        }
        let width = header.len();
        let (row, previous) = (ByteRecord::new(), ByteRecord::new());
        Ok(FileRows { reader, is_at_end, fields, width, row, previous, indices: None })
    }

    /// Reads the next row.
    fn read_row(&mut self) -> Result<Next, ReadFault> {
        mem::swap(&mut self.row, &mut self.previous);
        if !self.reader.read_byte_record(&mut self.row).map_err(ReadFault::reading)? {
            return Ok(Next::End);
        }
        if self.is_at_end.get() {
            // Nothing but the end of the file ended the row. A row is one line; if this is more, a quote was left open.
            let is_line = !self.row.as_slice().contains(&b'\n');
            return if is_line { Ok(Next::CutRow) } else { Err(RowFault::OpenQuote.into()) };
        }
        if self.row.len() == self.width {
            Ok(Next::Row)
        } else {
            Err(RowFault::FieldCount { found: self.row.len(), expected: self.width }.into())
        }
    }

    /// Adds the row to a table.
    fn add_row(&mut self, table: &mut RoundTable) -> Result<(), ReadFault> {
        // Most rows are of the same player and match as the row before.
        let is_same =
            |column| self.field(column) == self.previous.get(self.fields[column as usize]).unwrap_or_default();
        let known = self
            .indices
            .filter(|_| [Column::Player, Column::Scsa, Column::Pegs, Column::Colors].into_iter().all(is_same));
        let (player, game) = match known {
            Some(indices) => indices,
            None => {
                let (name, game) = (self.name(Column::Player)?, self.match_name()?);
                let indices = (table.player_index(name), table.match_index(&game));
                if let Some(fault) = Plan::fault(table.players().len(), table.matches().len()) {
                    return Err(RowFault::TooLarge(fault).into());
                }
                indices
            }
        };
        self.indices = Some((player, game));
        let number = self.value(Column::Round, "a whole number from 1", |number| *number > 0)?;
        let secret = hash(self.field(Column::Secret));
        let round = self.round()?.with_all_digits(table.matches()[game].size);
        table.push(player, game, number, secret, round).map_err(ReadFault::Conflict)
    }

    fn match_name(&self) -> Result<MatchName, ReadFault> {
        let pegs = self.value(Column::Pegs, "a number from 1 to 32", |pegs| Size::new(*pegs, 1).is_ok())?;
        let colors = self.field(Column::Colors);
        let size = str::from_utf8(colors).ok().and_then(|text| Size::new(pegs, text.parse().ok()?).ok());
        let size = size.ok_or_else(|| ReadFault::field(Column::Colors, colors, "a number from 1 to 26"))?;
        Ok(MatchName { scsa: self.name(Column::Scsa)?.to_owned(), size })
    }

    fn round(&self) -> Result<RoundResult, ReadFault> {
        let outcome = match self.field(Column::Outcome) {
            b"win" => RoundOutcome::Win,
            b"loss" => RoundOutcome::Loss,
            b"failure" => RoundOutcome::Failure,
            other => return Err(ReadFault::field(Column::Outcome, other, "win, loss or failure")),
        };
        Ok(RoundResult {
            points: self.value(Column::Points, "a number below 1e12", |points: &f64| points.abs() < 1e12)?,
            guesses: self.value(
                Column::Guesses,
                "a whole number from 0 to 1000000, and from 1 of a win",
                |guesses| (*guesses > 0 || outcome != RoundOutcome::Win) && *guesses as usize <= *Limits::GUESSES.end(),
            )?,
            outcome,
        })
    }

    fn field(&self, column: Column) -> &[u8] {
        self.row.get(self.fields[column as usize]).unwrap_or_default()
    }

    fn name(&self, column: Column) -> Result<&str, ReadFault> {
        let bytes = self.field(column);
        let name = str::from_utf8(bytes).ok().filter(|name| name_fault(name).is_none());
        name.ok_or_else(|| ReadFault::field(column, bytes, "a name of up to 1000 characters that are shown"))
    }

    /// The field of a column as a value that passes a check.
    fn value<T: FromStr>(
        &self,
        column: Column,
        wanted: &'static str,
        check: impl Fn(&T) -> bool,
    ) -> Result<T, ReadFault> {
        let bytes = self.field(column);
        let value = str::from_utf8(bytes).ok().and_then(|text| text.parse().ok());
        value.filter(check).ok_or_else(|| ReadFault::field(column, bytes, wanted))
    }
}

/// A source that tells whether its end was reached.
struct EndMarked<R> {
    source: R,
    is_at_end: Rc<Cell<bool>>,
}

impl<R: Read> Read for EndMarked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.is_at_end.set(length == 0 && !buffer.is_empty());
        Ok(length)
    }
}

/// A hash of 64 bits. Two different secrets have the same one with a probability of 5e-20.
fn hash(secret: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(secret);
    hasher.finish()
}
