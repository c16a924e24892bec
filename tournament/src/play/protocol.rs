//! The messages between a tournament and its workers.
//!
//! A worker is idle until it is given a [`Job`]: consecutive rounds of a match. It prepares the player unless it has it
//! already, plays the rounds, and is idle again. Its reports, in order:
//!
//! ```text
//! job ──► Preparing ──► Prepared ──► Rounds* ──► Done       all rounds of the job are reported
//!             │             │           └──────► Stopped    the player was stopped; the process ends
//!             │             └──────────────────► Refused    the player does not play this match
//!             └────────────────────────────────► Stopped    the preparation was stopped; the process ends
//! ```
//!
//! `Preparing` and `Prepared` are left out when a job with rounds has reported them. With [`Job::report_guesses`], a `Guess` follows
//! every guess that was answered, before the `Rounds` that contain its round. At any point the process may end without a report:
//! then the player crashed it. A process sends `Ready` once, when it starts, and plays the jobs of one match only, so that
//! nothing that a player leaves behind (threads, memory, static variables) affects the next player.

use crate::plan::codemaker::{Codemaker, RecordedCodes};
use crate::plan::{Limits, Match, Plan, Registry, Rules, Seed, Streams};
use crate::record::batch::Batch;
use crate::record::journal::{read_bytes, write_message};
use player_api::{Briefing, Ending, Knowledge, Refusal, registry::Entry};
use scsa::{Code, Game, WeightedCodes};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::io::{self, Read, Write};
use std::{sync::Arc, time::Duration};

#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    Match(MatchMessage),
    Job(Job),
}

/// Consecutive rounds of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The first round to report; rounds count from 1.
    pub first: u64,
    /// The last round to report. Less than `first` in a job that only prepares the player.
    pub last: u64,
    /// The round at which the player starts. It is before `first` when a player that learns plays reported rounds again.
    pub start: u64,
    /// Whether every round is reported as soon as it is played, so that a crash tells in which round it happened.
    pub one_by_one: bool,
    /// Whether every guess is reported as soon as it is answered.
    pub report_guesses: bool,
    /// The secrets of the rounds from `start` on, if they come from a file.
    pub secrets: Option<Vec<Code>>,
}

impl Job {
    /// The job of playing these rounds of a match.
    pub fn new(match_: &Match, first: u64, last: u64) -> Job {
        Job { first, last, start: first, one_by_one: false, report_guesses: false, secrets: None }.with_secrets(match_)
    }

