//! `arena show`

use super::{
    Failure,
    leaderboard::{By, FolderLeaderboard},
    results_folder::ResultsFolder,
    tables,
};
use std::{
    io::{self, Write},
    path::PathBuf,
};

/// The arguments of `arena show`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena show
  arena show results/contest --size 8x10
  arena show results/contest --by guesses")]
pub struct Show {
    /// The results folder
    #[arg(default_value = super::options::DEFAULT_FOLDER)]
    folder: PathBuf,
    /// Show the scores at one size only, pegs x colors
    #[arg(long, value_name = "PxC")]
    size: Option<String>,
    /// By what the leaderboard orders the players: score, guesses, time or wins
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    by: By,
}

impl Show {
    pub fn run(&self) -> Result<(), Failure> {
        let mut folder = ResultsFolder::read(&self.folder)?;
        let size = self.size.as_deref().map(super::select::size).transpose()?;
        if let Some(size) = size {
            folder.results.summaries.retain(|row| row.size() == Some(size));
            folder.results.timings.retain(|row| row.size() == Some(size));
            if folder.results.summaries.is_empty() {
                return Err(Failure::input(format!("{} has no match at {size}", self.folder.display())));
            }
        }
        let board = FolderLeaderboard::read(&folder, self.by, size)?;
        let mut out = io::stdout().lock();
        match &folder.manifest {
            Ok(manifest) => tables::manifest(&mut out, manifest)?,
            Err(e) => writeln!(out, "How these results were made is not known: {e}")?,
        }
        tables::leaderboard(&mut out, &board)?;
        tables::scores(&mut out, &folder.results)?;
        Ok(())
    }
}
