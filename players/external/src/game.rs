//! An external player in a match.

use crate::{
    ExternalPlayer, protocol,
    session::{Session, StartError, was_killed},
    watch::lock,
};
use player_api::{Briefing, CrashCause, Fault, Outcome, Player, Refusal};
use sandbox::SandboxError;
use scsa::{Code, Color, Rng, Turn};
use std::{
    fmt,
    io::ErrorKind,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

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
        let mut game = GameState { player, briefing: briefing.clone(), process, spent, preparation, round: 0 };
        game.start()?;
        // The time of preparing the first process is that of preparing the player.
        game.preparation = Duration::ZERO;
        Ok(ExternalGame(Arc::new(Mutex::new(game))))
    }
}

impl GameState {
    /// Starts a process and prepares it for the match. One that somebody kills meanwhile, such as the system when memory is short, is
    /// started again: it has seen no round yet.
    fn start(&mut self) -> Result<(), Refusal> {
        self.process = self.started()?;
        for _ in 0..MOST_KILLED {
            match &self.process {
                ProcessState::Broken(outcome) if was_killed(outcome) => self.process = self.started()?,
                _ => break,
            }
        }
        Ok(())
    }

    /// A process that is prepared for the match, or why there is none.
    fn started(&mut self) -> Result<ProcessState, Refusal> {
        let mut session = match Session::start(&self.player, self.messages_path()) {
            Ok(session) => session,
            Err(StartError::Outcome(outcome)) => return Ok(ProcessState::Broken(outcome)),
            Err(StartError::Sandbox(SandboxError::Launcher { error, .. }))
                if error.kind() == ErrorKind::UnexpectedEof =>
            {
                return Ok(ProcessState::Broken(Outcome::Failure(Fault::Crash(CrashCause::KILLED))));
            }
            Err(e) => {
                let cause = CrashCause::Other(format!("it cannot be started: {e}"));
                return Ok(ProcessState::Broken(Outcome::Failure(Fault::Crash(cause))));
            }
        };
        session.set_round(self.round);
        let answer = session.hello().and_then(|_| {
            session.begin(self.briefing.time_limit * Briefing::PREPARATION_FACTOR);
            session.send(&protocol::game(&self.briefing))?;
            let ready = protocol::parse_ready(session.receive()?);
            ready.map_err(|fault| session.broken(fault))
        });
        session.finish();
        match answer {
            Ok(None) => {
                self.preparation = session.cpu_time();
                Ok(ProcessState::Running(session))
            }
            Ok(Some(reason)) => Err(Refusal::new(reason)),
            Err(outcome) => {
                if was_killed(&outcome) {
                    session.note("(this process was killed before its first round; it is started again a few times)");
                }
                Ok(ProcessState::Broken(outcome))
            }
        }
    }

    /// The file for the standard error of the match.
    fn messages_path(&self) -> Option<PathBuf> {
        let Briefing { size, codemaker, .. } = &self.briefing;
        let name = format!("{}-{codemaker}-{size}.txt", self.player.name);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let name: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        Some(self.player.messages.as_ref()?.join(name))
    }

    /// The next guess, after the first one was asked for in a process that runs.
    fn answer(&mut self, turns: &[Turn], rng: &Rng) -> Result<Code, Outcome> {
        if turns.is_empty() && matches!(self.process, ProcessState::Ended) {
            self.restart();
        }
        let session = match &mut self.process {
            ProcessState::Running(session) => session,
            ProcessState::Broken(outcome) => return Err(outcome.clone()),
            ProcessState::Ended => {
                return Err(Outcome::Failure(Fault::Crash(CrashCause::Other("it has ended".to_owned()))));
            }
        };
        let request = match turns.last() {
            None => {
                session.set_round(self.round);
                session.begin(self.briefing.time_limit);
                protocol::round(self.round, rng.seed())
            }
            Some(turn) => protocol::turn(turns.len() + 1, turn.feedback),
        };
        let size = self.briefing.size;
        let guess = session.send(&request).and_then(|()| {
            protocol::parse_guess(session.receive()?, turns.len() + 1, size).map_err(|fault| match fault {
                // It obeys the protocol, and can play the next round.
                Fault::NoCode(_) => Outcome::Failure(fault),
                fault => session.broken(fault),
            })
        });
        if !matches!(guess, Ok(_) | Err(Outcome::Failure(Fault::NoCode(_)))) {
            self.stop();
        }
        guess
    }

    /// Starts a fresh process after one was killed. Its preparation takes no time of the round.
    fn restart(&mut self) {
        if let Err(refusal) = self.start() {
            self.process = ProcessState::Broken(Outcome::Failure(Fault::Protocol(format!(
                "it refused when restarted: {refusal}"
            ))));
        }
    }

    fn finish(&mut self, turns: &[Turn], outcome: Outcome) -> Outcome {
        let ProcessState::Running(session) = &mut self.process else { return outcome };
        let secret = turns.last().map(|turn| &turn.guess).filter(|_| outcome == Outcome::Win);
        let ended = session.send(&protocol::end(turns.len(), &outcome, secret)).and_then(|()| {
            let ready = protocol::parse_end(session.receive()?);
            ready.map_err(|fault| session.broken(fault))
        });
        session.finish();
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
            ProcessState::Running(session) => self.spent + session.cpu_time().saturating_sub(self.preparation),
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
    /// The next guess; where there is none, a code that is illegal, or the lowest code if the largest size is played. Referees call
    /// [`answer`](Player::answer), which says why.
    fn guess(&mut self, turns: &[Turn], rng: &mut Rng) -> Code {
        let size = lock(&self.0).briefing.size;
        self.answer(turns, rng).unwrap_or_else(|_| Code::uniform(size, Color::new(size.colors()).unwrap_or(Color::A)))
    }

    fn begin_round(&mut self, number: u64) {
        lock(&self.0).round = number;
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

impl fmt::Debug for ExternalGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExternalGame").field("player", &lock(&self.0).player.name).finish_non_exhaustive()
    }
}
