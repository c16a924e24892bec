//! `arena survey`

use crate::{commands::study::StudyOptions, failure::Failure, settings::rules::table_bytes};
use std::path::PathBuf;
use studies::survey::{SearchLimits, SmallGame, SurveyStudy};

/// The arguments of `arena survey`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena survey
  arena survey --codes 256 --out small")]
pub struct Survey {
    /// The largest number of codes of a game; of a game without repeated colors, 2.5 times that number
    #[arg(long, value_name = "N", default_value = "1296", help_heading = "What is solved")]
    codes: u64,
    /// The node budget of a game: the number of sets of candidates that are evaluated before the search stops with bounds; an
    /// eighth of that for games with more than seven pegs
    #[arg(long, value_name = "N", default_value = "400000", help_heading = "What is solved")]
    sets: u64,
    /// The size of the transposition table of each thread in megabytes
    #[arg(long, value_name = "MB", default_value = "500", help_heading = "Execution")]
    memory: usize,
    /// The folder for the tables, the strategies and the page
    #[arg(long, value_name = "DIR", default_value = "results/latest-optimal", help_heading = "Output")]
    out: PathBuf,
    #[command(flatten)]
    options: StudyOptions,
}

impl Survey {
    pub fn run(&self) -> Result<(), Failure> {
        let (codes, most) = (self.codes, solver::ListedProblem::MAX_CODES / 4);
        if codes > most {
            return Err(Failure::input(format!("--codes {codes} is too many to be searched; give up to {most}")));
        }
        if SmallGame::all(codes).is_empty() {
            return Err(Failure::input(format!("--codes {codes} leaves no game; give 4 or more")));
        }
        if self.sets == 0 {
            return Err(Failure::input("--sets must be at least 1"));
        }
        let limits = SearchLimits { nodes: self.sets, bytes: table_bytes(self.memory)? };
        self.options.run(&SurveyStudy { codes, limits }, &self.out)
    }
}
