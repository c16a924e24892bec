//! The rounds of a results folder.

use crate::cli::{Failure, leaderboard::rounds_with_forfeits};
use comparison::RoundTable;
use std::path::{Path, PathBuf};
use tournament::{Limits, Manifest, files};

/// The rounds of a results folder, and how they were played.
#[derive(Debug)]
pub struct Contest {
    pub folder: PathBuf,
    pub table: RoundTable,
    pub manifest: Option<Manifest>,
}

impl Contest {
    pub fn read(folder: &str) -> Result<Contest, Failure> {
        let folder = PathBuf::from(folder);
        let results = files::read_results(&folder)
            .map_err(|e| Failure::input(format!("{e}; a results folder was expected, such as `arena run` makes")))?;
        if !folder.join(files::ROUNDS).exists() {
            return Err(Failure::input(format!(
                "{} has no {}; play the tournament again without --no-rounds",
                folder.display(),
                files::ROUNDS
            )));
        }
        let table = rounds_with_forfeits(&folder, &results)?;
        let manifest = Manifest::read(&folder).ok();
        Ok(Contest { table, manifest, folder })
    }

    /// What a round that was not won counts.
    pub fn guess_limit(&self) -> usize {
        self.manifest.as_ref().map_or(Limits::default().guesses, |manifest| manifest.guess_limit)
    }

    /// The index of a player.
    pub fn player(&self, name: &str) -> Result<usize, Failure> {
        let players = self.table.players();
        players.iter().position(|player| player == name).ok_or_else(|| {
            Failure::input(format!(
                "no rounds of '{name}' are in {}; its players are {}",
                self.folder.display(),
                players.join(", ")
            ))
        })
    }

    /// The name of the folder in sentences.
    pub fn name(&self) -> String {
        Path::new(&self.folder).display().to_string()
    }
}
