//! The games of a match turn by turn.

use crate::plan::{Limits, Match, Plan, Rules};
use crate::play::protocol::{AnsweredGuess, Job, MatchSetup, Report};
use crate::play::workers::{Event, WorkerPool, Workers};
use crate::play::{PlayError, control_loop::WAIT};
use crate::record::batch::{Batch, Round, RoundRecord, unreported};
use crate::record::files::FileError;
use crate::record::known::{FinishedRounds, KnownRounds};
use scsa::{Code, Turn};
use std::{io, sync::Arc, time::Duration};

/// One game, turn by turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The record of the round.
    pub record: RoundRecord,
    /// The guesses and their feedback. After a crash these are the turns before it.
    pub turns: Vec<Turn>,
    /// The CPU time of the guess of every turn. That of the first includes the beginning of the round.
    pub times: Vec<Duration>,
}

/// Plays a match of a plan round by round, all its rounds whatever the rules. The games are those of [`play`](crate::play()).
/// One worker plays them, whatever the number of `workers`.
#[derive(Debug)]
pub struct Transcripts<'a> {
    plan: &'a Plan,
    match_: &'a Match,
    setup: Arc<MatchSetup>,
    pool: Box<dyn WorkerPool>,
    next: u64,
    /// The last round of the job that the worker plays.
    job_end: Option<u64>,
    is_preparing: bool,
    /// The result of the present round, if the worker stopped it.
    stopped: Option<Round>,
    /// The result of every round, if the player cannot be prepared.
    unprepared: Option<Round>,
    guesses: Vec<AnsweredGuess>,
    /// The secret of all rounds, if it is not the codemaker's.
    secret: Option<Code>,
}

