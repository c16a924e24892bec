//! `arena analyze`

use crate::{commands::study::StudyOptions, failure::Failure, settings::select};
use std::path::PathBuf;
use studies::openings::OpeningsStudy;

/// What `arena analyze` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena analyze
  arena analyze --size 3x5 --out small")]
pub struct Analyze {
    /// The size, pegs x colors, of at most 4096 codes
    #[arg(long, value_name = "PxC", default_value = "4x6", help_heading = "What is computed")]
    size: String,
    /// The folder for the tables and the page
    #[arg(long, value_name = "DIR", default_value = "results/latest-strategies", help_heading = "Output")]
    out: PathBuf,
    #[command(flatten)]
    options: StudyOptions,
}

impl Analyze {
    pub fn run(&self) -> Result<(), Failure> {
        self.options.run(&OpeningsStudy { size: select::size(&self.size)? }, &self.out)
    }
}