    /// The same job with the secrets of its rounds, if the codemaker has them in a list.
    #[must_use]
    pub fn with_secrets(self, match_: &Match) -> Job {
        let range = self.start as usize - 1..self.last as usize;
        let listed = match_.codemaker.listed(match_.game);
        Job { secrets: listed.and_then(|codes| codes.get(range)).map(<[Code]>::to_vec), ..self }
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct AnsweredGuess {
    pub guess: Code,
    pub time: Duration,
}

/// What a worker reports.
#[derive(Debug, Serialize, Deserialize)]
pub enum Report {
    Ready,
    /// The preparation of the player begins.
    Preparing,
    /// The player is prepared, refused to play, or panicked, after this CPU time.
    Prepared(Duration),
    Guess(AnsweredGuess),
    /// Rounds were played: the next ones that were not reported yet.
    Rounds(Box<Batch>),
    /// The job is done. If the rules end a match at its first failure, the rounds after a failure were not played.
    Done,
    Refused(Refusal),
    /// The preparation, or the next round after this number of guesses, was stopped and ended so.
    Stopped(Ending, usize),
    /// The worker process does not know the player or the codemaker of the match.
    Unknown(String),
}

/// Sends a message as a frame, like those of a journal.
pub fn send(stream: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    write_message(stream, message).map(drop)
}

/// Receives a message, or `None` if the stream has ended, also within a message: the process at the other end was killed.
pub fn receive<T: DeserializeOwned>(stream: &mut impl Read) -> io::Result<Option<T>> {
    let bytes = read_bytes(stream, u32::MAX)?;
    bytes.map(|bytes| postcard::from_bytes(&bytes).map_err(io::Error::other)).transpose()
}

/// A match as a worker plays it: all that does not change from job to job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchSetup<P = Entry, C = Codemaker, K = Knowledge> {
    /// The index of the match in the plan.
    pub number: usize,
    pub player: P,
    pub codemaker: C,
    pub knowledge: K,
    pub game: Game,
    pub guess_limit: usize,
    pub seed: Seed,
    pub limits: Limits,
    pub rules: Rules,
}

/// A [`MatchSetup`] in the protocol: names in place of values.
pub type MatchMessage = MatchSetup<PlayerMessage, CodemakerMessage, KnowledgeMessage>;

impl<P, C, K> MatchSetup<P, C, K> {
    fn with<P2, C2, K2>(&self, player: P2, codemaker: C2, knowledge: K2) -> MatchSetup<P2, C2, K2> {
        let MatchSetup { number, game, guess_limit, seed, limits, rules, .. } = *self;
        MatchSetup { number, player, codemaker, knowledge, game, guess_limit, seed, limits, rules }
    }
}

impl MatchSetup {
    pub fn new(plan: &Plan, match_: &Match) -> MatchSetup {
        MatchSetup {
            number: match_.number,
            player: match_.player.clone(),
            codemaker: match_.codemaker.clone(),
            knowledge: match_.knowledge.clone(),
            game: match_.game,
            guess_limit: match_.guess_limit,
            seed: plan.seed,
            limits: plan.limits,
            rules: plan.rules,
        }
    }

    pub fn learns(&self) -> bool {
        self.player.learns(&self.knowledge)
    }

    /// What the player knows before the match. It does not contain the path of a file of secrets.
    pub fn briefing(&self) -> Briefing {
        Briefing {
            game: self.game,
            guess_limit: self.guess_limit,
            time_limit: self.limits.time,
            codemaker: self.codemaker.stream_name().to_owned(),
            knowledge: self.knowledge.clone(),
        }
    }

    pub fn player_streams(&self) -> Streams {
        let (codemaker, player) = (self.codemaker.stream_name(), self.player.name());
        match self.player.is_foreign() {
            true => self.seed.foreign_player(self.game, codemaker),
            false => self.seed.player(self.game, codemaker, player),
        }
    }

    pub fn secret_streams(&self) -> Streams {
        self.seed.secrets(self.game, self.codemaker.stream_name())
    }

