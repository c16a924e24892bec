//! The built-in players and strategy trees.

#![allow(clippy::unwrap_used)]

mod dino;
mod laws;
mod published;
mod trees;

use players::{Briefing, Knowledge, PlayerInstance, Refusal, find, tree::Tree};
use scsa::{Code, Game, Rng, Turn};

fn game_of(text: &str) -> Game {
    text.parse().unwrap()
}

fn briefing(game: Game) -> Briefing {
    Briefing::new(game, "insert-colors", Knowledge::Nothing)
}

fn try_prepare(name: &str, game: Game) -> Result<PlayerInstance, Refusal> {
    find(name).unwrap().prepare(&briefing(game))
}

fn prepare(name: &str, game: Game) -> PlayerInstance {
    try_prepare(name, game).unwrap()
}

fn tree(name: &str, game: Game) -> Tree {
    players::tree_of(&prepare(name, game), game).unwrap()
}

/// A round of at most a hundred guesses.
fn play(player: &mut PlayerInstance, secret: &Code, rng: &mut Rng) -> Vec<Turn> {
    player.reset();
    let game = Game::of_codes([secret]).unwrap();
    let mut turns: Vec<Turn> = Vec::new();
    while turns.last().is_none_or(|turn| turn.guess != *secret) && turns.len() < 100 {
        let guess = player.player().guess(&turns, rng);
        turns.push(Turn::new(game, guess, secret));
    }
    turns
}
