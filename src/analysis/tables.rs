//! The tables as CSV files.

use super::{
    Analysis, CLAIMS, LOWEST, PAIR_TOTALS, PAIRS, PLAYERS, RANDOM, RANDOM_LENGTHS, claims::Compared, exact::Spread,
    lowest::Strategy,
};
use crate::{FileError, files};
use csv::{Terminator, WriterBuilder};
use players::tree::Lengths;
use std::path::Path;

/// Writes all tables.
pub fn write(analysis: &Analysis, claims: &[Compared], folder: &Path) -> Result<(), FileError> {
    let lowest = &analysis.lowest;
    let strategies = [&lowest.free].into_iter().chain(&lowest.fixed).chain(&lowest.best_pairs);
    let name = |one: &Strategy| analysis.name(&one.first, "lc");
    let columns = ["strategy", "total_guesses", "average", "worst", "lengths"];
    rows(&folder.join(LOWEST), &columns, strategies.map(|one| lengths_row(name(one), &one.lengths)))?;

    let columns = ["first", "second", "total_guesses", "average", "worst", "lengths", "best_third", "total_with_third"];
    let pairs = lowest.best_pairs.iter().zip(&lowest.thirds).map(|(pair, (total, thirds))| {
        let codes = pair.first.iter().map(|&code| analysis.matrix.code(code).to_string());
        let mut row: Vec<String> = codes.collect();
        row.extend(lengths_row(String::new(), &pair.lengths).into_iter().skip(1));
        let thirds = thirds.iter().map(|&code| analysis.matrix.code(code).to_string());
        row.push(thirds.collect::<Vec<_>>().join(" "));
        row.push(if pair.first.len() < analysis.matrix.codes() { total.to_string() } else { String::new() });
        row
    });
    rows(&folder.join(PAIRS), &columns, pairs)?;
    let totals = lowest.pairs.histogram().into_iter().map(|(total, pairs)| vec![total.to_string(), pairs.to_string()]);
    rows(&folder.join(PAIR_TOTALS), &["total_guesses", "pairs"], totals)?;

    random(analysis, folder)?;
    players(analysis, folder)?;
    let columns = ["strategy", "figure", "claimed", "computed", "agrees", "source", "remark"];
    let claims = claims.iter().map(|one| {
        let claim = &one.claim;
        let fields = [claim.strategy, claim.figure.name(), &claim.claimed, &one.computed];
        let fields = fields.into_iter().chain([one.agrees(), claim.source, claim.remark]);
        fields.map(str::to_owned).collect()
    });
    rows(&folder.join(CLAIMS), &columns, claims)
}

/// Writes the tables of RC: without rows where it was not gone through.
fn random(analysis: &Analysis, folder: &Path) -> Result<(), FileError> {
    let family = analysis.random.as_ref();
    let free = family.iter().map(|family| (Vec::new(), &family.first.free));
    let fixed = family.iter().flat_map(|family| &family.first.fixed);
    let fixed = fixed.map(|(class, spread)| (vec![class.lowest()], spread));
    let pairs = family.iter().flat_map(|family| &family.pairs).map(|(pair, spread)| (pair.clone(), spread));
    let spreads: Vec<(String, &Spread)> =
        free.chain(fixed).chain(pairs).map(|(first, spread)| (analysis.name(&first, "rc"), spread)).collect();

    let row = |name: &str, total: f64, longest: String| {
        vec![name.to_owned(), format!("{total:.6}"), format!("{:.9}", analysis.average(total)), longest]
    };
    let two = spreads.iter().map(|(name, spread)| row(name, spread.guesses(), spread.by_guesses().len().to_string()));
    let three = family.iter().filter_map(|family| family.three.as_ref());
    let three = three.flat_map(|(_, best)| best.sets.iter().map(|set| (analysis.name(set, "rc"), best.total)));
    let three = three.map(|(name, total)| row(&name, total, String::new()));
    rows(&folder.join(RANDOM), &["strategy", "total_guesses", "average", "longest"], two.chain(three))?;

    let lengths = spreads.iter().flat_map(|(name, spread)| {
        (1..).zip(spread.by_guesses()).map(move |(guesses, secrets): (usize, _)| {
            vec![name.clone(), guesses.to_string(), format!("{:.9e}", analysis.average(*secrets))]
        })
    });
    rows(&folder.join(RANDOM_LENGTHS), &["strategy", "guesses", "probability"], lengths)
}

/// Writes what the players of the roster take, and why some take nothing.
fn players(analysis: &Analysis, folder: &Path) -> Result<(), FileError> {
    let roster = &analysis.roster;
    let columns = ["player", "total_guesses", "average", "worst", "lengths", "note"];
    let with = roster.strategies.iter().map(|one| {
        let row = lengths_row(one.name.to_owned(), &one.lengths);
        row.into_iter().chain([String::new()]).collect()
    });
    let without = roster.without.iter().map(|(name, reason)| {
        let mut row = vec![String::new(); columns.len()];
        row[0] = (*name).to_owned();
        row[columns.len() - 1] = reason.to_string();
        row
    });
    rows(&folder.join(PLAYERS), &columns, with.chain(without))
}

/// A name, the total, the average, the most guesses, and how many secrets take one, two, and so on.
fn lengths_row(name: String, lengths: &Lengths) -> Vec<String> {
    let secrets: Vec<String> = lengths.by_guesses().iter().map(u64::to_string).collect();
    let average = format!("{:.6}", lengths.average());
    vec![name, lengths.total().to_string(), average, lengths.worst().to_string(), secrets.join(" ")]
}

fn rows(path: &Path, columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Result<(), FileError> {
    let error = |e: csv::Error| FileError::new(path, "write", e);
    let mut writer = WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(Vec::new());
    writer.write_record(columns).map_err(error)?;
    for row in rows {
        writer.write_record(row).map_err(error)?;
    }
    let bytes = writer.into_inner().map_err(|e| FileError::new(path, "write", e.to_string()))?;
    files::write_whole(path, &bytes)
}
