//! `manifest.json`: how results were made.

use crate::plan::{GuessLimits, Limits, Plan, Rules, codemaker::Codemaker};
use crate::record::files::{self, FileError};
use crate::record::{shard::ShardNumber, summary::MOST_ROUNDS};
use player_api::{is_hidden, name_fault, shortened, visible};
use sandbox::Protection;
use scsa::Game;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::{fs, path::Path, str::FromStr, time::SystemTime};

documented! {
/// How a folder of results was made: enough to make it again, and to judge its times.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The number of the format of the files of this folder.
    pub format: u32,
    /// The program and its version.
    pub program: String,
    /// The revision of the program's source in version control, with `-dirty` appended if it was modified.
    pub revision: Option<String>,
    /// The SHA-256 hash of the program's file.
    pub program_sha256: Option<String>,
    /// The last command that played the folder, without the folder of the program.
    pub command: Vec<String>,
    /// The commands that played the folder before it, in order: those that began the tournament, went on with it or extended it, and of
    /// merged shards those that played them.
    pub earlier_commands: Vec<Vec<String>>,
    /// The tournament files that these commands name.
    pub tournament_files: Vec<String>,
    /// The seed of the tournament.
    pub seed: u64,
    /// The SHA-256 hashes of what the tournament reads: files of codes, tournament files, the codes of codemakers that are programs of
    /// their own, and of the folders of players that are what these see.
    pub inputs: BTreeMap<String, String>,
    /// The generator of random numbers, and how its streams are derived.
    pub generator: String,
    /// The rules of the score.
    pub rules: Rules,
    /// The guess limit of a round: a number, or a text where games have limits of their own, such as `4x6=10,8x10=20`.
    pub guess_limit: GuessLimits,
    /// The CPU time limit of a round, in seconds.
    pub time_limit_s: f64,
    /// The CPU time limit of a match, in seconds; `null` where the rules alone say it.
    #[serde(default)]
    pub match_time_s: Option<f64>,
    /// The memory limit of a player's process, in megabytes.
    pub memory_limit_mb: u64,
    /// The players, in order.
    pub players: Vec<String>,
    /// The commands of the external players, by name.
    pub external_players: BTreeMap<String, String>,
    /// Whether built-in players were played in the sandbox, too.
    pub isolate: bool,
    /// Whether players were played one after the other.
    pub separate: bool,
    /// The protections against programs that the system did not offer: `namespaces`, `file-system`, `process-folder`, `landlock`,
    /// `all-of-landlock`, `system-calls`, `counter`, `linux`; `network` if players ask a language model; `null` if no program was played.
    pub missing_protection: Option<BTreeSet<Protection>>,
    /// The codemakers, in order.
    pub codemakers: Vec<String>,
    /// The commands of the external codemakers, by name. Their codes are in the folder `codes`.
    pub external_codemakers: BTreeMap<String, Option<String>>,
    /// Whether players knew the rules of mysteries, too.
    pub reveal: bool,
    /// The file of sample codes that players were given, as it was named.
    pub samples: Option<String>,
    /// The games, in order.
    pub games: Vec<Game>,
    /// The rounds that were asked of every match; `null` for the default: 100, and all codes of a file.
    pub match_rounds: Option<u64>,
    /// Until when more rounds are played: a number is the standard error of the mean guesses of every match, as a part of the mean; a text
    /// is an order of two players, such as `a>b`; `null` where neither was asked for.
    pub until: Option<Until>,
    /// The planned rounds of all matches. Of matches that a player refused, or that the rules ended, fewer were played.
    pub rounds: u64,
    /// The number of workers; of merged shards, of all of them.
    pub jobs: usize,
    /// Whether there were more workers than processors, in any shard, so that measured times are too long.
    pub oversubscribed: bool,
    /// The number of shards that were merged; `null` for a tournament that was played by one program. The machine is that of the first shard.
    pub shards: Option<usize>,
    /// The machine that the times were measured on.
    pub machine: Machine,
    /// When the tournament began, in UTC.
    pub started: String,
    /// When the tournament was gone on with after it had ended early, or was extended, in UTC.
    pub resumed: Vec<String>,
    /// When the tournament ended, in UTC; `null` while it is played, and if it was interrupted.
    pub finished: Option<String>,
    /// Other settings of the tournament, each a field of its own: those that the program takes besides the fields above; `null` where one
    /// was not given.
    #[serde(flatten)]
    pub settings: BTreeMap<String, Value>,
}
}

/// How far two tournaments have to be alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Their rounds can be shown and compared together.
    Rounds,
    /// One can be the other with more players, codemakers, sizes or rounds.
    Extension,
    /// They are one tournament: it is gone on with, or they are shards of it.
    Tournament,
}

