//! Exact totals of simple strategies for 4x6, over all secrets and all random choices: always the lowest consistent code (LC), or a
//! random one (RC), both also after fixed first guesses; and the strategies of players without random numbers. X+Y+LC guesses X, then Y
//! whatever the response (unless X is the secret), and then plays as LC.

mod claims;
mod lowest;
mod matrix;
mod random;
#[cfg(test)]
mod tests;

use crate::folder::{Failure, Folder, FolderOptions};
use claims::Published;
use lowest::{BestNext, PairTotals, best_thirds};
use matrix::{FeedbackMatrix, sets_of_guesses};
use players::tree::{Lengths, PlayerTreeError};
use players::{Briefing, Knowledge, ROSTER};
use random::{LengthDistribution, ThreeGuesses, after_sets, first_guesses};
use scsa::{Size, algorithms::InsertColors};
use std::{collections::HashMap, sync::Arc};

const BEST_PAIRS: usize = 100;
const COLUMNS: [&str; 5] = ["strategy", "total_guesses", "mean_guesses", "max_guesses", "secrets_by_guesses"];

/// Computes all figures of 4x6, and writes the tables. Cost: half a minute on two cores.
pub fn run(options: &FolderOptions) -> Result<(), Failure> {
    let folder = options.begin("strategies", "claims.csv")?;
    let size: Size = "4x6".parse()?;
    let matrix = &FeedbackMatrix::new(size);
    // The secrets found with one guess, with two, and so on, by the name of the strategy.
    let mut games: HashMap<String, Vec<f64>> = HashMap::new();
    let mut published = Published::default();
    write_players(&folder, size, &mut games)?;
    write_lowest(&folder, matrix, &mut games, &mut published)?;
    write_random(&folder, matrix, &mut games, &mut published)?;
    let columns = ["strategy", "figure", "published", "computed", "agrees", "source", "remark"];
    folder.records("claims.csv", &columns, claims::check(matrix.codes, &games, &published))
}

/// The name, the total, the mean, the most guesses, and the number of secrets found with one guess, with two, and so on.
fn row(name: &str, lengths: &Lengths) -> Vec<String> {
    let secrets: Vec<String> = lengths.by_guesses().iter().map(u64::to_string).collect();
    let mean = format!("{:.6}", lengths.average());
    vec![name.to_owned(), lengths.total().to_string(), mean, lengths.worst().to_string(), secrets.join(" ")]
}

fn numbers(lengths: &Lengths) -> Vec<f64> {
    lengths.by_guesses().iter().map(|&secrets| secrets as f64).collect()
}

/// The players that know that the codemaker is `insert-colors`, which makes all codes; without those that use random numbers or learn from
/// round to round. A note says why a player has no total.
fn write_players(folder: &Folder, size: Size, games: &mut HashMap<String, Vec<f64>>) -> Result<(), Failure> {
    folder.say("players");
    let knowledge = Knowledge::Rule(Arc::new(InsertColors));
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for entry in ROSTER.iter().filter(|entry| !entry.learns(&knowledge)) {
        let briefing = Briefing::new(size, "insert-colors", knowledge.clone());
        let tree = entry.prepare(&briefing).map_err(|refusal| Some(refusal.to_string())).and_then(|player| {
            players::tree_of(&player, size).map_err(|e| (!matches!(e, PlayerTreeError::Random)).then(|| e.to_string()))
        });
        match tree {
            Ok(tree) => {
                let lengths = tree.lengths();
                games.insert(entry.name().to_owned(), numbers(&lengths));
                with.push([row(entry.name(), &lengths), vec![String::new()]].concat());
            }
            Err(Some(note)) => {
                let empty = vec![String::new(); COLUMNS.len() - 1];
                without.push([vec![entry.name().to_owned()], empty, vec![note]].concat());
            }
            Err(None) => {}
        }
    }
    folder.records("players.csv", &[&COLUMNS[..], &["note"]].concat(), with.into_iter().chain(without))
}

