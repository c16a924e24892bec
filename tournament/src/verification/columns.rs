//! Comparing rows column by column.

use serde::Serialize;

/// The first column in which a row differs from what it should be, in words. Numbers may differ by their last decimal where the row
/// was `measured`.
pub fn difference(
    columns: &[&str],
    row: &impl Serialize,
    expected: &impl Serialize,
    skipped: &[&str],
    is_measured: bool,
) -> Option<String> {
    let (row, expected) = (fields(row), fields(expected));
    let same = |one: &str, other: &str| match (one.parse::<f64>(), other.parse::<f64>()) {
        (Ok(one), Ok(other)) if is_measured => (one - other).abs() <= 2e-6 * one.abs().max(1.0),
        _ => one == other,
    };
    let mut both = columns.iter().zip(row.iter().zip(&expected)).filter(|(column, _)| !skipped.contains(column));
    let (column, (is, should)) = both.find(|(_, (is, should))| !same(is, should))?;
    let text = |field: &str| if field.is_empty() { "empty".to_owned() } else { field.to_owned() };
    Some(format!("{column} is {}, and its rows give {}", text(is), text(should)))
}

/// The fields of a row as they are written.
fn fields(row: &impl Serialize) -> Vec<String> {
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    // Writing into memory does not fail.
    let _ = writer.serialize(row);
    let bytes = writer.into_inner().unwrap_or_default();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&bytes[..]);
    let record = reader.records().next();
    record.and_then(Result::ok).map(|record| record.iter().map(str::to_owned).collect()).unwrap_or_default()
}
