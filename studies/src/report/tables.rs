//! The tables, one row a published figure.

use super::{
    comparison::Comparison,
    published::{self, TABLES},
    remarks,
};
use crate::file_set::FileSet;
use scsa::Size;
use serde::Serialize;
use std::collections::BTreeMap;
use tournament::{FileError, Results};

/// The figures of every table of the report, each beside today's.
pub struct ComparisonTables(BTreeMap<u8, Vec<Comparison>>);

impl ComparisonTables {
    /// Compares every figure with the results.
    pub fn new(results: &Results) -> ComparisonTables {
        let compare = |table| {
            let figures = published::figures(table).into_iter();
            figures.map(|figure| Comparison::new(figure, figure.player, results)).collect()
        };
        ComparisonTables(TABLES.map(|table| (table, compare(table))).collect())
    }

    /// The figures of a table.
    pub fn of(&self, table: u8) -> &[Comparison] {
        self.0.get(&table).map_or(&[], Vec::as_slice)
    }
}

/// The file of the scores and guesses of a table.
pub fn file(table: u8) -> String {
    format!("table-{table}.csv")
}

/// The file of the times of a table.
pub fn times_file(table: u8) -> String {
    format!("table-{table}-times.csv")
}

/// Writes all tables.
pub fn write(tables: &ComparisonTables, set: &FileSet) -> Result<(), FileError> {
    for table in TABLES {
        let (times, counts): (Vec<_>, Vec<_>) = tables.of(table).iter().partition(|one| one.figure.quantity.is_time());
        set.table(&file(table), counts.into_iter().map(ComparisonRow::new))?;
        if !times.is_empty() {
            set.table(&times_file(table), times.into_iter().map(ComparisonRow::new))?;
        }
    }
    Ok(())
}

/// A row.
#[derive(Serialize)]
struct ComparisonRow {
    table: u8,
    player: &'static str,
    scsa: &'static str,
    pegs: usize,
    colors: usize,
    quantity: &'static str,
    published: Option<f64>,
    published_rounds: u64,
    measured: Option<f64>,
    measured_se: Option<f64>,
    rounds: u64,
    z_score: Option<f64>,
    ratio: Option<f64>,
    remark: &'static str,
}

impl ComparisonRow {
    fn new(one: &Comparison) -> ComparisonRow {
        let figure = one.figure;
        let size = figure.size.parse::<Size>().ok();
        let millionths = |number: f64| (number * 1e6).round() / 1e6;
        ComparisonRow {
            table: figure.table,
            player: figure.player,
            scsa: figure.scsa,
            pegs: size.map_or(0, Size::pegs),
            colors: size.map_or(0, Size::colors),
            quantity: figure.quantity.name(),
            published: figure.value,
            published_rounds: figure.rounds,
            measured: one.measured.map(millionths),
            measured_se: one.se.map(millionths),
            rounds: one.rounds,
            z_score: one.z_score.map(|z| (z * 1e3).round() / 1e3),
            ratio: one.ratio().map(|ratio| (ratio * 1e4).round() / 1e4),
            remark: if one.disagrees() { remarks::of_figure(&figure).unwrap_or_default() } else { "" },
        }
    }
}
