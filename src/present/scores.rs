//! The SCOREs of all matches as tables for readers.

use super::{sheet::Sheet, tables};
use scsa::Game;
use std::collections::HashMap;
use tournament::compare::MatchMean;
use tournament::{Results, Status, Summary, in_order};

/// For each game a table of the players, with a column an SCSA.
pub fn sheets(results: &Results) -> Vec<Sheet> {
    let scsas = in_order(&results.summaries, |row| row.scsa.clone());
    let players = in_order(&results.summaries, |row| row.player.clone());
    let cells: HashMap<(Game, &str, &str), String> =
        results.summaries.iter().map(|row| ((row.game, &*row.player, &*row.scsa), score(row))).collect();
    let of_game = |game: Game| {
        let header = ["player"].into_iter().chain(scsas.iter().map(String::as_str));
        let mut sheet = Sheet::new(format!("SCORE at {game}, per 100 rounds"), header);
        for player in &players {
            let cell = |scsa: &String| cells.get(&(game, player, scsa)).cloned().unwrap_or_else(tables::dash);
            sheet.rows.push([player.clone()].into_iter().chain(scsas.iter().map(cell)).collect());
        }
        sheet
    };
    in_order(&results.summaries, |row| row.game).into_iter().map(of_game).collect()
}

/// What the marks in these tables mean, each in a paragraph.
pub fn notes(results: &Results) -> Vec<String> {
    let mut paragraphs = Vec::new();
    for status in [Status::Refused, Status::Unsupported, Status::Ended, Status::Disqualified] {
        let notes = in_order(results.summaries.iter().filter(|row| row.status == status), Summary::remark);
        if !notes.is_empty() {
            paragraphs.push(format!("{}: {}", mark(status), notes.join("; ")));
        }
    }
    paragraphs
}

/// What stands for a match that was not played to its end.
const fn mark(status: Status) -> &'static str {
    match status {
        Status::Played => "",
        Status::Refused => "refused",
        Status::Unsupported => "n/a",
        Status::Ended => "*",
        Status::Disqualified => "barred",
    }
}

/// The SCORE of a match of these results, marked where the match was not played to its end. A match that others played and this player
/// refused is worth 0; one that the codemaker does not support is worth nothing to anybody.
pub fn score(row: &Summary) -> String {
    match row.status {
        Status::Refused => format!("0.00 ({})", mark(row.status)),
        Status::Unsupported | Status::Disqualified => mark(row.status).to_owned(),
        Status::Ended | Status::Played => {
            let mean = MatchMean::score(row).map_or_else(tables::dash, |score| format!("{:.2}", score.mean));
            if row.status == Status::Ended { format!("{mean} {}", mark(row.status)) } else { mean }
        }
    }
}
