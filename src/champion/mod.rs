//! One player for every codemaker and every size beside what was claimed of such players, beside others, and beside itself
//! with less work or without one of its pieces.
//!
//! [`folders`] says what is played and where it lies, [`targets`] holds the claims, [`figure`] puts a match beside its claim,
//! [`paired`] two players beside each other round by round. [`rows`], [`page`], [`times`] and [`charts`] write it down.

mod charts;
mod figure;
mod folders;
mod page;
mod paired;
mod rows;
mod samples;
mod targets;
mod times;

pub use folders::{Part, Tournament, is_written};
pub use samples::{SampleError, SampleFile};

use crate::{FileError, Machine, Results, Seed, files};
use paired::Rounds;
use scsa::Size;
use std::{fs, path::Path};

/// The page with the guesses.
pub const PAGE: &str = "champion.md";
/// The page with the times.
pub const TIMES: &str = "champion-times.md";

/// The player that it is all about.
const PLAYER: &str = "bayes";
/// Who plays beside it.
const OTHERS: [&str; 2] = ["rao", "dino"];

/// What is played: the matches of the table, of the pieces and of the samples.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// No match has more rounds than this.
    pub most_rounds: Option<u64>,
    /// The sizes of the table, and of the pieces, that are played.
    pub sizes: Vec<Size>,
    /// What every random stream follows from.
    pub seed: Seed,
    /// Codes of mysteries.
    pub samples: Vec<SampleFile>,
}

/// What came out of all tournaments, each part for itself.
#[derive(Clone, Debug, Default)]
pub struct Played {
    table: Results,
    pieces: Results,
    samples: Results,
}

impl Played {
    /// Adds the results of a tournament.
    pub fn add(&mut self, part: Part, results: Results) {
        let all = match part {
            Part::Table => &mut self.table,
            Part::Ablation => &mut self.pieces,
            Part::Samples => &mut self.samples,
        };
        all.summaries.extend(results.summaries);
        all.timings.extend(results.timings);
    }

    const fn of(&self, part: Part) -> &Results {
        match part {
            Part::Table => &self.table,
            Part::Ablation => &self.pieces,
            Part::Samples => &self.samples,
        }
    }
}

impl Experiment {
    /// The sizes that can be played, in order.
    #[must_use]
    pub fn all_sizes() -> Vec<Size> {
        targets::SIZES.iter().filter_map(|size| size.parse().ok()).collect()
    }

    /// Writes the pages, the tables and the charts of all that was played. The rounds of the pieces are read from where
    /// they were written.
    ///
    /// # Errors
    /// [`FileError`] when a file cannot be written, or the rounds cannot be read.
    pub fn write(&self, mut played: Played, machine: &Machine, folder: &Path) -> Result<(), FileError> {
        fs::create_dir_all(folder).map_err(|e| FileError::new(folder, "make the folder", e))?;
        folders::put_in_order(&mut played.table);
        for part in Part::ALL {
            folders::write_together(played.of(part), &folder.join(part.folder()))?;
        }
        let mut rounds = Rounds::default();
        for tournament in self.tournaments().iter().filter(|one| one.part.keeps_rounds()) {
            rounds.read(&folder.join(&tournament.folder))?;
        }
        rows::write(&played, &rounds, folder)?;
        charts::draw(&played, &rounds, folder)?;
        files::write_whole(&folder.join(TIMES), times::page(self, &played, machine).as_bytes())?;
        files::write_whole(&folder.join(PAGE), page::page(self, &played, &rounds).as_bytes())
    }

    /// The command that makes it, without the folders, which are somebody's own.
    fn command(&self) -> String {
        let mut command = format!("arena reproduce champion --seed {}", self.seed.0);
        if let Some(rounds) = self.most_rounds {
            command += &format!(" --rounds {rounds}");
        }
        if self.sizes != Experiment::all_sizes() {
            let sizes: Vec<String> = self.sizes.iter().map(Size::to_string).collect();
            command += &format!(" --sizes {}", sizes.join(","));
        }
        if !self.samples.is_empty() {
            command += " --samples DIR";
        }
        command
    }
}
