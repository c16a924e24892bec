//! A piece of a match, as it is handed to a worker, and what the worker reports of it.

use super::plan::{Match, Plan};
use crate::{
    Codemaker, Limits, Rules, Seed,
    seed::Streams,
    tally::{Tally, TimingTally},
};
use players::{Briefing, Knowledge};
use scsa::{Code, Scsa, Size, algorithms};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Consecutive rounds of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The number of the match.
    pub of: usize,
    pub player: String,
    /// Whether the player learns from round to round.
    pub learns: bool,
    pub codemaker: String,
    /// The name that the random streams are derived from.
    pub stream: String,
    pub size: Size,
    pub seed: u64,
    pub limits: Limits,
    pub rules: Rules,
    /// The first round to report; rounds count from 1.
    pub first: u64,
    /// The last round to report.
    pub last: u64,
    /// Where the player starts: before `first` when it learns and the rounds between were reported already.
    pub start: u64,
    /// Whether each round is reported as soon as it is played, so that a crash tells which round it was.
    pub one_by_one: bool,
    /// The secrets of the rounds from `start` on, where they come from a file.
    pub secrets: Option<Vec<Code>>,
}

/// What a worker reports.
#[derive(Debug, Serialize, Deserialize)]
pub enum Report {
    /// The worker is there.
    Ready,
    /// The worker begins to prepare the player for the match.
    Preparing,
    /// The player is prepared, or refused to be.
    Prepared,
    /// Rounds were played, from the first that was not yet reported on.
    Played(Box<Batch>),
    /// The job is done. With rules that end a match at a failure, rounds behind a failure were not played.
    Done,
    /// The player does not play this match.
    Refused(String),
    /// The next round has used up its time without an end, after so many guesses.
    Stuck(usize),
}

/// The records of consecutive rounds.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Batch {
    pub rounds: u64,
    #[serde(with = "serde_bytes")]
    pub rows: Vec<u8>,
    #[serde(with = "serde_bytes")]
    pub timing_rows: Vec<u8>,
    pub tally: Tally,
    pub timing: TimingTally,
    /// The CPU time of the worker.
    pub spent: Duration,
}

impl Job {
    /// The job of playing these rounds of a match.
    pub fn new(plan: &Plan, game: &Match, first: u64, last: u64) -> Job {
        let mut job = Job {
            of: game.number,
            player: game.player.name().to_owned(),
            learns: game.player.learns(),
            codemaker: game.codemaker.name().to_owned(),
            stream: game.codemaker.stream_name().to_owned(),
            size: game.size,
            seed: plan.seed.0,
            limits: plan.limits,
            rules: plan.rules,
            first,
            last,
            start: first,
            one_by_one: false,
            secrets: None,
        };
        job.load_secrets(&game.codemaker);
        job
    }

    /// Takes the secrets from the codemaker's file, where it has one.
    pub fn load_secrets(&mut self, codemaker: &Codemaker) {
        if let Codemaker::Codes { codes, .. } = codemaker {
            let range = self.start as usize - 1..self.last as usize;
            self.secrets = codes.codes().get(range).map(<[Code]>::to_vec);
        }
    }

    /// What the player is told.
    pub fn briefing(&self) -> Briefing {
        let knowledge = match (&self.secrets, algorithms::find(&self.codemaker)) {
            (None, Some(scsa)) => Codemaker::Algorithm(scsa).knowledge(),
            _ => Knowledge::Nothing,
        };
        // A player is not told where a file of secrets lies.
        let codemaker = if self.secrets.is_some() { self.stream.clone() } else { self.codemaker.clone() };
        Briefing { size: self.size, guess_limit: self.limits.guesses, codemaker, knowledge }
    }
}

/// Where the secrets of a job come from.
pub enum Secrets<'a> {
    Drawn(&'static dyn Scsa, Streams, Size),
    Listed(&'a [Code], u64),
}

impl Secrets<'_> {
    pub fn of(job: &Job) -> Secrets<'_> {
        match (&job.secrets, algorithms::find(&job.codemaker)) {
            (None, Some(scsa)) => {
                let streams = Seed(job.seed).secrets(job.size, &job.stream);
                Secrets::Drawn(scsa, streams, job.size)
            }
            (listed, _) => Secrets::Listed(listed.as_deref().unwrap_or_default(), job.start),
        }
    }

    pub fn of_round(&self, number: u64) -> Option<Code> {
        match self {
            Secrets::Drawn(scsa, streams, size) => Some(scsa.draw(*size, &mut streams.round(number))),
            Secrets::Listed(codes, start) => codes.get((number - start) as usize).copied(),
        }
    }
}
