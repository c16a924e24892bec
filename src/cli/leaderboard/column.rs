//! The columns of a leaderboard.

use super::row::LeaderboardRow;
use crate::cli::{Failure, closest::known_names, tables};
use documented::DocumentedFields;
use serde_json::Value;
use std::cmp::Ordering;
use tournament::compare::Interval;

/// A column of a leaderboard: a field of [`LeaderboardRow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderboardColumn(&'static str);

impl LeaderboardColumn {
    pub const PLACE: LeaderboardColumn = LeaderboardColumn("place");
    pub const GROUP: LeaderboardColumn = LeaderboardColumn("group");
    pub const FAILURES: LeaderboardColumn = LeaderboardColumn("failures");
    pub const NOT_PLAYED: LeaderboardColumn = LeaderboardColumn("not_played");

    /// The columns of tables for readers, in order.
    pub const SHOWN: [LeaderboardColumn; 10] = [
        LeaderboardColumn::PLACE,
        LeaderboardColumn("player"),
        LeaderboardColumn::GROUP,
        LeaderboardColumn("score"),
        LeaderboardColumn("guesses"),
        LeaderboardColumn("wins"),
        LeaderboardColumn("losses"),
        LeaderboardColumn::FAILURES,
        LeaderboardColumn::NOT_PLAYED,
        LeaderboardColumn("guess_us"),
    ];

    /// All columns, in order.
    pub fn all() -> impl Iterator<Item = LeaderboardColumn> {
        LeaderboardRow::FIELD_NAMES.iter().map(|name| LeaderboardColumn(name))
    }

    /// The names of all columns, with commas between them.
    pub fn names() -> String {
        LeaderboardRow::FIELD_NAMES.join(", ")
    }

    /// The column of a name.
    pub fn find(name: &str) -> Result<LeaderboardColumn, Failure> {
        LeaderboardColumn::all().find(|column| column.0 == name).ok_or_else(|| {
            let known = known_names(name, "columns", LeaderboardRow::FIELD_NAMES);
            Failure::input(format!("there is no column '{name}'; {known}"))
        })
    }

    /// The name of the column.
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// The heading in tables for readers.
    pub fn heading(self) -> String {
        match self.0 {
            "score" => "SCORE".to_owned(),
            "guess_us" => "µs a guess".to_owned(),
            name => name.replace('_', " "),
        }
    }

    /// Whether the column has texts, not numbers.
    pub fn is_text(self) -> bool {
        matches!(self.0, "player" | "group" | "note")
    }

    /// The value in a row; null if it is not known.
    pub fn value(self, row: &LeaderboardRow) -> Value {
        // A struct of numbers and texts can be a value.
        let value = serde_json::to_value(row).unwrap_or_default().get_mut(self.0).map(Value::take).unwrap_or_default();
        if value == "" { Value::Null } else { value }
    }

    /// The value as readers see it: a mean or a sum with half the width of its interval.
    pub fn text(self, row: &LeaderboardRow) -> String {
        let interval = |low: Option<f64>, high: Option<f64>| Some(Interval { low: low?, high: high? });
        let with_interval = |value: Option<f64>, low, high, decimals| {
            value.map_or_else(tables::dash, |value| tables::with_half_width(value, interval(low, high), decimals))
        };
        match self.0 {
            "score" => with_interval(row.score, row.score_low, row.score_high, 1),
            "guesses" => {
                let bound = if row.guesses_is_bound == Some(true) { "≥ " } else { "" };
                bound.to_owned() + &with_interval(row.guesses, row.guesses_low, row.guesses_high, 2)
            }
            name => match self.value(row) {
                Value::Null if self.is_text() => String::new(),
                Value::Null => tables::dash(),
                Value::Bool(is_so) => if is_so { "yes" } else { "no" }.to_owned(),
                Value::Number(number) if number.is_f64() => {
                    let decimals = if name.starts_with("score") { 1 } else { 2 };
                    format!("{:.decimals$}", number.as_f64().unwrap_or_default())
                }
                Value::String(text) => text,
                other => other.to_string(),
            },
        }
    }

    /// Compares two rows by this column, upwards or downwards. What is not known comes last.
    pub fn compare(self, a: &LeaderboardRow, b: &LeaderboardRow, is_descending: bool) -> Ordering {
        let (a, b) = (self.value(a), self.value(b));
        let ordering = match (&a, &b) {
            (Value::Null, _) | (_, Value::Null) => return a.is_null().cmp(&b.is_null()),
            (Value::Number(a), Value::Number(b)) => {
                let value = |number: &serde_json::Number| number.as_f64().unwrap_or_default();
                value(a).total_cmp(&value(b))
            }
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::String(a), Value::String(b)) => a.cmp(b),
            _ => Ordering::Equal,
        };
        if is_descending { ordering.reverse() } else { ordering }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_a_field() {
        for column in LeaderboardColumn::SHOWN {
            assert_eq!(LeaderboardColumn::find(column.name()).unwrap(), column);
        }
        let row = LeaderboardRow { rounds: 3, points: Some(0.1), ..LeaderboardRow::default() };
        let values: Vec<String> = LeaderboardColumn::all().map(|column| column.value(&row).to_string()).collect();
        assert_eq!(values.iter().filter(|value| *value != "null").collect::<Vec<_>>(), ["0.1", "0", "3"]);
    }

    #[test]
    fn unknown_values_come_last() {
        let row = |points| LeaderboardRow { points, ..LeaderboardRow::default() };
        let column = LeaderboardColumn::find("points").unwrap();
        for is_descending in [false, true] {
            assert_eq!(column.compare(&row(Some(1.0)), &row(None), is_descending), Ordering::Less);
            assert_eq!(column.compare(&row(None), &row(None), is_descending), Ordering::Equal);
        }
        assert_eq!(column.compare(&row(Some(10.0)), &row(Some(9.0)), true), Ordering::Less);
    }
}
