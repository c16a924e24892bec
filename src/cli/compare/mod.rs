//! `arena compare`

mod by;
mod difference;
mod folder_rounds;
mod folders;
mod matrix;
mod pair;
mod words;

pub use difference::DifferenceRecord;

use super::{Failure, options::DEFAULT_FOLDER, program_name::program_name, sheet::SheetFormat};
use crate::cli::output::stdout;
use by::CompareBy;
use folder_rounds::FolderRounds;
use std::{
    io::{self, Write},
    path::Path,
};

/// The arguments of `arena compare`.
#[derive(Debug, clap::Args)]
#[command(override_usage = usage())]
#[command(after_help = "\
Examples:
  arena compare results/latest                 every player with every other
  arena compare results/latest rao baseline-4  two players, explained
  arena compare results/before results/after   every player with itself: did a change help?")]
pub struct Compare {
    /// A results folder, a results folder and two players, or two results folders
    #[arg(value_name = "DIR", num_args = 0..=3, default_value = DEFAULT_FOLDER)]
    subjects: Vec<String>,
    /// What is compared: guesses, score or wins
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    by: CompareBy,
    /// The format: table, markdown, csv or json
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    format: SheetFormat,
}

fn usage() -> String {
    ["[DIR]", "DIR PLAYER PLAYER", "DIR1 DIR2"]
        .map(|subjects| format!("{} compare [OPTIONS] {subjects}", program_name()))
        .join("\n       ")
}

impl Compare {
    pub fn run(&self) -> Result<(), Failure> {
        let mut out = io::BufWriter::new(stdout());
        match &self.subjects[..] {
            [first, second] => {
                let no_folder = [first, second].into_iter().find(|path| !Path::new(path).is_dir());
                if let Some(path) = no_folder {
                    return Err(Failure::input(format!(
                        "{path} is no results folder; give two folders, or a folder and two players"
                    )));
                }
                if first == second {
                    return Err(Failure::input(format!("{first} is given twice; give two different folders")));
                }
                let contests = [FolderRounds::read(first)?, FolderRounds::read(second)?];
                folders::compare(&mut out, contests, self.by, self.format)?;
            }
            [folder, first, second] => {
                pair::compare(&mut out, &FolderRounds::read(folder)?, [first, second], self.by, self.format)?;
            }
            [folder] => matrix::compare(&mut out, &FolderRounds::read(folder)?, self.by, self.format)?,
            _ => matrix::compare(&mut out, &FolderRounds::read(DEFAULT_FOLDER)?, self.by, self.format)?,
        }
        Ok(out.flush()?)
    }
}
