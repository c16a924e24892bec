//! Why rounds cannot be read or merged.

use crate::match_name::MatchName;
use std::{error::Error, fmt, io, path::PathBuf};

/// Why a table of rounds cannot be made.
#[derive(Debug)]
pub enum TableError {
    /// A file cannot be opened or read.
    File {
        /// The file.
        file: PathBuf,
        /// The cause, as the system gives it.
        source: io::Error,
    },
    /// A line is not a row of `rounds.csv`.
    Row {
        /// The line.
        place: Place,
        /// What is wrong with it.
        fault: RowFault,
    },
    /// A row contradicts another one.
    Conflict {
        /// The line of the later row; none where whole tables are merged.
        place: Option<Place>,
        /// The contradiction.
        conflict: Conflict,
    },
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as it was named.
    pub file: PathBuf,
    /// The number of the line, from 1. The header is line 1.
    pub line: u64,
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

/// Two rows that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Two players have different secrets in the same round.
    Secret {
        /// The match.
        game: MatchName,
        /// The number of the round.
        round: u32,
        /// The player of the earlier row, and that of the later one.
        players: [String; 2],
    },
    /// A player has the same round twice.
    Twice {
        /// The match.
        game: MatchName,
        /// The number of the round.
        round: u32,
        /// The player.
        player: String,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::File { file, source } => write!(f, "cannot read {}: {source}", file.display()),
            TableError::Row { place, fault } => write!(f, "{place}: {fault}"),
            TableError::Conflict { place: Some(place), conflict } => write!(f, "{place}: {conflict}"),
            TableError::Conflict { place: None, conflict } => conflict.fmt(f),
        }
    }
}

impl Error for TableError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            TableError::File { source, .. } => Some(source),
            TableError::Row { .. } | TableError::Conflict { .. } => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}", self.file.display(), self.line)
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

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conflict::Secret { game, round, players: [first, second] } => write!(
                f,
                "in round {round} against {game}, {second} has another secret than {first}, so they cannot be compared"
            ),
            Conflict::Twice { game, round, player } => {
                write!(f, "{player} has round {round} against {game} twice")
            }
        }
    }
}
