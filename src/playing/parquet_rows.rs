//! The rows of rounds as Parquet files.

use crate::failure::Failure;
use csv::ByteRecord;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::{fmt::Display, fs::File, path::Path, str::FromStr, sync::Arc};
use tournament::files::{self, Replacement};
use tournament::{ColumnType, RoundRow, TimingRow};

/// The rows of a row group. A group is held in memory: some 300 bytes a row.
const GROUP: usize = 1 << 16;

/// Writes the rows of `rounds.csv` and `timings.csv` of a folder as Parquet files, each whole or not at all. Columns have the same
/// names; an empty field is null. Memory does not grow with the number of rows.
pub fn write(folder: &Path) -> Result<(), Failure> {
    let of = [(RoundRow::COLUMNS, RoundRow::COLUMN_TYPES), (TimingRow::COLUMNS, TimingRow::COLUMN_TYPES)];
    for ((rows, name), (columns, types)) in files::PARQUET.into_iter().zip(of) {
        let (rows, path) = (folder.join(rows), folder.join(name));
        files::check_writable(&path)?;
        let columns: Vec<Column> =
            columns.iter().zip(types).map(|(name, (kind, is_optional))| (*name, *kind, *is_optional)).collect();
        convert(&rows, &path, &columns)
            .map_err(|e| Failure::system(format!("cannot write {} from {}: {e}", path.display(), rows.display())))?;
    }
    Ok(())
}

