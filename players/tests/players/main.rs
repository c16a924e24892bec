//! The built-in players and strategy trees.

#![allow(clippy::unwrap_used)]

mod dino;
mod laws;
mod published;
mod trees;

use players::{Briefing, Knowledge, PlayerInstance, Refusal, find, tree::Tree};
use scsa::{Code, Rng, Size, Turn};

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn briefing(size: Size) -> Briefing {
    Briefing::new(size, "insert-colors", Knowledge::Nothing)
}

fn try_prepare(name: &str, size: Size) -> Result<PlayerInstance, Refusal> {
    find(name).unwrap().prepare(&briefing(size))
}

fn prepare(name: &str, size: Size) -> PlayerInstance {
    try_prepare(name, size).unwrap()
}

fn tree(name: &str, size: Size) -> Tree {
    players::tree_of(&prepare(name, size), size).unwrap()
}

/// A round of at most a hundred guesses.
fn play(player: &mut PlayerInstance, secret: &Code, rng: &mut Rng) -> Vec<Turn> {
    player.reset();
    let mut turns: Vec<Turn> = Vec::new();
    while turns.last().is_none_or(|turn| turn.guess != *secret) && turns.len() < 100 {
        let guess = player.player().guess(&turns, rng);
        turns.push(Turn::new(guess, secret));
    }
    turns
}
