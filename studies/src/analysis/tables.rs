//! The tables as CSV files.

use super::{
    Analysis, CLAIMS, LOWEST, PAIR_TOTALS, PAIRS, PLAYERS, RANDOM, RANDOM_LENGTHS,
    claims::Compared,
    exact::Spread,
    lowest::{BestNext, Strategy},
    names,
};
use crate::{FileError, files};
use csv::{Terminator, WriterBuilder};
use players::tree::Lengths;
use std::path::Path;

/// The columns of [`lengths_row`].
const LENGTHS: [&str; 5] = ["strategy", "total_guesses", "average", "worst", "lengths"];

/// Writes all tables.
pub fn write(analysis: &Analysis, claims: &[Compared], folder: &Path) -> Result<(), FileError> {
    let (lowest, matrix) = (&analysis.lowest, &analysis.matrix);
    let row = |one: &Strategy, next: &BestNext| {
        let row = lengths_row(&one.name(matrix), &one.lengths).into_iter();
        let next = next.as_ref().map(|(total, codes)| [names::codes(matrix, codes), total.to_string()]);
        row.chain(next.unwrap_or_default()).collect::<Vec<String>>()
    };
    let columns = [&LENGTHS[..], &["best_second", "total_with_second"]].concat();
    let seconds = [&None].into_iter().chain(&lowest.seconds).chain(std::iter::repeat(&None));
    let strategies = lowest.strategies().zip(seconds).map(|(one, second)| row(one, second));
    rows(&folder.join(LOWEST), &columns, strategies)?;
    let columns = [&LENGTHS[..], &["best_third", "total_with_third"]].concat();
    let pairs = lowest.best_pairs.iter().zip(&lowest.thirds).map(|(pair, third)| row(pair, third));
    rows(&folder.join(PAIRS), &columns, pairs)?;
    let totals = lowest.pairs.histogram().into_iter().map(|(total, pairs)| vec![total.to_string(), pairs.to_string()]);
    rows(&folder.join(PAIR_TOTALS), &["total_guesses", "pairs"], totals)?;
    random(analysis, folder)?;
    players(analysis, folder)?;
    let columns = ["strategy", "figure", "claimed", "computed", "agrees", "source", "remark"];
    let claims = claims.iter().map(|one| {
        let claim = &one.claim;
        let fields = [claim.strategy, &claim.figure, &claim.claimed, one.computed()];
        let fields = fields.into_iter().chain([one.agrees(), claim.source, claim.remark]);
        fields.map(str::to_owned).collect()
    });
    rows(&folder.join(CLAIMS), &columns, claims)
}

/// Writes the tables of RC: without rows where it was not gone through.
fn random(analysis: &Analysis, folder: &Path) -> Result<(), FileError> {
    let family = analysis.random.as_ref();
    let name = |first: &[u16]| names::strategy(&analysis.matrix, first, "rc");
    let spreads: Vec<(String, &Spread)> = family
        .into_iter()
        .flat_map(|family| family.strategies().map(|(first, spread)| (name(&first), spread)).collect::<Vec<_>>())
        .collect();
    let row = |name: &str, total: f64, longest: String| {
        vec![name.to_owned(), format!("{total:.6}"), format!("{:.9}", analysis.average(total)), longest]
    };
    let two = spreads.iter().map(|(name, spread)| row(name, spread.guesses(), spread.by_guesses().len().to_string()));
    let three = family.iter().filter_map(|family| family.three.as_ref());
    let three = three.flat_map(|(_, best)| best.sets.iter().map(|set| (name(set), best.total)));
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
    let columns = [&LENGTHS[..], &["note"]].concat();
    let with = roster.strategies.iter().map(|one| {
        let row = lengths_row(one.name, &one.lengths);
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
pub fn lengths_row(name: &str, lengths: &Lengths) -> [String; 5] {
    let secrets: Vec<String> = lengths.by_guesses().iter().map(u64::to_string).collect();
    let average = format!("{:.6}", lengths.average());
    [name.to_owned(), lengths.total().to_string(), average, lengths.worst().to_string(), secrets.join(" ")]
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
