//! `manifest.json`: how results were made.

use crate::{FileError, Limits, Plan, Rules, files};
use serde::{Deserialize, Serialize};
use std::{fs, path::Path, time::SystemTime};

/// How a folder of results was made: enough to make it again, and to judge its times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The program and its version.
    pub program: String,
    /// The command that was given.
    pub command: Vec<String>,
    /// The seed of the tournament.
    pub seed: u64,
    /// The generator of random numbers, and how its streams are made.
    pub generator: String,
    /// The rules by which it is scored.
    pub rules: Rules,
    /// The most guesses of a round.
    pub guess_limit: usize,
    /// The most CPU time of a round, in seconds.
    pub time_limit_s: f64,
    /// The players, in order.
    pub players: Vec<String>,
    /// The codemakers, in order.
    pub codemakers: Vec<String>,
    /// Whether players were told the rules of mysteries, too.
    #[serde(default)]
    pub reveal: bool,
    /// The file of sample codes that players were told, as it was given.
    #[serde(default)]
    pub samples: Option<String>,
    /// The sizes, in order.
    pub sizes: Vec<String>,
    /// The rounds of all matches.
    pub rounds: u64,
    /// The worker processes.
    pub jobs: usize,
    /// The machine that the times were measured on.
    pub machine: Machine,
    /// When it began, in UTC.
    pub started: String,
    /// When it ended, in UTC; none while it is played, and when it was broken off.
    pub finished: Option<String>,
}

/// A machine, as far as it says something of times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system.
    pub system: String,
    /// The architecture of the processor.
    pub architecture: String,
    /// The processor's name, where the system tells.
    pub processor: Option<String>,
    /// The processors that this program may use.
    pub processors: usize,
}

impl Machine {
    /// This machine.
    #[must_use]
    pub fn this() -> Machine {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        Machine {
            system: std::env::consts::OS.to_owned(),
            architecture: std::env::consts::ARCH.to_owned(),
            processor: name.map(|(_, name)| name.trim().to_owned()),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

impl Manifest {
    /// The manifest of a tournament that begins now.
    #[must_use]
    pub fn begin(plan: &Plan, command: Vec<String>, jobs: usize) -> Manifest {
        let Limits { guesses, time } = plan.limits;
        Manifest {
            program: concat!("arena ", env!("CARGO_PKG_VERSION")).to_owned(),
            command,
            seed: plan.seed.0,
            generator: "PCG64 DXSM; streams by SipHash-2-4 (128 bits) of seed, size, codemaker, round and player"
                .to_owned(),
            rules: plan.rules,
            guess_limit: guesses,
            time_limit_s: time.as_secs_f64(),
            players: plan.players.iter().map(|entry| entry.name().to_owned()).collect(),
            codemakers: plan.codemakers.iter().map(|codemaker| codemaker.name().to_owned()).collect(),
            reveal: plan.telling.reveal,
            samples: plan.telling.samples.as_ref().map(|file| file.path().display().to_string()),
            sizes: plan.sizes.iter().map(ToString::to_string).collect(),
            rounds: plan.rounds(),
            jobs,
            machine: Machine::this(),
            started: now(),
            finished: None,
        }
    }

    /// The tournament was played to its end.
    pub fn finish(&mut self) {
        self.finished = Some(now());
    }

    /// Writes it into a results folder.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), FileError> {
        let path = folder.join(files::MANIFEST);
        let mut text = serde_json::to_string_pretty(self).map_err(|e| FileError::new(&path, "write", e))?;
        text.push('\n');
        files::write_whole(&path, text.as_bytes())
    }

    /// Reads that of a results folder.
    ///
    /// # Errors
    /// [`FileError`] when it is missing or is not as this program writes it.
    pub fn read(folder: &Path) -> Result<Manifest, FileError> {
        let path = folder.join(files::MANIFEST);
        let text = fs::read_to_string(&path).map_err(|e| FileError::new(&path, "read", e))?;
        serde_json::from_str(&text).map_err(|e| FileError::new(&path, "read", e))
    }
}

fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
