//! `arena reproduce learning`

use crate::{commands::study::StudyOptions, failure::Failure, settings::plan::check_rounds};
use std::path::PathBuf;
use studies::learning::LearningStudy;
use tournament::Seed;

/// What `arena reproduce learning` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena reproduce learning
  arena reproduce learning --rules cipher,brackets --rounds 20")]
pub struct Learning {
    /// The rounds against each codemaker, with samples and with the rule
    #[arg(long, value_name = "N", default_value_t = LearningStudy::ROUNDS, help_heading = "What is played")]
    rounds: u64,
    /// Some of the rules, by their names, separated by commas [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = "What is played")]
    rules: Option<Vec<String>>,
    /// The seed of every random stream, also of what the rules do not say
    #[arg(long, default_value_t = 1, help_heading = "What is played")]
    seed: u64,
    /// The folder for the table, the page and the matches
    #[arg(long, value_name = "DIR", default_value = "results/latest-learning", help_heading = "Output")]
    out: PathBuf,
    #[command(flatten)]
    options: StudyOptions,
}

impl Learning {
    pub fn run(&self) -> Result<(), Failure> {
        check_rounds(Some(self.rounds), &[])?;
        let study = LearningStudy { rounds: self.rounds, seed: Seed(self.seed), rules: self.rules()? };
        self.options.run(&study, &self.out)
    }

    /// The names of the rules, in the order of the table.
    fn rules(&self) -> Result<Vec<String>, Failure> {
        let Some(names) = &self.rules else { return Ok(LearningStudy::all_rules().map(str::to_owned).collect()) };
        if let Some(other) = names.iter().find(|name| !LearningStudy::all_rules().any(|rule| rule == *name)) {
            let all: Vec<&str> = LearningStudy::all_rules().collect();
            return Err(Failure::input(format!("there is no rule {other}; choose --rules from {}", all.join(","))));
        }
        Ok(LearningStudy::all_rules().filter(|rule| names.iter().any(|name| name == rule)).map(str::to_owned).collect())
    }
}
