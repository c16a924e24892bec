//! The record of a benchmark: one file of JSON, which can be laid beside those of others.

use super::hidden::{Arm, HiddenRule};
use super::scope::{Benchmark, Scope};
use super::score::LearningRow;
use crate::commands::games::analyze::Usage;
use crate::commands::games::analyze::figures::AnalysisRow;
use crate::failure::Failure;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

const FORMAT: u64 = 1;
/// The largest record that is read, in bytes.
const MOST_BYTES: u64 = 64 << 20;

tournament::documented! {
/// A benchmark with the players that took part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BenchRecord {
    /// The version of this format: 1.
    pub format: u64,
    /// The program that played.
    pub program: String,
    /// Its revision, if it is known.
    pub revision: Option<String>,
    /// What was played: `bench`, `seed`, `games`, `rounds`, `rules`, `matches`, `samples`. Everything else of the benchmark follows from it.
    pub scope: Scope,
    /// The SHA-256 of all secrets, one line for each round: the codemaker, the game and the code.
    pub secrets_sha256: String,
    /// The most guesses of a round, by game.
    pub guess_limits: String,
    /// The rules that were learned, by `game` and `number`: `rule` in words, and the mean guesses of `floor` and `ceiling`.
    pub rules: Vec<HiddenRule>,
    /// The players.
    pub players: Vec<PlayerRecord>,
}
}

tournament::documented! {
/// A player with what it reached.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// The name.
    pub player: String,
    /// The command of an external player; `null` for a built-in one.
    pub command: Option<String>,
    /// What the player may do between guesses: `none` for a language model that is only asked, `code` for a program, or what `--tools` said.
    pub tools: String,
    /// The name of the language model, if it is one.
    pub model: Option<String>,
    /// The address of the language model.
    pub endpoint: Option<String>,
    /// The fields of `--set` of the language model, such as `reasoning_effort`.
    pub request: BTreeMap<String, String>,
    /// The requests of a language model, with the hash of the prompt.
    pub usage: Option<Usage>,
    /// The rounds that ended otherwise than by a win or the last guess: a sentence for each kind, with the first of them.
    pub failures: Vec<String>,
    /// The figures of deduction, by game, as `arena analyze` computes them.
    pub deduction: Vec<AnalysisRow>,
    /// The guesses of deduction, by game: one number for each secret; `null` where the round was not won.
    pub guesses: BTreeMap<String, Vec<Option<u32>>>,
    /// The figures of learning.
    pub learning: Vec<LearningRow>,
}
}

impl BenchRecord {
    pub fn new(scope: &Scope, secrets_sha256: String, rules: Vec<HiddenRule>) -> BenchRecord {
        let revision = env!("ARENA_REVISION");
        BenchRecord {
            format: FORMAT,
            program: concat!("arena ", env!("CARGO_PKG_VERSION")).to_owned(),
            revision: (!revision.is_empty()).then(|| revision.to_owned()),
            scope: scope.clone(),
            secrets_sha256,
            guess_limits: scope.guess_limits().to_string(),
            rules,
            players: Vec::new(),
        }
    }

    pub fn read(path: &Path) -> Result<BenchRecord, Failure> {
        let name = path.display();
        let unread = |e: std::io::Error| Failure::unread(&e, format!("cannot read {name}: {e}"));
        let bytes = folder_files::named(path).and_then(|file| folder_files::read(&file, MOST_BYTES)).map_err(unread)?;
        let wrong = |e: serde_json::Error| failure!("{name} is no record of a benchmark: {e}");
        let given: serde_json::Value = serde_json::from_slice(&bytes).map_err(wrong)?;
        let format = given.get("format").and_then(serde_json::Value::as_u64).unwrap_or(FORMAT);
        ensure!(format == FORMAT, "{name} has the format {format}, and this program reads {FORMAT}");
        serde_json::from_value(given).map_err(wrong)
    }

    /// Checks that a record, which that file has, is of the same secrets.
    pub fn check(&self, path: &Path, other: &BenchRecord) -> Result<(), Failure> {
        let is_same = other.secrets_sha256 == self.secrets_sha256 && other.guess_limits == self.guess_limits;
        let (path, theirs, own) = (path.display(), &other.scope, &self.scope);
        ensure!(is_same, "{path} is of other secrets: its scope is {theirs}, and this one is {own}");
        Ok(())
    }

    /// Adds the players of a record of the same secrets, with other names where they have the same. A player with the same name and the
    /// same rounds is the same player.
    pub fn add(&mut self, other: BenchRecord) {
        for mut player in other.players {
            let is_same = |own: &PlayerRecord| {
                own.player == player.player && own.guesses == player.guesses && own.learning == player.learning
            };
            if self.players.iter().any(is_same) {
                continue;
            }
            let taken = |name: &str| self.players.iter().any(|own| own.player == name);
            let free = (2..).map(|number| format!("{}-{number}", player.player)).find(|name| !taken(name));
            if taken(&player.player) {
                player.player = free.unwrap_or_default();
            }
            self.players.push(player);
        }
        self.sort();
    }

    /// Puts the players that are better on average over the games first.
    pub fn sort(&mut self) {
        self.players.sort_by_cached_key(|player| {
            let whole = player.learning.iter().filter(|row| row.is_whole() && row.arm == Arm::Learning);
            let over: Vec<f64> = player.deduction.iter().filter_map(|row| row.over).collect();
            let sum: f64 = whole.filter_map(|row| Some(-row.score?)).chain(over.iter().copied()).sum();
            (Reverse(over.len()), (sum * 1e6) as i64, player.player.clone())
        });
    }

    /// The name of the benchmark, and how much of it was played.
    pub fn in_words(&self) -> String {
        let Scope { bench, rules, matches, rounds, samples, .. } = self.scope;
        if bench == Benchmark::Deduction {
            return format!("{rounds} secrets of each game");
        }
        let samples = if samples > 0 { format!(", {samples} sample codes before a match") } else { String::new() };
        format!("{rules} rules of each game, {matches} matches against each, {rounds} rounds a match{samples}")
    }
}