/// The fields of a manifest that are the same in tournaments that are alike, their names in sentences, and from which likeness on.
const ALIKE: [(&str, &str, Likeness); 18] = [
    ("seed", "seed", Likeness::Rounds),
    ("generator", "generator of random numbers", Likeness::Rounds),
    ("rules", "rules", Likeness::Rounds),
    ("guess_limit", "guess limit", Likeness::Rounds),
    ("time_limit_s", "time limit", Likeness::Rounds),
    ("match_time_s", "time limit of a match", Likeness::Rounds),
    ("memory_limit_mb", "memory limit", Likeness::Rounds),
    ("reveal", "--reveal", Likeness::Rounds),
    ("samples", "--samples", Likeness::Rounds),
    ("isolate", "--isolate", Likeness::Extension),
    ("players", "players", Likeness::Tournament),
    ("external_players", "programs of players", Likeness::Tournament),
    ("codemakers", "codemakers", Likeness::Tournament),
    ("games", "games", Likeness::Tournament),
    ("match_rounds", "rounds of a match", Likeness::Tournament),
    (INPUTS, "inputs", Likeness::Tournament),
    ("program_sha256", "program", Likeness::Tournament),
    (SETTINGS, "other settings", Likeness::Tournament),
];

const INPUTS: &str = "inputs";
/// Other settings, which are fields of their own in the file.
const SETTINGS: &str = "settings";

/// The most workers that a manifest may name: those of all shards.
const MOST_JOBS: usize = 1_000_000_000;

/// The most characters of a text of a manifest.
const MOST_TEXT: usize = 10_000;

/// A machine, as far as it matters for measured times.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// Until when more rounds are played than a match has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Until {
    /// Until this standard error of the mean guesses of every match, as a part of the mean.
    Error(f64),
    /// Until it is known which of two players is better, as `a>b`.
    Order(String),
}

impl Until {
    /// The two players whose order is asked for.
    pub fn players(&self) -> Option<[&str; 2]> {
        match self {
            Until::Error(_) => None,
            Until::Order(text) => text.split_once('>').map(|(first, second)| [first.trim(), second.trim()]),
        }
    }

    fn is_possible(&self) -> bool {
        match self {
            Until::Error(error) => (0.0..=0.5).contains(error),
            Until::Order(_) => self.players().is_some_and(|[first, second]| {
                first != second && [first, second].into_iter().all(|name| name_fault(name).is_none())
            }),
        }
    }
}

impl FromStr for Until {
    type Err = String;

    fn from_str(text: &str) -> Result<Until, String> {
        let percent = text.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
        let error =
            percent.filter(|percent| (0.01..=50.0).contains(percent)).map(|percent| Until::Error(percent / 100.0));
        let until = error.unwrap_or_else(|| Until::Order(text.to_owned()));
        let wrong = || {
            format!(
                "'{text}' is no percentage from 0.01% to 50%, and no order of two players; write for example 0.5% or 'mine>rao'"
            )
        };
        until.is_possible().then_some(until).ok_or_else(wrong)
    }
}

impl Machine {
    /// This machine.
    #[expect(clippy::disallowed_methods, reason = "a file of the system")]
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
    /// The manifest of a tournament that begins now, with one worker, as far as it follows from the plan: the program that plays it, and
    /// what that reads, are not in it.
    pub fn begin(plan: &Plan) -> Manifest {
        let Limits { time, match_time, memory_mb, .. } = plan.limits;
        let recorded = plan.codemakers.iter().filter(|codemaker| matches!(codemaker, Codemaker::Recorded { .. }));
        Manifest {
            format: files::FORMAT,
            seed: plan.seed.0,
            generator: "PCG64 DXSM; streams by SipHash-2-4 (128 bits) of seed, game, codemaker, round and player"
                .to_owned(),
            rules: plan.rules,
            guess_limit: plan.guess_limits.clone(),
            time_limit_s: time.as_secs_f64(),
            match_time_s: match_time.map(|time| time.as_secs_f64()),
            memory_limit_mb: memory_mb,
            players: plan.players.iter().map(|entry| entry.name().to_owned()).collect(),
            separate: plan.separate,
            codemakers: plan.codemakers.iter().map(|codemaker| codemaker.name().to_owned()).collect(),
            external_codemakers: recorded.map(|codemaker| (codemaker.name().to_owned(), None)).collect(),
            reveal: plan.knowledge.reveal,
            samples: plan.knowledge.samples.as_ref().map(|file| file.path().display().to_string()),
            games: plan.games.clone(),
            match_rounds: plan.rounds,
            rounds: plan.total_rounds(),
            machine: Machine::this(),
            ..Manifest::default()
        }
        .starting(1)
    }

    /// The same manifest of a tournament that begins now with that many workers.
    #[must_use]
    pub fn starting(self, jobs: usize) -> Manifest {
        Manifest { jobs, oversubscribed: jobs > self.machine.processors, started: now(), ..self }
    }

