//! Groups of options: where results are written, how many rounds are played at once, by what rules, and whose commands are trusted.

use super::selection::ProgramChoice;
use super::setting::{Hides, Layer, Origin, Setting, layers, one_of};
use crate::failure::Failure;
use crate::present::{By, TRUST_OPTION, counted, shell_word, stderr};
use charts::Format;
use clap::builder::{PathBufValueParser, TypedValueParser};
use player_api::{Knowledge, shortened, text_fault, visible};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use tournament::{CodeFile, Codemaker, GuessLimits, KnowledgePolicy, Limits, Seed, Until};

pub const DEFAULT_FOLDER: &str = "results/latest";

layers! {
/// Where results are written, and what is drawn and shown of them. What is not given has a default.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    #[arg(
        long, value_name = "DIR", value_parser = PathBufValueParser::new().map(|path| Setting::option("--out", path)),
        help = format!("The folder for the results [default: {DEFAULT_FOLDER}]")
    )]
    pub out: Option<Setting<PathBuf>>,
    /// Write no rows of single rounds: neither rounds.csv, timings.csv nor guesses.csv.gz
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub no_rounds: Option<Setting<bool>>,
    /// Draw no charts
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub no_charts: Option<Setting<bool>>,
    /// The formats of the charts: svg, png, pdf [default: svg]
    #[arg(
        long, value_name = "LIST", value_delimiter = ',', hide_possible_values = true,
        value_parser = one_of::<Format>(&Format::NAMES)
    )]
    pub chart_format: Option<Vec<Setting<Format>>>,
    /// By what the leaderboard orders the players: score, guesses, time or wins [default: score]
    #[arg(long, hide_possible_values = true, value_parser = one_of::<By>(&By::NAMES))]
    pub by: Option<Setting<By>>,
}
}

impl OutputOptions {
    pub fn folder(&self) -> &Path {
        self.out.as_ref().map_or(Path::new(DEFAULT_FOLDER), |out| &out.value)
    }

    pub fn has_rounds(&self) -> bool {
        !Setting::is_on(&self.no_rounds)
    }

    pub fn has_charts(&self) -> bool {
        !Setting::is_on(&self.no_charts)
    }

    pub fn by(&self) -> By {
        self.by.as_ref().map(|by| by.value).unwrap_or_default()
    }
}

const MOST_JOBS: usize = 1024;

layers! {
/// How many rounds are played at once, as the user asked.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[command(next_help_heading = "Execution")]
pub struct JobSettings {
    /// The rounds that are played at once [default: the number of processors]
    #[arg(long, value_name = "N")]
    pub jobs: Option<Setting<usize>>,
    /// Play as many rounds at once as --jobs says, even if there are fewer processors; measured times are too long then, and marked
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub oversubscribe: Option<Setting<bool>>,
}
}

pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl JobSettings {
    pub fn option(jobs: Option<usize>) -> JobSettings {
        JobSettings { jobs: jobs.map(|jobs| Setting::option("--jobs", jobs)), oversubscribe: None }
    }

    /// How many rounds are played at once: as many as there are processors, or the smaller number that was asked for. And why it is not
    /// the number that was asked for, if it is not.
    pub fn jobs(&self) -> Result<(usize, Option<String>), Failure> {
        let processors = processors();
        let Some(Setting { value: count, origin }) = &self.jobs else { return Ok((processors, None)) };
        ensure!((1..=MOST_JOBS).contains(count), "{origin} {count} is not from 1 to {MOST_JOBS}");
        let note = format!(
            "{origin} {count} is lowered to {processors}, as this machine has {}; with --oversubscribe it is not, and the times are marked",
            counted(processors, "processor")
        );
        let is_lowered = *count > processors && !Setting::is_on(&self.oversubscribe);
        Ok(if is_lowered { (processors, Some(note)) } else { (*count, None) })
    }
}

layers! {
/// The limits of a round, as far as they are given.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[command(next_help_heading = "Rules")]
pub struct LimitOptions {
    #[arg(
        long, value_name = "N",
        help = format!("The most guesses of a round, or by game, as in 4x6=10,8x10=20 [default: {}]", GuessLimits::default())
    )]
    pub guess_limit: Option<Setting<GuessLimits>>,
    #[arg(
        long, value_name = "SECONDS",
        help = format!("The most CPU time of a player in a round, in seconds [default: {}]", Limits::default().time.as_secs_f64())
    )]
    pub time_limit: Option<Setting<f64>>,
    #[arg(
        long, value_name = "MB",
        help = format!("The most memory of a player's process, in megabytes [default: {}]", Limits::default().memory_mb)
    )]
    pub memory_limit: Option<Setting<u64>>,
}
}

