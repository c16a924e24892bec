//! The matches of a results folder by player, codemaker and size.

use std::collections::HashMap;
use tournament::{Results, Summary, TimingSummary};

/// The matches of a results folder. Players, codemakers and sizes are in the order of their first appearance.
#[derive(Debug, Default)]
pub(crate) struct MatchTable<'a> {
    pub(crate) players: Vec<&'a str>,
    pub(crate) scsas: Vec<&'a str>,
    /// Pegs and colors.
    pub(crate) sizes: Vec<(usize, usize)>,
    summaries: HashMap<MatchKey, &'a Summary>,
    timings: HashMap<MatchKey, &'a TimingSummary>,
    /// The most rounds of a player, by codemaker and size.
    rounds: HashMap<(usize, usize), u64>,
}

/// A match, by the positions of its player, codemaker and size in a [`MatchTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MatchKey {
    pub(crate) player: usize,
    pub(crate) scsa: usize,
    pub(crate) size: usize,
}

impl<'a> MatchTable<'a> {
    /// The table of these rows. Of two rows about a match the later one counts.
    pub(crate) fn new(results: &'a Results) -> Self {
        let mut table = Self::default();
        for row in &results.summaries {
            let key = table.key(&row.player, &row.scsa, (row.pegs, row.colors));
            table.summaries.insert(key, row);
        }
        for row in &results.timings {
            let key = table.key(&row.player, &row.scsa, (row.pegs, row.colors));
            table.timings.insert(key, row);
        }
        for (key, row) in &table.summaries {
            let most = table.rounds.entry((key.scsa, key.size)).or_default();
            *most = row.rounds.max(*most);
        }
        table
    }

    fn key(&mut self, player: &'a str, scsa: &'a str, size: (usize, usize)) -> MatchKey {
        MatchKey {
            player: position(&mut self.players, player),
            scsa: position(&mut self.scsas, scsa),
            size: position(&mut self.sizes, size),
        }
    }

    /// The row of a match.
    pub(crate) fn summary(&self, key: MatchKey) -> Option<&'a Summary> {
        self.summaries.get(&key).copied()
    }

    /// The times of a match.
    pub(crate) fn timing(&self, key: MatchKey) -> Option<&'a TimingSummary> {
        self.timings.get(&key).copied()
    }

    /// Whether there is any row about a match.
    pub(crate) fn contains(&self, key: MatchKey) -> bool {
        self.summaries.contains_key(&key) || self.timings.contains_key(&key)
    }

    /// The name of a size, like `8x10`.
    pub(crate) fn size_name(&self, size: usize) -> String {
        let (pegs, colors) = self.sizes[size];
        format!("{pegs}x{colors}")
    }

    /// The rounds of a match of this codemaker at this size that was not cut short.
    pub(crate) fn full_rounds(&self, scsa: usize, size: usize) -> u64 {
        self.rounds.get(&(scsa, size)).copied().unwrap_or(0)
    }
}

/// The position of a value, which is added if it is new.
fn position<T: PartialEq>(values: &mut Vec<T>, value: T) -> usize {
    values.iter().position(|other| *other == value).unwrap_or_else(|| {
        values.push(value);
        values.len() - 1
    })
}
