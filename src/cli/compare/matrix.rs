//! Every player with every other.

use super::{by::CompareBy, difference::DifferenceRecord, folder_rounds::FolderRounds, words};
use crate::cli::{
    Failure, counted,
    program_name::program_name,
    sheet::{Sheet, SheetFormat, write_csv, write_json},
    shell_word, tables,
};
use serde::Serialize;
use std::io::Write;
use tournament::compare::{CONFIDENCE, is_significant};
use tournament::compare::{CommonRounds, Leaderboard, LeaderboardOptions, PairComparison};

/// The comparison of all players as JSON.
#[derive(Serialize)]
struct Matrix<'a> {
    players: Vec<&'a str>,
    matches: usize,
    rounds: u64,
    compared_by: &'static str,
    guess_limit: usize,
    pairs: Vec<DifferenceRecord>,
}

pub fn compare(out: &mut impl Write, folder: &FolderRounds, by: CompareBy, format: SheetFormat) -> Result<(), Failure> {
    let limit = folder.guess_limit;
    let common = CommonRounds::ranked(&folder.table);
    let options = LeaderboardOptions { order: by.order(), guess_limit: limit, confidence: CONFIDENCE };
    let board = Leaderboard::new(&common, &options);
    if board.entries.len() < 2 {
        let name = folder.name;
        return Err(Failure::input(format!(
            "{name} has fewer than two players with common rounds; there is nothing to compare"
        )));
    }
    // The positions of the players in the order of the leaderboard.
    let positions: Vec<usize> = (board.entries.iter())
        .filter_map(|entry| (0..common.players().len()).find(|&position| common.name(position) == entry.player))
        .collect();
    if matches!(format, SheetFormat::Csv | SheetFormat::Json) {
        let mut pairs = Vec::new();
        for (place, &first) in positions.iter().enumerate() {
            for (other, &second) in positions.iter().enumerate().skip(place + 1) {
                let record = DifferenceRecord::new(&common, [first, second], limit);
                pairs.push(DifferenceRecord { p_adjusted: Some(board.p_value(place, other)), ..record });
            }
        }
        if format == SheetFormat::Csv {
            return write_csv(out, &pairs);
        }
        let players = positions.iter().map(|&position| common.name(position)).collect();
        let (matches, rounds) = (board.matches.len(), board.rounds);
        return write_json(
            out,
            &Matrix { players, matches, rounds, compared_by: by.name(), guess_limit: limit, pairs },
        );
    }

    let pair = |first: usize, second: usize| {
        PairComparison::new(&common, positions[first], positions[second], by.measure(limit))
    };
    let title = format!(
        "Mean difference in {}, row less column: {} over the {} that all of them played, {} each",
        by.name(),
        counted(positions.len(), "player"),
        counted(board.matches.len(), "match"),
        counted(board.rounds, "round")
    );
    let names: Vec<&str> = board.entries.iter().map(|entry| entry.player.as_str()).collect();
    let mut sheet = Sheet::new(title, ["player"].into_iter().chain(names.iter().copied()));
    let cell = |first: usize, second: usize| {
        if first == second {
            return tables::dash();
        }
        // Not -0.
        let mean = pair(first, second).all.estimate.mean + 0.0;
        let mark = if is_significant(board.p_value(first, second)) { "" } else { "~" };
        format!("{mark}{mean:+.2}")
    };
    for (place, name) in names.iter().enumerate() {
        let cells = (0..names.len()).map(|other| cell(place, other));
        sheet.rows.push([(*name).to_owned()].into_iter().chain(cells).collect());
    }
    sheet.notes.push(format!(
        "~: cannot be told apart at {:.0} % by {} (paired t tests on the same secrets, Holm's correction for {}). The letters of \
         `{} show {}` test the SCORE, unless it is given --by.",
        CONFIDENCE * 100.0,
        by.tested(),
        counted(names.len() * (names.len() - 1) / 2, "pair"),
        program_name(),
        shell_word(folder.name)
    ));
    if board.entries.iter().any(|entry| entry.is_lower_bound) && by == CompareBy::Guesses {
        sheet.notes.push(format!("A round that was not won counts as {}, the limit.", counted(limit, "guess")));
    }
    sheet.notes.extend(words::not_played(&common));
    if !board.others.is_empty() {
        let others: Vec<&str> = board.others.iter().map(|other| other.player.as_str()).collect();
        let index = |player: &str| folder.table.players().iter().position(|known| known == player);
        let have_common = |other: &str, name: &str| {
            let pair = index(other).zip(index(name));
            pair.is_some_and(|(one, two)| CommonRounds::of(&folder.table, &[one, two]).round_count() > 0)
        };
        let pairs = others.iter().flat_map(|other| names.iter().map(move |name| (*other, *name)));
        let example = pairs.into_iter().find(|(other, name)| have_common(other, name)).map(|(other, name)| {
            let words = [folder.name, other, name].map(shell_word);
            format!(" `{} compare {}` compares two.", program_name(), words.join(" "))
        });
        sheet.notes.push(format!(
            "Not in the table, because they do not have all of these rounds: {}.{}",
            others.join(", "),
            example.unwrap_or_default()
        ));
    }
    sheet.write(out, format == SheetFormat::Markdown)?;
    let sentence = words::sentence(names[0], names[1], &pair(0, 1), Some(board.p_value(0, 1)), by);
    writeln!(out)?;
    Ok(tables::line(out, &sentence, 0)?)
}
