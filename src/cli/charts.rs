//! `arena charts`

use super::{Failure, counted};
use std::{
    io::{self, Write},
    path::PathBuf,
};
use tournament::files;

/// The arguments of `arena charts`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  arena charts results/contest")]
pub struct Charts {
    /// The results folder
    #[arg(default_value = super::run::DEFAULT_FOLDER)]
    folder: PathBuf,
}

impl Charts {
    pub fn run(&self) -> Result<(), Failure> {
        let results = files::read_results(&self.folder).map_err(|e| Failure::input(e.to_string()))?;
        let charts = charts::draw_all(&results.summaries, &results.timings, &self.folder)
            .map_err(|e| Failure::run(e.to_string()))?;
        let folder = self.folder.join(files::CHARTS);
        writeln!(io::stdout(), "{} in {}", counted(charts.len() / 2, "chart"), folder.display())?;
        Ok(())
    }
}
