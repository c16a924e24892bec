//! `studies`: the tables of the report of 2019, played again; `docs/studies/report.md` describes them.

#![allow(clippy::print_stderr)]

mod folder;
mod report;

use clap::{Parser, Subcommand};
use folder::FolderOptions;
use std::process::ExitCode;
use tournament::Seed;

/// The experiments of this repository.
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
        #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..1_000_000))]
        rounds: u64,
        /// The seed of every random stream
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
        #[command(flatten)]
        folder: FolderOptions,
    },
}

fn main() -> ExitCode {
    let Study::Report { rounds, seed, folder } = Arguments::parse().study;
    match folder.begin().and_then(|folder| report::run(rounds, Seed(seed), &folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(2)
        }
    }
}