impl LimitOptions {
    pub fn guess_limits(&self) -> GuessLimits {
        self.guess_limit.as_ref().map(|given| given.value.clone()).unwrap_or_default()
    }

    pub fn limits(&self) -> Result<Limits, Failure> {
        let default = Limits::default();
        let time = within(self.time_limit.as_ref(), Limits::SECONDS, " seconds", default.time.as_secs_f64())?;
        Ok(Limits {
            time: Duration::from_secs_f64(time),
            memory_mb: within(self.memory_limit.as_ref(), Limits::MEGABYTES, " megabytes", default.memory_mb)?,
            ..default
        })
    }

    /// The options that differ from the defaults as they are written in a command, each with a blank before it.
    pub fn changed(&self) -> String {
        fn changed<T: fmt::Display + PartialEq>(name: &str, given: Option<&Setting<T>>, default: &T) -> String {
            let given = given.filter(|given| given.value != *default);
            given.map(|given| format!(" --{name} {}", given.value)).unwrap_or_default()
        }
        let default = Limits::default();
        changed("guess-limit", self.guess_limit.as_ref(), &GuessLimits::default())
            + &changed("time-limit", self.time_limit.as_ref(), &default.time.as_secs_f64())
            + &changed("memory-limit", self.memory_limit.as_ref(), &default.memory_mb)
    }
}

/// What the size of a table in memory may be, in megabytes.
const TABLE_SIZES: RangeInclusive<usize> = 1..=1 << 20;

/// The bytes of `--memory`, which is given in megabytes.
pub fn table_bytes(megabytes: usize) -> Result<usize, Failure> {
    let setting = Setting::option("--memory", megabytes);
    Ok(within(Some(&setting), TABLE_SIZES, " megabytes", megabytes)? << 20)
}

pub fn within<T: Copy + PartialOrd + fmt::Display>(
    setting: Option<&Setting<T>>,
    range: RangeInclusive<T>,
    unit: &str,
    default: T,
) -> Result<T, Failure> {
    let Some(Setting { value, origin }) = setting else { return Ok(default) };
    let (least, most) = (range.start(), range.end());
    ensure!(range.contains(value), "{origin} {value} is not from {least} to {most}{unit}");
    Ok(*value)
}

/// The most codes that `--samples` may hold: they are sent to every worker process.
const MOST_SAMPLES: usize = 10_000;

layers! {
/// What players know of the codemakers.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[command(next_help_heading = "Rules")]
pub struct KnowledgeOptions {
    /// Let players know the rule of mysteries, too
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", value_name = "BOOL")]
    pub reveal: Option<Setting<bool>>,
    /// Give players the codes of this file, one a line, as samples of every codes:FILE and mystery [default: of a mystery those
    /// that `arena codes MYSTERY --samples` prints, of a codes:FILE none]
    #[arg(long, value_name = "FILE")]
    pub samples: Option<Setting<String>>,
}
}

impl KnowledgeOptions {
    /// What players know of these codemakers, at least one of which can have samples if a file of them is given.
    pub fn policy(&self, codemakers: &[Codemaker]) -> Result<KnowledgePolicy, Failure> {
        let reveal = Setting::is_on(&self.reveal);
        let Some(Setting { value: file, origin }) = &self.samples else {
            return Ok(KnowledgePolicy { reveal, samples: None });
        };
        if let Some(fault) = text_fault(file) {
            bail!("{origin} {:?} {fault}; rename the file", shortened(file, 60));
        }
        let samples = CodeFile::read(Path::new(file)).map_err(|e| origin.explain(Failure::unread(&e, &e)))?;
        let codes = samples.codes().len();
        ensure!(
            codes <= MOST_SAMPLES,
            "{file} holds {codes} codes, {origin} takes {MOST_SAMPLES} at the most; give a file with fewer"
        );
        if !self.can_be_of(codemakers) {
            let hint = if reveal { "name a codes:FILE" } else { "name a mystery or a codes:FILE" };
            bail!(
                "players know the rule of every SCSA that is played and get no {origin}; {hint} with --scsa, or leave {origin} out"
            );
        }
        Ok(KnowledgePolicy { reveal, samples: Some(samples) })
    }

    /// Whether players would be given samples of one of these codemakers, if there is a file of them.
    pub fn can_be_of(&self, codemakers: &[Codemaker]) -> bool {
        let policy = KnowledgePolicy { reveal: Setting::is_on(&self.reveal), samples: Some(CodeFile::default()) };
        let knowledge = |codemaker| policy.knowledge(codemaker, Codemaker::SAMPLE_SIZE);
        codemakers.iter().any(|codemaker| matches!(knowledge(codemaker), Knowledge::Samples(_)))
    }
}