/// A column: its name, what it holds, and whether a field may be empty.
type Column = (&'static str, ColumnType, bool);

fn convert(rows: &Path, path: &Path, columns: &[Column]) -> Result<(), String> {
    let mut reader = files::open_rows(rows).map_err(text)?;
    let header = reader.headers().map_err(text)?;
    let places: Vec<usize> = columns
        .iter()
        .map(|(name, ..)| {
            header.iter().position(|column| column == *name).ok_or_else(|| format!("the header has no column '{name}'"))
        })
        .collect::<Result<_, _>>()?;
    let mut replacement = Replacement::new(path).map_err(text)?;
    let schema = Arc::new(parse_message_type(&schema(columns)).map_err(text)?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(replacement.file(), schema, Arc::new(properties)).map_err(text)?;
    // The header is the first line.
    let (mut records, mut line) = (reader.byte_records(), 2);
    loop {
        let rows: Vec<ByteRecord> = records.by_ref().take(GROUP).collect::<Result<_, _>>().map_err(text)?;
        if rows.is_empty() {
            break;
        }
        write_group(&mut writer, columns, &places, &rows, line)?;
        line += rows.len();
    }
    writer.close().map_err(text)?;
    replacement.commit().map(drop).map_err(text)
}

fn text(e: impl Display) -> String {
    e.to_string()
}

/// The columns in the language of Parquet.
fn schema(columns: &[Column]) -> String {
    let fields = columns.iter().map(|(name, kind, is_optional)| {
        let repetition = if *is_optional { "OPTIONAL" } else { "REQUIRED" };
        let kind = match kind {
            ColumnType::Text => format!("BYTE_ARRAY {name} (STRING)"),
            ColumnType::Int32 => format!("INT32 {name}"),
            ColumnType::Int64 => format!("INT64 {name}"),
            ColumnType::Double => format!("DOUBLE {name}"),
        };
        format!("{repetition} {kind};")
    });
    format!("message rows {{ {} }}", fields.collect::<String>())
}

/// Writes rows as a row group. `first` is the number of the first of their lines.
fn write_group(
    writer: &mut SerializedFileWriter<&mut File>,
    columns: &[Column],
    places: &[usize],
    rows: &[ByteRecord],
    first: usize,
) -> Result<(), String> {
    let mut group = writer.next_row_group().map_err(text)?;
    for ((name, kind, is_optional), place) in columns.iter().zip(places) {
        let Some(mut column) = group.next_column().map_err(text)? else { break };
        let fields = || rows.iter().map(|row| row.get(*place).unwrap_or_default());
        // Of each row, whether there is a value; none of a column that always has one.
        let levels: Option<Vec<i16>> =
            is_optional.then(|| fields().map(|field| i16::from(!field.is_empty())).collect());
        let values = (first..).zip(fields()).filter(|(_, field)| levels.is_none() || !field.is_empty());
        let levels = levels.as_deref();
        let written: Result<usize, ParquetError> = match kind {
            ColumnType::Int32 => column.typed::<Int32Type>().write_batch(&parsed(name, values)?, levels, None),
            ColumnType::Int64 => column.typed::<Int64Type>().write_batch(&parsed(name, values)?, levels, None),
            ColumnType::Double => column.typed::<DoubleType>().write_batch(&parsed(name, values)?, levels, None),
            ColumnType::Text => {
                let texts: Vec<ByteArray> = values.map(|(_, field)| ByteArray::from(field.to_vec())).collect();
                column.typed::<ByteArrayType>().write_batch(&texts, levels, None)
            }
        };
        written.and_then(|_| column.close()).map_err(text)?;
    }
    group.close().map(drop).map_err(text)
}

/// The values of a column of numbers, from the numbers of lines and their fields.
fn parsed<'a, T: FromStr>(name: &str, fields: impl Iterator<Item = (usize, &'a [u8])>) -> Result<Vec<T>, String> {
    let value = |(line, field): (usize, &[u8])| {
        let value = std::str::from_utf8(field).ok().and_then(|text| text.parse().ok());
        value.ok_or_else(|| format!("the {name} of line {line} is no value"))
    };
    fields.map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    use std::fs;

    #[test]
    fn rows_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let rounds: String = (1..=GROUP + 5)
            .map(|round| {
                let (end, cause) = if round == 3 { ("loss,time", "\"a, \"\"b\"\"\"") } else { ("win,", "") };
                format!("rao,ab-color,4x6,4,6,{round},ABBA,{end},{},2.5,{cause}\n", round % 9 + 1)
            })
            .collect();
        fs::write(folder.path().join(files::ROUNDS), format!("{}\n{rounds}", RoundRow::COLUMNS.join(","))).unwrap();
        let timings = format!("{}\nrao,ab-color,4x6,4,6,1,0.5,,3.25\n", TimingRow::COLUMNS.join(","));
        fs::write(folder.path().join(files::TIMINGS), timings).unwrap();
        write(folder.path()).unwrap();
        let open = |name: &str| SerializedFileReader::new(File::open(folder.path().join(name)).unwrap()).unwrap();
        let rows = open("rounds.parquet");
        assert_eq!((rows.num_row_groups(), rows.metadata().file_metadata().num_rows()), (2, GROUP as i64 + 5));
        for (index, row) in rows.get_row_iter(None).unwrap().map(Result::unwrap).enumerate() {
            assert_eq!(row.get_long(5).unwrap(), index as i64 + 1);
            assert_eq!(row.get_int(9).unwrap(), (index as i32 + 1) % 9 + 1);
            assert_eq!(row.get_string(8).ok().map(String::as_str), (index == 2).then_some("time"));
        }
        let row = open("timings.parquet").get_row_iter(None).unwrap().next().unwrap().unwrap();
        assert_eq!(
            (row.get_double(6).unwrap(), row.get_double(8).unwrap(), row.is_null(7).unwrap()),
            (0.5, 3.25, true)
        );
    }

    #[test]
    fn a_row_that_is_cut_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let rows = format!("{}\nrao,ab-color,4x6,4,6,x,ABBA,win,,3,2.5,\n", RoundRow::COLUMNS.join(","));
        fs::write(folder.path().join(files::ROUNDS), rows).unwrap();
        let error = format!("{:?}", write(folder.path()).unwrap_err());
        assert!(error.contains("the round of line 2 is no value"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
