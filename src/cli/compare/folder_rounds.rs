//! The rounds of a results folder.

use crate::cli::{Failure, leaderboard::rounds_with_forfeits, results_folder::ResultsFolder};
use std::path::Path;
use tournament::compare::RoundTable;
use tournament::{Manifest, files};

/// The rounds of a results folder, and how they were played.
#[derive(Debug)]
pub struct FolderRounds<'a> {
    /// The folder as it was named.
    pub name: &'a str,
    pub table: RoundTable,
    /// How the rounds were played, if it is known, so that they can be played again.
    pub manifest: Option<Manifest>,
    /// What a round that was not won counts.
    pub guess_limit: usize,
}

impl<'a> FolderRounds<'a> {
    pub fn read(name: &'a str) -> Result<FolderRounds<'a>, Failure> {
        let folder = ResultsFolder::read(Path::new(name))?;
        if !folder.path.join(files::ROUNDS).exists() {
            return Err(Failure::input(format!(
                "{name} has no {}; play the tournament again without --no-rounds",
                files::ROUNDS
            )));
        }
        let (table, guess_limit) = (rounds_with_forfeits(&folder)?, folder.guess_limit());
        Ok(FolderRounds { name, table, guess_limit, manifest: folder.manifest.ok() })
    }

    /// The index of a player.
    pub fn player(&self, player: &str) -> Result<usize, Failure> {
        let players = self.table.players();
        players.iter().position(|known| known == player).ok_or_else(|| {
            Failure::input(format!(
                "no rounds of '{player}' are in {}; its players are {}",
                self.name,
                players.join(", ")
            ))
        })
    }
}
