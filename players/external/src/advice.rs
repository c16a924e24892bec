//! Players that are asked for guesses in games of others.

use crate::{
    ExternalPlayer, protocol,
    session::{HELLO_LIMIT, Session, StartError},
};
use player_api::{Briefing, Fault, Limit, Outcome};
use scsa::{Code, Size, Turn};
use std::{error::Error, fmt};

/// A player that is asked for its guess in a game whose guesses need not be its own.
///
/// The player runs in a sandbox with the limits of a round: it may refuse, crash or never answer without harm to the caller. It is told
/// the turns as if it had made the guesses. A player of this program accepts any guess; a program of another author only its own
/// guesses, because the protocol has no words for others.
///
/// Turns that are not a continuation of those before, as after a move is taken back, are told from the beginning: the random numbers of
/// the round are the same, so that a deterministic player answers as before.
#[derive(Debug)]
pub struct Adviser {
    player: ExternalPlayer,
    briefing: Briefing,
    round: u64,
    seed: u128,
    process: Option<RunningPlayer>,
}

/// A running player and what it knows of the round.
#[derive(Debug)]
struct RunningPlayer {
    session: Session,
    /// The turns that the player knows.
    told: Vec<Turn>,
    /// Its guess after them; none before the first round.
    own: Option<Code>,
}

/// Why there is no guess.
#[derive(Debug)]
pub enum AdviceError {
    /// The player does not play this match, for this reason.
    Refused(String),
    /// The program cannot be started.
    Start(StartError),
    /// The player failed, or exceeded its time.
    Outcome(Outcome),
    /// A program of another author guessed something else at a turn, counted from 1.
    OtherGuess(usize, Code),
}

impl fmt::Display for AdviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdviceError::Refused(reason) => write!(f, "it does not play this match: {reason}"),
            AdviceError::Start(e) => write!(f, "it cannot be started: {e}"),
            AdviceError::Outcome(Outcome::Failure(fault)) => fault.fmt(f),
            AdviceError::Outcome(_) => f.write_str("it takes more than the CPU time of a round"),
            AdviceError::OtherGuess(turn, guess) => {
                write!(
                    f,
                    "it is a program of its own that guessed {guess} at turn {turn}, and cannot play on from another guess"
                )
            }
        }
    }
}

impl Error for AdviceError {}

impl From<Outcome> for AdviceError {
    fn from(outcome: Outcome) -> AdviceError {
        AdviceError::Outcome(outcome)
    }
}

impl Adviser {
    /// A player in a round with that number and seed. Nothing is started yet.
    #[must_use]
    pub const fn new(player: ExternalPlayer, briefing: Briefing, round: u64, seed: u128) -> Adviser {
        Adviser { player, briefing, round, seed, process: None }
    }

    /// The guess after these turns. The same turns give the same guess. The player may take the CPU time of a round for it; a player
    /// that has to be started, that of preparing a match besides.
    ///
    /// # Errors
    /// [`AdviceError`] when there is none. The next call starts the player anew.
    pub fn guess(&mut self, turns: &[Turn]) -> Result<Code, AdviceError> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        process.session.begin(self.briefing.time_limit);
        let guess = self.ask(&mut process, turns)?;
        process.session.finish();
        self.process = Some(process);
        match self.briefing.size.is_legal(&guess) {
            true => Ok(guess),
            false => Err(Outcome::Failure(Fault::Illegal(guess)).into()),
        }
    }

    fn start(&self) -> Result<RunningPlayer, AdviceError> {
        let mut session = Session::start(&self.player, None).map_err(AdviceError::Start)?;
        session.set_round(self.round);
        session.hello(HELLO_LIMIT)?;
        session.begin(self.briefing.time_limit * Briefing::PREPARATION_FACTOR);
        session.send(&protocol::game(&self.briefing))?;
        let ready = protocol::parse_ready(session.receive()?);
        match ready.map_err(|fault| session.broken(fault))? {
            None => Ok(RunningPlayer { session, told: Vec::new(), own: None }),
            Some(reason) => Err(AdviceError::Refused(reason)),
        }
    }

    /// Tells a player the turns that it does not know yet, and returns its guess after them.
    fn ask(&self, process: &mut RunningPlayer, turns: &[Turn]) -> Result<Code, AdviceError> {
        let mut own = match process.own {
            Some(own) if turns.starts_with(&process.told) => own,
            other => {
                if other.is_some() {
                    process.end_round()?;
                }
                process.told.clear();
                process.receive(&protocol::round(self.round, self.seed), 1, self.briefing.size)?
            }
        };
        for (index, turn) in turns.iter().enumerate().skip(process.told.len()) {
            let is_own = own == turn.guess;
            if !is_own && self.player.builtin.is_none() {
                return Err(AdviceError::OtherGuess(index + 1, own));
            }
            let mut line = protocol::turn(index + 2, turn.feedback);
            if !is_own {
                line.insert_str(line.len() - 1, &format!(" {}", turn.guess));
            }
            own = process.receive(&line, index + 2, self.briefing.size)?;
            process.told.push(*turn);
        }
        process.own = Some(own);
        Ok(own)
    }
}

impl RunningPlayer {
    /// Sends lines that ask for the guess of a turn, and returns it.
    fn receive(&mut self, lines: &str, turn: usize, size: Size) -> Result<Code, Outcome> {
        self.session.send(lines)?;
        let guess = protocol::parse_guess(self.session.receive()?, turn, size);
        guess.map_err(|fault| self.session.broken(fault))
    }

    /// Ends a round that is not played to its end.
    fn end_round(&mut self) -> Result<(), Outcome> {
        self.own = None;
        self.session.send(&protocol::end(self.told.len(), &Outcome::Loss(Limit::Guesses), None))?;
        let ready = protocol::parse_end(self.session.receive()?);
        ready.map_err(|fault| self.session.broken(fault))
    }
}
