//! Sections of tables: leaderboard, SCOREs, differences and outcomes.

use super::data::{Grid, PageData};
use crate::present::leaderboard::{Column, LeaderboardRow, decimal};
use crate::present::tables::{dash, estimated, with_sign};
use crate::present::words::{self, counted};
use charts::{Axis, COLORED};
use maud::{Markup, html};
use player_api::FailureKind;
use std::collections::{BTreeMap, BTreeSet};
use tournament::compare::{
    CONFIDENCE, CommonRounds, Estimate, Interval, Leaderboard, Measure, RoundTable, is_significant,
};
use tournament::{Rules, Status, Summary};

/// The width of the drawing of intervals and its margin, in its own units, and the most ticks of its axis.
const WIDTH: f64 = 200.0;
const MARGIN: f64 = 22.0;
const TICKS: usize = 5;
/// Of more players, the best of that number have their differences on the page: of 300, all would be 12 MB.
const MOST_COMPARED: usize = 100;

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
                    tr data-player=(player) { th.name scope="row" { span { (name) } } (cells) }
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

/// A player whose style has no color of its own is gray.
fn color(page: &PageData, player: usize) -> String {
    let style = page.styles[player];
    format!("c{}{}", style % 8, if style < COLORED { "" } else { " gray" })
}

pub fn leaderboard(page: &PageData) -> Markup {
    let data = &page.leaderboard;
    // The axis on which the intervals of all rows are drawn.
    let ends = data.rows.iter().flat_map(|row| [row.score_low, row.score, row.score_high]).flatten();
    let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
    let axis = Axis::linear(low, high, TICKS);
    let table = html! {
        table.sortable.board {
            caption { span { (data.title) } }
            thead { tr {
                @for (column, heading) in &data.columns {
                    th scope="col" class=(class(*column)) data-column=(column.name()) { @if *column == Column::Place { abbr title="place" { "#" } } @else { (heading) } }
                    @if *column == Column::Score { th.plot scope="col" data-plain="" { span.unseen { "interval of the SCORE" } (on_axis(&axis, true, |_| html! {})) } }
                }
            } }
            tbody {
                @for (player, row) in data.rows.iter().enumerate() {
                    tr.own[page.focus.as_ref().is_some_and(|focus| focus.player == player)] data-player=(player) {
                        @for (column, _) in &data.columns { (cell(*column, row, &color(page, player))) @if *column == Column::Score {
                            td.plot { (interval(&axis, row, &color(page, player))) }
                        } }
                    }
                }
            }
        }
    };
    html! {
        @if data.rows.is_empty() { p.missing { (data.title) } } @else {
            (region(&data.title, &table))
            details { summary { "SCORE is given per 100 rounds. How it is computed" } (formula(page.rules)) }
        }
        @for (heading, players) in &data.remarks {
            h3 { (heading) }
            ul { @for (player, text) in players { li { strong { (player) } ": " (text) } } }
        }
        @for note in &data.notes { p.note { (note) } }
    }
}

/// The versions of players: the SCORE of each, and how it differs from that of the version before.
pub fn versions(page: &PageData) -> Markup {
    let bounds = |estimate: &Estimate| estimate.interval(CONFIDENCE).unwrap_or(Interval::around(estimate.mean, 0.0));
    let all = page.versions.iter().map(|one| bounds(&one.score));
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), one| (low.min(one.low), high.max(one.high)));
    let axis = Axis::linear(low, high, TICKS);
    let rows = page.versions.iter().filter_map(|one| {
        let (player, score) = (page.grid.player(&one.player)?, bounds(&one.score));
        let (mean, low, high) = (Some(one.score.mean), Some(score.low), Some(score.high));
        let drawn = LeaderboardRow { score: mean, score_low: low, score_high: high, ..LeaderboardRow::default() };
        let clear = one.change.filter(|change| change.p_value().is_some_and(is_significant));
        let better = clear.map(|change| if change.mean > 0.0 { "better" } else { "worse" });
        let cells = html! {
            td { (one.version) }
            td { (estimated(&one.score, 1)) }
            td class=[better] style=[better.map(|_| "--v:60")] { (one.change.as_ref().map_or_else(dash, with_sign)) }
            td { (one.submitted) }
            td.plot { (interval(&axis, &drawn, &color(page, player))) }
        };
        Some((player, &*one.player, cells))
    });
    let headings = ["version", "SCORE", "change", "handed in", ""].map(str::to_owned);
    html! {
        (of_players("SCORE by version, per 100 rounds", "versions", &headings, rows))
        p.note { "Change: the SCORE less that of the version before, on the same secrets. ±: 95 % intervals. In color: by a t test it is not chance." }
    }
}

