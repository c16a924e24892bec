//! The command line.

mod analyze;
mod champion;
mod charts;
mod codes;
mod counted;
mod crew;
mod failure;
mod games;
mod learn;
mod list;
mod options;
mod progress;
mod reproduce;
mod run;
mod select;
mod show;
mod solve;
mod strategy_files;
mod study;
mod survey;
mod tables;
mod tree;

pub use failure::Failure;

use clap::{Parser, Subcommand, error::ErrorKind};
use counted::counted;

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
    /// Show games of a player turn by turn, as a tournament plays them.
    Games(games::Games),
    /// Show the whole strategy of a player as a table, keep it in a file, or put it beside another's.
    Tree(tree::Tree),
    /// Find the best strategy there is for a game, with proof, and keep it in a file.
    Solve(solve::Solve),
    /// List the players and the codemakers, with a sentence each.
    List(list::List),
    /// Print codes that a codemaker makes.
    Codes(codes::Codes),
    /// Tell from codes by what rules a codemaker makes them.
    Learn(learn::Learn),
    /// Draw the charts of a results folder again.
    Charts(charts::Charts),
    /// Show the leaderboard and the scores of a results folder.
    Show(show::Show),
    /// Make published experiments again, and put their figures beside today's.
    Reproduce(reproduce::Reproduce),
    /// Compute exactly what simple strategies take, with their best opening guesses.
    Analyze(analyze::Analyze),
    /// Find the best strategies of all small games, and write them down with a page.
    Survey(survey::Survey),
    /// Play the rounds that come in through the standard input. Only the commands that play call this.
    #[command(hide = true)]
    Worker,
}

impl Command {
    /// The command that was given, or how it fails. Help and version are printed.
    pub fn given() -> Result<Command, Failure> {
        Command::try_parse().map_err(|e| match e.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                e.print().err().map_or(Failure::none(), Failure::from)
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                Failure::input("a command is missing, such as `arena run`; `arena --help` shows them all")
            }
            _ => Failure::input(format!("{}; `arena --help` shows what there is", first_line(&e.to_string()))),
        })
    }

    /// Does what was asked for.
    pub fn run(self) -> Result<(), Failure> {
        match self.action {
            Action::Run(run) => run.run(),
            Action::Games(games) => games.run(),
            Action::Tree(tree) => tree.run(),
            Action::Solve(solve) => solve.run(),
            Action::List(list) => list.run(),
            Action::Codes(codes) => codes.run(),
            Action::Learn(learn) => learn.run(),
            Action::Charts(charts) => charts.run(),
            Action::Show(show) => show.run(),
            Action::Reproduce(reproduce) => reproduce.run(),
            Action::Analyze(analyze) => analyze.run(),
            Action::Survey(survey) => survey.run(),
            Action::Worker => {
                // An interrupt from the terminal is for the tournament, which then ends its workers.
                let ignored = ctrlc::set_handler(|| {});
                debug_assert!(ignored.is_ok(), "nothing else handles signals");
                arena::tournament::run_worker().map_err(|e| Failure::run(format!("the worker cannot go on: {e}")))
            }
        }
    }
}

/// The first line of an error of the argument parser, with its tip and the arguments it lists where it has them.
fn first_line(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    let more = text
        .lines()
        .skip(1)
        .map(str::trim)
        .filter(|line| line.starts_with("tip:") || line.starts_with(['[', '<', '-']));
    [first].into_iter().chain(more).collect::<Vec<_>>().join("; ").replace(":; ", ": ")
}
