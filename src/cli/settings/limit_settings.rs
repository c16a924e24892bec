//! The settings of the limits of a round.

use super::setting::Setting;
use crate::cli::Failure;
use std::{ops::RangeInclusive, time::Duration};
use tournament::Limits;

/// The limits of a round, as far as they are given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LimitSettings {
    pub guess_limit: Option<Setting<usize>>,
    /// In seconds.
    pub time_limit: Option<Setting<f64>>,
    /// In megabytes.
    pub memory_limit: Option<Setting<u64>>,
}

impl LimitSettings {
    /// These settings, and those of `other` where there are none.
    pub fn or(self, other: LimitSettings) -> LimitSettings {
        LimitSettings {
            guess_limit: self.guess_limit.or(other.guess_limit),
            time_limit: self.time_limit.or(other.time_limit),
            memory_limit: self.memory_limit.or(other.memory_limit),
        }
    }

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
}

/// What the size of a table in memory may be, in megabytes.
const TABLE_SIZES: RangeInclusive<usize> = 1..=1 << 20;

/// The bytes of `--memory`, which is given in megabytes.
pub fn table_bytes(megabytes: usize) -> Result<usize, Failure> {
    let setting = Setting::option("--memory", megabytes);
    Ok(within(Some(&setting), TABLE_SIZES, " megabytes", megabytes)? << 20)
}

/// The value of a setting that has to be in a range, or the default.
fn within<T: Copy + PartialOrd + std::fmt::Display>(
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
