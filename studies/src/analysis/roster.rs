//! The whole strategies of the roster's players, against every secret.

use super::Watcher;
use crate::{Codemaker, NoStrategy, strategy};
use players::{
    ROSTER,
    tree::{Lengths, PlayerTreeError, Tree},
};
use scsa::{Size, algorithms::InsertColors};

/// A player, and what it guesses.
#[derive(Debug)]
pub struct PlayerStrategy {
    pub name: &'static str,
    pub tree: Tree,
    pub lengths: Lengths,
}

/// What was found of the roster.
#[derive(Debug, Default)]
pub struct Roster {
    /// The players whose guesses follow from the history, and end.
    pub strategies: Vec<PlayerStrategy>,
    /// The players that draw random numbers or learn.
    pub undetermined: Vec<&'static str>,
    /// The others, and why they have no strategy.
    pub without: Vec<(&'static str, NoStrategy)>,
}

impl Roster {
    /// What every player of the roster guesses that is told of `insert-colors`, which makes all codes.
    pub fn of(size: Size, watcher: &dyn Watcher) -> Roster {
        let codemaker = Codemaker::visible(&InsertColors);
        let mut roster = Roster::default();
        watcher.begin("players", ROSTER.len() as u64);
        for entry in ROSTER {
            let name = entry.name();
            match strategy(entry, &codemaker, size) {
                Ok(tree) => roster.strategies.push(PlayerStrategy { name, lengths: tree.lengths(), tree }),
                Err(NoStrategy::Learns | NoStrategy::None(PlayerTreeError::Random)) => roster.undetermined.push(name),
                Err(reason) => roster.without.push((name, reason)),
            }
            watcher.advance(1);
        }
        roster
    }

    /// The strategy of a player.
    pub fn find(&self, name: &str) -> Option<&PlayerStrategy> {
        self.strategies.iter().find(|one| one.name == name)
    }
}
