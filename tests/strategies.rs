//! Published strategies for 4x6, row by row.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use arena::{Codemaker, strategy};
use players::notation::Notation;
use std::{collections::HashMap, path::Path};

/// The rows of "Dave Computes Mastermind Strategy" (2016) for Knuth's strategy and its consistent twin, where they lie
/// beside this repository: all of them are right.
#[test]
fn the_rows_of_published_tables() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/reference/strategy-trees-4x6.csv");
    let Ok(mut reader) = csv::Reader::from_path(&file) else {
        println!("skipped: {} is not there", file.display());
        return;
    };
    let rows: Vec<HashMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let scsa = Codemaker::find("insert-colors").unwrap().unwrap();
    for (player, published) in [("knuth", 24), ("consistent-knuth", 24)] {
        let tree = strategy(&players::find(player).unwrap(), &scsa, "4x6".parse().unwrap()).unwrap();
        let table = tree.table(usize::MAX);
        let mut right = 0;
        for row in rows.iter().filter(|row| row["strategy"] == player) {
            let own = table.iter().find(|own| own.history == row["history"]).unwrap();
            let notation = Notation::of(tree.size());
            let ours = [
                notation.code(&own.guess),
                own.games.count.to_string(),
                own.games.total.to_string(),
                own.games.rounded(),
                own.games.max.to_string(),
            ];
            let theirs = ["guess", "count", "total", "average", "max"].map(|column| row[column].clone());
            if ours == theirs {
                right += 1;
            } else {
                println!("{player} after {}: published {theirs:?}, computed {ours:?}", row["history"]);
            }
        }
        assert_eq!(right, published, "{player}");
    }
}
