//! Tables for the terminal.

use super::{
    counted,
    leaderboard::{By, FolderLeaderboard},
    progress::FailureExample,
};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use inference::ModelWeight;
use intervals::{CONFIDENCE, Interval};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    ops::Range,
};
use tournament::{Manifest, Results, Status, Summary, in_order};

/// The width of tables where the output is not a terminal and `COLUMNS` is not set.
const WIDTH: usize = 120;
/// A narrower terminal has one column less between two columns of a table.
const ROOMY: usize = 100;
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

pub fn width() -> usize {
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

/// The players, the best one first, and those that are not ranked.
pub fn leaderboard(out: &mut impl Write, leaderboard: &FolderLeaderboard) -> io::Result<()> {
    let FolderLeaderboard { by, board, guess_us, not_ranked, .. } = leaderboard;
    let measure = match by {
        By::Score => "SCORE",
        By::Guesses => "guesses",
        By::Time => "CPU time",
        By::Wins => "rounds won",
    };
    let over = match (board.entries.len(), board.matches.len()) {
        (0, _) => "no round was played".to_owned(),
        (1, matches) => format!("1 player, {}, {}", counted(matches, "match"), counted(board.rounds, "round")),
        (players, matches) => format!(
            "{players} players over the {} that all of them played, {} each",
            counted(matches, "match"),
            counted(board.rounds, "round")
        ),
    };
    writeln!(out, "\nLeaderboard by {measure}: {over}")?;
    // Times are measured once, without an error.
    let has_groups = *by != By::Time && board.entries.len() > 1;
    if !board.entries.is_empty() {
        let group = has_groups.then_some("group");
        let names = ["", "player"].into_iter().chain(group);
        let numbers = ["SCORE", "guesses", "wins", "losses", "failures", "µs a guess"];
        let mut table = table(1, names.chain(numbers));
        if let Some(column) = group.and_then(|_| table.column_mut(2)) {
            column.set_cell_alignment(CellAlignment::Left);
        }
        for (place, row) in leaderboard.places().into_iter().zip(&board.entries) {
            let letters = has_groups.then(|| row.letters.clone());
            let bound = if row.is_lower_bound { "≥ " } else { "" };
            let numbers = [
                with_half_width(row.score.sum, row.score.sum_interval(CONFIDENCE), 1),
                bound.to_owned() + &with_half_width(row.guesses.mean, row.guesses.interval(CONFIDENCE), 2),
                row.wins.to_string(),
                row.losses.to_string(),
                row.failures.to_string(),
                guess_us.get(&row.player).map_or_else(dash, |micros| format!("{micros:.2}")),
            ];
            table.add_row([place.to_string(), row.player.clone()].into_iter().chain(letters).chain(numbers));
        }
        writeln!(out, "{table}")?;
    }
    if !board.entries.is_empty() {
        for note in notes(leaderboard, measure, has_groups) {
            paragraph(out, &note)?;
        }
    }
    if !not_ranked.is_empty() {
        writeln!(out, "Not ranked:")?;
        let width = longest(&not_ranked.iter().map(|(player, _)| player.clone()).collect::<Vec<_>>());
        for (player, reason) in not_ranked {
            writeln!(out, "  {player:<width$}  {reason}")?;
        }
    }
    Ok(())
}

/// What a reader of the leaderboard must know.
fn notes(leaderboard: &FolderLeaderboard, measure: &str, has_groups: bool) -> Vec<String> {
    let FolderLeaderboard { board, guess_limit, has_forfeits, why_unpaired, .. } = leaderboard;
    let mut notes = vec![format!("±: {:.0} % intervals.", CONFIDENCE * 100.0)];
    if has_groups {
        let method = if why_unpaired.is_none() { "paired t tests" } else { "Welch's t tests" };
        notes[0] += &format!(
            " Players with a letter in common cannot be told apart by {measure} ({method}, Holm's correction)."
        );
    }
    if let Some(reason) = why_unpaired.as_ref().filter(|_| has_groups) {
        notes.push(format!("Rounds are not compared one by one, because {reason}: fewer players are told apart."));
    }
    if board.entries.iter().any(|row| row.is_lower_bound) {
        notes.push(format!("≥: a round that was not won counts as {}, the limit.", counted(*guess_limit, "guess")));
    }
    if *has_forfeits {
        notes.push("Rounds that the rules did not let a player play count as lost.".to_owned());
    }
    if !board.unfinished.is_empty() {
        let unfinished = counted(board.unfinished.len(), "match");
        notes.push(format!("Not finished: {unfinished}, counted with the rounds that all ranked players have."));
    }
    if !board.left_out.is_empty() {
        let left_out = counted(board.left_out.len(), "match");
        notes.push(format!("Left out: {left_out} that not all ranked players played."));
    }
    notes
}

/// A value with half the width of its interval: `12.3 ± 0.4`.
pub fn with_half_width(value: f64, interval: Option<Interval>, decimals: usize) -> String {
    let half = interval.map(|interval| interval.half_width());
    half.map_or_else(|| format!("{value:.decimals$}"), |half| format!("{value:.decimals$} ± {half:.decimals$}"))
}

/// Sentences, in lines that fit the width of tables.
pub fn paragraph(out: &mut impl Write, text: &str) -> io::Result<()> {
    writeln!(out, "{}", textwrap::fill(text, width()))
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
        let widths: Vec<usize> = scsas.iter().map(|name| name.chars().count()).collect();
        for scsas in blocks(&widths, longest(&players)).into_iter().map(|block| &scsas[block]) {
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

/// Cuts columns of these widths into blocks that fit beside names.
pub fn blocks(widths: &[usize], names: usize) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let (mut start, mut used) = (0, names + MARGIN);
    for (place, content) in widths.iter().enumerate() {
        let needed = content.max(&NARROWEST) + MARGIN;
        if used + needed > width() && place > start {
            blocks.push(start..place);
            (start, used) = (place, names + MARGIN);
        }
        used += needed;
    }
    blocks.push(start..widths.len());
    blocks
}

pub fn longest(names: &[String]) -> usize {
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
pub fn table<'a>(names: usize, header: impl IntoIterator<Item = &'a str>) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_BORDERS_ONLY)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width()).unwrap_or(u16::MAX))
        .set_header(header);
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((u16::from(number == 0 || width() >= ROOMY), 1));
        if number != names {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

pub fn dash() -> String {
    "–".to_owned()
}
