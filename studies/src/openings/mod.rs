//! Exact totals of simple strategies for 4x6, over all secrets and all random choices: always the lowest consistent code (LC), or a
//! random one (RC), both also after fixed first guesses; and the strategies of players without random numbers. X+Y+LC guesses X, then Y
//! whatever the response (unless X is the secret), and then plays as LC.

mod claims;
mod consistent;
mod fixed;
mod matrix;
#[cfg(test)]
mod tests;

use crate::folder::{Failure, Folder, FolderOptions};
use claims::Computed;
use consistent::{Consistent, LengthDistribution};
use fixed::{BestNext, PairTotals, after_sets, best_thirds, first_guesses, three_guesses};
use matrix::{FeedbackMatrix, sets_of_guesses};
use players::tree::PlayerTreeError;
use players::{Briefing, Knowledge, ROSTER};
use scsa::{Game, algorithms::InsertColors};
use std::sync::Arc;

const BEST_PAIRS: usize = 100;
const COLUMNS: [&str; 5] = ["strategy", "total_guesses", "mean_guesses", "max_guesses", "secrets_by_guesses"];

/// Computes all figures of 4x6, and writes the tables. Cost: a minute on two cores.
pub fn run(options: &FolderOptions) -> Result<(), Failure> {
    let folder = options.begin("strategies", "claims.csv")?;
    let game: Game = "4x6".parse()?;
    let matrix = &FeedbackMatrix::new(game);
    let mut computed = Computed::default();
    write_players(&folder, game, &mut computed)?;
    let best_pair = write_lowest(&folder, matrix, &mut computed)?;
    write_random(&folder, matrix, best_pair, &mut computed)?;
    let columns = ["strategy", "figure", "published", "computed", "agrees", "source", "remark"];
    folder.records("claims.csv", &columns, claims::check(matrix.codes, &computed)?)
}

/// The guesses to find all secrets, of which so many are found with one guess, with two, and so on.
fn total(by_guesses: &[f64]) -> f64 {
    (1..).zip(by_guesses).map(|(guesses, secrets): (u32, _)| f64::from(guesses) * secrets).sum()
}

/// The name, the total, the mean, the most guesses, and the number of secrets found with one guess, with two, and so on.
fn row(name: &str, by_guesses: &[f64]) -> Vec<String> {
    let total = total(by_guesses);
    let mean = format!("{:.6}", total / by_guesses.iter().sum::<f64>());
    let secrets: Vec<String> = by_guesses.iter().map(f64::to_string).collect();
    vec![name.to_owned(), total.to_string(), mean, by_guesses.len().to_string(), secrets.join(" ")]
}

