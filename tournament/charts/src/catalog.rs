//! The players, codemakers and sizes of a results folder in the order of their first appearance, and their matches.

use std::collections::HashMap;
use tournament::{Summary, TimingSummary};

/// What the charts of a folder draw from.
#[derive(Debug, Default)]
pub(crate) struct Catalog<'a> {
    pub(crate) players: Order<&'a str>,
    pub(crate) scsas: Order<&'a str>,
    /// Pegs and colors.
    pub(crate) sizes: Order<(usize, usize)>,
    matches: HashMap<Key, &'a Summary>,
    timings: HashMap<Key, &'a TimingSummary>,
}

/// Which match: places in the three orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) player: usize,
    pub(crate) scsa: usize,
    pub(crate) size: usize,
}

/// Different values in the order of their first appearance.
#[derive(Debug)]
pub(crate) struct Order<T> {
    places: HashMap<T, usize>,
    values: Vec<T>,
}

impl<T> Default for Order<T> {
    fn default() -> Self {
        Self { places: HashMap::new(), values: Vec::new() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Order<T> {
    fn place(&mut self, value: T) -> usize {
        *self.places.entry(value).or_insert_with(|| {
            self.values.push(value);
            self.values.len() - 1
        })
    }

    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }
}

impl<'a> Catalog<'a> {
    /// Takes up every row; of two rows about the same match the later one counts.
    pub(crate) fn new(summaries: &'a [Summary], timings: &'a [TimingSummary]) -> Self {
        let mut catalog = Self::default();
        for row in summaries {
            let key = catalog.key(&row.player, &row.scsa, (row.pegs, row.colors));
            catalog.matches.insert(key, row);
        }
        for row in timings {
            let key = catalog.key(&row.player, &row.scsa, (row.pegs, row.colors));
            catalog.timings.insert(key, row);
        }
        catalog
    }

    fn key(&mut self, player: &'a str, scsa: &'a str, size: (usize, usize)) -> Key {
        Key { player: self.players.place(player), scsa: self.scsas.place(scsa), size: self.sizes.place(size) }
    }

    /// The row of a match.
    pub(crate) fn summary(&self, key: Key) -> Option<&'a Summary> {
        self.matches.get(&key).copied()
    }

    /// The times of a match.
    pub(crate) fn timing(&self, key: Key) -> Option<&'a TimingSummary> {
        self.timings.get(&key).copied()
    }

    /// Whether there is any row about a match.
    pub(crate) fn knows(&self, key: Key) -> bool {
        self.matches.contains_key(&key) || self.timings.contains_key(&key)
    }

    /// The name of a size, like `8x10`.
    pub(crate) fn size_name(&self, size: usize) -> String {
        self.sizes.values.get(size).map_or_else(String::new, |(pegs, colors)| format!("{pegs}x{colors}"))
    }

    /// The rounds of a match of this codemaker at this size that was not cut short.
    pub(crate) fn full_rounds(&self, scsa: usize, size: usize) -> u64 {
        let players = 0..self.players.values.len();
        let rows = players.filter_map(|player| self.summary(Key { player, scsa, size }));
        rows.map(|row| row.rounds).max().unwrap_or(0)
    }
}
