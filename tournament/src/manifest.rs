//! `manifest.json`: how results were made.

use crate::{Codemaker, FileError, Limits, Plan, Rules, files};
use documented::DocumentedFields;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fs, path::Path, time::SystemTime};

/// How a folder of results was made: enough to make it again, and to judge its times.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
pub struct Manifest {
    /// The program and its version.
    pub program: String,
    /// The revision of the program's source in version control, with `-dirty` appended if it was modified.
    #[serde(default)]
    pub revision: Option<String>,
    /// The SHA-256 hash of the program's file.
    #[serde(default)]
    pub program_sha256: Option<String>,
    /// The command, without the folder of the program.
    pub command: Vec<String>,
    /// The seed of the tournament.
    pub seed: u64,
    /// The SHA-256 hashes of what the tournament reads: files of codes, and of the folders of players that are programs of their own
    /// what these see.
    #[serde(default)]
    pub inputs: BTreeMap<String, String>,
    /// The generator of random numbers, and how its streams are derived.
    pub generator: String,
    /// The rules of the score.
    pub rules: Rules,
    /// The guess limit of a round.
    pub guess_limit: usize,
    /// The CPU time limit of a round, in seconds.
    pub time_limit_s: f64,
    /// The memory limit of a player's process, in megabytes; `null` in files of earlier versions.
    #[serde(default)]
    pub memory_limit_mb: Option<u64>,
    /// The players, in order.
    pub players: Vec<String>,
    /// The commands of the players that are programs of their own, by name.
    #[serde(default)]
    pub external_players: BTreeMap<String, String>,
    /// Whether the players of the program itself were played as programs of their own, too; `null` in files of earlier versions.
    #[serde(default)]
    pub isolate: Option<bool>,
    /// The codemakers, in order.
    pub codemakers: Vec<String>,
    /// Those of the codemakers whose codes are in the folder `codes`.
    #[serde(default)]
    pub external_codemakers: Vec<String>,
    /// Whether players knew the rules of mysteries, too.
    #[serde(default)]
    pub reveal: bool,
    /// The file of sample codes that players were given, as it was named.
    #[serde(default)]
    pub samples: Option<String>,
    /// The sizes, in order.
    pub sizes: Vec<String>,
    /// The rounds that were asked of every match; `null` for the default: 100, and all codes of a file.
    #[serde(default)]
    pub match_rounds: Option<u64>,
    /// The rounds of all matches.
    pub rounds: u64,
    /// The number of workers; of merged shards, of all of them.
    pub jobs: usize,
    /// Whether there were more workers than processors, in any shard, so that measured times are too long.
    #[serde(default)]
    pub oversubscribed: bool,
    /// The number of shards that were merged; `null` for a tournament that was played by one program. The machine is that of the
    /// first shard.
    #[serde(default)]
    pub shards: Option<usize>,
    /// The machine that the times were measured on.
    pub machine: Machine,
    /// When the tournament began, in UTC.
    pub started: String,
    /// When the tournament was gone on with after it had ended early, in UTC.
    #[serde(default)]
    pub resumed: Vec<String>,
    /// When the tournament ended, in UTC; `null` while it is played, and if it was interrupted.
    pub finished: Option<String>,
}

/// The program that plays a tournament, as a manifest names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProgramDescription {
    /// The name and the version: `arena 0.1.0`.
    pub name: String,
    /// The revision of the source, if it is known.
    pub revision: Option<String>,
    /// The SHA-256 hash of the program's file in hexadecimal digits, if it is known.
    pub sha256: Option<String>,
    /// The command: the name of the program and its arguments.
    pub command: Vec<String>,
    /// The commands of the players that are programs of their own, by name.
    pub external_players: BTreeMap<String, String>,
    /// The SHA-256 hashes of what the tournament reads, by its name.
    pub inputs: BTreeMap<String, String>,
    /// Whether the program plays its own players as programs of their own, too.
    pub isolates: bool,
}

