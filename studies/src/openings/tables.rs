//! The tables as CSV files.

use super::{
    analysis::Analysis,
    claims::CheckedClaim,
    lengths,
    lowest::{BestNext, LowestOpening},
    names,
};
use crate::file_set::FileSet;
use exact_openings::LengthDistribution;
use tournament::FileError;

/// LC, every X+LC, the best X+Y+LC and those with published figures; one row a strategy.
pub const LOWEST: &str = "lc-prefixes.csv";
/// The best X+Y+LC.
pub const PAIRS: &str = "x-y-lc.csv";
/// The number of pairs of each total.
pub const PAIR_TOTALS: &str = "x-y-lc-totals.csv";
/// RC, X+RC, X+Y+RC, X+Y+Z+RC; one row a strategy.
pub const RANDOM: &str = "rc.csv";
/// The probability of each length of a game of RC.
pub const RANDOM_LENGTHS: &str = "rc-lengths.csv";
/// One row a player.
pub const PLAYERS: &str = "players.csv";
/// One row a published claim.
pub const CLAIMS: &str = "claims.csv";

/// Writes all tables.
pub fn write(analysis: &Analysis, claims: &[CheckedClaim], set: &FileSet) -> Result<(), FileError> {
    lowest(analysis, set)?;
    random(analysis, set)?;
    players(analysis, set)?;
    let columns = ["strategy", "figure", "published", "computed", "agrees", "source", "remark"];
    let claims = claims.iter().map(|one| {
        let claim = &one.claim;
        let fields = [claim.strategy, &claim.figure, &claim.published, one.computed()];
        let fields = fields.into_iter().chain([one.agreement(), claim.source, claim.remark]);
        fields.map(str::to_owned).collect()
    });
    set.text_table(CLAIMS, &columns, claims)
}

fn lowest(analysis: &Analysis, set: &FileSet) -> Result<(), FileError> {
    let (lowest, matrix) = (&analysis.lowest, &analysis.matrix);
    let row = |one: &LowestOpening, next: &BestNext| {
        let row = lengths::row(&one.name(matrix), &one.lengths).into_iter();
        let next = next.as_ref().map(|(total, codes)| [names::codes(matrix, codes), total.to_string()]);
        row.chain(next.unwrap_or_default()).collect::<Vec<String>>()
    };
    let columns = [&lengths::COLUMNS[..], &["best_second", "total_with_second"]].concat();
    let seconds = [&None].into_iter().chain(&lowest.seconds).chain(std::iter::repeat(&None));
    set.text_table(LOWEST, &columns, lowest.strategies().zip(seconds).map(|(one, second)| row(one, second)))?;
    let columns = [&lengths::COLUMNS[..], &["best_third", "total_with_third"]].concat();
    let pairs = lowest.best_pairs.iter().zip(&lowest.thirds).map(|(pair, third)| row(pair, third));
    set.text_table(PAIRS, &columns, pairs)?;
    let totals = lowest.pairs.histogram().into_iter().map(|(total, pairs)| vec![total.to_string(), pairs.to_string()]);
    set.text_table(PAIR_TOTALS, &["total_guesses", "pairs"], totals)
}

/// Writes the tables of RC, which have no rows where it was not computed.
fn random(analysis: &Analysis, set: &FileSet) -> Result<(), FileError> {
    let openings = analysis.random.as_ref();
    let name = |first: &[u16]| names::strategy(&analysis.matrix, first, "rc");
    let strategies: Vec<(String, &LengthDistribution)> = openings
        .into_iter()
        .flat_map(|openings| openings.strategies().map(|(first, lengths)| (name(&first), lengths)).collect::<Vec<_>>())
        .collect();
    let row = |name: &str, total: f64, longest: String| {
        vec![name.to_owned(), format!("{total:.6}"), format!("{:.9}", analysis.mean(total)), longest]
    };
    let two =
        strategies.iter().map(|(name, lengths)| row(name, lengths.guesses(), lengths.by_guesses().len().to_string()));
    let three = openings.iter().filter_map(|openings| openings.three.as_ref());
    let three = three.flat_map(|(_, best)| best.sets.iter().map(|set| (name(set), best.total)));
    let three = three.map(|(name, total)| row(&name, total, String::new()));
    set.text_table(RANDOM, &["strategy", "total_guesses", "mean_guesses", "max_guesses"], two.chain(three))?;

    let lengths = strategies.iter().flat_map(|(name, lengths)| {
        (1..).zip(lengths.by_guesses()).map(move |(guesses, secrets): (usize, _)| {
            vec![name.clone(), guesses.to_string(), format!("{:.9e}", analysis.mean(*secrets))]
        })
    });
    set.text_table(RANDOM_LENGTHS, &["strategy", "guesses", "probability"], lengths)
}

/// Writes the lengths of the games of the players, and the reasons of those without a tree.
fn players(analysis: &Analysis, set: &FileSet) -> Result<(), FileError> {
    let columns = [&lengths::COLUMNS[..], &["note"]].concat();
    let with = analysis.players.trees.iter().map(|one| {
        let row = lengths::row(one.name, &one.lengths);
        row.into_iter().chain([String::new()]).collect()
    });
    let without = analysis.players.without.iter().map(|(name, reason)| {
        let mut row = vec![String::new(); columns.len()];
        row[0] = (*name).to_owned();
        row[columns.len() - 1] = reason.to_string();
        row
    });
    set.text_table(PLAYERS, &columns, with.chain(without))
}
