//! The SCOREs of all matches as tables for readers.

use super::{sheet::Sheet, tables};
use scsa::Game;
use std::collections::{BTreeMap, HashMap};
use tournament::{Results, Status, Summary, in_order};

/// For each game a table of the players, with a column an SCSA.
pub fn sheets(results: &Results) -> Vec<Sheet> {
    let scsas = in_order(&results.summaries, |row| row.scsa.clone());
    let players = in_order(&results.summaries, |row| row.player.clone());
    let cells: HashMap<(Game, &str, &str), String> =
        results.summaries.iter().map(|row| ((row.game, &*row.player, &*row.scsa), score(row))).collect();
    let of_game = |game: Game| {
        let header = ["player"].into_iter().chain(scsas.iter().map(String::as_str));
        let mut sheet = Sheet::new(format!("SCORE at {game}"), header);
        for player in &players {
            let cell = |scsa: &String| cells.get(&(game, player, scsa)).cloned().unwrap_or_else(tables::dash);
            sheet.rows.push([player.clone()].into_iter().chain(scsas.iter().map(cell)).collect());
        }
        sheet
    };
    in_order(&results.summaries, |row| row.game).into_iter().map(of_game).collect()
}

/// What the marks in these tables mean, each in a paragraph, and which SCOREs are of different numbers of rounds.
pub fn notes(results: &Results) -> Vec<String> {
    let mut paragraphs = Vec::new();
    for status in [Status::Refused, Status::Unsupported, Status::Ended, Status::Disqualified] {
        let notes = in_order(results.summaries.iter().filter(|row| row.status == status), Summary::remark);
        if !notes.is_empty() {
            paragraphs.push(format!("{}: {}", mark(status), notes.join("; ")));
        }
    }
    let mut rounds: BTreeMap<(Game, &str), Vec<u64>> = BTreeMap::new();
    for row in results.summaries.iter().filter(|row| row.status == Status::Played) {
        rounds.entry((row.game, &row.scsa)).or_default().push(row.counted());
    }
    let uneven: Vec<String> = (rounds.iter())
        .filter(|(_, rounds)| rounds.iter().any(|other| *other != rounds[0]))
        .map(|((game, scsa), _)| format!("{scsa} at {game}"))
        .collect();
    if !uneven.is_empty() {
        paragraphs.push(format!(
            "The players have different numbers of rounds, so that their SCOREs do not compare: {}.",
            uneven.join(", ")
        ));
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
        Status::Ended => format!("{:.2} {}", row.score, mark(row.status)),
        Status::Played => format!("{:.2}", row.score),
    }
}
