//! `studies`: the experiments of this repository. Each is a command that writes tables into a folder; `docs/studies` describes them.

#![allow(clippy::print_stderr)]

mod folder;
mod report;
mod survey;

use clap::{Parser, Subcommand};
use folder::{Failure, FolderOptions};
use std::process::ExitCode;
use tournament::Seed;

/// The experiments of this repository; docs/studies describes them and their files.
#[derive(Debug, Parser)]
#[command(name = "studies", version, max_term_width = 110)]
struct Arguments {
    #[command(subcommand)]
    study: Study,
}

#[derive(Debug, Subcommand)]
enum Study {
    /// Tables 1 to 14 of the report (Dino's, 2019): its figures beside those of today, with charts and a page
    Report {
        /// The rounds of every match
        #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = rounds())]
        rounds: u64,
        #[command(flatten)]
        seed: SeedOption,
        #[command(flatten)]
        folder: FolderOptions,
    },
    /// The optimal strategies of all small games
    Survey {
        /// The largest number of codes of a game; of a game without repeated colors, 2.5 times that number
        #[arg(long, value_name = "N", default_value_t = 1296, value_parser = clap::value_parser!(u64).range(4..=262_144))]
        codes: u64,
        #[command(flatten)]
        folder: FolderOptions,
    },
}

#[derive(Debug, clap::Args)]
struct SeedOption {
    /// The seed of every random stream
    #[arg(long = "seed", value_name = "N", default_value_t = 1)]
    number: u64,
}

fn rounds() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..1_000_000)
}

fn main() -> ExitCode {
    match run(Arguments::parse().study) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}

fn run(study: Study) -> Result<(), Failure> {
    match study {
        Study::Report { rounds, seed, folder } => report::run(rounds, Seed(seed.number), &folder),
        Study::Survey { codes, folder } => survey::run(codes, &folder),
    }
}