    pub fn message(&self) -> MatchMessage {
        self.with(
            match self.player.definition() {
                Some(definition) => PlayerMessage::External(definition.to_owned()),
                None => PlayerMessage::Name(self.player.name().to_owned()),
            },
            match &self.codemaker {
                Codemaker::Rule { scsa, .. } => CodemakerMessage::Rule(scsa.name().to_owned()),
                Codemaker::Codes { .. } | Codemaker::Recorded { .. } => {
                    CodemakerMessage::Listed(self.codemaker.stream_name().to_owned())
                }
                Codemaker::Weighted { rule, .. } => CodemakerMessage::Weighted(rule.codes().to_vec()),
            },
            match &self.knowledge {
                Knowledge::Nothing => KnowledgeMessage::Nothing,
                Knowledge::Samples(codes) => KnowledgeMessage::Samples(Arc::clone(codes)),
                Knowledge::Rule(_) => KnowledgeMessage::Rule,
            },
        )
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum PlayerMessage {
    Name(String),
    /// The definition of an external player.
    External(String),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum CodemakerMessage {
    Rule(String),
    /// Codes of a file, or that a program made, with the name of their streams. The secrets travel with the jobs.
    Listed(String),
    Weighted(Vec<(Code, f64)>),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum KnowledgeMessage {
    Nothing,
    Samples(Arc<[Code]>),
    Rule,
}

impl MatchMessage {
    /// The setup that was sent. An error is a sentence: this program has no such player or codemaker.
    pub fn resolve(&self, registry: &Registry) -> Result<MatchSetup, String> {
        let player = match &self.player {
            PlayerMessage::Name(name) => registry.players.find(name).map_err(|e| (name, e)),
            PlayerMessage::External(definition) => registry.players.define(definition).map_err(|e| (definition, e)),
        };
        let player = player.map_err(|(name, e)| format!("player {name}: {e}"))?;
        let codemaker = match &self.codemaker {
            CodemakerMessage::Rule(name) => {
                let mut all = registry.codemakers.iter();
                let unknown = || format!("codemaker {name}: there is no such codemaker");
                all.find(|codemaker| codemaker.name() == name).cloned().ok_or_else(unknown)?
            }
            CodemakerMessage::Listed(name) => {
                Codemaker::Recorded { name: name.clone(), codes: RecordedCodes::default() }
            }
            CodemakerMessage::Weighted(codes) => {
                let rule = WeightedCodes::of_probabilities(codes.clone());
                let name = Codemaker::WEIGHTED_PREFIX.to_owned();
                Codemaker::Weighted { name, rule: Arc::new(rule.map_err(|e| format!("codes with weights: {e}"))?) }
            }
        };
        let knowledge = match (&self.knowledge, &codemaker) {
            (KnowledgeMessage::Samples(codes), _) => Knowledge::Samples(Arc::clone(codes)),
            (KnowledgeMessage::Rule, codemaker) => codemaker.rule().map_or(Knowledge::Nothing, Knowledge::Rule),
            (KnowledgeMessage::Nothing, _) => Knowledge::Nothing,
        };
        Ok(self.with(player, codemaker, knowledge))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::codemaker::{CodeFile, KnowledgePolicy};
    use std::fs;

    /// A worker process gives a player the briefing that a thread gives it.
    #[test]
    fn briefings_survive_the_protocol() {
        let registry = Registry { players: players::builtin(), codemakers: crate::Codemakers::builtin() };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("codes.txt");
        fs::write(&path, "ABC\nBCA\n").unwrap();
        let (file, given) = (format!("codes:{}", path.display()), CodeFile::read(&path).unwrap());
        for (reveal, samples) in [(false, None), (true, None), (false, Some(given.clone())), (true, Some(given))] {
            let names = ["insert-colors", "ab-color-2024", "mystery-1", "mystery-3", &file];
            let knowledge = KnowledgePolicy { reveal, samples };
            let plan = Plan { knowledge, ..Plan::of_names(&["rao"], &names, &["3x26"]) };
            for match_ in &plan.matches() {
                let setup = MatchSetup::new(&plan, match_);
                let bytes = postcard::to_stdvec(&setup.message()).unwrap();
                let sent = postcard::from_bytes::<MatchMessage>(&bytes).unwrap().resolve(&registry).unwrap();
                assert_eq!(format!("{:?}", sent.briefing()), format!("{:?}", setup.briefing()));
                assert_eq!(setup.briefing().codemaker, match_.codemaker.stream_name());
                assert_eq!(sent.player_streams().round(3), setup.player_streams().round(3));
            }
        }
    }

    #[test]
    fn unknown_names_are_an_error() {
        let plan = Plan::of_names(&["rao"], &["two-color"], &["4x6"]);
        let message = MatchSetup::new(&plan, &plan.matches()[0]).message();
        let without_codemakers = Registry { players: players::builtin(), ..Registry::default() };
        for (registry, wanted) in [
            (without_codemakers, "codemaker two-color: there is no such codemaker"),
            (Registry::default(), "player rao: "),
        ] {
            let error = message.resolve(&registry).unwrap_err();
            assert!(error.starts_with(wanted), "{error}");
        }
    }
}