    /// The same manifest with the commands of the players and of the external codemakers, by name.
    #[must_use]
    pub fn with_commands(
        mut self,
        external_players: BTreeMap<String, String>,
        codemakers: &BTreeMap<String, String>,
    ) -> Manifest {
        for (name, command) in &mut self.external_codemakers {
            *command = codemakers.get(name).cloned();
        }
        Manifest { external_players, ..self }
    }

    /// The tournament of that manifest goes on now, or is extended: its history is that of this one, too.
    pub fn resume(&mut self, before: Manifest) {
        self.resumed = before.resumed;
        self.oversubscribed |= before.oversubscribed;
        // What was missing once was missing for some of the rounds; players that were side by side once are not separate.
        self.separate &= before.separate;
        if let Some(missing) = before.missing_protection {
            self.missing_protection.get_or_insert_default().extend(missing);
        }
        self.resumed.push(std::mem::replace(&mut self.started, before.started));
        for (file, hash) in before.tournament_files.iter().filter_map(|file| before.inputs.get_key_value(file)) {
            self.inputs.entry(file.clone()).or_insert_with(|| hash.clone());
        }
        let files = std::mem::replace(&mut self.tournament_files, before.tournament_files);
        self.tournament_files.extend(files.into_iter().filter(|file| !before.inputs.contains_key(file)));
        self.after(before.earlier_commands.into_iter().chain([before.command]));
    }

    /// These commands played the folder before this one. One that follows itself, such as one that went on after it was interrupted, is
    /// there once.
    pub fn after(&mut self, commands: impl IntoIterator<Item = Vec<String>>) {
        self.earlier_commands = commands.into_iter().collect();
        self.earlier_commands.dedup();
        if self.earlier_commands.last() == Some(&self.command) {
            self.earlier_commands.pop();
        }
    }

    /// The commands that played the folder, in order.
    pub fn commands(&self) -> impl Iterator<Item = &Vec<String>> {
        self.earlier_commands.iter().chain([&self.command])
    }

    /// The inputs whose hashes are not those of another manifest. Tournament files are none of them: what they say is in other fields.
    pub fn changed_inputs(&self, other: &Manifest) -> Vec<String> {
        let (one, other) = (self.rounds_inputs(), other.rounds_inputs());
        let names: BTreeSet<_> = one.keys().chain(other.keys()).collect();
        names.into_iter().filter(|name| one.get(*name) != other.get(*name)).cloned().collect()
    }

    /// The inputs from which rounds follow.
    fn rounds_inputs(&self) -> BTreeMap<String, String> {
        let mut inputs = self.inputs.clone();
        inputs.retain(|name, _| !self.tournament_files.contains(name));
        inputs
    }

    /// The values that are the same in tournaments that are alike, in the order of [`ALIKE`].
    pub(crate) fn values(&self, likeness: Likeness) -> Vec<Value> {
        let alike = Manifest { inputs: self.rounds_inputs(), ..self.clone() };
        let mut whole = serde_json::to_value(alike).unwrap_or_default();
        whole[SETTINGS] = self.settings.clone().into_iter().collect();
        let fields = ALIKE.iter().filter(|(.., from)| *from <= likeness);
        fields.map(|(field, ..)| whole[*field].take()).collect()
    }

    /// In what two tournaments are not alike: `seed 1 and 2`. Of inputs, the names of those that differ are given.
    pub fn differences(&self, other: &Manifest, likeness: Likeness) -> Vec<String> {
        // A setting that one of them does not have is of another version of the program: one that was not given is `null`.
        let known_to = |one: &Manifest, other: &Manifest| {
            let settings = one.settings.iter().filter(|(name, _)| other.settings.contains_key(*name));
            let settings = settings.map(|(name, value)| (name.clone(), value.clone())).collect();
            Manifest { settings, ..one.clone() }.values(likeness)
        };
        let values = known_to(self, other).into_iter().zip(known_to(other, self));
        let differing = ALIKE.iter().zip(values).filter(|(_, (one, two))| one != two);
        differing
            .map(|((field, name, _), (one, two))| match *field {
                INPUTS => format!("{name}: {}", changed_sentence(&self.changed_inputs(other))),
                _ => format!("{name} {} and {}", word(&one), word(&two)),
            })
            .collect()
    }

    /// Whether two manifests are of one tournament, but for what it reads.
    pub fn differs_in_inputs_only(&self, other: &Manifest) -> bool {
        let same =
            Manifest { inputs: self.inputs.clone(), tournament_files: self.tournament_files.clone(), ..other.clone() };
        self.differences(&same, Likeness::Tournament).is_empty()
    }

