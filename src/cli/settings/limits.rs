//! The limits of a round, and other settings that have to be in a range.

use super::setting::{Setting, layers};
use crate::cli::Failure;
use serde::{Deserialize, Serialize};
use std::{fmt, ops::RangeInclusive, time::Duration};
use tournament::Limits;

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
        fn changed<T: fmt::Display + PartialEq>(name: &str, given: Option<&Setting<T>>, default: T) -> String {
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
