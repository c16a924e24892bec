//! `arena reproduce champion`

use crate::{
    commands::study::StudyOptions,
    failure::Failure,
    settings::{plan::check_rounds, select},
};
use scsa::Size;
use std::path::PathBuf;
use studies::champion::{ChampionStudy, SampleFile};
use tournament::Seed;

/// What `arena reproduce champion` takes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  arena reproduce champion
  arena reproduce champion --rounds 3 --sizes 4x6,10x10
  arena reproduce champion --redraw --force")]
pub struct Champion {
    #[arg(long, value_name = "N", help_heading = "What is played", help = rounds_help())]
    rounds: Option<u64>,
    #[arg(long, value_name = "PxC", value_delimiter = ',', help_heading = "What is played", help = sizes_help())]
    sizes: Option<Vec<String>>,
    /// A folder with files of codes named like mystery-1_10x7_2024.txt: players are given 100 codes of each, the others are played
    #[arg(long, value_name = "DIR", help_heading = "What is played")]
    samples: Option<PathBuf>,
    /// The seed of every random stream
    #[arg(long, default_value_t = 1, help_heading = "What is played")]
    seed: u64,
    /// Write the tables, the charts and the pages again from the matches that are in the folder, which were played with the same
    /// options; nothing is played
    #[arg(long, conflicts_with = "samples", help_heading = "Output")]
    redraw: bool,
    /// The folder for the tables, the charts and the pages
    #[arg(long, value_name = "DIR", default_value = "results/latest-champion", help_heading = "Output")]
    out: PathBuf,
    #[command(flatten)]
    options: StudyOptions,
}

/// The help of `--rounds`.
fn rounds_help() -> String {
    format!(
        "The most rounds of a match [default: {}; {} of most at {}; of the ablation {}]",
        ChampionStudy::ROUNDS,
        ChampionStudy::LARGE_ROUNDS,
        ChampionStudy::LARGE_SIZES.join(" and "),
        ChampionStudy::ABLATION_ROUNDS.map(|rounds| rounds.to_string()).join(" and "),
    )
}

/// The help of `--sizes`.
fn sizes_help() -> String {
    let sizes: Vec<String> = ChampionStudy::all_sizes().iter().map(Size::to_string).collect();
    format!("The sizes, some of the seven, separated by commas [default: {}]", sizes.join(","))
}

impl Champion {
    pub fn run(&self) -> Result<(), Failure> {
        check_rounds(self.rounds, &[])?;
        let samples = match &self.samples {
            Some(folder) => SampleFile::all(folder).map_err(|e| {
                Failure::input(format!("{e}; name a folder of samples with --samples, or leave it out"))
            })?,
            None => Vec::new(),
        };
        let study = ChampionStudy {
            most_rounds: self.rounds,
            sizes: self.sizes()?,
            seed: Seed(self.seed),
            samples,
            redraw: self.redraw,
        };
        self.options.run(&study, &self.out)
    }

    /// The sizes to be played, in the order of the table.
    fn sizes(&self) -> Result<Vec<Size>, Failure> {
        let all = ChampionStudy::all_sizes();
        let Some(texts) = &self.sizes else { return Ok(all) };
        let chosen = select::sizes(texts)?;
        if let Some(other) = chosen.iter().find(|size| !all.contains(size)) {
            let all: Vec<String> = all.iter().map(Size::to_string).collect();
            return Err(Failure::input(format!(
                "there are no reference figures of {other}; choose --sizes from {}",
                all.join(",")
            )));
        }
        Ok(all.into_iter().filter(|size| chosen.contains(size)).collect())
    }
}