fn formula(rules: Rules) -> Markup {
    html! {
        p {
            "A round won in g guesses is worth 5 / √g points, a round lost 0, a failure −2"
            @if rules == Rules::Course2024 { ", all times pegs · colors; the first failure ends a match" }
            ". A win in 1 guess is worth 5, in 4 guesses 2.5, in 25 guesses 1. The SCORE is 100 times the mean points of a round: over all ranked matches on \
             the leaderboard, over one match or one game in the tables and charts."
        }
    }
}

fn class(column: Column) -> &'static str {
    match column {
        Column::Player => "name",
        Column::Group => "group",
        _ => "",
    }
}

fn cell(column: Column, row: &LeaderboardRow, color: &str) -> Markup {
    let text = row.text(column);
    if column == Column::Player {
        return html! { th.name scope="row" { span class={ "swatch " (color) } aria-hidden="true" {} span { (text) } } };
    }
    let (text, half) = text.split_once(" ±").unwrap_or((&text, ""));
    html! { td class=(class(column)) data-column=(column.name()) data-value=[decimal(&row.value(column))] {
        (text) @if !half.is_empty() { span.half { " ±" (half) } }
    } }
}

/// A drawing as wide as the axis, with a line at each of its ticks.
fn on_axis(axis: &Axis, has_labels: bool, content: impl Fn(&dyn Fn(f64) -> String) -> Markup) -> Markup {
    let x = |value: f64| format!("{:.0}", axis.place(value, MARGIN, WIDTH - MARGIN));
    html! {
        svg width=(WIDTH) height="18" aria-hidden="true" {
            @if has_labels {
                @for (tick, label) in &axis.ticks { text x=(x(*tick)) y="13" text-anchor="middle" { (label) } }
            } @else {
                path.tick d={ @for (tick, _) in &axis.ticks { "M" (x(*tick)) " 0v18" } } {}
            }
            (content(&x))
        }
    }
}

/// A line from the lower to the upper bound of the SCORE, with a dot at the SCORE.
fn interval(axis: &Axis, row: &LeaderboardRow, color: &str) -> Markup {
    let score = row.score.unwrap_or_default();
    let (low, high) = (row.score_low.unwrap_or(score), row.score_high.unwrap_or(score));
    on_axis(axis, false, |x| {
        html! { g class=(color) {
            path.range d={ "M" (x(low)) " 9H" (x(high)) } {}
            circle cx=(x(score)) cy="9" r="3.5" {}
        } }
    })
}

pub fn scores(page: &PageData) -> Markup {
    let grid = &page.grid;
    let names = grid.game_names();
    let tables = names.iter().enumerate().map(|(game, name)| (&**name, at_size(grid, game)));
    html! {
        @if grid.cells.is_empty() { p.missing { "No match is finished." } } @else {
            (panes("Game", tables))
            div.one-player data-script="one-player" hidden {}
            p.note {
                "SCORE of each match, per 100 rounds. The stronger the color, the nearer to the best SCORE against that codemaker in that game; the best is bold. \
                 refused: the player does not play the match; n/a: the codemaker makes no codes of the game."
            }
            @if !page.codemakers.is_empty() {
                h3 { "Codemakers" }
                dl { @for (name, line) in &page.codemakers { div { dt { (name) } dd { (line) } } } }
            }
        }
    }
}

fn at_size(grid: &Grid, game: usize) -> Markup {
    let (mut best, mut players) = (BTreeMap::<usize, f64>::new(), BTreeSet::new());
    for cell in grid.cells.iter().filter(|cell| cell.game == game) {
        let best = best.entry(cell.scsa).or_default();
        *best = best.max(cell.score().unwrap_or(0.0));
        players.insert(cell.player);
    }
    let rows = players.into_iter().map(|player| {
        let cells = html! {
            @for (scsa, best) in &best {
                @match grid.cell(player, *scsa, game) {
                    None => td { "–" },
                    Some(cell) => @match share(cell.score(), *best) {
                        None => td { (cell.score) },
                        Some(share) => td.heat.best[cell.score() == Some(*best)] style={ "--v:" (share) } {
                            (cell.score)
                        },
                    },
                }
            }
        };
        (player, &*grid.players[player], cells)
    });
    let headings: Vec<String> = best.keys().map(|scsa| grid.scsas[*scsa].clone()).collect();
    of_players(&format!("SCORE at {}", grid.games[game]), "scores", &headings, rows)
}

