//! Types whose fields are the columns of a CSV file, with one row a line.

use player_api::{FailureKind, is_hidden, name_fault};
use scsa::{Code, Game};
use std::time::Duration;

/// A value that is a field of a row.
pub trait Field<'a>: Sized {
    /// What is expected of its text, as in "a whole number from 1".
    const EXPECTED: &'static str;

    /// Appends the text of the field, in quotes where it needs them.
    fn write(&self, row: &mut Vec<u8>);

    /// The value of a text, if it is one.
    fn read(text: &'a str) -> Option<Self>;
}

/// Declares a struct whose fields are the columns of a file of rows: with `COLUMNS`, their names in order, `COLUMN_DOCS`, their doc
/// comments, and `AT`, the index of each in that order. A row is written and read by the types of its fields.
macro_rules! csv_row {
    (
        $(#[$($meta:tt)*])*
        pub struct $name:ident<'a>, $columns:ident { $($(#[doc = $doc:literal])+ pub $field:ident: $type:ty,)+ }
    ) => {
        $(#[$($meta)*])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name<'a> { $($(#[doc = $doc])+ pub $field: $type,)+ }

        #[doc = concat!("The indices of the columns of [`", stringify!($name), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub struct $columns { $(#[doc = concat!("The index of `", stringify!($field), "`.")] pub $field: usize,)+ }

        impl<'a> $name<'a> {
            /// The names of the columns.
            pub const COLUMNS: &'static [&'static str] = &[$(stringify!($field)),+];
            /// What the columns contain, in their order, each after a blank.
            pub const COLUMN_DOCS: &'static [&'static str] = &[$(concat!($($doc),+)),+];
            /// The indices of the columns.
            pub const AT: $columns = $columns { $($field: $crate::record::fields::index_of(Self::COLUMNS, stringify!($field)),)+ };

            /// Appends the row as a line.
            pub fn write(&self, row: &mut Vec<u8>) {
                $(
                    self.$field.write(row);
                    row.push(b',');
                )+
                row.pop();
                row.push(b'\n');
            }

            /// The row of these fields, which are asked for by their indices.
            ///
            /// # Errors
            /// The index of the first column whose field is no value, and what is expected of it.
            pub fn read(field: impl Fn(usize) -> Option<&'a str>) -> Result<Self, (usize, &'static str)> {
                Ok($name { $(
                    $field: {
                        let index = Self::AT.$field;
                        field(index).and_then(<$type as Field>::read).ok_or((index, <$type as Field>::EXPECTED))?
                    },
                )+ })
            }
        }
    };
}
pub(crate) use csv_row;

/// The index of a name in a list that has it.
pub const fn index_of(names: &[&str], name: &str) -> usize {
    let mut index = 0;
    loop {
        let (one, other) = (names[index].as_bytes(), name.as_bytes());
        let mut same = 0;
        while same < one.len() && same < other.len() && one[same] == other[same] {
            same += 1;
        }
        if same == one.len() && same == other.len() {
            return index;
        }
        index += 1;
    }
}

/// The name of a player or a codemaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a>(pub &'a str);

/// A text of one line, which may be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a>(pub &'a str);

/// A word of a few that are known: how a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeWord(pub &'static str);

/// Points, in millionths: they are written with six decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points(pub i64);

/// A CPU time in nanoseconds, which is written in microseconds with three decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Micros(pub u64);

/// Points of less than this are read: more than any round is worth.
const MOST_POINTS: f64 = 1e12;
/// The longest time that is read, in microseconds: more than any round takes.
const MOST_MICROS: f64 = 1e13;

impl Points {
    /// These points, rounded.
    pub fn of(points: f64) -> Points {
        Points((points * 1e6).round() as i64)
    }

    /// The points.
    pub fn value(self) -> f64 {
        self.0 as f64 / 1e6
    }
}

impl Micros {
    /// That time, rounded to nanoseconds.
    pub const fn of(time: Duration) -> Micros {
        Micros(time.as_nanos() as u64)
    }

    /// The time.
    pub const fn time(self) -> Duration {
        Duration::from_nanos(self.0)
    }
}

impl Field<'_> for u64 {
    const EXPECTED: &'static str = "a whole number from 1";

    fn write(&self, row: &mut Vec<u8>) {
        row.extend_from_slice(itoa::Buffer::new().format(*self).as_bytes());
    }

    fn read(text: &str) -> Option<u64> {
        text.parse().ok().filter(|number| *number > 0)
    }
}

impl Field<'_> for u32 {
    const EXPECTED: &'static str = "a whole number from 0 to 1000000";

    fn write(&self, row: &mut Vec<u8>) {
        row.extend_from_slice(itoa::Buffer::new().format(*self).as_bytes());
    }

    fn read(text: &str) -> Option<u32> {
        text.parse().ok().filter(|number| *number <= 1_000_000)
    }
}

