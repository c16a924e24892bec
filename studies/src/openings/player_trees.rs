//! The strategy trees of the players.

use crate::{
    monitor::{Interrupted, Monitor},
    player_tree::{PlayerStrategyError, player_tree},
};
use players::{
    ROSTER,
    tree::{Lengths, PlayerTreeError, Tree},
};
use scsa::{Size, algorithms::InsertColors};
use tournament::Codemaker;

/// A player with its tree.
#[derive(Debug)]
pub struct PlayerTree {
    pub name: &'static str,
    pub tree: Tree,
    pub lengths: Lengths,
}

/// The trees of all players.
#[derive(Debug, Default)]
pub struct PlayerTrees {
    /// The players whose guesses follow from the history, and end.
    pub trees: Vec<PlayerTree>,
    /// The players that use random numbers or learn from round to round.
    pub undetermined: Vec<&'static str>,
    /// The others, with the reason why they have no tree.
    pub without: Vec<(&'static str, PlayerStrategyError)>,
}

impl PlayerTrees {
    /// The trees of all players that know that the codemaker is `insert-colors`, which makes all codes.
    ///
    /// # Errors
    /// [`Interrupted`] when the user interrupts it.
    pub fn of(size: Size, monitor: &dyn Monitor) -> Result<PlayerTrees, Interrupted> {
        let codemaker = Codemaker::visible(InsertColors);
        let mut players = PlayerTrees::default();
        monitor.begin("players", ROSTER.len() as u64);
        for entry in ROSTER {
            let name = entry.name();
            match player_tree(entry, &codemaker, size) {
                Ok(tree) => players.trees.push(PlayerTree { name, lengths: tree.lengths(), tree }),
                Err(PlayerStrategyError::Learns | PlayerStrategyError::None(PlayerTreeError::Random)) => {
                    players.undetermined.push(name);
                }
                Err(reason) => players.without.push((name, reason)),
            }
            monitor.step(name)?;
        }
        Ok(players)
    }

    /// The tree of a player.
    pub fn find(&self, name: &str) -> Option<&PlayerTree> {
        self.trees.iter().find(|one| one.name == name)
    }
}