/// A seed as it is given: a number, or the word `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeedArgument {
    pub seed: Seed,
    pub is_random: bool,
}

/// Bits that nobody can guess, from the system.
pub fn random_bits() -> Result<u64, Failure> {
    getrandom::u64().map_err(|e| Failure::system(format!("the system gives no random numbers: {e}")))
}

impl Hides for SeedArgument {}

impl FromStr for SeedArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<SeedArgument, String> {
        if text == "random" {
            // All 64 bits: players see numbers that follow from the seed, and must not find it by trying.
            return Ok(SeedArgument { seed: Seed(random_bits().map_err(|failure| failure.message)?), is_random: true });
        }
        let given = |seed| SeedArgument { seed: Seed(seed), is_random: false };
        text.parse().map(given).map_err(|_| "give a whole number, or `random`".to_owned())
    }
}

impl Hides for Until {}

const MOST_CHARACTERS: usize = 2000;

/// Whether the commands of a manifest are trusted. No file says it, so that it is given or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Trust {
    /// Start the programs that the manifest of a results folder names, and copy the folders of their files, without a question
    #[arg(long = "trust-commands", help_heading = "Execution")]
    pub is_given: bool,
}

impl Hides for Trust {}

impl Layer for Trust {
    fn or(self, other: Trust) -> Trust {
        if self.is_given { self } else { other }
    }
}

impl Trust {
    pub fn check(commands: &[(&ProgramChoice, &Origin)]) -> Result<(), Failure> {
        let Some((_, origin)) = commands.first() else { return Ok(()) };
        let shown: Vec<String> = commands.iter().map(|(program, _)| shell_word(&shown(&program.text))).collect();
        Err(failure!(
            "{} names {}, which may be of a stranger and {} not started: {}; read what is to be started, and give {TRUST_OPTION}",
            manifest_of(origin),
            counted(commands.len(), "program"),
            if commands.len() == 1 { "is" } else { "are" },
            shown.join(" ")
        ))
    }

    /// Asks on a terminal whether commands that are not trusted may be started. Without a terminal they are not.
    pub fn ask(self, commands: &[(&ProgramChoice, &Origin)]) -> Result<Trust, Failure> {
        #[allow(clippy::disallowed_methods, reason = "nothing is printed")]
        let is_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
        let (Some((_, origin)), true) = (commands.first(), is_terminal) else {
            return Trust::check(commands).map(|()| self);
        };
        let mut out = stderr();
        writeln!(out, "{} names {}:", manifest_of(origin), counted(commands.len(), "program"))?;
        for (program, _) in commands {
            writeln!(out, "  {}", shown(&program.text))?;
        }
        write!(out, "They play in a sandbox, in copies of the folders of their files. Start them? [y/N] ")?;
        out.flush()?;
        let mut answer = String::new();
        // What is no answer is no yes.
        let _ = io::stdin().read_line(&mut answer);
        match ["y", "yes"].contains(&&*answer.trim().to_lowercase()) {
            true => Ok(Trust { is_given: true }),
            false => Trust::check(commands).map(|()| self),
        }
    }
}

fn manifest_of(origin: &Origin) -> String {
    let origin = origin.to_string();
    shown(origin.rsplit_once(": ").map_or(&*origin, |(path, _)| path))
}

/// A text of a stranger as it may be printed: nothing in it controls the terminal, or hides other parts of it.
fn shown(text: &str) -> String {
    let more = text.chars().count().saturating_sub(MOST_CHARACTERS);
    let end = if more > 0 { format!("… ({more} more characters)") } else { String::new() };
    visible(&text.chars().take(MOST_CHARACTERS).collect::<String>()).into_owned() + &end
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever a command is: what is shown of it cannot control a terminal, and a plain command is shown as it is.
        #[test]
        fn a_command_controls_no_terminal(text in any::<String>(), plain in "[ -~]{0,100}") {
            let (text, bidirectional) = (shown(&format!("{text}\u{1b}[2J\u{202e}\u{2066}\n")), '\u{202a}'..='\u{202e}');
            let is_hidden = |c: char| c.is_control() || bidirectional.contains(&c) || ('\u{2066}'..='\u{2069}').contains(&c);
            prop_assert!(!text.chars().any(is_hidden));
            prop_assert_eq!(shown(&plain), plain);
        }
    }

    #[test]
    fn a_long_command_is_cut_and_says_so() {
        assert!(shown(&"x".repeat(1 << 20)).ends_with("x… (1046576 more characters)"));
    }
}