/// A SCORE as a part of the best one, in percent. None without a round, and where none is above 0.
fn share(score: Option<f64>, best: f64) -> Option<u32> {
    (best > 0.0).then_some(())?;
    score.map(|score| (100.0 * score / best).clamp(0.0, 100.0).round() as u32)
}

/// The differences between all pairs of ranked players, in the mean of a round.
pub fn differences(grid: &Grid, table: &RoundTable) -> Markup {
    let common = CommonRounds::ranked(table);
    let measures = [("guesses", Measure::Guesses), ("SCORE", Measure::Score)];
    let tables = measures.map(|(name, measure)| (name, of_measure(grid, &common, name, measure)));
    panes("Difference in", tables.into_iter())
}

fn of_measure(grid: &Grid, common: &CommonRounds, name: &str, measure: Measure) -> Markup {
    let board = Leaderboard::new(common, measure);
    // The players of the grid, with their places on the board.
    let entries = board.entries.iter().enumerate();
    let mut players: Vec<(usize, usize)> =
        entries.filter_map(|(place, entry)| Some((grid.player(&entry.player)?, place))).collect();
    players.sort_unstable();
    let all = players.len();
    players.truncate(MOST_COMPARED);
    // The mean, row less column, with half the width of its interval, and the p value; none where both are the same player.
    let cell = |row: usize, column: usize| {
        let estimate = board.difference(players[row].1, players[column].1)?;
        let half = estimate.interval(CONFIDENCE).map(|interval| interval.half_width());
        Some((estimate.mean, half, board.p_value(players[row].1, players[column].1)))
    };
    let count = players.len();
    let cells: Vec<Vec<_>> = (0..count).map(|row| (0..count).map(|column| cell(row, column)).collect()).collect();
    let largest = cells.iter().flatten().flatten().map(|(mean, ..)| mean.abs()).fold(f64::MIN_POSITIVE, f64::max);
    let names: Vec<String> = players.iter().map(|(player, ..)| grid.players[*player].clone()).collect();
    let rows = players.iter().zip(&names).zip(&cells).map(|(((player, ..), name), cells)| {
        let cells = html! { @for one in cells { (difference(*one, measure.is_gain(), largest)) } };
        (*player, &**name, cells)
    });
    let note = format!(
        "Mean difference {} on the same secrets, row less column, over {} and {} each. ~: cannot be told apart at {:.0} % by \
         {name} (paired t tests, Holm's correction for {}); the letters of the leaderboard test the SCORE.",
        if measure == Measure::Score { "per 100 rounds" } else { "of a round" },
        counted(board.matches.len(), "match"),
        counted(board.rounds, "round"),
        CONFIDENCE * 100.0,
        counted(all * all.saturating_sub(1) / 2, "pair"),
    );
    html! {
        (of_players(&format!("Difference in {name}, row less column"), "differences", &names, rows))
        p.note {
            (note) " Blue: better than the player of the column."
            @if all > count { " Only the best " (count) " of " (all) " are here; `arena compare` has all." }
        }
    }
}

fn difference(cell: Option<(f64, Option<f64>, f64)>, is_gain: bool, largest: f64) -> Markup {
    let Some((mean, half_width, p_value)) = cell else { return html! { td { "–" } } };
    let is_clear = is_significant(p_value);
    let is_better = (mean > 0.0) == is_gain;
    // Small differences are seen, too.
    let share = (100.0 * (mean.abs() / largest).sqrt()).round() as u32;
    let half = half_width.map(|half| format!(" ± {half:.3}")).unwrap_or_default();
    let more = format!("{mean:+.3}{half}, p {}", words::p_value(Some(p_value)));
    let class = is_clear.then_some(if is_better { "better" } else { "worse" });
    html! {
        td class=[class] style=[is_clear.then(|| format!("--v:{share}"))] data-more=(more) {
            @if !is_clear { "~" } (format!("{mean:+.2}"))
        }
    }
}

