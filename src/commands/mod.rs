//! The command line: one file or folder a command.

pub mod about;
pub mod charts;
pub mod check_player;
pub mod codes;
pub mod compare;
pub mod conversation;
pub mod course;
pub mod games;
pub mod new_player;
pub mod report;
pub mod run;
pub mod show;
pub mod tree;
pub mod try_player;
pub mod verify;

use crate::failure::Failure;
use crate::present::{closest, named_command, shell_word, tables, with_program_name};
use crate::settings::external_players;
use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::{io::Write, path::Path};
use tournament::Registry;

/// A tournament harness for agents that break secret codes (Mastermind).
///
/// `arena run` alone plays the default contest: ten players against six codemakers at five sizes, 100 rounds a match.
#[derive(Debug, Parser)]
#[command(name = "arena", version, max_term_width = 110, subcommand_help_heading = "Commands")]
#[command(after_help = "\
Examples:
  arena try my_player.py                         games of your own player, and its mistakes
  arena run                                      play the default contest
  arena run --players all,-bayes --sizes 4-8x10  all players but one, at five sizes
  arena show results/latest                      the leaderboard of a results folder
  arena report results/latest                    one page with charts and replays
  arena compare results/latest rao dino          two players on the same secrets
  arena games rao --rounds 3                     games of a player, turn by turn

`arena COMMAND --help` shows the options of a command and examples of it.
With ARENA_ERRORS=json in the environment, the line of an error is JSON with its kind.")]
pub struct Command {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Play a tournament: scores, times and charts
    Run(run::Run),
    /// Show what `arena run` would play: matches, time, memory and problems; nothing is played
    Plan(run::plan::PlanCommand),
    /// Join the parts of a tournament that were played with `arena run --shard`
    Merge(run::shards::Merge),
    /// Check that a results folder is whole and true: replay some rounds, and compute every file from the rows
    Verify(verify::Verify),
    /// Show the leaderboard and the scores of a results folder
    Show(show::Show),
    /// Write one page of HTML that shows a tournament, with replays of rounds
    Report(report::ReportCommand),
    /// Compare players on the same secrets: all pairs, two players explained, or two results folders
    Compare(compare::Compare),
    /// Measure games that were played anywhere: guesses over the optimum, consistency, bits
    Analyze(games::analyze::Analyze),
    /// Measure players by a benchmark: deduction, or what they learn over rounds, with a record to compare
    Bench(run::bench::Bench),
    /// Fit how guesses, points and times grow with pegs and colors
    Scale(charts::scale::Scale),
    /// Draw the charts of a results folder again
    Charts(charts::Charts),
    /// Run a course: take in what was handed in, play it, and see how it stands
    Course(course::Course),
    /// List the players and the codemakers
    #[command(after_help = "Examples:\n  arena list\n  arena list | grep color")]
    List,
    /// Show games of a player turn by turn, as a tournament plays them
    Games(games::Games),
    /// Break a code yourself, with hints of players
    Play(conversation::play::Play),
    /// Let a player break the secret that you keep on a real board
    Assist(conversation::assist::Assist),
    /// Answer questions of programs about games, in JSON lines
    Engine(conversation::engine::Engine),
    /// Write a player to begin with: a file that works
    NewPlayer(new_player::NewPlayer),
    /// Play a few games with your player, and see what goes wrong
    Try(try_player::Try),
    /// Check a player: legal guesses, limits, the same games again
    CheckPlayer(check_player::CheckPlayer),
    /// Print codes that a codemaker makes
    Codes(codes::Codes),
    /// Infer from codes the rule by which a codemaker makes them
    Learn(codes::Learn),
    /// Show the whole strategy of a player as a table, keep it in a file, or compare it with another
    Tree(tree::TreeCommand),
    /// Find an optimal strategy of a game with proof, and keep it in a file
    Solve(tree::solve::Solve),
    /// Print the completions of a shell
    #[cfg(feature = "packaging")]
    Completions(about::packaging::Completions),
    /// Print the manual page, or write the manual pages of all commands
    #[cfg(feature = "packaging")]
    Man(about::packaging::Man),
    /// Play a player as an external one. Only tournaments with --isolate start this.
    #[command(hide = true)]
    Serve {
        /// The player.
        player: String,
    },
}

