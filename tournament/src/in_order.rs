//! The values of a column, each once.

use crate::Summary;

/// The different values of the rows in the order in which they first occur.
pub fn in_order<'a>(rows: impl IntoIterator<Item = &'a Summary>, value: impl Fn(&Summary) -> String) -> Vec<String> {
    let mut values = Vec::new();
    for value in rows.into_iter().map(value) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}
