//! The games of a match turn by turn, for a person to read.

use crate::{Round, Rules, record::ROUND_COLUMNS};
use crate::{
    crew::{Crew, Event},
    draft,
    job::{Batch, Job, Report},
    plan::{Match, Plan},
    play::Workers,
};
use csv::{ReaderBuilder, StringRecord};
use scsa::{Code, Turn};
use serde::Deserialize;
use std::{error::Error, fmt, io};

/// One round of a match. All but the turns is read from the row that it has in `rounds.csv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The round, from 1.
    pub round: u64,
    /// The code that was to be found.
    pub secret: Code,
    /// The guesses and their answers. After a crash these are the turns before it.
    pub turns: Vec<Turn>,
    /// `win`, `loss` or `failure`.
    pub outcome: String,
    /// Of a loss or a failure, in words; empty after a win.
    pub cause: String,
    /// How many guesses were answered, as it is recorded: 0 after a crash.
    pub guesses: usize,
}

/// Why there is no game to show.
#[derive(Debug)]
pub enum NoGame {
    /// The codemaker or the player does not play such a match, for this reason.
    Unsupported(String),
    /// The workers cannot be started or talked to.
    Workers(io::Error),
}

impl fmt::Display for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGame::Unsupported(reason) => f.write_str(reason),
            NoGame::Workers(e) => write!(f, "the workers cannot play: {e}"),
        }
    }
}

impl Error for NoGame {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            NoGame::Unsupported(_) => None,
            NoGame::Workers(e) => Some(e),
        }
    }
}

impl From<io::Error> for NoGame {
    fn from(e: io::Error) -> NoGame {
        NoGame::Workers(e)
    }
}

/// Plays a match of a plan round by round, all of its rounds whatever the rules; the games are those of
/// [`play`](crate::play). One worker plays them, whatever the number of `workers`.
///
/// ```
/// use tournament::{Codemaker, Limits, Rules, Seed, Telling, {Games, Plan, Workers}};
///
/// let plan = Plan {
///     players: vec![players::find("rao").unwrap()],
///     codemakers: vec![Codemaker::find("insert-colors")?.unwrap()],
///     sizes: vec!["4x6".parse()?],
///     rounds: Some(3),
///     seed: Seed(1),
///     limits: Limits::default(),
///     rules: Rules::Report,
///     telling: Telling::default(),
/// };
/// let matches = plan.matches();
/// let mut games = Games::of(&plan, &matches[0], &Workers::Threads(1))?;
/// let game = games.next_game()?.unwrap();
/// assert_eq!((game.round, game.outcome.as_str()), (1, "win"));
/// assert_eq!(game.turns.last().unwrap().guess, game.secret);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Games<'a> {
    plan: &'a Plan,
    game: &'a Match,
    crew: Box<dyn Crew>,
    /// The round whose game is next.
    next: u64,
    /// The last round of the job that the worker is at.
    at: Option<u64>,
    preparing: bool,
    /// What becomes of the round that the player is stuck in.
    stuck: Option<Round>,
    /// What becomes of every round, when the player cannot be prepared.
    unprepared: Option<Round>,
    /// The guesses of the next game so far.
    guesses: Vec<Code>,
}

impl<'a> Games<'a> {
    /// The games of that match; each is played when it is asked for.
    ///
    /// # Errors
    /// [`NoGame::Workers`] when there is no worker to be had.
    pub fn of(plan: &'a Plan, game: &'a Match, workers: &Workers) -> Result<Games<'a>, NoGame> {
        let crew = workers.with(1).crew()?;
        let (at, stuck, unprepared) = (None, None, None);
        Ok(Games { plan, game, crew, next: 1, at, preparing: false, stuck, unprepared, guesses: Vec::new() })
    }

    /// The next game, as soon as it has ended; none when the match is over.
    ///
    /// # Errors
    /// [`NoGame`] when the codemaker or the player does not play this match, or the worker cannot be talked to.
    pub fn next_game(&mut self) -> Result<Option<Game>, NoGame> {
        if let Some(objection) = &self.game.objection {
            return Err(NoGame::Unsupported(objection.clone()));
        }
        while self.next <= self.game.rounds {
            if let Some(round) = self.unprepared.clone() {
                return self.unreported(&round);
            }
            if self.at.is_none() {
                self.give()?;
            }
            match self.crew.next(crate::play::WAIT)? {
                Some(Event::Report(_, Report::Played(batch))) => return self.ended(&batch),
                Some(Event::Report(_, Report::Refused(refusal))) => {
                    return Err(NoGame::Unsupported(refusal.to_string()));
                }
                Some(Event::Report(_, report)) => self.hear(&report),
                Some(Event::Gone(_, how)) => {
                    let last = self.at.take();
                    let round = self.stuck.take().unwrap_or_else(|| Round::crashed(how));
                    if self.preparing {
                        self.unprepared = Some(round);
                    } else if last.is_some_and(|last| self.next <= last) {
                        return self.unreported(&round);
                    }
                }
                None => {}
            }
        }
        Ok(None)
    }

    /// Gives the worker the next round, and to a player that learns all rounds that are left.
    fn give(&mut self) -> io::Result<()> {
        let last = if self.game.player.learns(&self.game.knowledge) { self.game.rounds } else { self.next };
        let mut job = Job::new(self.plan, self.game, self.next, last);
        // Those of 2024 would end the match at a failure.
        job.rules = Rules::Report;
        job.one_by_one = true;
        job.guess_by_guess = true;
        self.crew.give(0, &job)?;
        self.at = Some(last);
        Ok(())
    }

    fn hear(&mut self, report: &Report) {
        match report {
            Report::Preparing => self.preparing = true,
            Report::Prepared => self.preparing = false,
            Report::Answered(guess) => self.guesses.push(*guess),
            Report::Stuck(guesses) => self.stuck = Some(Round::stopped(*guesses)),
            Report::Done => self.at = None,
            Report::Ready | Report::Played(_) | Report::Refused(_) => {}
        }
    }

    /// The next game, which no worker could report.
    fn unreported(&mut self, round: &Round) -> Result<Option<Game>, NoGame> {
        match draft::unreported(self.plan, self.game, self.next, round) {
            Some(batch) => self.ended(&batch),
            None => Ok(None),
        }
    }

    /// The next game, as it is recorded in a batch of one round.
    fn ended(&mut self, batch: &Batch) -> Result<Option<Game>, NoGame> {
        let Row { round, secret, outcome, cause, guesses } = Row::read(&batch.rows).map_err(io::Error::other)?;
        let answered = self.guesses.drain(..);
        let turns = answered.map(|guess| Turn { guess, feedback: secret.feedback(&guess) }).collect();
        self.next += 1;
        Ok(Some(Game { round, secret, turns, outcome, cause, guesses }))
    }
}

impl fmt::Debug for Games<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games").field("game", &self.game).field("next", &self.next).finish_non_exhaustive()
    }
}

/// What a row of `rounds.csv` says of its round.
#[derive(Deserialize)]
struct Row {
    round: u64,
    secret: Code,
    outcome: String,
    cause: String,
    guesses: usize,
}

impl Row {
    fn read(rows: &[u8]) -> csv::Result<Row> {
        let mut row = StringRecord::new();
        ReaderBuilder::new().has_headers(false).from_reader(rows).read_record(&mut row)?;
        row.deserialize(Some(&StringRecord::from(&ROUND_COLUMNS[..])))
    }
}
