//! The leaderboard.

use crate::{
    commands::report::{page::table::region, page_data::LeaderboardData},
    present::leaderboard::{LeaderboardColumn, LeaderboardRow},
};
use maud::{Markup, html};

/// The width of the drawing of intervals, in its own units.
const WIDTH: f64 = 160.0;

pub fn section(data: &LeaderboardData) -> Markup {
    let table = html! {
        table.sortable.board {
            caption { span { (data.title) } }
            thead { tr {
                @for column in &data.columns {
                    th scope="col" class=(class(*column)) { (column.heading()) }
                    @if column.name() == "score" { th.plot scope="col" data-plain="" { "interval" } }
                }
            } }
            tbody {
                @for (player, row) in data.rows.iter().enumerate() {
                    tr data-player=(player) { @for column in &data.columns { (cell(*column, row)) @if column.name() == "score" {
                        td.plot { (interval(row, &data.rows)) }
                    } } }
                }
            }
        }
    };
    html! {
        @if data.rows.is_empty() { p.missing { (data.title) } } @else { (region(&data.title, &table)) }
        @for (heading, players) in &data.remarks {
            h3 { (heading) }
            ul { @for (player, text) in players { li { strong { (player) } ": " (text) } } }
        }
        @for note in &data.notes { p.note { (note) } }
    }
}

fn class(column: LeaderboardColumn) -> &'static str {
    match column.name() {
        "player" => "name",
        "group" => "group",
        _ => "",
    }
}

/// A cell with its text, and the value by which rows are sorted.
fn cell(column: LeaderboardColumn, row: &LeaderboardRow) -> Markup {
    let text = column.text(row);
    let value = match column.value(row) {
        serde_json::Value::Number(number) if number.is_f64() => Some(number.to_string()),
        _ => None,
    };
    match column.name() {
        "player" => html! { th.name scope="row" { (text) } },
        name => html! { td class=(class(column)) data-column=(name) data-value=[value] { (text) } },
    }
}

/// A line from the lower to the upper bound of the SCORE, with a dot at the SCORE, on a scale that all rows share.
fn interval(row: &LeaderboardRow, rows: &[LeaderboardRow]) -> Markup {
    let bounds = |row: &LeaderboardRow| Some((row.score_low.or(row.score)?, row.score?, row.score_high.or(row.score)?));
    let all = || rows.iter().filter_map(bounds);
    let (low, high) = (
        all().map(|(low, ..)| low).fold(f64::INFINITY, f64::min),
        all().map(|(.., high)| high).fold(f64::NEG_INFINITY, f64::max),
    );
    let Some((left, middle, right)) = bounds(row) else { return html! {} };
    let x = |value: f64| format!("{:.1}", 5.0 + (WIDTH - 10.0) * (value - low) / (high - low).max(f64::MIN_POSITIVE));
    html! {
        svg viewBox={ "0 0 " (WIDTH) " 16" } width=(WIDTH) height="16" aria-hidden="true" {
            line.range x1=(x(left)) x2=(x(right)) y1="8" y2="8" {}
            circle cx=(x(middle)) cy="8" r="3.5" {}
        }
    }
}
