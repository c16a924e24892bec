//! Tables for the terminal.

use super::{counted, progress::FailureExample};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use inference::ModelWeight;
use std::{
    collections::BTreeMap,
    io::{self, Write},
};
use tournament::{Manifest, Results, Status, Summary, in_order, standings};

/// The width of tables where the output is not a terminal and `COLUMNS` is not set.
const WIDTH: usize = 120;
/// What stands around the content of a cell, and the least width of a number.
const MARGIN: usize = 3;
const NARROWEST: usize = 7;
/// How many rules of a codemaker are shown, and how heavy they must be.
const MOST_RULES: usize = 10;
const LEAST_WEIGHT: f64 = 0.005;

/// The width of the terminal in columns: the variable `COLUMNS`, or what the terminal says; none elsewhere.
pub fn terminal_width() -> Option<usize> {
    let variable =
        std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|&columns| columns > 0);
    variable.or_else(|| console::Term::stdout().size_checked().map(|(_, columns)| usize::from(columns)))
}

fn width() -> usize {
    terminal_width().unwrap_or(WIDTH)
}

/// What was played.
pub fn manifest(out: &mut impl Write, manifest: &Manifest) -> io::Result<()> {
    writeln!(
        out,
        "{} against {} at {}: {}, seed {}, played {}",
        counted(manifest.players.len(), "player"),
        counted(manifest.codemakers.len(), "SCSA"),
        manifest.sizes.join(" "),
        counted(manifest.rounds, "round"),
        manifest.seed,
        manifest.started,
    )?;
    if manifest.finished.is_none() {
        writeln!(out, "This tournament was not played to its end: only finished matches are shown.")?;
    }
    Ok(())
}

/// The players, the best one first.
pub fn leaderboard(out: &mut impl Write, results: &Results) -> io::Result<()> {
    let mut table = table(1, ["", "player", "SCORE", "rounds", "wins", "losses", "failures", "guesses", "µs a guess"]);
    for (place, row) in standings(&results.summaries, &results.timings).into_iter().enumerate() {
        table.add_row([
            (place + 1).to_string(),
            row.player,
            format!("{:.1}", row.score),
            row.rounds.to_string(),
            row.wins.to_string(),
            row.losses.to_string(),
            row.failures.to_string(),
            row.mean_guesses.map_or_else(dash, |guesses| format!("{guesses:.2}")),
            row.guess_us.map_or_else(dash, |micros| format!("{micros:.2}")),
        ]);
    }
    writeln!(out, "\nLeaderboard (SCORE over all matches, mean guesses of the rounds won)\n{table}")
}

/// The failures of a tournament: for each player and kind of cause the first one.
pub fn failures(out: &mut impl Write, failures: &[FailureExample]) -> io::Result<()> {
    if failures.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nFailed rounds")?;
    for FailureExample { player, first, cause, rounds, .. } in failures {
        writeln!(out, "  {player}: {}, first against {first}: {cause}", counted(*rounds, "round"))?;
    }
    Ok(())
}

/// The scores of all players, for each size a table with a column an SCSA.
pub fn scores(out: &mut impl Write, results: &Results) -> io::Result<()> {
    let sizes = in_order(&results.summaries, Summary::size_name);
    let scsas = in_order(&results.summaries, |row| row.scsa.clone());
    let players = in_order(&results.summaries, |row| row.player.clone());
    let cells: BTreeMap<(String, &str, &str), String> =
        results.summaries.iter().map(|row| ((row.size_name(), &*row.player, &*row.scsa), score(row))).collect();
    for size in &sizes {
        writeln!(out, "\nSCORE at {size}")?;
        for scsas in blocks(&scsas, longest(&players)) {
            let mut table = table(0, ["player"].into_iter().chain(scsas.iter().map(String::as_str)));
            for player in &players {
                let cell = |scsa: &String| cells.get(&(size.clone(), player, scsa)).cloned().unwrap_or_else(dash);
                table.add_row([player.clone()].into_iter().chain(scsas.iter().map(cell)));
            }
            writeln!(out, "{table}")?;
        }
    }
    for (mark, status) in [("n/a", Status::Unsupported), ("*", Status::Ended), ("barred", Status::Disqualified)] {
        let notes = in_order(results.summaries.iter().filter(|row| row.status == status), |row| row.note.clone());
        if !notes.is_empty() {
            writeln!(out, "\n{mark}: {}", notes.join("; "))?;
        }
    }
    Ok(())
}

/// The rules that a codemaker may follow, the heaviest first; those that hardly count only in number.
pub fn rules(out: &mut impl Write, rules: &[ModelWeight]) -> io::Result<()> {
    let mut table = table(1, ["weight", "family", "rule"]);
    if let Some(column) = table.column_mut(2) {
        column.set_cell_alignment(CellAlignment::Left);
    }
    let heavy = rules.iter().take(MOST_RULES).take_while(|rule| rule.weight >= LEAST_WEIGHT).count();
    let percent = |weight: f64| format!("{:.1} %", weight * 100.0);
    for rule in &rules[..heavy] {
        table.add_row([percent(rule.weight), rule.name.to_owned(), rule.description.clone()]);
    }
    let others = &rules[heavy..];
    if !others.is_empty() {
        let weight = others.iter().map(|rule| rule.weight).sum();
        table.add_row([percent(weight), String::new(), counted(others.len(), "other rule")]);
    }
    writeln!(out, "{table}")
}

/// Cuts columns into blocks whose names fit beside the names of the rows.
fn blocks(columns: &[String], names: usize) -> Vec<&[String]> {
    let mut blocks = Vec::new();
    let (mut start, mut used) = (0, names + MARGIN);
    for (place, name) in columns.iter().enumerate() {
        let needed = name.chars().count().max(NARROWEST) + MARGIN;
        if used + needed > width() && place > start {
            blocks.push(&columns[start..place]);
            (start, used) = (place, names + MARGIN);
        }
        used += needed;
    }
    blocks.push(&columns[start..]);
    blocks
}

fn longest(names: &[String]) -> usize {
    names.iter().map(|name| name.chars().count()).max().unwrap_or(0)
}

fn score(row: &Summary) -> String {
    match row.status {
        Status::Unsupported => "n/a".to_owned(),
        Status::Disqualified => "barred".to_owned(),
        Status::Ended => format!("{:.2} *", row.score),
        Status::Played => format!("{:.2}", row.score),
    }
}

/// A table with names in one column, and numbers to the right in the others.
fn table<'a>(names: usize, header: impl IntoIterator<Item = &'a str>) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_BORDERS_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width()).unwrap_or(u16::MAX))
        .set_header(header);
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((1, 1));
        if number != names {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn dash() -> String {
    "–".to_owned()
}
