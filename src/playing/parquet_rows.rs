//! The rows of rounds as Parquet files.

use crate::failure::Failure;
use csv::ByteRecord;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::{fs::File, path::Path, sync::Arc};
use tournament::files::{self, Replacement};

/// The rows of a row group. A group is held in memory: some 200 bytes a row.
const GROUP: usize = 1 << 16;

#[derive(Debug)]
enum Values {
    Text(Vec<ByteArray>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Double(Vec<f64>),
}

#[derive(Debug)]
struct ColumnValues {
    values: Values,
    /// Of each row, whether there is a value; none of a column that always has one.
    levels: Option<Vec<i16>>,
}

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
    let text = |e: &dyn std::fmt::Display| e.to_string();
    let mut reader = files::open_rows(rows).map_err(|e| text(&e))?;
    let names: Vec<String> = reader.headers().map_err(|e| text(&e))?.iter().map(str::to_owned).collect();
    let columns = names.iter().map(|name| ColumnValues::of(name).ok_or_else(|| format!("there is a column '{name}'")));
    let mut columns: Vec<ColumnValues> = columns.collect::<Result<_, _>>()?;
    let mut replacement = Replacement::new(path).map_err(|e| text(&e))?;
    let parquet = |e: ParquetError| e.to_string();
    let schema = Arc::new(parse_message_type(&schema(&names, &columns)).map_err(parquet)?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = SerializedFileWriter::new(replacement.file(), schema, Arc::new(properties)).map_err(parquet)?;
    let (mut record, mut row, mut held) = (ByteRecord::new(), 1, 0);
    while reader.read_byte_record(&mut record).map_err(|e| text(&e))? {
        row += 1;
        for (column, (field, name)) in columns.iter_mut().zip(record.iter().zip(&names)) {
            column.push(field).ok_or_else(|| format!("the {name} of line {row} is no value"))?;
        }
        held += 1;
        if held == GROUP {
            write_group(&mut writer, &mut columns).map_err(parquet)?;
            held = 0;
        }
    }
    if held > 0 {
        write_group(&mut writer, &mut columns).map_err(parquet)?;
    }
    writer.close().map_err(parquet)?;
    replacement.commit().map(drop).map_err(|e| text(&e))
}

/// The columns in the language of Parquet.
fn schema(names: &[String], columns: &[ColumnValues]) -> String {
    let fields = names.iter().zip(columns).map(|(name, ColumnValues { values, levels })| {
        let repetition = if levels.is_some() { "OPTIONAL" } else { "REQUIRED" };
        let (kind, annotation) = match values {
            Values::Text(_) => ("BYTE_ARRAY", " (STRING)"),
            Values::Int32(_) => ("INT32", ""),
            Values::Int64(_) => ("INT64", ""),
            Values::Double(_) => ("DOUBLE", ""),
        };
        format!("{repetition} {kind} {name}{annotation};")
    });
    format!("message rows {{ {} }}", fields.collect::<String>())
}

impl ColumnValues {
    fn of(name: &str) -> Option<ColumnValues> {
        let values = match name {
            "player" | "scsa" | "secret" | "outcome" | "cause" => Values::Text(Vec::new()),
            "pegs" | "colors" | "guesses" => Values::Int32(Vec::new()),
            "round" => Values::Int64(Vec::new()),
            "points" | "first_guess_us" | "round_us" | "later_guess_us" => Values::Double(Vec::new()),
            _ => return None,
        };
        Some(ColumnValues { values, levels: matches!(name, "cause" | "later_guess_us").then(Vec::new) })
    }

    /// Adds the field of a row; none if it is not a value of the column.
    fn push(&mut self, field: &[u8]) -> Option<()> {
        if let Some(levels) = &mut self.levels {
            levels.push(i16::from(!field.is_empty()));
            if field.is_empty() {
                return Some(());
            }
        }
        let text = || std::str::from_utf8(field).ok();
        match &mut self.values {
            // Rows that follow each other share most of their texts.
            Values::Text(values) => match values.last().filter(|last| last.data() == field) {
                Some(last) => values.push(last.clone()),
                None => values.push(ByteArray::from(field.to_vec())),
            },
            Values::Int32(values) => values.push(text()?.parse().ok()?),
            Values::Int64(values) => values.push(text()?.parse().ok()?),
            Values::Double(values) => values.push(text()?.parse().ok()?),
        }
        Some(())
    }

    fn clear(&mut self) {
        if let Some(levels) = &mut self.levels {
            levels.clear();
        }
        match &mut self.values {
            Values::Text(values) => values.clear(),
            Values::Int32(values) => values.clear(),
            Values::Int64(values) => values.clear(),
            Values::Double(values) => values.clear(),
        }
    }
}

fn write_group(writer: &mut SerializedFileWriter<&mut File>, columns: &mut [ColumnValues]) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for ColumnValues { values, levels } in columns.iter() {
        let Some(mut column) = group.next_column()? else { break };
        let levels = levels.as_deref();
        match values {
            Values::Text(values) => column.typed::<ByteArrayType>().write_batch(values, levels, None)?,
            Values::Int32(values) => column.typed::<Int32Type>().write_batch(values, levels, None)?,
            Values::Int64(values) => column.typed::<Int64Type>().write_batch(values, levels, None)?,
            Values::Double(values) => column.typed::<DoubleType>().write_batch(values, levels, None)?,
        };
        column.close()?;
    }
    group.close()?;
    columns.iter_mut().for_each(ColumnValues::clear);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    use std::fs;
    use tournament::{ROUND_COLUMNS, TIMING_COLUMNS};

    #[test]
    fn every_column_has_a_kind() {
        assert!(ROUND_COLUMNS.iter().chain(&TIMING_COLUMNS).all(|column| ColumnValues::of(column).is_some()));
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
