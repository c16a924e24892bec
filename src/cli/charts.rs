//! `arena charts`

use super::{Failure, failure::one_line};
use arena::files;
use std::{
    io::{self, Write},
    path::PathBuf,
};

/// What `arena charts` takes.
#[derive(Debug, clap::Args)]
pub struct Charts {
    /// The results folder
    folder: PathBuf,
}

impl Charts {
    pub fn run(&self) -> Result<(), Failure> {
        let results = files::read_results(&self.folder).map_err(|e| Failure::input(one_line(&e)))?;
        let charts = arena::chart::draw_all(&results.summaries, &results.timings, &self.folder)
            .map_err(|e| Failure::run(one_line(&e)))?;
        let folder = self.folder.join(files::CHARTS);
        writeln!(io::stdout(), "{} charts in {}", charts.len() / 2, folder.display())?;
        Ok(())
    }
}