impl Command {
    /// The command that the arguments of the process give, or why there is none. Help and version are printed.
    pub fn from_arguments() -> Result<Command, Failure> {
        // Naming all texts takes about as long as starting a process, and workers are started by the thousand. Only texts that are
        // shown need it: those of help, and those of an error.
        let matches = Command::command().try_get_matches().or_else(|_| Command::named().try_get_matches());
        matches.and_then(|matches| Command::from_arg_matches(&matches)).map_err(|e| match e.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                e.print().err().map_or(Failure::none(), Failure::from)
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
                let (words, command) = Command::given();
                let first = command.get_subcommands().next().map_or("", clap::Command::get_name);
                failure!("a command is missing, such as `arena{words} {first}`; `arena{words} --help` shows them all")
            }
            ErrorKind::InvalidSubcommand => {
                let (words, command) = Command::given();
                let unknown = e.get(ContextKind::InvalidSubcommand).map(ToString::to_string).unwrap_or_default();
                let names = command.get_subcommands().filter(|known| !known.is_hide_set()).map(clap::Command::get_name);
                if is_python_file(&unknown) {
                    return failure!("did you mean `arena try {}`?", shell_word(&unknown));
                }
                let meant = closest(&unknown, names).map(|name| format!("did you mean `arena{words} {name}`?"));
                let meant = meant.unwrap_or_else(|| format!("`arena{words} --help` shows the commands"));
                failure!("there is no command '{unknown}'; {meant}")
            }
            _ => {
                let (words, _) = Command::given();
                let what = if words.is_empty() { "the commands" } else { "its options" };
                let said = e.to_string();
                let file = std::env::args().skip(1).find(|word| is_python_file(word));
                match file.filter(|file| words == " try" && said.contains(file.as_str())) {
                    Some(file) => failure!("did you mean `arena try {}`?", shell_word(&file)),
                    None => failure!("{}; `arena{words} --help` shows {what}", first_line(&said)),
                }
            }
        })
    }

    /// The command that the arguments of the process name, and its words, each with a blank before it.
    fn given() -> (String, clap::Command) {
        let (mut words, mut command, mut given) = (String::new(), Command::command(), std::env::args_os().skip(1));
        while let Some(word) = given.next() {
            let option = word.to_string_lossy();
            // An option may stand between the words, with its value.
            if let Some(option) = option.strip_prefix("--") {
                let takes_value = |arg: &clap::Arg| arg.get_long() == Some(option) && arg.get_action().takes_values();
                if command.get_arguments().any(takes_value) {
                    given.next();
                }
                continue;
            }
            let Some(named) = command.find_subcommand(&word).cloned() else { break };
            words = format!("{words} {}", word.display());
            command = named;
        }
        (words, command)
    }

    fn named() -> clap::Command {
        named_command(grouped(Command::command()))
    }

    pub fn run(self, registry: &Registry) -> Result<(), Failure> {
        match self.action {
            Action::Run(run) => run.run(registry),
            Action::Plan(plan) => plan.run(registry),
            Action::Merge(merge) => merge.run(registry),
            Action::Verify(verify) => verify.run(registry),
            Action::Show(show) => show.run(),
            Action::Report(report) => report.run(registry),
            Action::Compare(compare) => compare.run(registry),
            Action::Analyze(analyze) => analyze.run(registry),
            Action::Bench(bench) => bench.run(registry),
            Action::Scale(scale) => scale.run(),
            Action::Charts(charts) => charts.run(),
            Action::Course(course) => course.run(registry),
            Action::List => about::list(registry),
            Action::Games(games) => games.run(registry),
            Action::Play(play) => play.run(registry),
            Action::Assist(assist) => assist.run(registry),
            Action::Engine(engine) => engine.run(registry),
            Action::NewPlayer(new_player) => new_player.run(registry),
            Action::Try(try_player) => try_player.run(registry),
            Action::CheckPlayer(check) => check.run(registry),
            Action::Codes(codes) => codes.run(registry),
            Action::Learn(learn) => learn.run(),
            Action::Tree(tree) => tree.run(registry),
            Action::Solve(solve) => solve.run(registry),
            #[cfg(feature = "packaging")]
            Action::Completions(completions) => completions.run(Command::named()),
            #[cfg(feature = "packaging")]
            Action::Man(man) => man.run(Command::named()),
            Action::Serve { player } => external_players::serve_player(registry, &player),
        }
    }
}

