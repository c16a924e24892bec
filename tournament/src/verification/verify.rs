//! Verifying a results folder.

use super::{
    finding::{Finding, Verification},
    matches::MatchCheck,
};
use crate::{
    FileError, FinishedRounds, Manifest, Plan, Summary, TimingSummary,
    files::{self, MANIFEST, ROUNDS, SUMMARY, TIMING_SUMMARY},
    known::{KnownRounds, MatchIdentity, key},
};
use std::{
    collections::{HashMap, HashSet},
    path::Path,
};

/// Verifies the files of a results folder against the plan that its manifest describes.
///
/// Every row of `rounds.csv` must be one that this program writes: its secret follows from the seed, its points from the rules, and its
/// place from the plan. `summary.csv` and `timing-summary.csv` are computed again from the rows, the counts of the manifest from the
/// plan. Rounds that were played again, if any, must have the same rows. A round that ended by time or memory in one of
/// them only is a note.
///
/// Rows are read twice, at some 150 000 a second. Memory is needed for the matches only.
///
/// # Errors
/// [`FileError`] when the manifest or `replayed` cannot be read. Whatever else is wrong is a finding.
pub fn verify<'a>(
    folder: &Path,
    plan: &'a Plan,
    replayed: Option<&'a mut dyn KnownRounds>,
) -> Result<Verification, FileError> {
    let mut verification = Verification::default();
    let wrong = &mut verification.findings;
    let manifest = Manifest::read(folder)?;
    if manifest.finished.is_none() {
        wrong.push(Finding::wrong(MANIFEST, "the tournament was not played to its end"));
    }
    let all = plan.total_rounds();
    if manifest.rounds != all {
        wrong.push(Finding::wrong(MANIFEST, format!("rounds is {}, and its matches have {all}", manifest.rounds)));
    }
    for (name, columns) in [(SUMMARY, Summary::COLUMNS), (TIMING_SUMMARY, TimingSummary::COLUMNS)] {
        let header = files::open_rows(&folder.join(name)).map(|mut file| file.headers().cloned());
        if !header.is_ok_and(|header| header.is_ok_and(|header| header.iter().eq(columns.iter().copied()))) {
            wrong.push(Finding::wrong(name, "its columns are not those of this version"));
        }
    }
    let matches = plan.matches();
    let keys: Vec<MatchIdentity> = matches.iter().map(key).collect();
    let summaries: Vec<Summary> = match files::read_rows(&folder.join(SUMMARY), Summary::fault) {
        Ok(summaries) => summaries,
        Err(e) => {
            wrong.push(Finding::wrong(SUMMARY, e.source.to_string()));
            return Ok(verification);
        }
    };
    let by_key = |row: &Summary| (row.player.clone(), row.scsa.clone(), row.pegs, row.colors);
    check_order(SUMMARY, &keys, &summaries.iter().map(by_key).collect::<Vec<_>>(), true, wrong);
    let summaries: HashMap<MatchIdentity, Summary> = summaries.into_iter().map(|row| (by_key(&row), row)).collect();
    let timings = match files::read_rows(&folder.join(TIMING_SUMMARY), TimingSummary::fault) {
        Ok(timings) => timings,
        Err(e) => {
            wrong.push(Finding::wrong(TIMING_SUMMARY, e.source.to_string()));
            Vec::new()
        }
    };
    let by_key = |row: &TimingSummary| (row.player.clone(), row.scsa.clone(), row.pegs, row.colors);
    check_order(TIMING_SUMMARY, &keys, &timings.iter().map(by_key).collect::<Vec<_>>(), false, wrong);
    let timings: HashMap<MatchIdentity, TimingSummary> = timings.into_iter().map(|row| (by_key(&row), row)).collect();
    let mut rounds = match FinishedRounds::open(folder, plan) {
        Ok(rounds) => rounds,
        Err(e) => {
            wrong.push(Finding::wrong(ROUNDS, e.source.to_string()));
            return Ok(verification);
        }
    };
    let recorded: Vec<MatchIdentity> = rounds.recorded().into_iter().map(|(key, _)| key.clone()).collect();
    check_order(ROUNDS, &keys, &recorded, false, wrong);
    let counts: HashMap<MatchIdentity, u64> =
        rounds.recorded().into_iter().map(|(key, rounds)| (key.clone(), rounds)).collect();
    let mut check = MatchCheck::new(plan, replayed);
    for (game, key) in matches.iter().zip(&keys) {
        let count = counts.get(key).copied().unwrap_or(0);
        // Without a row of the match there is a finding already.
        let Some(summary) = summaries.get(key) else { continue };
        check.check(game, count, &mut rounds, summary, timings.get(key), &mut verification)?;
    }
    verification.suspicions = check.suspicions.all();
    Ok(verification)
}

/// Checks that a file has the matches in the order of the plan: each once, and no others; perhaps not all.
fn check_order(file: &str, plan: &[MatchIdentity], rows: &[MatchIdentity], has_all: bool, wrong: &mut Vec<Finding>) {
    let name = |(player, scsa, pegs, colors): &MatchIdentity| format!("{player} against {scsa} at {pegs}x{colors}");
    let known: HashMap<&MatchIdentity, usize> = plan.iter().zip(0..).collect();
    let mut seen = HashSet::new();
    let mut before = None;
    for row in rows {
        match known.get(row) {
            None => wrong.push(Finding::wrong(file, format!("{} is no match of the tournament", name(row)))),
            Some(_) if !seen.insert(row) => wrong.push(Finding::wrong(file, format!("{} is there twice", name(row)))),
            Some(&place) if before.is_some_and(|before| place < before) => {
                wrong.push(Finding::wrong(file, format!("{} is out of order", name(row))));
            }
            Some(&place) => before = Some(place),
        }
    }
    if has_all {
        for missing in plan.iter().filter(|key| !seen.contains(key)) {
            wrong.push(Finding::wrong(file, format!("{} is missing", name(missing))));
        }
    }
}
