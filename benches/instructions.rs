//! Whole strategies of one-step heuristics, by every set of vector instructions that this processor has.
//!
//! Each sample asserts the guesses of all secrets together. `ARENA_INSTRUCTIONS=avx2 arena tree entropy --size 5x8` times one in the program.

#![allow(missing_docs, clippy::unwrap_used)]

use divan::Bencher;
use players::tree::Tree;
use players::{Briefing, Instructions, Knowledge};
use scsa::{Game, algorithms::InsertColors};
use std::sync::Arc;

/// The heuristics, and what they take for all 7776 secrets of 5x6.
const TOTALS: [(&str, u64); 4] =
    [("minimax", 37965), ("expected-size", 37134), ("entropy", 37087), ("most-parts", 37127)];

fn main() {
    divan::main();
}

fn cases() -> Vec<String> {
    let sets = Instructions::ALL.into_iter().filter(|(set, _)| set.are_there());
    sets.flat_map(|(_, set)| TOTALS.map(|(heuristic, _)| format!("{set} {heuristic}"))).collect()
}

#[divan::bench(args = cases())]
fn tree(bencher: Bencher, case: &str) {
    let (set, heuristic) = case.split_once(' ').unwrap();
    let (set, _) = Instructions::ALL.into_iter().find(|(_, name)| *name == set).unwrap();
    let (_, total) = TOTALS.into_iter().find(|(name, _)| *name == heuristic).unwrap();
    players::limit_instructions(set);
    let game: Game = "5x6".parse().unwrap();
    let briefing = Briefing::new(game, "insert-colors", Knowledge::Rule(Arc::new(InsertColors)));
    bencher.bench_local(|| {
        // Prepared anew: what it finds is kept.
        let player = players::find(heuristic).unwrap().prepare(&briefing).unwrap();
        assert_eq!(Tree::by_asking(&player, game).unwrap().lengths().total(), total);
    });
}