/// LC, every X+LC with its best second guess, the best X+Y+LC with their best third guess and those with published figures.
fn write_lowest(
    folder: &Folder,
    matrix: &FeedbackMatrix,
    games: &mut HashMap<String, Vec<f64>>,
    published: &mut Published,
) -> Result<(), Failure> {
    folder.say("X+Y+lc");
    let pairs = PairTotals::of(matrix);
    let best: Vec<[u16; 2]> = pairs.best(BEST_PAIRS).into_iter().map(|(_, pair)| pair).collect();
    let row_of = |first: &[u16], next: &BestNext| {
        let lengths = lowest::lengths(matrix, first);
        let next = next.as_ref().map(|(total, codes)| [matrix.texts(codes), total.to_string()]);
        let row: Vec<String> =
            row(&matrix.strategy(first, "lc"), &lengths).into_iter().chain(next.unwrap_or_default()).collect();
        (row, lengths)
    };
    let fixed: Vec<_> = matrix.all().into_iter().map(|x| row_of(&[x], &pairs.best_after(x))).collect();
    let least = fixed.iter().map(|(_, lengths)| lengths.total()).min().unwrap_or_default();
    published.best_fixed = matrix
        .texts(&matrix.all().into_iter().filter(|x| fixed[usize::from(*x)].1.total() == least).collect::<Vec<u16>>());
    let with_figures: Vec<Vec<u16>> = claims::pairs(matrix, "lc");
    let others = best.iter().map(|pair| pair.to_vec()).chain(with_figures).map(|pair| row_of(&pair, &None));
    let rows: Vec<(Vec<String>, Lengths)> = [row_of(&[], &None)].into_iter().chain(fixed).chain(others).collect();
    games.extend(rows.iter().map(|(row, lengths)| (row[0].clone(), numbers(lengths))));
    let columns = [&COLUMNS[..], &["best_second", "total_with_second"]].concat();
    folder.records("lc-prefixes.csv", &columns, rows.into_iter().map(|(row, _)| row))?;
    let columns = [&COLUMNS[..], &["best_third", "total_with_third"]].concat();
    let thirds = best_thirds(matrix, &best);
    folder.records("x-y-lc.csv", &columns, best.iter().zip(&thirds).map(|(pair, third)| row_of(pair, third).0))?;
    let histogram = pairs.histogram();
    published.best_pair = histogram.keys().next().copied().unwrap_or_default();
    let totals = histogram.into_iter().map(|(total, pairs)| vec![total.to_string(), pairs.to_string()]);
    folder.records("x-y-lc-totals.csv", &["total_guesses", "pairs"], totals)
}

/// RC, X+RC and X+Y+RC for one of each class, the best first, those with published figures, and the best X+Y+Z+RC.
fn write_random(
    folder: &Folder,
    matrix: &FeedbackMatrix,
    games: &mut HashMap<String, Vec<f64>>,
    published: &mut Published,
) -> Result<(), Failure> {
    folder.say("X+rc and X+Y+rc");
    let (free, fixed) = first_guesses(matrix);
    let better: Vec<u16> =
        fixed.iter().filter(|(_, lengths)| lengths.guesses() < free.guesses()).map(|(x, _)| *x).collect();
    published.better_than_free = matrix.texts(&better);
    let sets = sets_of_guesses(matrix, 2);
    let with_figures = claims::pairs(matrix, "rc").into_iter().filter(|pair| !sets.contains(pair)).collect::<Vec<_>>();
    let after = after_sets(matrix, &with_figures);
    let mut pairs: Vec<(Vec<u16>, LengthDistribution)> =
        after_sets(matrix, &sets).into_iter().zip(sets).map(|(lengths, set)| (set, lengths)).collect();
    pairs.sort_by(|(_, one), (_, other)| one.guesses().total_cmp(&other.guesses()));
    published.best_random_pair = pairs.first().map_or(0.0, |(_, lengths)| lengths.guesses());
    folder.say("X+Y+Z+rc");
    let three = ThreeGuesses::of(matrix);
    published.three = Some((three.bound, three.best.0));
    let strategies: Vec<(String, LengthDistribution)> = [(Vec::new(), free)]
        .into_iter()
        .chain(fixed.into_iter().map(|(x, lengths)| (vec![x], lengths)))
        .chain(pairs)
        .chain(with_figures.into_iter().zip(after))
        .map(|(first, lengths)| (matrix.strategy(&first, "rc"), lengths))
        .collect();
    let mean = |total: f64| total / matrix.codes as f64;
    let row = |name: String, total: f64, longest: String| {
        vec![name, format!("{total:.6}"), format!("{:.9}", mean(total)), longest]
    };
    let two = strategies
        .iter()
        .map(|(name, lengths)| row(name.clone(), lengths.guesses(), lengths.by_guesses().len().to_string()));
    let three = three.best.1.iter().map(|set| row(matrix.strategy(set, "rc"), three.best.0, String::new()));
    folder.records("rc.csv", &["strategy", "total_guesses", "mean_guesses", "max_guesses"], two.chain(three))?;
    let lengths = strategies.iter().flat_map(|(name, lengths)| {
        (1..).zip(lengths.by_guesses()).map(move |(guesses, secrets): (usize, _)| {
            vec![name.clone(), guesses.to_string(), format!("{:.9e}", mean(*secrets))]
        })
    });
    folder.records("rc-lengths.csv", &["strategy", "guesses", "probability"], lengths)?;
    // Where both are computed, `rc` is the name of a random strategy.
    games.extend(strategies.into_iter().map(|(name, lengths)| (name, lengths.by_guesses().to_vec())));
    Ok(())
}