impl<'a> Transcripts<'a> {
    /// The games of a match. Each is played when it is asked for.
    ///
    /// # Errors
    /// [`PlayError::Workers`] when the worker cannot be started.
    pub fn new(plan: &'a Plan, match_: &'a Match, workers: &Workers) -> Result<Transcripts<'a>, PlayError> {
        let pool = workers.start(1, 1)?;
        // The rules of 2024 would end the match at its first failure. All rounds are played here.
        let setup = Arc::new(MatchSetup {
            rules: Rules::Report,
            limits: Limits { give_up: 0, ..plan.limits },
            ..MatchSetup::new(plan, match_)
        });
        Ok(Transcripts {
            plan,
            match_,
            setup,
            pool,
            next: 1,
            job_end: None,
            is_preparing: false,
            stopped: None,
            unprepared: None,
            guesses: Vec::new(),
            secret: None,
        })
    }

    /// The same games with this secret in every round. Players are told of the codemaker of the match all the same, which need not
    /// be able to make the secret.
    ///
    /// # Errors
    /// [`PlayError::Unsupported`] when the secret is not legal in the game of the match.
    pub fn with_secret(self, secret: Code) -> Result<Transcripts<'a>, PlayError> {
        let game = self.match_.game;
        if !game.is_legal(&secret) {
            return Err(PlayError::Unsupported(format!("{secret} is not a code at {game}")));
        }
        Ok(Transcripts { secret: Some(secret), ..self })
    }

    /// Makes this round the next one, unless it is past, or the player learns: then its game depends on all rounds before it, which are
    /// played.
    pub fn skip_to(&mut self, round: u64) {
        // The round of the last job was reported, but perhaps not yet its end.
        let is_between = self.job_end.is_none_or(|last| self.next > last);
        if !self.setup.learns() && is_between {
            self.next = self.next.max(round);
        }
    }

    /// Plays the next game and returns it; `None` after the last.
    ///
    /// # Errors
    /// [`PlayError`] when the codemaker or the player does not play the match, or the worker fails.
    pub fn next_game(&mut self) -> Result<Option<Transcript>, PlayError> {
        if let Some(objection) = &self.match_.objection {
            return Err(PlayError::Unsupported(objection.clone()));
        }
        while self.next <= self.match_.rounds {
            if let Some(round) = self.unprepared.clone() {
                return Ok(self.unreported(&round));
            }
            if self.job_end.is_none() {
                self.assign()?;
            }
            match self.pool.next_event(WAIT)? {
                Some(Event::Report(_, report)) => match report {
                    Report::Ready => {}
                    Report::Preparing => self.is_preparing = true,
                    Report::Prepared(_) => self.is_preparing = false,
                    Report::Guess(guess) => self.guesses.push(guess),
                    Report::Stopped(ending, guesses) => self.stopped = Some(Round::stopped(ending, guesses)),
                    Report::Done => self.job_end = None,
                    Report::Rounds(batch) => return Ok(self.transcript(*batch)),
                    Report::Refused(refusal) => return Err(PlayError::Unsupported(refusal.to_string())),
                    Report::Unknown(name) => return Err(PlayError::Unknown(name)),
                },
                Some(Event::Exit(_, cause)) => {
                    let last = self.job_end.take();
                    let round = self.stopped.take().unwrap_or_else(|| Round::crashed(&cause));
                    if self.is_preparing {
                        self.unprepared = Some(Round::stopped(round.ending.before_first_round(), round.guesses));
                    } else if last.is_some_and(|last| self.next <= last) {
                        return Ok(self.unreported(&round));
                    }
                }
                None => {}
            }
        }
        Ok(None)
    }

    /// Whether the player could not be prepared for the match, so that every game ends in the same way without a turn. It is known
    /// after the first game.
    pub const fn is_unprepared(&self) -> bool {
        self.unprepared.is_some()
    }

    /// Gives the worker the next round; if the player learns, all rounds that are left.
    fn assign(&mut self) -> io::Result<()> {
        let last = if self.setup.learns() { self.match_.rounds } else { self.next };
        let mut job = Job::new(self.match_, self.next, last);
        if let Some(secret) = self.secret {
            job.secrets = Some(vec![secret; (last - self.next + 1) as usize]);
        }
        self.pool.assign(0, &self.setup, &Job { one_by_one: true, report_guesses: true, ..job })?;
        self.job_end = Some(last);
        Ok(())
    }

    /// The next game, whose round no worker could report.
    fn unreported(&mut self, round: &Round) -> Option<Transcript> {
        self.transcript(unreported(self.plan, self.match_, self.next, 1, round))
    }

    /// The next game, whose record is the only one of a batch.
    fn transcript(&mut self, batch: Batch) -> Option<Transcript> {
        let record = batch.records().next()?;
        // The record of a round that no worker reported has the secret of the codemaker.
        let record = RoundRecord { secret: self.secret.unwrap_or(record.secret), ..record };
        let game = self.match_.game;
        let turn = |answered: AnsweredGuess| (Turn::new(game, answered.guess, &record.secret), answered.time);
        let (turns, times) = self.guesses.drain(..).map(turn).unzip();
        self.next += 1;
        Some(Transcript { record, turns, times })
    }
}

impl FinishedRounds {
    /// The games of a match whose guesses are recorded, without their times, in order.
    pub fn games(&mut self, match_: &Match) -> impl Iterator<Item = Result<Transcript, FileError>> {
        let (known, mut next) = (self.of_match(match_).rounds, 1);
        let batches = std::iter::from_fn(move || {
            (next <= known).then(|| {
                let batch = self.read(match_, next);
                next = batch.as_ref().map_or(u64::MAX, Batch::next);
                batch
            })
        });
        let played = |record: RoundRecord| {
            let turns = record.codes.iter().map(|code| Turn::new(match_.game, *code, &record.secret)).collect();
            Ok(Transcript { record, turns, times: Vec::new() })
        };
        batches.flat_map(move |batch| -> Box<dyn Iterator<Item = _>> {
            match batch {
                Ok(batch) => Box::new(batch.records().map(played)),
                Err(e) => Box::new(std::iter::once(Err(e))),
            }
        })
    }
}