impl<'a> Field<'a> for Name<'a> {
    const EXPECTED: &'static str = "a name of up to 1000 characters that are shown";

    fn write(&self, row: &mut Vec<u8>) {
        write_text(self.0, row);
    }

    fn read(text: &'a str) -> Option<Name<'a>> {
        name_fault(text).is_none().then_some(Name(text))
    }
}

impl<'a> Field<'a> for Line<'a> {
    const EXPECTED: &'static str = "one line of text that is shown";

    fn write(&self, row: &mut Vec<u8>) {
        write_text(self.0, row);
    }

    fn read(text: &'a str) -> Option<Line<'a>> {
        (!text.chars().any(is_hidden)).then_some(Line(text))
    }
}

impl Field<'_> for Code {
    const EXPECTED: &'static str = "a code in capital letters, such as ABCA";

    fn write(&self, row: &mut Vec<u8>) {
        row.extend(self.pegs().map(|color| color.letter() as u8));
    }

    fn read(text: &str) -> Option<Code> {
        // A value has one text in a file.
        text.parse().ok().filter(|_| !text.bytes().any(|letter| letter.is_ascii_lowercase()))
    }
}

impl Field<'_> for Game {
    const EXPECTED: &'static str = "a game, such as 4x6 or 4x10n";

    fn write(&self, row: &mut Vec<u8>) {
        (self.pegs() as u32).write(row);
        row.push(b'x');
        (self.colors() as u32).write(row);
        row.extend_from_slice(if self.allows_repeats() { b"" } else { b"n" });
    }

    fn read(text: &str) -> Option<Game> {
        text.parse().ok().filter(|_| !text.bytes().any(|letter| letter.is_ascii_uppercase()))
    }
}

impl Field<'_> for OutcomeWord {
    const EXPECTED: &'static str = "win, loss or failure";

    fn write(&self, row: &mut Vec<u8>) {
        row.extend_from_slice(self.0.as_bytes());
    }

    fn read(text: &str) -> Option<OutcomeWord> {
        ["win", "loss", "failure"].into_iter().find(|word| *word == text).map(OutcomeWord)
    }
}

impl Field<'_> for Option<FailureKind> {
    const EXPECTED: &'static str = "empty or a kind of failure";

    fn write(&self, row: &mut Vec<u8>) {
        row.extend_from_slice(self.map_or("", FailureKind::word).as_bytes());
    }

    fn read(text: &str) -> Option<Option<FailureKind>> {
        if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
    }
}

impl Field<'_> for Points {
    const EXPECTED: &'static str = "a number below 1e12";

    fn write(&self, row: &mut Vec<u8>) {
        row.extend_from_slice(if self.0 < 0 { b"-" } else { b"" });
        write_decimal(self.0.unsigned_abs(), 6, row);
    }

    fn read(text: &str) -> Option<Points> {
        text.parse().ok().filter(|points: &f64| points.abs() < MOST_POINTS).map(Points::of)
    }
}

impl Field<'_> for Micros {
    const EXPECTED: &'static str = "a time from 0 to 1e13";

    fn write(&self, row: &mut Vec<u8>) {
        write_decimal(self.0, 3, row);
    }

    fn read(text: &str) -> Option<Micros> {
        let time = text.parse().ok().filter(|time| (0.0..=MOST_MICROS).contains(time))?;
        Some(Micros((time * 1e3).round() as u64))
    }
}

impl Field<'_> for Option<Micros> {
    const EXPECTED: &'static str = "empty or a time from 0 to 1e13";

    fn write(&self, row: &mut Vec<u8>) {
        self.iter().for_each(|time| time.write(row));
    }

    fn read(text: &str) -> Option<Option<Micros>> {
        if text.is_empty() { Some(None) } else { Micros::read(text).map(Some) }
    }
}

/// A number with that many decimals, from the number of its last decimals.
fn write_decimal(number: u64, decimals: usize, row: &mut Vec<u8>) {
    let unit = 10u64.pow(decimals as u32);
    row.extend_from_slice(itoa::Buffer::new().format(number / unit).as_bytes());
    row.push(b'.');
    let mut buffer = itoa::Buffer::new();
    let part = buffer.format(number % unit);
    row.extend(std::iter::repeat_n(b'0', decimals - part.len()));
    row.extend_from_slice(part.as_bytes());
}

/// A text, in quotes where it has a comma, a quote or a line break.
fn write_text(text: &str, row: &mut Vec<u8>) {
    if !text.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        return row.extend_from_slice(text.as_bytes());
    }
    row.push(b'"');
    for byte in text.bytes() {
        row.extend_from_slice(if byte == b'"' { b"\"" } else { b"" });
        row.push(byte);
    }
    row.push(b'"');
}
