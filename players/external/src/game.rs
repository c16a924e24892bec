//! An external player in a match, and one that is asked for guesses in games of others.

use crate::session::{HELLO_LIMIT, ProgramError, Session, lock, was_killed};
use crate::{ExternalPlayer, protocol};
use player_api::{Briefing, CrashCause, Fault, Limit, Outcome, Player, Refusal, registry::RefereedPlayer};
use sandbox::SandboxError;
use scsa::{Code, Color, Rng, Turn};
use std::io::ErrorKind;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How often a process is started again in a row that somebody killed before its first round.
pub const MOST_KILLED: usize = 3;

/// An external player in a match. Its clones share the process, which has the state of the player: the clone that plays first in a
/// round goes on.
#[derive(Clone)]
pub struct ExternalGame(Arc<Mutex<GameState>>);

struct GameState {
    player: Arc<ExternalPlayer>,
    briefing: Briefing,
    process: ProcessState,
    /// The CPU time of processes that have ended, less that of preparing them.
    spent: Duration,
    /// The CPU time in which the present process was prepared, if it is not the first one.
    preparation: Duration,
    /// What fresh processes may still take to start, computing and waiting. Every round adds its limit of time, so that the restarts of a
    /// match take no longer than its rounds may.
    restarts: Duration,
    round: u64,
}

enum ProcessState {
    Running(Session),
    /// It was killed in a round; a fresh one plays the next round.
    Ended,
    /// A process could not be prepared: every round ends so.
    Broken(Outcome),
}

impl ExternalGame {
    /// Starts the program and tells it the match.
    pub fn prepare(player: Arc<ExternalPlayer>, briefing: &Briefing) -> Result<ExternalGame, Refusal> {
        let (process, spent, preparation) = (ProcessState::Ended, Duration::ZERO, Duration::ZERO);
        let (briefing, restarts) = (briefing.clone(), HELLO_LIMIT);
        let mut state = GameState { player, briefing, process, spent, preparation, restarts, round: 0 };
        match state.player.failure.clone() {
            Some(outcome) => state.process = ProcessState::Broken(outcome),
            None => state.start(Duration::MAX).map(drop)?,
        }
        // The time of preparing the first process is that of preparing the player.
        state.preparation = Duration::ZERO;
        Ok(ExternalGame(Arc::new(Mutex::new(state))))
    }
}

impl GameState {
    /// Starts a process and prepares it for the match, which may take that long. Returns how long it took. One that somebody kills
    /// meanwhile, such as the system when memory is short, is started again: it has seen no round yet.
    fn start(&mut self, most: Duration) -> Result<Duration, Refusal> {
        let mut spent = Duration::ZERO;
        for _ in 0..=MOST_KILLED {
            spent += self.start_once(most.saturating_sub(spent))?;
            if !matches!(&self.process, ProcessState::Broken(outcome) if was_killed(outcome)) {
                break;
            }
        }
        Ok(spent)
    }

    /// Starts a process, prepares it for the match, or keeps why there is none. Returns how long it took.
    fn start_once(&mut self, most: Duration) -> Result<Duration, Refusal> {
        let messages = self.player.messages_file(&self.briefing.codemaker, self.briefing.game);
        let mut session = match Session::start(&self.player, messages) {
            Ok(session) => session,
            Err(e) => {
                let cause = match e {
                    ProgramError::Sandbox(SandboxError::Launcher { error, .. })
                        if error.kind() == ErrorKind::UnexpectedEof =>
                    {
                        CrashCause::KILLED
                    }
                    e => CrashCause::Other(format!("it cannot be started: {e}")),
                };
                self.process = ProcessState::Broken(Outcome::Failure(Fault::Crash(cause)));
                return Ok(Duration::ZERO);
            }
        };
        session.watch.set_turn(self.round, 0);
        let answer = session.prepare(&self.briefing, most);
        session.watch.finish();
        let spent = session.spent();
        match answer {
            Ok(None) => {
                self.preparation = session.watch.cpu_time();
                self.process = ProcessState::Running(session);
            }
            Ok(Some(reason)) => return Err(Refusal::new(reason)),
            Err(outcome) => {
                if was_killed(&outcome) {
                    session
                        .watch
                        .note("(this process was killed before its first round; it is started again a few times)");
                }
                self.process = ProcessState::Broken(outcome);
            }
        }
        Ok(spent)
    }

    /// The next guess, after the first one was asked for in a process that runs.
    fn answer(&mut self, turns: &[Turn], rng: &Rng) -> Result<Code, Outcome> {
        if turns.is_empty() && matches!(self.process, ProcessState::Ended) {
            self.restart();
        }
        let session = match &mut self.process {
            ProcessState::Running(session) => session,
            ProcessState::Broken(outcome) => return Err(outcome.clone().before_first_round()),
            ProcessState::Ended => {
                return Err(Outcome::Failure(Fault::Crash(CrashCause::Other("it has ended".to_owned()))));
            }
        };
        let request = match turns.last() {
            None => {
                session.watch.begin(self.briefing.time_limit);
                protocol::round(self.round, rng.seed())
            }
            Some(turn) => protocol::turn(turns.len() + 1, turn.feedback),
        };
        session.watch.set_turn(self.round, turns.len() + 1);
        let guess = session.ask(&request, turns.len() + 1, self.briefing.game);
        if !matches!(guess, Ok(_) | Err(Outcome::Failure(Fault::NoCode(_)))) {
            self.stop();
        }
        guess
    }

