//! Which columns and rows of a leaderboard are shown, in which order.

use super::{board::FolderLeaderboard, column::LeaderboardColumn, row::LeaderboardRow};
use crate::cli::Failure;
use serde::{Serialize, Serializer};
use tournament::compare::LeaderboardEntry;

/// Which columns and rows are shown, in which order. By default those of the ranking.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// The columns, if they were chosen.
    pub columns: Option<Vec<LeaderboardColumn>>,
    /// The order of the rows, if it is not that of the ranking.
    pub order: Option<RowOrder>,
}

/// By which column rows are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowOrder {
    column: LeaderboardColumn,
    is_descending: bool,
}

impl RowOrder {
    /// The order of a text: the name of a column, with a minus sign before it for the largest first.
    pub fn parse(text: &str) -> Result<RowOrder, Failure> {
        let (name, is_descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
        Ok(RowOrder { column: LeaderboardColumn::find(name)?, is_descending })
    }
}

impl Layout {
    /// The layout of the texts of options.
    pub fn parse(columns: Option<&[String]>, order: Option<&str>) -> Result<Layout, Failure> {
        let mut chosen: Vec<LeaderboardColumn> = Vec::new();
        for name in columns.unwrap_or_default() {
            let column = LeaderboardColumn::find(name)?;
            if !chosen.contains(&column) {
                chosen.push(column);
            }
        }
        Ok(Layout { columns: columns.map(|_| chosen), order: order.map(RowOrder::parse).transpose()? })
    }

    /// All rows, the ranked players first unless another order was chosen. Equal rows keep the order of the ranking.
    pub fn rows(&self, leaderboard: &FolderLeaderboard) -> Vec<LeaderboardRow> {
        let mut rows = LeaderboardRow::of(leaderboard);
        if let Some(RowOrder { column, is_descending }) = self.order {
            rows.sort_by(|a, b| column.compare(a, b, is_descending));
        }
        rows
    }

    /// The columns of a table for readers: those that were chosen, or the main ones.
    pub fn shown_columns(&self, leaderboard: &FolderLeaderboard) -> Vec<LeaderboardColumn> {
        let has = |count: fn(&LeaderboardEntry) -> u64| leaderboard.board.entries.iter().any(|entry| count(entry) > 0);
        let has_not_played = has(|entry| entry.not_played);
        let is_shown = |column: &LeaderboardColumn| match *column {
            LeaderboardColumn::GROUP => leaderboard.has_groups(),
            LeaderboardColumn::NOT_PLAYED => has_not_played,
            // A column of zeros gives way to it, so that the table fits terminals.
            LeaderboardColumn::FAILURES => !has_not_played || has(|entry| entry.failures),
            _ => true,
        };
        let shown = || LeaderboardColumn::SHOWN.into_iter().filter(is_shown).collect();
        self.columns.clone().unwrap_or_else(shown)
    }

    /// The columns that were chosen, or all.
    pub fn columns(&self) -> Vec<LeaderboardColumn> {
        self.columns.clone().unwrap_or_else(|| LeaderboardColumn::all().collect())
    }
}

/// Some columns of a row. It is serialized as a map in their order.
pub struct SelectedRow<'a> {
    pub columns: &'a [LeaderboardColumn],
    pub row: &'a LeaderboardRow,
}

impl Serialize for SelectedRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.columns.iter().map(|column| (column.name(), column.value(self.row))))
    }
}
