//! Values, each once.

/// The different values of the rows in the order in which they first occur.
pub fn in_order<T, V: PartialEq>(rows: impl IntoIterator<Item = T>, value: impl Fn(T) -> V) -> Vec<V> {
    let mut values = Vec::new();
    for value in rows.into_iter().map(value) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}
