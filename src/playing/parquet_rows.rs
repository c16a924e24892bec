//! The rows of rounds as Parquet files.

use crate::failure::Failure;
use csv::ByteRecord;
use parquet::basic::{Compression, Type};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::{fmt::Display, fs::File, path::Path, str::FromStr, sync::Arc};
use tournament::files::{self, Replacement};

/// The rows of a row group. A group is held in memory: some 300 bytes a row.
const GROUP: usize = 1 << 16;

/// Writes the rows of `rounds.csv` and `timings.csv` of a folder as Parquet files, each whole or not at all. Columns have the same
/// names; an empty field is null. Memory does not grow with the number of rows.
pub fn write(folder: &Path) -> Result<(), Failure> {
    for (rows, name) in files::PARQUET {
        let (rows, path) = (folder.join(rows), folder.join(name));
        files::check_writable(&path)?;
        convert(&rows, &path)
            .map_err(|e| Failure::run(format!("cannot write {} from {}: {e}", path.display(), rows.display())))?;
    }
    Ok(())
}

fn convert(rows: &Path, path: &Path) -> Result<(), String> {
    let mut reader = files::open_rows(rows).map_err(text)?;
    let typed = |name: &str| Ok((name.to_owned(), type_of(name).ok_or_else(|| format!("there is a column '{name}'"))?));
    let columns: Vec<(String, Type)> =
        reader.headers().map_err(text)?.iter().map(typed).collect::<Result<_, String>>()?;
    let mut replacement = Replacement::new(path).map_err(text)?;
    let schema = Arc::new(parse_message_type(&schema(&columns)).map_err(text)?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(replacement.file(), schema, Arc::new(properties)).map_err(text)?;
    // The header is the first line.
    let (mut records, mut line) = (reader.byte_records(), 2);
    loop {
        let rows: Vec<ByteRecord> = records.by_ref().take(GROUP).collect::<Result<_, _>>().map_err(text)?;
        if rows.is_empty() {
            break;
        }
        write_group(&mut writer, &columns, &rows, line)?;
        line += rows.len();
    }
    writer.close().map_err(text)?;
    replacement.commit().map(drop).map_err(text)
}

fn text(e: impl Display) -> String {
    e.to_string()
}

/// The type of the values of a column, if there is such a column.
fn type_of(column: &str) -> Option<Type> {
    Some(match column {
        "player" | "scsa" | "secret" | "outcome" | "cause" => Type::BYTE_ARRAY,
        "pegs" | "colors" | "guesses" => Type::INT32,
        "round" => Type::INT64,
        "points" | "first_guess_us" | "round_us" | "later_guess_us" => Type::DOUBLE,
        _ => return None,
    })
}

fn may_be_empty(column: &str) -> bool {
    matches!(column, "cause" | "later_guess_us")
}

/// The columns in the language of Parquet.
fn schema(columns: &[(String, Type)]) -> String {
    let fields = columns.iter().map(|(name, kind)| {
        let repetition = if may_be_empty(name) { "OPTIONAL" } else { "REQUIRED" };
        let annotation = if *kind == Type::BYTE_ARRAY { " (STRING)" } else { "" };
        format!("{repetition} {kind} {name}{annotation};")
    });
    format!("message rows {{ {} }}", fields.collect::<String>())
}

/// Writes rows as a row group. `first` is the number of the first of their lines.
fn write_group(
    writer: &mut SerializedFileWriter<&mut File>,
    columns: &[(String, Type)],
    rows: &[ByteRecord],
    first: usize,
) -> Result<(), String> {
    let mut group = writer.next_row_group().map_err(text)?;
    for (index, (name, kind)) in columns.iter().enumerate() {
        let Some(mut column) = group.next_column().map_err(text)? else { break };
        let fields = || rows.iter().map(|row| row.get(index).unwrap_or_default());
        // Of each row, whether there is a value; none of a column that always has one.
        let levels: Option<Vec<i16>> =
            may_be_empty(name).then(|| fields().map(|field| i16::from(!field.is_empty())).collect());
        let values = (first..).zip(fields()).filter(|(_, field)| levels.is_none() || !field.is_empty());
        let levels = levels.as_deref();
        let written: Result<usize, ParquetError> = match kind {
            Type::INT32 => column.typed::<Int32Type>().write_batch(&parsed(name, values)?, levels, None),
            Type::INT64 => column.typed::<Int64Type>().write_batch(&parsed(name, values)?, levels, None),
            Type::DOUBLE => column.typed::<DoubleType>().write_batch(&parsed(name, values)?, levels, None),
            _ => {
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
    use tournament::{ROUND_COLUMNS, TIMING_COLUMNS};

    #[test]
    fn every_column_has_a_type() {
        assert!(ROUND_COLUMNS.iter().chain(&TIMING_COLUMNS).all(|column| type_of(column).is_some()));
    }

    #[test]
    fn rows_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let rounds: String = (1..=GROUP + 5)
            .map(|round| {
                let cause = if round == 3 { "\"panic: a, \"\"b\"\"\"" } else { "" };
                format!("rao,ab-color,4,6,{round},ABBA,win,{cause},{},2.5\n", round % 9 + 1)
            })
            .collect();
        fs::write(folder.path().join(files::ROUNDS), format!("{}\n{rounds}", ROUND_COLUMNS.join(","))).unwrap();
        let timings = format!("{}\nrao,ab-color,4,6,1,0.5,,3.25\n", TIMING_COLUMNS.join(","));
        fs::write(folder.path().join(files::TIMINGS), timings).unwrap();
        write(folder.path()).unwrap();
        let open = |name: &str| SerializedFileReader::new(File::open(folder.path().join(name)).unwrap()).unwrap();
        let rows = open("rounds.parquet");
        assert_eq!((rows.num_row_groups(), rows.metadata().file_metadata().num_rows()), (2, GROUP as i64 + 5));
        for (index, row) in rows.get_row_iter(None).unwrap().map(Result::unwrap).enumerate() {
            assert_eq!(row.get_long(4).unwrap(), index as i64 + 1);
            assert_eq!(row.get_int(8).unwrap(), (index as i32 + 1) % 9 + 1);
            assert_eq!(row.get_string(7).ok().map(String::as_str), (index == 2).then_some("panic: a, \"b\""));
        }
        let row = open("timings.parquet").get_row_iter(None).unwrap().next().unwrap().unwrap();
        assert_eq!(
            (row.get_double(5).unwrap(), row.get_double(7).unwrap(), row.is_null(6).unwrap()),
            (0.5, 3.25, true)
        );
    }

    #[test]
    fn a_row_that_is_cut_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let rows = format!("{}\nrao,ab-color,4,6,x,ABBA,win,,3,2.5\n", ROUND_COLUMNS.join(","));
        fs::write(folder.path().join(files::ROUNDS), rows).unwrap();
        let error = format!("{:?}", write(folder.path()).unwrap_err());
        assert!(error.contains("the round of line 2 is no value"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
