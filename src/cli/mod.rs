//! The command line.

mod charts;
mod codes;
mod failure;
mod list;
mod progress;
mod run;
mod select;
mod show;
mod tables;

pub use failure::Failure;

use clap::{Parser, Subcommand};

/// A tournament harness for agents that break secret codes (Mastermind).
///
/// `arena run` alone plays the contest: all players against six codemakers at five sizes, 100 rounds each.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 110)]
pub struct Command {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Play a tournament: scores, times and charts.
    Run(run::Run),
    /// List the players and the codemakers, with a sentence each.
    List(list::List),
    /// Print codes that a codemaker makes.
    Codes(codes::Codes),
    /// Draw the charts of a results folder again.
    Charts(charts::Charts),
    /// Show the leaderboard and the scores of a results folder.
    Show(show::Show),
    /// Play the rounds that come in through the standard input. Only `arena run` calls this.
    #[command(hide = true)]
    Worker,
}

impl Command {
    /// Does what was asked for.
    pub fn run(self) -> Result<(), Failure> {
        match self.action {
            Action::Run(run) => run.run(),
            Action::List(list) => list.run(),
            Action::Codes(codes) => codes.run(),
            Action::Charts(charts) => charts.run(),
            Action::Show(show) => show.run(),
            Action::Worker => {
                // An interrupt from the terminal is for the tournament, which then ends its workers.
                let ignored = ctrlc::set_handler(|| {});
                debug_assert!(ignored.is_ok(), "nothing else handles signals");
                arena::tournament::run_worker().map_err(|e| Failure::run(format!("the worker cannot go on: {e}")))
            }
        }
    }
}
