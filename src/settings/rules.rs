//! By what rules rounds are played: limits, what players know, the seed, and how exact the result is to be.

use crate::{
    failure::Failure,
    settings::setting::{Setting, layers},
};
use player_api::{Knowledge, shortened, text_fault};
use serde::{Deserialize, Serialize};
use std::{fmt, ops::RangeInclusive, path::Path, str::FromStr, time::Duration};
use tournament::{CodeFile, Codemaker, KnowledgePolicy, Limits, Seed};

layers! {
/// The limits of a round, as far as they are given.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
#[command(next_help_heading = "Rules")]
pub struct LimitOptions {
    #[arg(long, value_name = "N", help = format!("The most guesses of a round [default: {}]", Limits::default().guesses))]
    pub guess_limit: Option<Setting<usize>>,
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
    /// The limits, by default those of the report's contest.
    pub fn limits(&self) -> Result<Limits, Failure> {
        let default = Limits::default();
        let time = within(self.time_limit.as_ref(), Limits::SECONDS, " seconds", default.time.as_secs_f64())?;
        Ok(Limits {
            guesses: within(self.guess_limit.as_ref(), Limits::GUESSES, "", default.guesses)?,
            time: Duration::from_secs_f64(time),
            memory_mb: within(self.memory_limit.as_ref(), Limits::MEGABYTES, " megabytes", default.memory_mb)?,
        })
    }

    /// The options that differ from the defaults as they are written in a command, each with a blank before it.
    pub fn changed(&self) -> String {
        fn changed<T: Copy + fmt::Display + PartialEq>(name: &str, given: Option<&Setting<T>>, default: T) -> String {
            let given = given.filter(|given| given.value != default);
            given.map(|given| format!(" --{name} {}", given.value)).unwrap_or_default()
        }
        let default = Limits::default();
        changed("guess-limit", self.guess_limit.as_ref(), default.guesses)
            + &changed("time-limit", self.time_limit.as_ref(), default.time.as_secs_f64())
            + &changed("memory-limit", self.memory_limit.as_ref(), default.memory_mb)
    }
}

/// What the size of a table in memory may be, in megabytes.
const TABLE_SIZES: RangeInclusive<usize> = 1..=1 << 20;

/// The bytes of `--memory`, which is given in megabytes.
pub fn table_bytes(megabytes: usize) -> Result<usize, Failure> {
    let setting = Setting::option("--memory", megabytes);
    Ok(within(Some(&setting), TABLE_SIZES, " megabytes", megabytes)? << 20)
}

/// The value of a setting that has to be in a range, or the default.
fn within<T: Copy + PartialOrd + fmt::Display>(
    setting: Option<&Setting<T>>,
    range: RangeInclusive<T>,
    unit: &str,
    default: T,
) -> Result<T, Failure> {
    match setting {
        None => Ok(default),
        Some(setting) if range.contains(&setting.value) => Ok(setting.value),
        Some(Setting { value, origin }) => {
            let (least, most) = (range.start(), range.end());
            Err(Failure::input(format!("{origin} {value} is not from {least} to {most}{unit}")))
        }
    }
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
    #[arg(long)]
    pub reveal: bool,
    /// Give players the codes of this file, one a line, as samples of every codes:FILE and mystery [default: of a mystery those
    /// that `arena codes MYSTERY --samples` prints, of a codes:FILE none]
    #[arg(long, value_name = "FILE")]
    pub samples: Option<Setting<String>>,
}
}

impl KnowledgeOptions {
    /// What players know of these codemakers, at least one of which can have samples if a file of them is given.
    pub fn policy(&self, codemakers: &[Codemaker]) -> Result<KnowledgePolicy, Failure> {
        let KnowledgeOptions { reveal, samples } = self;
        let Some(Setting { value: file, origin }) = samples else {
            return Ok(KnowledgePolicy { reveal: *reveal, samples: None });
        };
        if let Some(fault) = text_fault(file) {
            return Err(Failure::input(format!("{origin} {:?} {fault}; rename the file", shortened(file, 60))));
        }
        let samples = CodeFile::read(Path::new(file)).map_err(|e| origin.explain(Failure::input(e.to_string())))?;
        let codes = samples.codes().len();
        if codes > MOST_SAMPLES {
            return Err(Failure::input(format!(
                "{file} holds {codes} codes, {origin} takes {MOST_SAMPLES} at the most; give a file with fewer"
            )));
        }
        if !self.can_be_of(codemakers) {
            let hint = if *reveal { "name a codes:FILE" } else { "name a mystery or a codes:FILE" };
            return Err(Failure::input(format!(
                "players know the rule of every SCSA that is played and get no {origin}; {hint} with --scsa, or leave {origin} out"
            )));
        }
        Ok(KnowledgePolicy { reveal: *reveal, samples: Some(samples) })
    }

    /// Whether players would be given samples of one of these codemakers, if there is a file of them.
    pub fn can_be_of(&self, codemakers: &[Codemaker]) -> bool {
        let policy = KnowledgePolicy { reveal: self.reveal, samples: Some(CodeFile::default()) };
        let knowledge = |codemaker| policy.knowledge(codemaker, Codemaker::SAMPLE_SIZE);
        codemakers.iter().any(|codemaker| matches!(knowledge(codemaker), Knowledge::Samples(_)))
    }
}

/// A seed as it is given: a number, or the word `random`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeedArgument {
    pub seed: Seed,
    /// Whether it was drawn.
    pub is_random: bool,
}

impl FromStr for SeedArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<SeedArgument, String> {
        if text == "random" {
            // All 64 bits: players see numbers that follow from the seed, and must not find it by trying.
            let bits = getrandom::u64().map_err(|e| format!("the system gives no random numbers: {e}"))?;
            return Ok(SeedArgument { seed: Seed(bits), is_random: true });
        }
        let given = |seed| SeedArgument { seed: Seed(seed), is_random: false };
        text.parse().map(given).map_err(|_| "give a whole number, or `random`".to_owned())
    }
}

/// The standard error that `--until` asks for, as a fraction of the mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Until(pub f64);

impl FromStr for Until {
    type Err = String;

    fn from_str(text: &str) -> Result<Until, String> {
        let percent = text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
        percent
            .filter(|percent| (0.01..=50.0).contains(percent))
            .map(|percent| Until(percent / 100.0))
            .ok_or_else(|| format!("'{text}' is no percentage from 0.01% to 50%; write for example 0.5%"))
    }
}
