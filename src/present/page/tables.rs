//! Sections of tables: leaderboard, SCOREs, differences and outcomes.

use super::data::{Cell, DifferenceCell, DifferenceTable, Grid, LeaderboardData};
use crate::present::leaderboard::{LeaderboardColumn, LeaderboardRow};
use crate::present::words::{self, counted};
use maud::{Markup, html};
use std::collections::BTreeMap;
use tournament::{Status, Summary, compare::is_significant};

/// The width of the drawing of intervals, in its own units.
const WIDTH: f64 = 160.0;

pub fn region(label: &str, content: &Markup) -> Markup {
    html! { div.scroll role="region" aria-label=(label) tabindex="0" { (content) } }
}

/// A table of players: the caption, the headings after the first, which is `player`, and the rows with the names of the players.
/// `marks` is the index of each player among all, by which the script finds its rows.
pub fn of_players<'a>(
    caption: &str,
    class: &str,
    headings: &[String],
    rows: impl Iterator<Item = (usize, &'a str, Markup)>,
) -> Markup {
    let table = html! {
        table class={ "sortable " (class) } {
            caption { span { (caption) } }
            thead { tr {
                th.name scope="col" { "player" }
                @for heading in headings { th scope="col" { (heading) } }
            } }
            tbody {
                @for (player, name, cells) in rows {
                    tr data-player=(player) { th.name scope="row" { (name) } (cells) }
                }
            }
        }
    };
    region(caption, &table)
}

/// Buttons between panes, of which the script shows one at a time. Without a script, and in print, all are shown.
pub fn panes<'a>(label: &str, panes: impl Iterator<Item = (&'a str, Markup)>) -> Markup {
    html! {
        div.panes data-label=(label) {
            @for (name, content) in panes { div.pane data-name=(name) { (content) } }
        }
    }
}

