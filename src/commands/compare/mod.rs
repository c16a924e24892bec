//! `arena compare`

pub mod difference;
mod pair;

use crate::failure::Failure;
use crate::present::{
    By, Sheet, SheetFormat, counted, program_name, shell_word, stdout, tables, words, write_csv, write_json,
};
use crate::settings::{DEFAULT_FOLDER, PlayerList, player_files};
use difference::{DifferenceRecord, FolderRounds};
use scsa::Game;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use tournament::Registry;
use tournament::compare::{CONFIDENCE, CommonRounds, Leaderboard, PairComparison, holm, is_significant};

#[derive(Debug, clap::Args)]
#[command(override_usage = usage())]
#[command(after_help = "\
Examples:
  arena compare results/latest                 every player with every other
  arena compare results/latest --players all,-random
  arena compare results/latest rao baseline-4  two players, explained
  arena compare results/latest own bayes --window 20  rounds 1 to 20, 21 to 40, …: who learns?
  arena compare results/before results/after   every player with itself: did a change help?")]
pub struct Compare {
    /// A results folder, a results folder and two players, or two results folders
    #[arg(value_name = "DIR", num_args = 0..=3, default_value = DEFAULT_FOLDER)]
    subjects: Vec<String>,
    /// What is compared: guesses, score or wins
    #[arg(long, value_enum, default_value = "guesses", hide_possible_values = true)]
    by: By,
    /// Compare two players by round number, too, this many rounds at a time: a player that learns needs fewer guesses later
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    window: Option<u32>,
    #[command(flatten)]
    players: PlayerList,
    /// The format: table, markdown, csv or json
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    format: SheetFormat,
}

fn usage() -> String {
    ["[DIR]", "DIR PLAYER PLAYER", "DIR1 DIR2"]
        .map(|subjects| format!("{} compare [OPTIONS] {subjects}", program_name()))
        .join("\n       ")
}

impl Compare {
    pub fn run(&self, registry: &Registry) -> Result<(), Failure> {
        let mut out = io::BufWriter::new(stdout());
        ensure!(self.by != By::Time, "CPU times are not compared; give --by guesses, score or wins");
        ensure!(
            self.window.is_none() || self.subjects.len() == 3,
            "--window is for two players; give a folder and two players"
        );
        ensure!(
            !self.players.is_given() || self.subjects.len() < 3,
            "--players chooses among all players; give it, or two players"
        );
        match &self.subjects[..] {
            [first, second] => {
                if let Some(path) = [first, second].into_iter().find(|path| !Path::new(path).is_dir()) {
                    bail!("{path} is no results folder; give two folders, or a folder and two players");
                }
                ensure!(first != second, "{first} is given twice; give two different folders");
                let contests = [FolderRounds::read(first, &self.players)?, FolderRounds::read(second, &self.players)?];
                compare_folders(&mut out, contests, self.by, self.format)?;
            }
            [folder, first, second] => {
                let rounds = FolderRounds::read(folder, &PlayerList::default())?;
                // The name of a player that is given by its file.
                let name = |text: &String| match player_files::named(registry, text) {
                    Ok(Some((_, program))) if !rounds.table.players().contains(text) => {
                        program.split_once('=').map_or_else(|| text.clone(), |(name, _)| name.to_owned())
                    }
                    _ => text.clone(),
                };
                pair::compare(&mut out, &rounds, [&name(first), &name(second)], (self.by, self.window), self.format)?;
            }
            given => {
                let folder = given.first().map_or(DEFAULT_FOLDER, String::as_str);
                compare_all(&mut out, &FolderRounds::read(folder, &self.players)?, self.by, self.format)?;
            }
        }
        Ok(out.flush()?)
    }
}

#[derive(Serialize)]
struct Matrix<'a> {
    players: Vec<&'a str>,
    matches: usize,
    rounds: u64,
    compared_by: &'static str,
    guess_limits: &'a BTreeMap<Game, usize>,
    pairs: Vec<DifferenceRecord>,
}

fn compare_all(out: &mut impl Write, folder: &FolderRounds, by: By, format: SheetFormat) -> Result<(), Failure> {
    let common = CommonRounds::ranked(&folder.table);
    let board = Leaderboard::new(&common, by.order());
    if board.entries.len() < 2 {
        let name = folder.name;
        bail!("{name} has fewer than two players with common rounds; there is nothing to compare");
    }
    // The positions of the players in the order of the leaderboard.
    let position = |player: &str| (0..common.players().len()).find(|&position| common.name(position) == player);
    let positions: Vec<usize> = board.entries.iter().filter_map(|entry| position(&entry.player)).collect();
    if matches!(format, SheetFormat::Csv | SheetFormat::Json) {
        let mut pairs = Vec::new();
        for (place, &first) in positions.iter().enumerate() {
            for (other, &second) in positions.iter().enumerate().skip(place + 1) {
                let record = DifferenceRecord::new(&common, [first, second]);
                pairs.push(DifferenceRecord { p_adjusted: Some(board.p_value(place, other)), ..record });
            }
        }
        if format == SheetFormat::Csv {
            return write_csv(out, &pairs);
        }
        let players = positions.iter().map(|&position| common.name(position)).collect();
        let (matches, rounds) = (board.matches.len(), board.rounds);
        let (compared_by, guess_limits) = (difference::name(by), &folder.guess_limits.games);
        return write_json(out, &Matrix { players, matches, rounds, compared_by, guess_limits, pairs });
    }

    let title = format!(
        "Mean difference in {}, row less column: {} over the {} that all of them played, {} each",
        difference::name(by),
        counted(positions.len(), "player"),
        counted(board.matches.len(), "match"),
        counted(board.rounds, "round")
    );
    let names: Vec<&str> = board.entries.iter().map(|entry| entry.player.as_str()).collect();
    let mut sheet = Sheet::new(title, ["player"].into_iter().chain(names.iter().copied()));
    let cell = |first: usize, second: usize| {
        let Some(difference) = board.difference(first, second) else { return tables::dash() };
        let mark = if is_significant(board.p_value(first, second)) { "" } else { "~" };
        format!("{mark}{:+.2}", difference.mean)
    };
    for (place, name) in names.iter().enumerate() {
        let cells = (0..names.len()).map(|other| cell(place, other));
        sheet.rows.push([(*name).to_owned()].into_iter().chain(cells).collect());
    }
    sheet.notes.push(format!(
        "~: cannot be told apart at {:.0} % by {} (paired t tests on the same secrets, Holm's correction for {}). The letters of \
         `{} show {}` test the SCORE, unless it is given --by.",
        CONFIDENCE * 100.0,
        by.measure(),
        counted(names.len() * (names.len() - 1) / 2, "pair"),
        program_name(),
        shell_word(folder.name)
    ));
    if board.entries.iter().any(|entry| entry.is_lower_bound) && by == By::Guesses {
        sheet.notes.push(format!("A round that was not won counts as the limit, {}.", folder.guess_limits.in_words()));
    }
    sheet.notes.extend(difference::not_played(&common));
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
    let best = PairComparison::new(&common, positions[0], positions[1], by.order());
    let sentence = difference::sentence(names[0], names[1], &best, Some(board.p_value(0, 1)), by);
    writeln!(out)?;
    Ok(tables::line(out, &sentence, 0)?)
}

