//! Two tournaments: every player with itself.

use super::{by::CompareBy, difference::DifferenceRecord, folder_rounds::FolderRounds, words};
use crate::cli::{
    Failure,
    sheet::{Sheet, SheetFormat, write_csv, write_json},
    short, tables,
};
use std::io::Write;
use tournament::compare::{CONFIDENCE, is_significant};
use tournament::compare::{CommonRounds, PairComparison, holm};

/// The comparison of a player with itself: the second tournament less the first.
struct PlayerChange {
    record: DifferenceRecord,
    pair: PairComparison,
    /// The means before and after of what is compared.
    means: [String; 2],
}

pub fn compare(
    out: &mut impl Write,
    folders: [FolderRounds; 2],
    by: CompareBy,
    format: SheetFormat,
) -> Result<(), Failure> {
    let names = folders.each_ref().map(|folder| folder.name);
    let limit = folders[0].guess_limit.max(folders[1].guess_limit);
    let [old, new] = folders.map(|folder| folder.table);
    let in_both: Vec<String> = old.players().iter().filter(|player| new.players().contains(player)).cloned().collect();
    let all = old.players().iter().chain(new.players());
    let in_one: Vec<String> = all.filter(|player| !in_both.contains(player)).cloned().collect();
    let suffixes = names.map(|name| format!(" in {name}"));
    let table = old.with_suffix(&suffixes[0]).merge(&new.with_suffix(&suffixes[1])).map_err(|e| {
        Failure::input(format!("{e}; compare tournaments with the same seed, whose rounds have the same secrets"))
    })?;
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
        let pair = PairComparison::new(&common, 0, 1, by.measure(limit));
        let means = [1, 0].map(|position| words::mean(&common, position, by.measure(limit), 2));
        changes.push((player, PlayerChange { record: DifferenceRecord::new(&common, [0, 1], limit), pair, means }));
    }
    if changes.is_empty() {
        return Err(Failure::input(format!(
            "no player has common rounds in {} and {}; there is nothing to compare",
            names[0], names[1]
        )));
    }
    let p_values: Vec<f64> =
        changes.iter().map(|(_, change)| change.pair.all.estimate.p_value().unwrap_or(1.0)).collect();
    let adjusted = holm(&p_values);
    for ((_, change), p) in changes.iter_mut().zip(&adjusted) {
        change.record.p_adjusted = Some(*p);
    }
    if matches!(format, SheetFormat::Csv | SheetFormat::Json) {
        let records: Vec<&DifferenceRecord> = changes.iter().map(|(_, change)| &change.record).collect();
        return if format == SheetFormat::Csv { write_csv(out, &records) } else { write_json(out, &records) };
    }
    let title = format!("Mean {}, {} (after) less {} (before), on the same secrets", by.name(), names[1], names[0]);
    let header = ["player", "rounds", "before", "after", "difference", "p", "better", "same", "worse"];
    let mut sheet = Sheet::new(title, header);
    for ((player, PlayerChange { record, pair, means }), p) in changes.iter().zip(&adjusted) {
        let estimate = &pair.all.estimate;
        sheet.rows.push(vec![
            (*player).clone(),
            record.rounds.to_string(),
            means[0].clone(),
            means[1].clone(),
            tables::with_half_width(estimate.mean, estimate.interval(CONFIDENCE), 3),
            short::p_value(Some(*p)),
            record.first_better.to_string(),
            record.ties.to_string(),
            record.second_better.to_string(),
        ]);
    }
    sheet.notes.push(format!(
        "±: {:.0} % intervals; p values of paired t tests of {} with Holm's correction; better, same and worse count rounds by their guesses.",
        CONFIDENCE * 100.0,
        by.tested()
    ));
    for (players, why) in [(in_one, "in one folder only"), (apart, "without common rounds")] {
        if !players.is_empty() {
            sheet.notes.push(format!("Not compared, {why}: {}.", players.join(", ")));
        }
    }
    sheet.write(out, format == SheetFormat::Markdown)?;
    writeln!(out)?;
    let mut is_any = false;
    for ((player, change), p) in changes.iter().zip(&adjusted) {
        if is_significant(*p) || changes.len() == 1 {
            is_any = true;
            let [before, after] = names.map(|name| format!("{player} in {name}"));
            tables::line(out, &words::sentence(&after, &before, &change.pair, Some(*p), by), 0)?;
        }
    }
    if !is_any {
        let same = changes.iter().all(|(_, change)| change.record.rounds == change.record.ties);
        let all = if same { "the rounds of all players end alike" } else { "no player differs clearly" };
        writeln!(out, "{all} in {} and {}", names[0], names[1])?;
    }
    Ok(())
}
