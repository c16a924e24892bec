//! `arena reproduce`

use crate::{
    commands::{champion::Champion, learning::Learning, study::StudyOptions},
    failure::Failure,
    settings::plan::check_rounds,
};
use clap::Subcommand;
use std::path::PathBuf;
use studies::report::ReportStudy;
use tournament::Seed;

/// What `arena reproduce` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena reproduce report
  arena reproduce champion --rounds 3 --sizes 4x6,10x10
  arena reproduce learning --rules cipher,brackets --rounds 20")]
pub struct Reproduce {
    #[command(subcommand)]
    study: Reproduced,
}

#[derive(Debug, Subcommand)]
enum Reproduced {
    /// Tables 1 to 14 of the report (Dino's, 2019): its figures beside those of today, with charts and a page
    Report(ReproduceReport),
    /// `bayes` against eight codemakers at seven sizes, beside `rao`, `dino` and reference figures; and an ablation of its
    /// components
    Champion(Champion),
    /// How well 29 unknown codemakers are learned from 100 codes each, and how well `bayes` then plays, beside `bayes` that knows the
    /// rule
    Learning(Learning),
}

/// What `arena reproduce report` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena reproduce report
  arena reproduce report --rounds 100 --out small")]
struct ReproduceReport {
    /// The rounds of every match
    #[arg(long, value_name = "N", default_value_t = ReportStudy::ROUNDS, help_heading = "What is played")]
    rounds: u64,
    /// The seed of every random stream
    #[arg(long, default_value_t = 1, help_heading = "What is played")]
    seed: u64,
    /// The folder for the tables, the charts and the pages
    #[arg(long, value_name = "DIR", default_value = "results/latest-report", help_heading = "Output")]
    out: PathBuf,
    #[command(flatten)]
    options: StudyOptions,
}

impl Reproduce {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.study {
            Reproduced::Report(report) => report.run(),
            Reproduced::Champion(champion) => champion.run(),
            Reproduced::Learning(learning) => learning.run(),
        }
    }
}

impl ReproduceReport {
    fn run(&self) -> Result<(), Failure> {
        check_rounds(Some(self.rounds), &[])?;
        self.options.run(&ReportStudy { rounds: self.rounds, seed: Seed(self.seed) }, &self.out)
    }
}
