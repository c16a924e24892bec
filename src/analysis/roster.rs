//! Players of the roster that draw no random numbers, played against every secret.

use super::Watcher;
use players::{
    Briefing, Knowledge,
    tree::{Lengths, Tree},
};
use scsa::Size;

/// The players that are looked for.
const NAMES: [&str; 10] = [
    "easy",
    "advanced",
    "knuth",
    "consistent-knuth",
    "minimax",
    "expected-size",
    "entropy",
    "most-parts",
    "average-consistent",
    "koyama-lai",
];

/// A player, and how long its games are.
#[derive(Debug)]
pub struct PlayerLengths {
    pub name: &'static str,
    pub lengths: Lengths,
}

/// Those of the players that the roster has and that play the size.
pub fn lengths(size: Size, watcher: &dyn Watcher) -> Vec<PlayerLengths> {
    watcher.begin("players", NAMES.len() as u64);
    let played = NAMES.into_iter().map(|name| {
        let lengths = lengths_of(name, size);
        watcher.advance(1);
        lengths.map(|lengths| PlayerLengths { name, lengths })
    });
    played.collect::<Vec<_>>().into_iter().flatten().collect()
}

fn lengths_of(name: &str, size: Size) -> Option<Lengths> {
    let briefing =
        Briefing { size, guess_limit: 100, codemaker: "insert-colors".to_owned(), knowledge: Knowledge::Nothing };
    let player = players::find(name).ok()?.prepare(&briefing).ok()?;
    Some(Tree::of_player(&player, size).ok()?.lengths())
}
