//! The trees of players against published tables, row by row.

use crate::small_tree::{size, tree_of};
use players::{find, notation::Notation};
use std::collections::BTreeSet;

/// "Dave Computes Mastermind Strategy", 2016: the 24 situations of Knuth's strategy with most consistent codes. The columns are
/// the history, the guess, the number of consistent codes, and the sum, mean and maximum of the guesses of their games.
const KNUTH: &str = "\
,1122,1296,5801,4.48,5
|,3345,256,1175,4.59,5
|R,1344,256,1179,4.61,5
|W,2344,256,1176,4.59,5
|RW,1134,208,938,4.51,5
|RR,1234,114,500,4.39,5
|WW,2344,96,407,4.24,5
||RW,3636,46,217,4.72,5
|W|W,3516,44,209,4.75,5
|R|W,3526,44,209,4.75,5
|R|RW,4524,42,198,4.71,5
|W|RW,4514,42,198,4.71,5
||WW,6634,42,199,4.74,5
|R|WW,3135,41,195,4.76,5
|W|WW,3235,41,195,4.76,5
||RWW,3454,40,189,4.73,5
|RW|W,2352,38,176,4.63,5
|RWW,1213,36,145,4.03,5
|R|R,3325,34,157,4.62,5
|RW|RWW,1315,34,160,4.71,5
|W|R,3315,34,157,4.62,5
|RW|RW,1516,32,147,4.59,5
|RRW,1223,32,124,3.88,4
||RR,3636,29,135,4.66,5";

/// The same of Knuth's strategy with consistent guesses only.
const CONSISTENT_KNUTH: &str = "\
,1122,1296,5828,4.50,6
|,3345,256,1175,4.59,6
|R,1344,256,1178,4.60,6
|W,2344,256,1178,4.60,6
|RW,1314,208,940,4.52,6
|RR,1134,114,512,4.49,6
|WW,2314,96,408,4.25,5
||RW,3636,46,217,4.72,6
|W|W,3516,44,209,4.75,6
|R|W,3526,44,209,4.75,6
|R|RW,4524,42,198,4.71,6
|W|RW,4514,42,198,4.71,6
||WW,6634,42,199,4.74,6
|R|WW,3135,41,196,4.78,6
|W|WW,3235,41,196,4.78,6
||RWW,3454,40,189,4.73,6
|RW|W,2452,39,181,4.64,5
|RWW,1213,36,147,4.08,6
|R|R,3325,34,157,4.62,5
|W|R,3315,34,157,4.62,5
|RRW,1223,32,125,3.91,5
|RW|RW,5115,32,151,4.72,6
||RR,3366,29,136,4.69,6
|RR|RW,1352,28,128,4.57,5";

#[test]
fn tables_of_knuths_strategies_are_as_published() {
    for (player, published) in [
        ("knuth", KNUTH),
        ("consistent-knuth", CONSISTENT_KNUTH),
        ("minimax", KNUTH),
        ("consistent-minimax", CONSISTENT_KNUTH),
    ] {
        let table = tree_of(&find(player).unwrap(), size("4x6")).table(24);
        let rows = table.iter().map(|row| {
            let (games, guess) = (row.games, Notation::Digits.code(&row.guess));
            let (count, total, average, max) = (games.count, games.total, games.rounded(), games.max);
            format!("{},{guess},{count},{total},{average},{max}", row.history)
        });
        // The order of rows with equal counts in the source is not known.
        let [rows, published] = [rows.collect(), published.lines().map(str::to_owned).collect::<BTreeSet<String>>()];
        assert_eq!(rows, published, "{player}");
    }
}

/// The same source says that 694 codes take five guesses. The number of situations with more than two consistent codes was computed
/// with this program.
#[test]
#[ignore = "takes some seconds: cargo test -p mastermind-arena-players --test players knuths_whole -- --ignored"]
fn knuths_whole_strategy() {
    let tree = tree_of(&find("knuth").unwrap(), size("4x6"));
    assert_eq!(tree.lengths().by_guesses()[4], 694);
    assert_eq!(tree.counts().iter().filter(|&&count| count > 2).count(), 269);
}
