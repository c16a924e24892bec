//! What language models used in a match: the lines of its transcript.

use crate::failure::Failure;
use folder_files::MOST_ROW;
use scsa::Game;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use tournament::files;

tournament::documented! {
/// The requests of a player that asks a language model, in all its matches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// The SHA-256 of the texts of the prompt; several if transcripts are of several versions.
    pub prompt_sha256: String,
    /// The requests that were sent.
    pub requests: u64,
    /// The requests without an answer.
    pub failed: u64,
    /// The answers without a legal guess.
    pub no_guess: u64,
    /// The tokens of the prompts, as far as the server told them.
    pub prompt_tokens: u64,
    /// The tokens of the answers, as far as the server told them.
    pub completion_tokens: u64,
    /// The answers for which the server did not tell the tokens.
    pub unknown: u64,
    /// The time on the clock, in seconds.
    pub seconds: f64,
}
}

/// The tokens and the seconds of a round. Tokens are none if those of an answer are not known.
pub type RoundUsage = (Option<f64>, f64);

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    prompt_sha256: String,
    round: u64,
    answer: Option<String>,
    fault: Option<String>,
    usage: Option<Tokens>,
    seconds: f64,
}

#[derive(Deserialize)]
struct Tokens {
    prompt: u64,
    completion: u64,
    total: u64,
}

impl Usage {
    /// Adds what a match used, and returns it by round. A match without a transcript has no rounds.
    pub fn add(
        &mut self,
        folder: &Path,
        player: &str,
        codemaker: &str,
        game: Game,
    ) -> Result<BTreeMap<u64, RoundUsage>, Failure> {
        let name = PathBuf::from(external::messages_name(player, codemaker, game)).with_extension("jsonl");
        let path = folder.join(files::TRANSCRIPTS).join(name);
        let mut rounds: BTreeMap<u64, RoundUsage> = BTreeMap::new();
        if !folder_files::exists(&path) {
            return Ok(rounds);
        }
        let unread = |e: std::io::Error| Failure::unread(&e, format!("cannot read {}: {e}", path.display()));
        let mut source = BufReader::new(folder_files::open(&path).map_err(unread)?);
        loop {
            let mut line = Vec::new();
            if source.by_ref().take(MOST_ROW as u64).read_until(b'\n', &mut line).map_err(unread)? == 0 {
                return Ok(rounds);
            }
            // The machine stopped while such a line was written, and the request was sent again.
            let Ok(line) = serde_json::from_slice::<Line>(&line) else { continue };
            let round = rounds.entry(line.round).or_insert((Some(0.0), 0.0));
            round.1 += line.seconds;
            self.seconds += line.seconds;
            self.requests += 1;
            if line.answer.is_none() {
                self.failed += 1;
                continue;
            }
            self.no_guess += u64::from(line.fault.is_some());
            if !self.prompt_sha256.contains(&line.prompt_sha256) {
                self.prompt_sha256 += if self.prompt_sha256.is_empty() { "" } else { ", " };
                self.prompt_sha256 += &line.prompt_sha256;
            }
            let Some(Tokens { prompt, completion, total }) = line.usage else {
                (self.unknown, round.0) = (self.unknown + 1, None);
                continue;
            };
            self.prompt_tokens = self.prompt_tokens.saturating_add(prompt);
            self.completion_tokens = self.completion_tokens.saturating_add(completion);
            round.0 = round.0.map(|sum| sum + total as f64);
        }
    }
}