/// The rounds that were won, or not won for a reason.
type OutcomeCount = (Option<FailureKind>, u64);

fn outcomes(row: &Summary) -> Vec<OutcomeCount> {
    let of_kind = row.by_kind().map(|(kind, rounds)| (Some(kind), rounds));
    [(None, row.wins)].into_iter().chain(of_kind).collect()
}

/// The rounds whose outcomes are chosen.
fn rounds_of(outcomes: &[OutcomeCount], is_chosen: impl Fn(Option<FailureKind>) -> bool) -> u64 {
    outcomes.iter().filter(|(kind, _)| is_chosen(*kind)).map(|(_, rounds)| rounds).sum()
}

pub fn outcome_table(grid: &Grid) -> Markup {
    let of_player = |player: usize| {
        let mut own = grid.cells.iter().filter(|cell| cell.player == player);
        let first = &own.next()?.summary;
        let (mut planned, mut sums) = (first.planned, outcomes(first));
        for cell in own {
            planned += cell.summary.planned;
            sums.iter_mut().zip(outcomes(&cell.summary)).for_each(|(sum, (_, rounds))| sum.1 += rounds);
        }
        Some((player, planned, sums))
    };
    let players: Vec<(usize, u64, Vec<OutcomeCount>)> = (0..grid.players.len()).filter_map(of_player).collect();
    let Some((.., first)) = players.first() else { return html! { p.missing { "No match is finished." } } };
    let is_shown = |index: usize| index == 0 || players.iter().any(|(.., sums)| sums[index].1 > 0);
    let shown: Vec<usize> = (0..first.len()).filter(|index| is_shown(*index)).collect();
    let outcomes = shown.iter().map(|index| first[*index].0.map_or("won", words::kind));
    let headings = ["planned", "played"].into_iter().chain(outcomes).chain(["share won"]);
    let headings: Vec<String> = headings.map(str::to_owned).collect();
    let rows = players.iter().map(|(player, planned, sums)| {
        let cells = html! {
            td { (planned) }
            td { (rounds_of(sums, |kind| kind != Some(FailureKind::GivenUp))) }
            @for index in &shown { td.none[sums[*index].1 == 0] { (sums[*index].1) } }
            (shares(sums))
        };
        (*player, &*grid.players[*player], cells)
    });
    let notes = notes(grid);
    html! {
        (of_players("Rounds of all matches by outcome and kind of failure", "outcomes", &headings, rows))
        p.note { "Bars: " span.key.won {} " won, " span.key.lost {} " lost, " span.key.failed {} " failed, " span.key.given-up {} " given up." }
        @if !notes.is_empty() {
            h3 { "Matches that were not played to the end" }
            ul { @for (note, matches) in notes { li { (note) ": " (matches) } } }
        }
    }
}

fn shares(outcomes: &[OutcomeCount]) -> Markup {
    let class = |kind: Option<FailureKind>| match kind {
        None => "won",
        Some(FailureKind::Guesses | FailureKind::Time) => "lost",
        Some(FailureKind::GivenUp) => "given-up",
        Some(_) => "failed",
    };
    let parts =
        ["won", "lost", "failed", "given-up"].map(|part| (part, rounds_of(outcomes, |kind| class(kind) == part)));
    let all = rounds_of(outcomes, |_| true);
    let share = |rounds: u64| rounds as f64 / all.max(1) as f64;
    let won = (all > 0).then(|| share(parts[0].1));
    html! {
        td.plot data-value=[won] {
            span.bar { @for (class, rounds) in parts.into_iter().filter(|(_, rounds)| *rounds > 0) {
                span class=(class) style={ "width:" (format!("{:.2}", 100.0 * share(rounds))) "%" } {}
            } }
            span.percent { @if let Some(won) = won { (format!("{:.1} %", 100.0 * won)) } @else { "–" } }
        }
    }
}

/// Why matches were not played to the end, and how many.
fn notes(grid: &Grid) -> Vec<(String, String)> {
    let mut notes: BTreeMap<String, usize> = BTreeMap::new();
    for cell in grid.cells.iter().filter(|cell| cell.summary.status != Status::Played) {
        *notes.entry(cell.summary.remark()).or_default() += 1;
    }
    notes.into_iter().map(|(note, matches)| (note, counted(matches, "match"))).collect()
}
