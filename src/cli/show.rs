//! `arena show`

use super::{Failure, tables};
use std::{
    io::{self, Write},
    path::PathBuf,
};
use tournament::{Manifest, files};

/// The arguments of `arena show`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena show
  arena show results/contest --size 8x10")]
pub struct Show {
    /// The results folder
    #[arg(default_value = super::run::DEFAULT_FOLDER)]
    folder: PathBuf,
    /// Show the scores at one size only, pegs x colors
    #[arg(long, value_name = "PxC")]
    size: Option<String>,
}

impl Show {
    pub fn run(&self) -> Result<(), Failure> {
        let mut results = files::read_results(&self.folder)
            .map_err(|e| Failure::input(format!("{e}; a results folder was expected, such as `arena run` makes")))?;
        if let Some(size) = &self.size {
            let size = super::select::size(size)?;
            results.summaries.retain(|row| row.size() == Some(size));
            results.timings.retain(|row| row.size() == Some(size));
            if results.summaries.is_empty() {
                return Err(Failure::input(format!("{} has no match at {size}", self.folder.display())));
            }
        }
        let mut out = io::stdout().lock();
        match Manifest::read(&self.folder) {
            Ok(manifest) => tables::manifest(&mut out, &manifest)?,
            Err(e) => writeln!(out, "How these results were made is not known: {e}")?,
        }
        tables::leaderboard(&mut out, &results)?;
        tables::scores(&mut out, &results)?;
        Ok(())
    }
}
