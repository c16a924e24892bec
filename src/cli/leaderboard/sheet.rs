//! The leaderboard as a table for readers.

use super::{board::FolderLeaderboard, column::LeaderboardColumn, layout::Layout};
use crate::cli::{counted, sheet::Sheet, tables};
use intervals::CONFIDENCE;
use std::io::{self, Write};

/// What a reader must know of times that were measured while there were more workers than processors.
pub const OVERSUBSCRIBED: &str =
    "Times are too long: they were measured while there were more workers than processors.";

/// Writes the leaderboard for the terminal: the ranked players, the best one first, and those that are not ranked.
pub fn write(out: &mut impl Write, leaderboard: &FolderLeaderboard) -> io::Result<()> {
    write_with(out, leaderboard, &Layout::default())
}

/// The same in another layout.
pub fn write_with(out: &mut impl Write, leaderboard: &FolderLeaderboard, layout: &Layout) -> io::Result<()> {
    let mut sheet = sheet(leaderboard, layout);
    // The places at the beginning of a row need no heading.
    for heading in sheet.header.iter_mut().take(1).filter(|heading| *heading == LeaderboardColumn::PLACE.name()) {
        heading.clear();
    }
    sheet.write(out, false)?;
    write_not_ranked(out, leaderboard)
}

/// Writes the players that are not ranked for the terminal.
fn write_not_ranked(out: &mut impl Write, leaderboard: &FolderLeaderboard) -> io::Result<()> {
    if !leaderboard.not_ranked.is_empty() {
        writeln!(out, "Not ranked:")?;
        let reasons = leaderboard.not_ranked.iter().map(|(other, reason)| (other.player.clone(), reason.clone()));
        tables::entries(out, &reasons.collect::<Vec<_>>())?;
    }
    Ok(())
}

/// The ranked players as a table, with what a reader must know below it.
pub fn sheet(leaderboard: &FolderLeaderboard, layout: &Layout) -> Sheet {
    let FolderLeaderboard { by, board, .. } = leaderboard;
    let over = match (board.entries.len(), board.matches.len()) {
        (0, _) => "no round was played".to_owned(),
        (1, matches) => format!("1 player, {}, {}", counted(matches, "match"), counted(board.rounds, "round")),
        (players, matches) => format!(
            "{players} players over the {} that all of them played, {} each",
            counted(matches, "match"),
            counted(board.rounds, "round")
        ),
    };
    let mut sheet = Sheet::new(format!("Leaderboard by {}: {over}", by.measure()), []);
    if board.entries.is_empty() {
        return sheet;
    }
    let columns = layout.shown_columns(leaderboard);
    sheet.header = columns.iter().map(|column| column.heading()).collect();
    sheet.texts = (0..columns.len()).filter(|&column| columns[column].is_text()).collect();
    sheet.may_wrap = layout.columns.is_none();
    for row in layout.rows(leaderboard).iter().filter(|row| row.is_ranked()) {
        sheet.rows.push(columns.iter().map(|column| column.text(row)).collect());
    }
    sheet.notes = notes(leaderboard);
    sheet
}

/// What a reader of the leaderboard must know.
fn notes(leaderboard: &FolderLeaderboard) -> Vec<String> {
    let FolderLeaderboard {
        by, board, guess_limit, has_forfeits, is_finished, is_oversubscribed, why_unpaired, ..
    } = leaderboard;
    let has_groups = leaderboard.has_groups();
    let mut notes = vec![format!("±: {:.0} % intervals.", CONFIDENCE * 100.0)];
    if has_groups {
        let method = if why_unpaired.is_none() { "paired t tests" } else { "Welch's t tests" };
        notes[0] += &format!(
            " Players with a letter in common cannot be told apart by {} ({method}, Holm's correction).",
            by.measure()
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
    if *is_oversubscribed {
        notes.push(OVERSUBSCRIBED.to_owned());
    }
    if !board.unfinished.is_empty() {
        let unfinished = counted(board.unfinished.len(), "match");
        let reason = if *is_finished { "With different numbers of rounds" } else { "Not finished" };
        notes.push(format!("{reason}: {unfinished}, counted with the rounds that all ranked players have."));
    }
    if !board.left_out.is_empty() {
        let left_out = counted(board.left_out.len(), "match");
        notes.push(format!("Left out: {left_out} that not all ranked players played."));
    }
    notes
}
