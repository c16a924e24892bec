//! A piece of a match, as it is handed to a worker, and what the worker reports of it.

use crate::plan::{Match, Plan};
use crate::{
    Codemaker, Limits, Rules, Seed,
    seed::Streams,
    tally::{Tally, TimingTally},
};
use players::{Briefing, Knowledge, Refusal};
use scsa::{Code, Scsa, Size, algorithms};
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Duration};

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
    /// What the player is told of the codemaker.
    pub told: Told,
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
    /// Whether each guess is reported as soon as it is answered, for a person to read.
    pub guess_by_guess: bool,
    /// The secrets of the rounds from `start` on, where they come from a file.
    pub secrets: Option<Vec<Code>>,
}

/// A player's [`Knowledge`] as it travels: of a rule its name goes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Told {
    Nothing,
    Samples(Arc<[Code]>),
    Rule(String),
}

impl From<&Knowledge> for Told {
    fn from(knowledge: &Knowledge) -> Told {
        match knowledge {
            Knowledge::Nothing => Told::Nothing,
            Knowledge::Samples(codes) => Told::Samples(Arc::clone(codes)),
            Knowledge::Rule(scsa) => Told::Rule(scsa.name().to_owned()),
        }
    }
}

impl From<&Told> for Knowledge {
    fn from(told: &Told) -> Knowledge {
        match told {
            Told::Nothing => Knowledge::Nothing,
            Told::Samples(codes) => Knowledge::Samples(Arc::clone(codes)),
            Told::Rule(name) => algorithms::find(name).map_or(Knowledge::Nothing, Knowledge::rule),
        }
    }
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
    /// This guess of the round at hand was answered.
    Answered(Code),
    /// Rounds were played, from the first that was not yet reported on.
    Played(Box<Batch>),
    /// The job is done. With rules that end a match at a failure, rounds behind a failure were not played.
    Done,
    /// The player does not play this match.
    Refused(Refusal),
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
            learns: game.player.learns(&game.knowledge),
            codemaker: game.codemaker.name().to_owned(),
            stream: game.codemaker.stream_name().to_owned(),
            told: Told::from(&game.knowledge),
            size: game.size,
            seed: plan.seed.0,
            limits: plan.limits,
            rules: plan.rules,
            first,
            last,
            start: first,
            one_by_one: false,
            guess_by_guess: false,
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
        // A player is not told where a file of secrets lies.
        let codemaker = if self.secrets.is_some() { self.stream.clone() } else { self.codemaker.clone() };
        Briefing {
            size: self.size,
            guess_limit: self.limits.guesses,
            codemaker,
            knowledge: Knowledge::from(&self.told),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CodeFile, Telling};
    use std::fs;

    /// The briefings of a plan's jobs are what the plan tells, and the same behind the way to a worker process.
    #[test]
    fn a_worker_briefs_players_as_the_plan_tells() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("codes.txt");
        fs::write(&path, "ABC\nBCA\n").unwrap();
        let (file, given) = (format!("codes:{}", path.display()), CodeFile::read(&path).unwrap());
        for (reveal, samples) in [(false, None), (true, None), (false, Some(given.clone())), (true, Some(given))] {
            let names = ["insert-colors", "ab-color-2024", "mystery-1", "mystery-3", &file];
            let plan = Plan {
                players: vec![players::find("rao").unwrap()],
                codemakers: names.map(|name| Codemaker::find(name).unwrap().unwrap()).to_vec(),
                sizes: vec!["3x26".parse().unwrap()],
                rounds: Some(2),
                seed: Seed(1),
                limits: Limits::default(),
                rules: Rules::Report,
                telling: Telling { reveal, samples },
            };
            for (game, codemaker) in plan.matches().iter().zip(&plan.codemakers) {
                let job = Job::new(&plan, game, 1, 2);
                let sent: Job = postcard::from_bytes(&postcard::to_stdvec(&job).unwrap()).unwrap();
                let briefing = job.briefing();
                assert_eq!(format!("{:?}", sent.briefing()), format!("{briefing:?}"));
                assert_eq!(format!("{:?}", briefing.knowledge), format!("{:?}", plan.telling.knowledge(codemaker)));
                assert_eq!(briefing.codemaker, codemaker.stream_name());
            }
        }
    }
}
