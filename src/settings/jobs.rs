//! How many rounds are played at once.

use crate::{
    failure::Failure,
    present::{output::stderr, words::counted},
    settings::setting::{Setting, layers},
};
use serde::Deserialize;
use std::io::Write;

/// The most that `--jobs` may be.
pub const MOST_JOBS: usize = 1024;

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
    #[arg(long)]
    pub oversubscribe: bool,
}
}

/// How many rounds are played at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jobs {
    /// The number: that of the processors, or the smaller one that was asked for.
    pub count: usize,
    /// Why it is not the number that was asked for, if it is not.
    pub note: Option<String>,
}

/// The number of processors that this program may use.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl JobSettings {
    /// The settings of the option `--jobs` alone.
    pub fn option(jobs: Option<usize>) -> JobSettings {
        JobSettings { jobs: jobs.map(|jobs| Setting::option("--jobs", jobs)), oversubscribe: false }
    }

    /// The number of jobs on this machine.
    pub fn jobs(&self) -> Result<Jobs, Failure> {
        self.jobs_on(processors())
    }

    fn jobs_on(&self, processors: usize) -> Result<Jobs, Failure> {
        let Some(Setting { value, origin }) = &self.jobs else { return Ok(Jobs { count: processors, note: None }) };
        match *value {
            count if !(1..=MOST_JOBS).contains(&count) => {
                Err(Failure::input(format!("{origin} {count} is not from 1 to {MOST_JOBS}")))
            }
            count if count > processors && !self.oversubscribe => Ok(Jobs {
                count: processors,
                note: Some(format!(
                    "{origin} {count} is lowered to {processors}, as this machine has {}; with --oversubscribe it is not, and the times \
                     are marked",
                    counted(processors, "processor")
                )),
            }),
            count => Ok(Jobs { count, note: None }),
        }
    }
}

impl Jobs {
    /// Says on the standard error why the number is not the one that was asked for.
    pub fn write_note(&self) {
        if let Some(note) = &self.note {
            // A closed standard error is no reason to stop.
            let _ = writeln!(stderr(), "note: {note}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_no_more_jobs_than_processors() {
        let jobs = |count, oversubscribe| {
            JobSettings { oversubscribe, ..JobSettings::option(count) }.jobs_on(4).map(|jobs| (jobs.count, jobs.note))
        };
        assert_eq!([None, Some(1), Some(4)].map(|count| jobs(count, false).unwrap()), [4, 1, 4].map(|n| (n, None)));
        assert_eq!(jobs(Some(9), true).unwrap(), (9, None));
        let (count, note) = jobs(Some(9), false).unwrap();
        assert_eq!(count, 4);
        assert!(note.unwrap().starts_with("--jobs 9 is lowered to 4, as this machine has 4 processors"));
        let refused = [jobs(Some(0), true), jobs(Some(1025), true)].map(|jobs| format!("{:?}", jobs.unwrap_err()));
        assert!(refused[0].contains("--jobs 0 is not from 1 to 1024") && refused[1].contains("1025"), "{refused:?}");
    }
}
