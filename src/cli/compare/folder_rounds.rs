//! The rounds of a results folder.

use crate::cli::{
    Failure,
    leaderboard::{is_forfeit, match_of, rounds_with_forfeits},
    results_folder::ResultsFolder,
};
use comparison::{MatchName, RoundTable};
use std::path::Path;
use tournament::files;

/// The rounds of a results folder, and how they were played.
#[derive(Debug)]
pub struct FolderRounds<'a> {
    /// The folder as it was named.
    pub name: &'a str,
    pub table: RoundTable,
    /// Whether it is known how the rounds were played, so that they can be played again.
    pub has_manifest: bool,
    /// The players and matches of which the rules did not let all rounds be played.
    cut_short: Vec<(String, MatchName)>,
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
        let cut_short = folder.results.summaries.iter().filter(|row| is_forfeit(row));
        let cut_short = cut_short.filter_map(|row| Some((row.player.clone(), match_of(row)?))).collect();
        Ok(FolderRounds { name, table, guess_limit, has_manifest: folder.manifest.is_ok(), cut_short })
    }

    /// Whether the rules may not have let a player play a round that it lost without a guess.
    pub fn may_be_forfeited(&self, player: &str, game: &MatchName) -> bool {
        self.cut_short.iter().any(|(other, match_name)| other == player && match_name == game)
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
