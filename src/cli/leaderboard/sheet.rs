//! The leaderboard as a table for readers.

use super::{board::FolderLeaderboard, column::LeaderboardColumn, layout::Layout};
use crate::cli::{counted, sheet::Sheet, tables};
use std::io::{self, Write};
use tournament::compare::CONFIDENCE;

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
    for (heading, players) in leaderboard.remarks() {
        writeln!(out, "{heading}:")?;
        let entries = players.into_iter().map(|(player, text)| (player.to_owned(), text.to_owned()));
        tables::entries(out, &entries.collect::<Vec<_>>())?;
    }
    Ok(())
}

/// The ranked players as a table, with what a reader must know below it.
pub fn sheet(leaderboard: &FolderLeaderboard, layout: &Layout) -> Sheet {
    let FolderLeaderboard { by, board, .. } = leaderboard;
    let matches = counted(board.matches.len(), "match");
    let over = match &board.entries[..] {
        [] if leaderboard.not_ranked.iter().any(|(other, _)| other.rounds > 0) => "no player is ranked".to_owned(),
        [] => "no round was played".to_owned(),
        [only] => format!("1 player, {matches}, {}", counted(only.rounds, "round")),
        all if all.iter().any(|entry| entry.not_played > 0) => {
            format!("{} players over {matches}, {} in all", all.len(), counted(board.rounds, "round"))
        }
        all => {
            let of = leaderboard.played_matches;
            let over = if board.matches.len() < of {
                format!("{} of {}", board.matches.len(), counted(of, "match"))
            } else {
                matches
            };
            format!(
                "{} players over the {over} that all of them played, {} each",
                all.len(),
                counted(board.rounds, "round")
            )
        }
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
        by,
        board,
        guess_limit,
        has_ended,
        is_finished,
        is_oversubscribed,
        why_unpaired,
        times,
        refused,
        ..
    } = leaderboard;
    let has_groups = leaderboard.has_groups();
    let mut notes = vec![format!("±: {:.0} % intervals.", CONFIDENCE * 100.0)];
    if has_groups {
        let method = if why_unpaired.is_none() { "paired t tests" } else { "Welch's t tests" };
        let over = if *has_ended { ", over matches where the rules ended one early" } else { "" };
        notes[0] += &format!(
            " Players with a letter in common cannot be told apart by {} ({method}{over}, Holm's correction).",
            by.measure()
        );
    }
    if let Some(reason) = why_unpaired.as_ref().filter(|_| has_groups) {
        notes.push(format!("Rounds are not compared one by one, because {reason}: fewer players are told apart."));
    }
    if board.entries.iter().any(|row| row.is_lower_bound) {
        notes.push(format!("≥: a round that was not won counts as {}, the limit.", counted(*guess_limit, "guess")));
    }
    if board.entries.iter().any(|entry| entry.not_played > 0) {
        let what = match (refused.is_empty(), has_ended) {
            (false, true) => "of matches that the player refused or the rules ended early",
            (false, false) => "of matches that the player refused",
            (true, _) => "of matches that the rules ended early",
        };
        let worth = if by.is_scored() { "are worth 0" } else { "count as not won" };
        notes.push(format!("Not played: rounds {what}. They {worth}."));
    }
    if *has_ended {
        let note = "A match that the rules ended early is one observation: a sum or mean with such a match has no ±.";
        notes.push(note.to_owned());
    }
    let (all, of_guesses) = (board.matches.len(), board.guess_matches.len());
    if of_guesses < all || (0 < times.matches && times.matches < all) {
        let of_times = if times.matches > 0 { format!("; µs a guess: over {}", times.matches) } else { String::new() };
        notes.push(format!(
            "guesses: over {of_guesses} of the {}{of_times}. These are the ones that all players with a number there played.",
            counted(all, "match")
        ));
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