/// The players that know that the codemaker is `insert-colors`, which makes all codes; without those that use random numbers or learn from
/// round to round. A note says why a player has no total.
fn write_players(folder: &Folder, game: Game, computed: &mut Computed) -> Result<(), Failure> {
    folder.say("players");
    let knowledge = Knowledge::Rule(Arc::new(InsertColors));
    let (mut with, mut without) = (Vec::new(), Vec::new());
    for entry in ROSTER.iter().filter(|entry| !entry.learns(&knowledge)) {
        let briefing = Briefing::new(game, "insert-colors", knowledge.clone());
        let tree = entry.prepare(&briefing).map_err(|refusal| Some(refusal.to_string())).and_then(|player| {
            players::tree_of(&player, game).map_err(|e| (!matches!(e, PlayerTreeError::Random)).then(|| e.to_string()))
        });
        match tree {
            Ok(tree) => {
                let by_guesses: Vec<f64> = tree.lengths().by_guesses().iter().map(|&secrets| secrets as f64).collect();
                with.push([row(entry.name(), &by_guesses), vec![String::new()]].concat());
                computed.games.insert(entry.name().to_owned(), by_guesses);
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

/// LC, every X+LC with its best second guess, the best X+Y+LC with their best third guess and those with published figures. Returns the
/// smallest total of X+Y+LC.
fn write_lowest(folder: &Folder, matrix: &FeedbackMatrix, computed: &mut Computed) -> Result<u32, Failure> {
    folder.say("X+Y+lc");
    let pairs = PairTotals::of(matrix);
    let best: Vec<[u16; 2]> = pairs.best(BEST_PAIRS).into_iter().map(|(_, pair)| pair).collect();
    let (all, mut lc) = (matrix.all(), Consistent::lowest(matrix));
    let mut row_of = |first: &[u16], next: &BestNext| {
        let lengths = lc.with_first(&all, first);
        let mut row = row(&matrix.strategy(first, "lc"), lengths.by_guesses());
        row.extend(next.as_ref().map(|(total, codes)| [matrix.texts(codes), total.to_string()]).unwrap_or_default());
        (row, lengths)
    };
    let mut rows = vec![row_of(&[], &None)];
    rows.extend(all.iter().map(|&x| row_of(&[x], &pairs.best_after(x))));
    let totals: Vec<f64> = rows[1..].iter().map(|(_, lengths)| lengths.guesses()).collect();
    let least = totals.iter().copied().fold(f64::INFINITY, f64::min);
    let best_first: Vec<u16> = all.iter().copied().filter(|&x| totals[usize::from(x)] == least).collect();
    computed.others.insert("X+lc", matrix.texts(&best_first));
    let with_figures = claims::pairs(matrix, "lc")?;
    rows.extend(best.iter().map(|pair| pair.to_vec()).chain(with_figures).map(|pair| row_of(&pair, &None)));
    computed.games.extend(rows.iter().map(|(row, lengths)| (row[0].clone(), lengths.by_guesses().to_vec())));
    let columns = [&COLUMNS[..], &["best_second", "total_with_second"]].concat();
    folder.records("lc-prefixes.csv", &columns, rows.into_iter().map(|(row, _)| row))?;
    let columns = [&COLUMNS[..], &["best_third", "total_with_third"]].concat();
    let thirds = best_thirds(matrix, &best);
    folder.records("x-y-lc.csv", &columns, best.iter().zip(&thirds).map(|(pair, third)| row_of(pair, third).0))?;
    let histogram = pairs.histogram();
    let best_pair = histogram.keys().next().copied().unwrap_or_default();
    computed.others.insert("X+Y+lc", best_pair.to_string());
    let totals = histogram.into_iter().map(|(total, pairs)| vec![total.to_string(), pairs.to_string()]);
    folder.records("x-y-lc-totals.csv", &["total_guesses", "pairs"], totals)?;
    Ok(best_pair)
}

/// RC, X+RC and X+Y+RC for one of each class, the best first, those with published figures, and the best X+Y+Z+RC. The smallest total of
/// X+Y+LC is that.
fn write_random(
    folder: &Folder,
    matrix: &FeedbackMatrix,
    best_pair: u32,
    computed: &mut Computed,
) -> Result<(), Failure> {
    folder.say("X+rc and X+Y+rc");
    let (free, fixed) = first_guesses(matrix);
    let better: Vec<u16> =
        fixed.iter().filter(|(_, lengths)| lengths.guesses() < free.guesses()).map(|(x, _)| *x).collect();
    computed.others.insert("X+rc", matrix.texts(&better));
    let sets = sets_of_guesses(matrix, 2);
    let mut with_figures = claims::pairs(matrix, "rc")?;
    with_figures.retain(|pair| !sets.contains(pair));
    let after = after_sets(matrix, &with_figures);
    let mut pairs: Vec<(Vec<u16>, LengthDistribution)> =
        after_sets(matrix, &sets).into_iter().zip(sets).map(|(lengths, set)| (set, lengths)).collect();
    pairs.sort_by(|(_, one), (_, other)| one.guesses().total_cmp(&other.guesses()));
    folder.say("X+Y+Z+rc");
    let (bound, least, best) = three_guesses(matrix);
    let best_random_pair = pairs.first().map_or(0.0, |(_, lengths)| lengths.guesses());
    for (strategy, may_help) in [("X+Y+Z+lc", bound <= best_pair), ("X+Y+Z+rc", least < best_random_pair)] {
        computed.others.insert(strategy, if may_help { "yes" } else { "no" }.to_owned());
    }
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
    let three = best.iter().map(|set| row(matrix.strategy(set, "rc"), least, String::new()));
    folder.records("rc.csv", &["strategy", "total_guesses", "mean_guesses", "max_guesses"], two.chain(three))?;
    let lengths = strategies.iter().flat_map(|(name, lengths)| {
        (1..).zip(lengths.by_guesses()).map(move |(guesses, secrets): (usize, _)| {
            vec![name.clone(), guesses.to_string(), format!("{:.9e}", mean(*secrets))]
        })
    });
    folder.records("rc-lengths.csv", &["strategy", "guesses", "probability"], lengths)?;
    // Where both are computed, `rc` is the name of a random strategy.
    computed.games.extend(strategies.into_iter().map(|(name, lengths)| (name, lengths.by_guesses().to_vec())));
    Ok(())
}