fn is_python_file(word: &str) -> bool {
    word.ends_with(".py") && Path::new(word).is_file()
}

/// The commands by who uses them, in the order of a first day.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Write a player", &["new-player", "try", "check-player", "games"]),
    ("Run a tournament", &["list", "plan", "run", "merge", "verify"]),
    ("Run a course", &["course"]),
    ("Look at results", &["show", "report", "compare", "analyze", "charts", "scale"]),
    ("Play and study", &["play", "assist", "codes", "learn", "tree", "solve", "engine"]),
    ("The program", &["completions", "man", "help"]),
];

/// The program's help with its commands in groups.
fn grouped(command: clap::Command) -> clap::Command {
    // `help` is there once it is built.
    let mut built = command.clone();
    built.build();
    let mut help = Vec::new();
    for (heading, names) in GROUPS {
        let about = |name: &&str| built.find_subcommand(name).map(|known| known.get_about().cloned());
        let entry = |name: &&str| Some((format!("{name:<12}"), about(name)?.unwrap_or_default().to_string()));
        let written = writeln!(help, "\n{heading}:")
            .and_then(|()| tables::entries(&mut help, &names.iter().filter_map(entry).collect::<Vec<_>>()));
        debug_assert!(written.is_ok(), "memory takes all");
    }
    let groups = with_program_name(&String::from_utf8_lossy(&help));
    command.help_template(format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n{groups}\nOptions:\n{{options}}{{after-help}}"
    ))
}

/// The first line of an error of the argument parser, with its tip and the arguments that it lists, if any.
fn first_line(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    let more = text.lines().skip(1).map(str::trim);
    let more = more.filter(|line| line.starts_with("tip:") || line.starts_with(['[', '<', '-']));
    // Nobody means an option as a value.
    let more = more.filter(|line| !line.starts_with("tip: to pass"));
    [first].into_iter().chain(more).collect::<Vec<_>>().join("; ").replace(":; ", ": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands that the examples in a help text show, up to the first operator of the shell; of two spaces on, a line has a remark.
    fn examples(command: &clap::Command, found: &mut Vec<String>) {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let lines = text.lines().filter_map(|line| line.strip_prefix("  arena "));
        found.extend(lines.map(|line| line.split("  ").next().unwrap_or(line).to_owned()));
        command.get_subcommands().for_each(|command| examples(command, found));
    }

    #[test]
    fn examples_in_help_texts_are_understood() {
        let mut found = Vec::new();
        examples(&Command::command(), &mut found);
        assert!(found.len() > 60, "{}", found.len());
        for example in found {
            let words = shlex::split(&example).unwrap_or_else(|| panic!("{example}"));
            let words = words.into_iter().take_while(|word| !["|", ">", "<", "&&", ";"].contains(&word.as_str()));
            let parsed = Command::try_parse_from(["arena".to_owned()].into_iter().chain(words));
            let refused = parsed.err().map(|error| error.to_string()).unwrap_or_default();
            assert!(refused.is_empty() || refused.contains("was built without"), "arena {example}: {refused}");
        }
    }
}