    /// Why it cannot be the manifest of a tournament, if it cannot: what was read may have any numbers and names.
    pub fn fault(&self) -> Option<String> {
        let within =
            |field: &str, is_within: bool, expected: &str| (!is_within).then(|| format!("{field} is not {expected}"));
        let names = [("players", &self.players), ("codemakers", &self.codemakers)].map(|(field, names)| {
            let wrong = |(name, fault): (&String, &str)| {
                format!("{field}: the name '{}' {fault}", visible(&shortened(name, 60)))
            };
            names.iter().find_map(|name| Some((name, name_fault(name)?))).map(wrong)
        });
        let keys = self.external_players.keys().chain(self.external_codemakers.keys());
        let key = keys.clone().find_map(|name| Some(format!("a program has a name that {}", name_fault(name)?)));
        let games = self.codemakers.len().max(1).saturating_mul(self.games.len().max(1));
        let is_match_time = |time: f64| Limits::MATCH_SECONDS.contains(&time);
        let memory = Limits::MEGABYTES.contains(&self.memory_limit_mb);
        let faults = [
            within("time_limit_s", Limits::SECONDS.contains(&self.time_limit_s), "from 0.001 to 86400"),
            within("match_time_s", self.match_time_s.is_none_or(is_match_time), "from 0.001 to 10000000"),
            within("memory_limit_mb", memory, "from 64 to 1048576"),
            within("match_rounds", self.match_rounds.is_none_or(|rounds| rounds < MOST_ROUNDS), "less than 1e12"),
            within("until", self.until.as_ref().is_none_or(Until::is_possible), "from 0 to 0.5, or as `a>b`"),
            within("jobs", self.jobs <= MOST_JOBS, "at most 1e9"),
            within("shards", self.shards.is_none_or(|shards| shards <= ShardNumber::MOST), "at most 100000"),
            Plan::fault(self.players.len(), games),
        ];
        faults.into_iter().chain(names).chain([key, self.hidden_text()]).flatten().next()
    }

    /// The first field that is printed as it is and has a character that is not shown. Commands may have any.
    fn hidden_text(&self) -> Option<String> {
        let Machine { system, architecture, processor, .. } = &self.machine;
        let (started, optional) = (&self.started, |text: &'_ Option<String>| text.clone().into_iter());
        let one = [("program", &self.program), ("generator", &self.generator), ("started", started)];
        let more = [
            ("revision", optional(&self.revision).collect()),
            ("program_sha256", optional(&self.program_sha256).collect()),
            ("samples", optional(&self.samples).collect()),
            ("finished", optional(&self.finished).collect()),
            ("resumed", self.resumed.clone()),
            ("tournament_files", self.tournament_files.clone()),
            ("inputs", self.inputs.iter().flat_map(|(name, hash)| [name.clone(), hash.clone()]).collect()),
            (SETTINGS, self.settings.iter().flat_map(|(name, value)| [name.clone(), word(value)]).collect()),
            ("machine", [system, architecture].into_iter().chain(processor).cloned().collect::<Vec<_>>()),
        ];
        let one = one.map(|(field, text)| (field, vec![text.clone()])).into_iter();
        let texts = one.chain(more).flat_map(|(field, texts)| texts.into_iter().map(move |text| (field, text)));
        let mut wrong = texts.filter(|(_, text)| text.chars().any(is_hidden) || text.chars().nth(MOST_TEXT).is_some());
        wrong.next().map(|(field, text)| {
            format!(
                "{field}: '{}' is not a line of at most {MOST_TEXT} characters that are shown",
                visible(&shortened(&text, 60))
            )
        })
    }

    /// The game of a match, by its index in [`Plan::matches`].
    pub(crate) fn game_of_match(&self, match_: usize) -> Option<Game> {
        let games = self.players.len().checked_mul(self.codemakers.len())?;
        self.games.get(match_.checked_div(games)?).copied()
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
        let text =
            folder_files::read_text(&path, files::MOST_MANIFEST_BYTES).map_err(|e| FileError::new(&path, "read", e))?;
        let wrong = |e: serde_json::Error| FileError::new(&path, "read", e);
        let value: Value = serde_json::from_str(&text).map_err(wrong)?;
        FileError::if_any(&path, files::format_fault(&value))?;
        let manifest: Manifest = serde_json::from_value(value).map_err(wrong)?;
        FileError::if_any(&path, manifest.fault()).map(|()| manifest)
    }
}

fn word(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(true) => "given".to_owned(),
        Value::Bool(false) => "not given".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// That these inputs changed: `zed is not as it was`.
pub fn changed_sentence(names: &[String]) -> String {
    match names {
        [one] => format!("{one} is not as it was"),
        [others @ .., last] => format!("{} and {last} are not as they were", others.join(", ")),
        [] => "nothing changed".to_owned(),
    }
}

/// The time in UTC to the second, such as `2026-01-02T03:04:05Z`.
pub fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
