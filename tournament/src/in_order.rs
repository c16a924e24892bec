//! Values, each once.

use std::{collections::HashSet, hash::Hash};

/// The different values of the rows in the order in which they first occur.
pub fn in_order<T, V: Clone + Eq + Hash>(rows: impl IntoIterator<Item = T>, value: impl Fn(T) -> V) -> Vec<V> {
    let mut known = HashSet::new();
    rows.into_iter().map(value).filter(|value| known.insert(value.clone())).collect()
}
