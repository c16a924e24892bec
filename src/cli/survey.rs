//! `arena survey`

use super::{Failure, study::StudyOptions};
use std::path::PathBuf;
use studies::survey::{SearchLimits, SmallGame, SurveyStudy};

/// What `arena survey` takes.
#[derive(Debug, clap::Args)]
pub struct Survey {
    /// The most codes of a game; two and a half times as many where no color repeats
    #[arg(long, value_name = "N", default_value = "1296")]
    codes: u64,
    /// The node budget: how many sets of candidates are evaluated for a game before the search stops with bounds; with more than
    /// seven pegs an eighth of that
    #[arg(long, value_name = "N", default_value = "400000")]
    sets: u64,
    /// The size of the transposition table of each thread, in megabytes
    #[arg(long, value_name = "MB", default_value = "500")]
    memory: usize,
    /// The folder for the tables, the strategies and the page
    #[arg(long, value_name = "DIR", default_value = "results/latest-optimal")]
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
        for (name, number) in [("sets", self.sets), ("memory", self.memory as u64)] {
            if number == 0 {
                return Err(Failure::input(format!("--{name} 0 finds nothing; give 1 or more")));
            }
        }
        let limits = SearchLimits { nodes: self.sets, bytes: self.memory << 20 };
        self.options.run(&SurveyStudy { codes, limits }, &self.out)
    }
}