pub fn leaderboard(data: &LeaderboardData) -> Markup {
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

pub fn scores(grid: &Grid) -> Markup {
    let tables = (0..grid.sizes.len()).map(|size| (&*grid.sizes[size], at_size(grid, size)));
    html! {
        @if grid.cells.is_empty() { p.missing { "No match is finished." } } @else {
            (panes("Size", tables))
            div.one-player data-script="one-player" hidden {}
            p.note {
                "SCORE of each match. The stronger the color, the nearer to the best SCORE against that codemaker at that size; the best is bold. \
                 refused: the player does not play the match; n/a: the codemaker does not support the size."
            }
        }
    }
}

fn at_size(grid: &Grid, size: usize) -> Markup {
    let of_size = || grid.cells.iter().filter(|cell| cell.size == size);
    let scsas: Vec<usize> = (0..grid.scsas.len()).filter(|scsa| of_size().any(|cell| cell.scsa == *scsa)).collect();
    let best: Vec<f64> = scsas
        .iter()
        .map(|scsa| of_size().filter(|cell| cell.scsa == *scsa).filter_map(Cell::points).fold(0.0, f64::max))
        .collect();
    let rows = (0..grid.players.len()).filter(|player| of_size().any(|cell| cell.player == *player)).map(|player| {
        let cells = html! {
            @for (scsa, best) in scsas.iter().zip(&best) {
                @match grid.cell(player, *scsa, size) {
                    None => td { "–" },
                    Some(cell) => @match share(cell.points(), *best) {
                        None => td { (cell.score) },
                        Some(share) => td.heat.best[cell.points() == Some(*best)] style={ "--v:" (share) } {
                            (cell.score)
                        },
                    },
                }
            }
        };
        (player, &*grid.players[player], cells)
    });
    let headings: Vec<String> = scsas.iter().map(|scsa| grid.scsas[*scsa].clone()).collect();
    of_players(&format!("SCORE at {}", grid.sizes[size]), "scores", &headings, rows)
}

/// The points as a part of the best ones, in percent. None without a round, and where nobody has points.
fn share(points: Option<f64>, best: f64) -> Option<u32> {
    (best > 0.0).then_some(())?;
    points.map(|points| (100.0 * points / best).clamp(0.0, 100.0).round() as u32)
}

pub fn difference_panes(grid: &Grid, tables: &[DifferenceTable]) -> Markup {
    html! {
        (panes("Difference in", tables.iter().map(|table| (table.name, of_measure(grid, table)))))
    }
}

fn of_measure(grid: &Grid, table: &DifferenceTable) -> Markup {
    let name = |player: &usize| grid.players[*player].clone();
    let headings: Vec<String> = table.players.iter().map(name).collect();
    let largest = table.rows.iter().flatten().flatten().map(|cell| cell.mean.abs()).fold(f64::MIN_POSITIVE, f64::max);
    let rows = table.players.iter().zip(&table.rows).map(|(player, cells)| {
        let cells = html! { @for one in cells { (difference(*one, table.is_gain, largest)) } };
        (*player, &*grid.players[*player], cells)
    });
    html! {
        (of_players(&format!("Difference in {}, row less column", table.name), "differences", &headings, rows))
        p.note { (table.note) " Blue: better than the player of the column." }
    }
}

fn difference(cell: Option<DifferenceCell>, is_gain: bool, largest: f64) -> Markup {
    let Some(DifferenceCell { mean, half_width, p_value }) = cell else { return html! { td { "–" } } };
    let is_clear = is_significant(p_value);
    let is_better = (mean > 0.0) == is_gain;
    // Small differences are seen, too.
    let share = (100.0 * (mean.abs() / largest).sqrt()).round() as u32;
    let half = half_width.map(|half| format!(" ± {half:.3}")).unwrap_or_default();
    let more = format!("{mean:+.3}{half}, p {}", words::p_value(Some(p_value)));
    let class = match (is_clear, is_better) {
        (false, _) => None,
        (true, true) => Some("better"),
        (true, false) => Some("worse"),
    };
    html! {
        td class=[class] style=[is_clear.then(|| format!("--v:{share}"))] data-more=(more) {
            @if !is_clear { "~" } (format!("{mean:+.2}"))
        }
    }
}

/// An outcome: its name, and the rounds of a match that ended so.
type OutcomeCount = (&'static str, u64);

fn outcomes(row: &Summary) -> Vec<OutcomeCount> {
    let mut outcomes =
        vec![("won", row.wins), ("out of guesses", row.losses_guesses), ("out of time", row.losses_time)];
    outcomes.extend(row.failures_by_cause());
    outcomes
}

struct PlayerOutcomes<'a> {
    player: usize,
    name: &'a str,
    rounds: u64,
    outcomes: Vec<OutcomeCount>,
}

/// How the rounds of every player ended.
pub fn outcome_table(grid: &Grid) -> Markup {
    let players: Vec<PlayerOutcomes> = (0..grid.players.len())
        .filter_map(|player| {
            let own: Vec<&Cell> = grid.cells.iter().filter(|cell| cell.player == player).collect();
            let mut sums = outcomes(&own.first()?.summary);
            for cell in &own[1..] {
                sums.iter_mut().zip(outcomes(&cell.summary)).for_each(|(sum, (_, rounds))| sum.1 += rounds);
            }
            let rounds = own.iter().map(|cell| cell.summary.rounds).sum();
            Some(PlayerOutcomes { player, name: &grid.players[player], rounds, outcomes: sums })
        })
        .collect();
    let Some(first) = players.first() else { return html! { p.missing { "No match is finished." } } };
    let is_shown = |index: usize| index == 0 || players.iter().any(|player| player.outcomes[index].1 > 0);
    let shown: Vec<usize> = (0..first.outcomes.len()).filter(|index| is_shown(*index)).collect();
    let headings: Vec<String> = ["rounds".to_owned()]
        .into_iter()
        .chain(shown.iter().map(|index| first.outcomes[*index].0.to_owned()))
        .chain(["share won".to_owned()])
        .collect();
    let rows = players.iter().map(|player| {
        let cells = html! {
            td { (player.rounds) }
            @for index in &shown { td.none[player.outcomes[*index].1 == 0] { (player.outcomes[*index].1) } }
            td.plot data-value=[share_won(player)] { (bar(player)) }
        };
        (player.player, player.name, cells)
    });
    let notes = notes(grid);
    html! {
        (of_players("Rounds of all matches by outcome", "outcomes", &headings, rows))
        p.note { "Bars: " span.key.won {} " won, " span.key.lost {} " lost, " span.key.failed {} " failed." }
        @if !notes.is_empty() {
            h3 { "Matches that were not played to the end" }
            ul { @for (note, matches) in notes { li { (note) ": " (matches) } } }
        }
    }
}

fn share_won(player: &PlayerOutcomes) -> Option<f64> {
    (player.rounds > 0).then(|| player.outcomes[0].1 as f64 / player.rounds as f64)
}

/// The shares of rounds won, lost and failed.
fn bar(player: &PlayerOutcomes) -> Markup {
    let sum = |from: usize, to: usize| player.outcomes[from..to].iter().map(|(_, rounds)| rounds).sum::<u64>();
    let parts = [("won", sum(0, 1)), ("lost", sum(1, 3)), ("failed", sum(3, player.outcomes.len()))];
    let percent = |rounds: u64| 100.0 * rounds as f64 / player.rounds.max(1) as f64;
    html! {
        span.bar { @for (class, rounds) in parts.into_iter().filter(|(_, rounds)| *rounds > 0) {
            span class=(class) style={ "width:" (format!("{:.2}", percent(rounds))) "%" } {}
        } }
        span.percent { @if let Some(share) = share_won(player) { (format!("{:.1} %", 100.0 * share)) } @else { "–" } }
    }
}

/// Why matches were not played to the end, and how many.
fn notes(grid: &Grid) -> Vec<(String, String)> {
    let mut notes: BTreeMap<&str, usize> = BTreeMap::new();
    for cell in grid.cells.iter().filter(|cell| cell.summary.status != Status::Played) {
        *notes.entry(&cell.summary.note).or_default() += 1;
    }
    notes.into_iter().map(|(note, matches)| (note.to_owned(), counted(matches, "match"))).collect()
}
