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
//! `Preparing` and `Prepared` are left out when the player is prepared already. With [`Job::report_guesses`], a `Guess` follows
//! every guess that was answered, before the `Rounds` that contain its round. At any point the process may end without a report:
//! then the player crashed it. A process sends `Ready` once, when it starts, and plays the jobs of one match only, so that
//! nothing that a player leaves behind (threads, memory, static variables) affects the next player.

use crate::{Match, batch::Batch, setup::MatchMessage};
use player_api::{Outcome, Refusal};
use scsa::Code;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What a tournament sends to a worker process.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// The match of the following jobs.
    Match(MatchMessage),
    /// Rounds to play.
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
    pub fn new(game: &Match, first: u64, last: u64) -> Job {
        Job { first, last, start: first, one_by_one: false, report_guesses: false, secrets: None }.with_secrets(game)
    }

    /// The same job with the secrets of its rounds, if the codemaker has them in a list.
    #[must_use]
    pub fn with_secrets(self, game: &Match) -> Job {
        let range = self.start as usize - 1..self.last as usize;
        let listed = game.codemaker.listed(game.size);
        Job { secrets: listed.and_then(|codes| codes.get(range)).map(<[Code]>::to_vec), ..self }
    }
}

/// A guess that was answered.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct AnsweredGuess {
    /// The guess.
    pub guess: Code,
    /// The CPU time that it took.
    pub time: Duration,
}

/// What a worker reports.
#[derive(Debug, Serialize, Deserialize)]
pub enum Report {
    /// The process has started.
    Ready,
    /// The preparation of the player begins.
    Preparing,
    /// The player is prepared, refused to play, or panicked, after this CPU time.
    Prepared(Duration),
    /// A guess of the present round was answered.
    Guess(AnsweredGuess),
    /// Rounds were played: the next ones that were not reported yet.
    Rounds(Box<Batch>),
    /// The job is done. If the rules end a match at its first failure, the rounds after a failure were not played.
    Done,
    /// The player does not play this match.
    Refused(Refusal),
    /// The preparation, or the next round after this number of guesses, was stopped with this outcome.
    Stopped(Outcome, usize),
    /// The worker process does not know the player or the codemaker of the match.
    Unknown(String),
}