/// A machine, as far as it matters for measured times.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system.
    pub system: String,
    /// The architecture of the processor.
    pub architecture: String,
    /// The name of the processor, where the system gives it.
    pub processor: Option<String>,
    /// The number of processors that this program may use.
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
    /// The fields of `manifest.json`.
    pub const FIELDS: &[&str] = <Manifest as DocumentedFields>::FIELD_NAMES;

    /// What the fields contain, in the order of [`FIELDS`](Manifest::FIELDS).
    pub const FIELD_DOCUMENTATION: &[&str] = <Manifest as DocumentedFields>::FIELD_DOCS;

    /// The fields from which the rounds of a tournament follow.
    pub const IDENTITY: [&str; 16] = [
        "seed",
        "rules",
        "guess_limit",
        "time_limit_s",
        "memory_limit_mb",
        "players",
        "external_players",
        "isolate",
        "codemakers",
        "external_codemakers",
        "sizes",
        "match_rounds",
        "reveal",
        "samples",
        "inputs",
        "program_sha256",
    ];

    /// The manifest of a tournament that begins now.
    #[must_use]
    pub fn begin(plan: &Plan, program: ProgramDescription, jobs: usize) -> Manifest {
        let Limits { guesses, time, memory_mb } = plan.limits;
        let machine = Machine::this();
        let recorded = plan.codemakers.iter().filter(|codemaker| matches!(codemaker, Codemaker::Recorded { .. }));
        Manifest {
            program: program.name,
            revision: program.revision,
            program_sha256: program.sha256,
            command: program.command,
            seed: plan.seed.0,
            inputs: program.inputs,
            generator: "PCG64 DXSM; streams by SipHash-2-4 (128 bits) of seed, size, codemaker, round and player"
                .to_owned(),
            rules: plan.rules,
            guess_limit: guesses,
            time_limit_s: time.as_secs_f64(),
            memory_limit_mb: Some(memory_mb),
            players: plan.players.iter().map(|entry| entry.name().to_owned()).collect(),
            external_players: program.external_players,
            isolate: Some(program.isolates),
            codemakers: plan.codemakers.iter().map(|codemaker| codemaker.name().to_owned()).collect(),
            external_codemakers: recorded.map(|codemaker| codemaker.name().to_owned()).collect(),
            reveal: plan.knowledge.reveal,
            samples: plan.knowledge.samples.as_ref().map(|file| file.path().display().to_string()),
            sizes: plan.sizes.iter().map(ToString::to_string).collect(),
            match_rounds: plan.rounds,
            rounds: plan.total_rounds(),
            jobs,
            oversubscribed: jobs > machine.processors,
            shards: None,
            machine,
            started: now(),
            resumed: Vec::new(),
            finished: None,
        }
    }

    /// The tournament of that manifest goes on now.
    pub fn resume(&mut self, before: Manifest) {
        self.resumed = before.resumed;
        self.oversubscribed |= before.oversubscribed;
        self.resumed.push(std::mem::replace(&mut self.started, before.started));
    }

    /// The first of these fields in which two manifests differ, with both values: `seed: 1 and 2`.
    #[must_use]
    pub fn difference(&self, other: &Manifest, fields: &[&str]) -> Option<String> {
        let value = |manifest: &Manifest| serde_json::to_value(manifest).unwrap_or_default();
        let (one, other) = (value(self), value(other));
        let field = fields.iter().find(|field| one.get(**field) != other.get(**field))?;
        let text = |value: &serde_json::Value| value.get(*field).map(ToString::to_string).unwrap_or_default();
        Some(format!("{field}: {} and {}", text(&one), text(&other)))
    }

    /// The tournament was played to its end, now.
    pub fn finish(&mut self) {
        self.finished = Some(now());
    }

    /// Writes the manifest of a results folder.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), FileError> {
        let path = folder.join(files::MANIFEST);
        let mut text = serde_json::to_string_pretty(self).map_err(|e| FileError::new(&path, "write", e))?;
        text.push('\n');
        files::write_whole(&path, text.as_bytes())
    }

    /// Reads the manifest of a results folder.
    ///
    /// # Errors
    /// [`FileError`] when it is missing or was not written by this program.
    pub fn read(folder: &Path) -> Result<Manifest, FileError> {
        let path = folder.join(files::MANIFEST);
        let text = fs::read_to_string(&path).map_err(|e| FileError::new(&path, "read", e))?;
        serde_json::from_str(&text).map_err(|e| FileError::new(&path, "read", e))
    }
}

fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