/// Compares every player with itself: the second tournament less the first.
fn compare_folders(
    out: &mut impl Write,
    folders: [FolderRounds; 2],
    by: By,
    format: SheetFormat,
) -> Result<(), Failure> {
    let names = folders.each_ref().map(|folder| folder.name);
    let [old, new] = folders.map(|folder| folder.table);
    let in_both: Vec<String> = old.players().iter().filter(|player| new.players().contains(player)).cloned().collect();
    let all = old.players().iter().chain(new.players());
    let in_one: Vec<String> = all.filter(|player| !in_both.contains(player)).cloned().collect();
    let suffixes = names.map(|name| format!(" in {name}"));
    let table = difference::side_by_side([old, new], &suffixes)?;
    let mut changes = Vec::new();
    let mut apart = Vec::new();
    for player in &in_both {
        let index = |suffix: &str| table.players().iter().position(|name| *name == format!("{player}{suffix}"));
        let (Some(before), Some(after)) = (index(&suffixes[0]), index(&suffixes[1])) else { continue };
        let common = CommonRounds::of(&table, &[after, before]);
        if common.round_count() == 0 {
            apart.push(player.clone());
            continue;
        }
        let pair = PairComparison::new(&common, 0, 1, by.order());
        let means = [1, 0].map(|position| difference::mean(&common, position, by.order(), 2));
        changes.push((player, DifferenceRecord::new(&common, [0, 1]), pair, means));
    }
    let [one, other] = names;
    ensure!(!changes.is_empty(), "no player has common rounds in {one} and {other}; there is nothing to compare");
    let p_values: Vec<f64> = changes.iter().map(|(_, _, pair, _)| pair.all.estimate.p_value().unwrap_or(1.0)).collect();
    for ((_, record, ..), p) in changes.iter_mut().zip(holm(&p_values)) {
        record.p_adjusted = Some(p);
    }
    if matches!(format, SheetFormat::Csv | SheetFormat::Json) {
        let records: Vec<&DifferenceRecord> = changes.iter().map(|(_, record, ..)| record).collect();
        return if format == SheetFormat::Csv { write_csv(out, &records) } else { write_json(out, &records) };
    }
    let title =
        format!("Mean {}, {} (after) less {} (before), on the same secrets", difference::name(by), names[1], names[0]);
    let header = ["player", "rounds", "before", "after", "difference", "p", "better", "same", "worse"];
    let mut sheet = Sheet::new(title, header);
    for (player, record, pair, means) in &changes {
        let estimate = &pair.all.estimate;
        sheet.rows.push(vec![
            (*player).clone(),
            record.rounds.to_string(),
            means[0].clone(),
            means[1].clone(),
            tables::estimated(estimate, 3),
            words::p_value(record.p_adjusted),
            record.first_better.to_string(),
            record.ties.to_string(),
            record.second_better.to_string(),
        ]);
    }
    sheet.notes.push(format!(
        "±: {:.0} % intervals; p values of paired t tests of {} with Holm's correction; better, same and worse count rounds by their guesses.",
        CONFIDENCE * 100.0,
        by.measure()
    ));
    for (players, why) in [(in_one, "in one folder only"), (apart, "without common rounds")] {
        if !players.is_empty() {
            sheet.notes.push(format!("Not compared, {why}: {}.", players.join(", ")));
        }
    }
    sheet.write(out, format == SheetFormat::Markdown)?;
    writeln!(out)?;
    let mut is_any = false;
    for (player, record, pair, _) in &changes {
        if record.p_adjusted.is_some_and(is_significant) || changes.len() == 1 {
            is_any = true;
            let [before, after] = names.map(|name| format!("{player} in {name}"));
            tables::line(out, &difference::sentence(&after, &before, pair, record.p_adjusted, by), 0)?;
        }
    }
    if !is_any {
        let same = changes.iter().all(|(_, record, ..)| record.rounds == record.ties);
        let all = if same { "the rounds of all players end alike" } else { "no player differs clearly" };
        writeln!(out, "{all} in {} and {}", names[0], names[1])?;
    }
    Ok(())
}
