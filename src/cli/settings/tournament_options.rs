//! The options that say what a tournament is to be.

use super::{
    from_manifest,
    output_options::OutputOptions,
    selection::Selection,
    setting::{Setting, option_list},
    toml_file,
    tournament_settings::TournamentSettings,
    trust::Trust,
};
use crate::cli::{
    Failure,
    jobs::JobSettings,
    options::{KnowledgeOptions, LimitOptions, SeedArgument, parse_until},
    select::{CONTEST_PLAYERS, CONTEST_SCSAS, CONTEST_SIZES},
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};
use tournament::{Plan, Rules};

/// What a tournament is to be. What no option gives is taken from the tournament file or the manifest, if there is one.
#[derive(Debug, clap::Args)]
pub struct TournamentOptions {
    /// A tournament file in TOML: its keys are the options, without the hyphens before them
    #[arg(value_name = "FILE.toml")]
    file: Option<PathBuf>,
    /// Repeat the tournament of this manifest.json
    #[arg(long, value_name = "MANIFEST", conflicts_with = "file", help_heading = "What is played")]
    from: Option<PathBuf>,
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true, help_heading = "What is played",
        help = format!(
            "The players, in the order of their rows: names of `arena list`, patterns such as 'dino*', `all`, NAME=COMMAND; an \
             item with a minus sign before it is removed [default: {CONTEST_PLAYERS}]"
        )
    )]
    players: Option<Vec<String>>,
    /// A player that is a program of its own, after those of --players; may be given several times
    #[arg(long = "player", value_name = "NAME=COMMAND", help_heading = "What is played")]
    external_players: Vec<String>,
    /// A codemaker that is a program of its own, after those of --scsa; may be given several times. The program gets the pegs,
    /// colors, number of codes and a seed as arguments, and prints the codes. recorded:DIR plays the codes again that a
    /// tournament left in DIR
    #[arg(long = "codemaker", value_name = "NAME=COMMAND", help_heading = "What is played")]
    external_codemakers: Vec<String>,
    /// The work of players that take an EFFORT, 1 to 100 [default: 10]
    #[arg(long, value_name = "EFFORT", help_heading = "What is played")]
    effort: Option<String>,
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true, help_heading = "What is played",
        help = format!(
            "The codemakers: names of `arena list`, patterns, `all`, codes:FILE, NAME=COMMAND; an item with a minus sign before \
             it is removed \
             [default: {}; with --rules 2024 two-color and ab-color are those of 2024]",
            CONTEST_SCSAS.join(", ")
        )
    )]
    scsa: Option<Vec<String>>,
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', help_heading = "What is played",
        help = format!("The sizes, pegs x colors, and ranges such as 4-8x10 [default: {CONTEST_SIZES}]")
    )]
    sizes: Option<Vec<String>>,
    #[arg(
        long, value_name = "N", help_heading = "What is played",
        help = format!("The rounds of every match [default: {}; all codes of a codes:FILE]", Plan::ROUNDS)
    )]
    rounds: Option<u64>,
    /// Play on until the standard error of the mean guesses of every match is at most this part of the mean, such as 0.5%; --rounds
    /// are played first
    #[arg(long, value_name = "PERCENT", value_parser = parse_until, help_heading = "What is played")]
    until: Option<f64>,
    #[arg(
        long, value_name = "SEED", help_heading = "What is played",
        help = format!(
            "The seed from which secrets and random choices follow: a number, or `random` (recorded in manifest.json) [default: {}]",
            Plan::SEED.0
        )
    )]
    seed: Option<SeedArgument>,
    /// The rules of the score: report or 2024 [default: report]
    #[arg(long, help_heading = "Rules", hide_possible_values = true, value_parser = PossibleValuesParser::new(Rules::NAMES).try_map(|name| name.parse::<Rules>()))]
    rules: Option<Rules>,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    knowledge: KnowledgeOptions,
    #[command(flatten)]
    output: OutputOptions,
    /// Play the players of this program as programs of their own, too: in a sandbox
    #[arg(long, help_heading = "Execution")]
    isolate: bool,
    /// Play players one after the other: processes of two of them never live at the same time. The results are the same
    #[arg(long, help_heading = "Execution")]
    separate: bool,
    /// Play only if this system offers all protections against programs
    #[arg(long, help_heading = "Execution")]
    require_sandbox: bool,
    /// The rounds that are played at once [default: the number of processors]
    #[arg(long, value_name = "N", help_heading = "Execution")]
    jobs: Option<usize>,
    /// Play as many rounds at once as --jobs says, even if there are fewer processors; measured times are too long then, and marked
    #[arg(long, help_heading = "Execution")]
    oversubscribe: bool,
    #[command(flatten)]
    trust: Trust,
}

impl TournamentOptions {
    /// The settings of the options, and for what they leave open those of the file or the manifest.
    pub fn settings(&self) -> Result<TournamentSettings, Failure> {
        let given = self.given();
        match (&self.file, &self.from) {
            (Some(file), _) => Ok(given.or(toml_file::read(file)?)),
            (None, Some(manifest)) => {
                let repeated = from_manifest::read(manifest, given.rounds.as_ref())?;
                Ok(given.or(repeated))
            }
            (None, None) => Ok(given),
        }
    }

    /// The results folder whose tournament is repeated.
    pub fn repeated(&self) -> Option<&Path> {
        self.from.as_deref().map(from_manifest::folder_of)
    }

    /// The tournament file.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    fn given(&self) -> TournamentSettings {
        TournamentSettings {
            other_programs: Vec::new(),
            players: Selection::of_options(
                ("--players", self.players.as_deref()),
                ("--player", &self.external_players),
            ),
            effort: self.effort.clone().map(|effort| Setting::option("--effort", effort)),
            scsas: Selection::of_options(("--scsa", self.scsa.as_deref()), ("--codemaker", &self.external_codemakers)),
            sizes: self.sizes.as_deref().map(|sizes| option_list("--sizes", sizes)),
            rounds: self.rounds.map(|rounds| Setting::option("--rounds", rounds)),
            until: self.until,
            seed: self.seed,
            rules: self.rules,
            limits: self.limits.settings(),
            reveals: self.knowledge.reveals(),
            samples: self.knowledge.samples(),
            isolates: self.isolate,
            separates: self.separate,
            requires_sandbox: self.require_sandbox,
            output: self.output.clone(),
            jobs: JobSettings { oversubscribes: self.oversubscribe, ..JobSettings::option(self.jobs) },
            files: self.file.iter().cloned().collect(),
            trust: self.trust,
        }
    }
}