    /// Starts a fresh process after one was killed. Its preparation takes no time of the round, but of what is left for all restarts.
    fn restart(&mut self) {
        let fault = if self.restarts.is_zero() {
            Fault::Crash(CrashCause::Other("the restarts after its failures took too long".to_owned()))
        } else {
            match self.start(self.restarts) {
                Ok(spent) => return self.restarts = self.restarts.saturating_sub(spent),
                Err(refusal) => Fault::Protocol(format!("it refused when restarted: {refusal}")),
            }
        };
        self.process = ProcessState::Broken(Outcome::Failure(fault));
    }

    fn finish(&mut self, turns: &[Turn], outcome: Outcome) -> Outcome {
        let ProcessState::Running(session) = &mut self.process else { return outcome };
        let secret = turns.last().map(|turn| &turn.guess).filter(|_| outcome == Outcome::Win);
        let outcome = match outcome {
            Outcome::Loss(Limit::Time(None)) => Outcome::Loss(Limit::Time(session.watch.place())),
            outcome => outcome,
        };
        let ended = session.exchange(&protocol::end(turns.len(), &outcome, secret), protocol::parse_end);
        session.watch.finish();
        match ended {
            Ok(()) => outcome,
            Err(other) => {
                self.stop();
                other
            }
        }
    }

    /// The process has ended or is ended now; the next round begins with a fresh one.
    fn stop(&mut self) {
        self.spent = self.cpu_time();
        self.process = ProcessState::Ended;
    }

    fn cpu_time(&self) -> Duration {
        match &self.process {
            ProcessState::Running(session) => self.spent + session.watch.cpu_time().saturating_sub(self.preparation),
            ProcessState::Ended | ProcessState::Broken(_) => self.spent,
        }
    }
}

impl Drop for GameState {
    fn drop(&mut self) {
        if let ProcessState::Running(session) = std::mem::replace(&mut self.process, ProcessState::Ended) {
            session.end();
        }
    }
}

impl Player for ExternalGame {
    /// The next guess; where there is none, a code that is illegal, or the lowest code if the largest game is played. Referees call
    /// [`answer`](RefereedPlayer::answer), which says why.
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        let game = lock(&self.0).briefing.game;
        self.answer(turns, rng).unwrap_or_else(|_| Code::uniform(game, Color::new(game.colors()).unwrap_or(Color::A)))
    }
}

impl RefereedPlayer for ExternalGame {
    fn begin_round(&mut self, number: u64) {
        let mut state = lock(&self.0);
        state.round = number;
        state.restarts = state.restarts.saturating_add(state.briefing.time_limit);
    }

    fn answer(&mut self, turns: &[Turn], rng: &mut Rng) -> Result<Code, Outcome> {
        lock(&self.0).answer(turns, rng)
    }

    fn finish_round(&mut self, turns: &[Turn], outcome: Outcome) -> Outcome {
        lock(&self.0).finish(turns, outcome)
    }

    fn own_cpu_time(&self) -> Option<Duration> {
        Some(lock(&self.0).cpu_time())
    }
}

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

#[derive(Debug)]
struct RunningPlayer {
    session: Session,
    told: Vec<Turn>,
    /// Its guess after them; none before the first round.
    own: Option<Code>,
}

impl Adviser {
    /// A player in a round with that number and seed. Nothing is started yet.
    pub const fn new(player: ExternalPlayer, briefing: Briefing, round: u64, seed: u128) -> Adviser {
        Adviser { player, briefing, round, seed, process: None }
    }

    /// The guess after these turns. The same turns give the same guess. The player may take the CPU time of a round for it; a player
    /// that has to be started, that of preparing a match besides.
    ///
    /// # Errors
    /// [`ProgramError`] when there is none. The next call starts the player anew.
    pub fn guess(&mut self, turns: &[Turn]) -> Result<Code, ProgramError> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        process.session.watch.begin(self.briefing.time_limit);
        let guess = self.ask(&mut process, turns)?;
        process.session.watch.finish();
        self.process = Some(process);
        match self.briefing.game.is_legal(&guess) {
            true => Ok(guess),
            false => Err(Outcome::Failure(Fault::Illegal(guess)).into()),
        }
    }

    fn start(&self) -> Result<RunningPlayer, ProgramError> {
        let cannot_start = |e| ProgramError::Other(format!("it cannot be started: {e}"));
        let mut session = Session::start(&self.player, None).map_err(cannot_start)?;
        session.watch.set_turn(self.round, 0);
        match session.prepare(&self.briefing, Duration::MAX)? {
            None => Ok(RunningPlayer { session, told: Vec::new(), own: None }),
            Some(reason) => Err(ProgramError::Other(format!("it does not play this match: {reason}"))),
        }
    }

    /// Tells a player the turns that it does not know yet, and returns its guess after them.
    fn ask(&self, process: &mut RunningPlayer, turns: &[Turn]) -> Result<Code, ProgramError> {
        let mut own = match process.own {
            Some(own) if turns.starts_with(&process.told) => own,
            other => {
                if other.is_some() {
                    process.own = None;
                    let loss = Outcome::Loss(Limit::Guesses);
                    let end = protocol::end(process.told.len(), &loss, None);
                    process.session.exchange(&end, protocol::parse_end)?;
                }
                process.told.clear();
                process.session.ask(&protocol::round(self.round, self.seed), 1, self.briefing.game)?
            }
        };
        for (index, turn) in turns.iter().enumerate().skip(process.told.len()) {
            let is_own = own == turn.guess;
            if !is_own && self.player.builtin.is_none() {
                return Err(ProgramError::Other(format!(
                    "it is an external player that guessed {own} at turn {}, and cannot play on from another guess",
                    index + 1
                )));
            }
            let mut line = protocol::turn(index + 2, turn.feedback);
            if !is_own {
                line.insert_str(line.len() - 1, &format!(" {}", turn.guess));
            }
            own = process.session.ask(&line, index + 2, self.briefing.game)?;
            process.told.push(*turn);
        }
        process.own = Some(own);
        Ok(own)
    }
}
