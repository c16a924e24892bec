//! One process of an external player: the lines to and from it, and the thread that kills it when it exceeds a limit.

use crate::ExternalPlayer;
use crate::messages::{Messages, never_block};
use crate::protocol::{self, MAX_LINE};
use player_api::{Briefing, CrashCause, Fault, Limit, Outcome, Place};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use sandbox::{Contained, Ended, SandboxError, Usage};
use scsa::{Code, Game};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The CPU time in which a program must say hello. An interpreter that loads large libraries takes some seconds.
pub const HELLO_LIMIT: Duration = Duration::from_secs(10);
const STDOUT: &str = "standard output";

/// Why a program cannot be started, or gives no answer.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// Its files cannot be copied.
    #[error("{0}")]
    Folder(String),
    /// The sandbox cannot start it.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    /// It failed, or exceeded its time.
    #[error("{}", in_words(.0))]
    Outcome(Outcome),
    /// It cannot be asked, for this reason.
    #[error("{0}")]
    Other(String),
}

fn in_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Failure(fault) if fault.kind().hint().is_empty() => fault.to_string(),
        Outcome::Failure(fault) => format!("{fault}: {}", fault.kind().hint()),
        Outcome::Loss(Limit::Time(Some(place))) => {
            format!("it takes more than the CPU time of a round; it was in {place}")
        }
        _ => "it takes more than the CPU time of a round".to_owned(),
    }
}

impl From<Outcome> for ProgramError {
    fn from(outcome: Outcome) -> ProgramError {
        ProgramError::Outcome(outcome)
    }
}

/// The variable of the environment by which a bridge knows what to say about a file that is missing.
pub const SHARED: &str = "ARENA_SHARED_FOLDER";

/// The variable of the environment by which a player that asks a language model knows the file for what is said in the match.
const TRANSCRIPT: &str = "ARENA_TRANSCRIPT";

/// Whether a program ended by a signal that nothing catches, and that its watcher did not send.
pub fn was_killed(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Failure(Fault::Crash(cause)) if cause.is_killed())
}

/// A running process of an external player.
#[derive(Debug)]
pub struct Session {
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    line: Vec<u8>,
    pub watch: Arc<Watch>,
    /// What is said of a program that ends by an error, as when a file is missing that it does not see.
    shared_folder: Option<String>,
    /// Whether its messages say how it ended.
    tells: bool,
}

impl Session {
    /// Starts the program. Its standard error is added to that file.
    pub fn start(player: &ExternalPlayer, messages: Option<PathBuf>) -> Result<Session, ProgramError> {
        let (mut sandbox, command) = player.sandbox().map_err(ProgramError::Folder)?;
        if let (Some(folder), Some(name)) = (&player.transcripts, messages.as_ref().and_then(|file| file.file_stem())) {
            let failed = |e| ProgramError::Other(format!("{} cannot be made: {e}", folder.display()));
            folder_files::make_folder(folder).map_err(failed)?;
            let file = folder.join(format!("{}.jsonl", name.to_string_lossy()));
            sandbox.environment.push((TRANSCRIPT.into(), file.into()));
            sandbox.writable = Some(folder.into());
        }
        let shared_folder = sandbox.environment.iter().find(|(name, _)| name == SHARED);
        let shared_folder = shared_folder.map(|(_, clause)| clause.to_string_lossy().into_owned());
        let mut contained = sandbox.spawn(&player.launcher(), &command)?;
        let streams = (contained.stdin.take(), contained.stdout.take(), contained.stderr.take());
        let unreadable = |e| ProgramError::Other(format!("its standard error cannot be read: {e}"));
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(unreadable(io::Error::other("the sandbox gave no pipes")));
        };
        let messages = Messages::new(stderr, messages).map_err(unreadable)?;
        let output = stdout.as_fd().try_clone_to_owned().map_err(unreadable)?;
        let patience = Duration::from_secs(player.network.unwrap_or(0));
        let watch = Watch::start(contained, output, messages, player.memory_mb, patience);
        let (stdout, line, tells) = (BufReader::new(stdout), Vec::new(), player.builtin.is_none());
        Ok(Session { stdin, stdout, line, watch, shared_folder, tells })
    }

    /// The time that the program has computed or let the tournament wait so far.
    pub fn spent(&self) -> Duration {
        self.watch.cpu_time() + self.watch.state().waited
    }

    /// Sends lines.
    ///
    /// # Errors
    /// The outcome of the round, when the program has ended.
    pub fn send(&mut self, lines: &str) -> Result<(), Outcome> {
        self.watch.set_awaited(Awaited::Room);
        let sent = self.stdin.write_all(lines.as_bytes());
        self.watch.set_awaited(Awaited::Answer);
        sent.map_err(|_| self.ended("standard input"))
    }

    /// Waits for a line, and returns it without its end.
    ///
    /// # Errors
    /// The outcome of the round, when the program ended, was killed, or sent a line that is too long.
    pub fn receive(&mut self) -> Result<&[u8], Outcome> {
        if self.read_line()? { Ok(&self.line) } else { Err(self.ended(STDOUT)) }
    }

    fn ended(&self, closed: &str) -> Outcome {
        let cause = match self.watch.end(closed) {
            Ok(cause) => cause,
            Err(outcome) => return outcome,
        };
        if !self.tells || cause == CrashCause::Exit(0) {
            return Outcome::Failure(Fault::Crash(cause));
        }
        // After an error that nobody handles, a program or its interpreter says what it was.
        let (line, is_error) = self.watch.telling_message();
        let message = match cause {
            _ if line.is_empty() => String::new(),
            // The codes of interpreters after an error; 255 is that of Perl and PHP.
            CrashCause::Exit(1 | 255) => format!(": {line}"),
            _ if is_error => format!(": {line}"),
            _ => format!("; its last message: {line}"),
        };
        let reason = self.shared_folder.as_ref().map(|reason| format!("; {reason}")).unwrap_or_default();
        let told = message + &reason;
        Outcome::Failure(Fault::Crash(if told.is_empty() { cause } else { CrashCause::Told(Box::new(cause), told) }))
    }

    /// Reads the next line that does not say where the program is, without its end. Returns whether there is one: there is none at the
    /// end of the output.
    fn read_line(&mut self) -> Result<bool, Outcome> {
        self.watch.set_awaited(Awaited::Answer);
        let is_whole = loop {
            self.line.clear();
            // A program that cannot be read has ended.
            let _ = self.stdout.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut self.line);
            let is_whole = self.line.pop_if(|byte| *byte == b'\n').is_some();
            match self.line.strip_prefix(b"where ") {
                Some(place) if is_whole => {
                    self.watch.hear(protocol::place(place)).map_err(|fault| self.broken(fault))?;
                }
                _ => break is_whole,
            }
        };
        self.watch.set_awaited(Awaited::Nothing);
        if self.line.len() > MAX_LINE {
            return Err(self.broken(Fault::Protocol(format!("a line of more than {MAX_LINE} bytes"))));
        }
        Ok(is_whole)
    }

    /// Waits for a line, as [`receive`](Session::receive) does. Its end may be that of the output. `None` when the program has ended with
    /// exit code 0.
    ///
    /// # Errors
    /// The outcome of the program, when it ended otherwise, was killed, or sent a line that is too long.
    pub fn receive_or_end(&mut self) -> Result<Option<&[u8]>, Outcome> {
        if self.read_line()? {
            return Ok(Some(&self.line));
        }
        match self.watch.end(STDOUT)? {
            CrashCause::Exit(0) => Ok((!self.line.is_empty()).then_some(&*self.line)),
            cause => Err(Outcome::Failure(Fault::Crash(cause))),
        }
    }

    /// Asks for the version, which may take that long. Returns whether the rounds are independent.
    pub fn hello(&mut self, allowance: Duration) -> Result<bool, Outcome> {
        self.watch.begin(allowance);
        self.exchange(&protocol::hello(), protocol::parse_hello)
    }

    /// Says hello and tells the match, which together may take that long. Returns why the program refuses the match, if it does.
    pub fn prepare(&mut self, briefing: &Briefing, most: Duration) -> Result<Option<String>, Outcome> {
        // What is left of that time depends on the machine, and is in no record.
        let silence = |outcome, limit| match outcome {
            Outcome::Failure(Fault::Silence(_, place)) => Outcome::Failure(Fault::Silence(limit, place)),
            other => other,
        };
        self.hello(HELLO_LIMIT.min(most)).map_err(|outcome| silence(outcome, HELLO_LIMIT))?;
        let limit = briefing.time_limit * Briefing::PREPARATION_FACTOR;
        self.watch.begin(limit.min(most.saturating_sub(self.spent())));
        let ready = self.exchange(&protocol::match_message(briefing), protocol::parse_ready);
        ready.map_err(|outcome| silence(outcome, limit))
    }

    /// Sends lines, and reads the answer.
    pub fn exchange<T>(&mut self, lines: &str, parse: fn(&[u8]) -> Result<T, Fault>) -> Result<T, Outcome> {
        self.send(lines)?;
        let answer = parse(self.receive()?);
        answer.map_err(|fault| self.broken(fault))
    }

    /// Sends lines that ask for the guess of a turn, and returns it. After an answer without a code the program can play on.
    pub fn ask(&mut self, lines: &str, turn: usize, game: Game) -> Result<Code, Outcome> {
        self.send(lines)?;
        self.receive()?;
        self.watch.read_messages();
        protocol::parse_guess(&self.line, turn, game).map_err(|fault| match fault {
            Fault::NoCode(_) => Outcome::Failure(fault),
            fault => self.broken(fault),
        })
    }

    /// The program broke the protocol: it is killed, and the round fails.
    pub fn broken(&self, fault: Fault) -> Outcome {
        self.watch.kill();
        Outcome::Failure(fault)
    }

    pub fn end(mut self) {
        // It has no other duty than to end, for which it gets no time: neither to make room in a full pipe.
        if never_block(&self.stdin).is_ok() {
            let _ = self.stdin.write_all(protocol::BYE.as_bytes());
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.watch.kill();
    }
}

const CHECK: Duration = Duration::from_millis(10);
/// The most that one check counts as waiting: when the watcher itself waited for a processor, so did the program.
const LONGEST_CHECK: Duration = Duration::from_millis(20);
/// How long a program that has closed its streams may compute and sleep until it ends. That it waits for a processor does not count.
const END_WAIT: Duration = Duration::from_millis(400);
/// How long the system may take to end it.
const LONGEST_END: Duration = Duration::from_secs(60);
/// How often a program may say where it is in an activity, and how much more often for each second that it may compute.
const MOST_PLACES: (u64, u64) = (1000, 100);
/// The processes that a program may have at a time. An interpreter that a shell starts is a second one.
pub const MOST_PROCESSES: u32 = 64;

/// What the tournament waits for.
#[derive(Clone, Copy, Debug, Default)]
pub enum Awaited {
    #[default]
    Nothing,
    /// That the program reads.
    Room,
    Answer,
}

/// A program that is watched.
#[derive(Debug)]
pub struct Watch {
    contained: Contained,
    /// The standard output of the program, to see whether it has answered.
    output: OwnedFd,
    messages: Mutex<Messages>,
    memory_mb: u64,
    /// How long it may wait in an activity, besides its CPU time.
    patience: Duration,
    state: Mutex<WatchState>,
}

/// What the program is doing, as its thread and the watcher share it.
#[derive(Debug, Default)]
struct WatchState {
    /// What is waited for, and the number of things that were waited for before.
    awaited: (Awaited, u64),
    /// The number of activities begun: preparations and rounds.
    activities: u64,
    /// The CPU time that the present activity may take; zero while there is none.
    allowance: Duration,
    /// The CPU time at which the present activity began.
    start: Duration,
    waited: Duration,
    /// The round and the turn to which messages belong.
    moment: (u64, usize),
    /// Where the program said that it computes for long in the present activity.
    place: Place,
    /// How often it said so.
    places: u64,
    verdict: Option<Outcome>,
    is_over: bool,
}

/// How long a program lets the tournament wait.
#[derive(Clone, Copy, Debug, Default)]
struct WaitingTime {
    whole: Duration,
    /// The part in which it computed between the checks.
    busy: Duration,
}

impl Watch {
    /// Starts to watch a program with this standard output, which may use that much memory, and wait for the network that long.
    pub fn start(
        contained: Contained,
        output: OwnedFd,
        messages: Messages,
        memory_mb: u64,
        patience: Duration,
    ) -> Arc<Watch> {
        let (messages, state) = (Mutex::new(messages), Mutex::default());
        let watch = Arc::new(Watch { contained, output, messages, memory_mb, patience, state });
        let watched = Arc::clone(&watch);
        // Without a thread nothing would be limited, so that the program is ended at once.
        if thread::Builder::new().name("watcher".to_owned()).spawn(move || watched.run()).is_err() {
            watch.kill();
        }
        watch
    }

    fn state(&self) -> MutexGuard<'_, WatchState> {
        lock(&self.state)
    }

    /// An activity begins that may take this much CPU time.
    pub fn begin(&self, allowance: Duration) {
        let start = self.cpu_time();
        let mut state = self.state();
        (state.place, state.places, state.start) = (None, 0, start);
        // No shorter than a millisecond: zero is for no activity.
        state.allowance = Duration::from_millis((allowance.as_millis() as u64).max(1));
        state.activities += 1;
    }

    /// The program says where it is.
    ///
    /// # Errors
    /// [`Fault::Protocol`] when it has said so too often: the tournament would do nothing but read.
    fn hear(&self, place: Place) -> Result<(), Fault> {
        let (most, per_second) = MOST_PLACES;
        let mut state = self.state();
        state.place = place;
        state.places += 1;
        match state.places <= most + per_second * state.allowance.as_secs() {
            true => Ok(()),
            false => Err(Fault::Protocol(format!(
                "too many lines `where PLACE`: at most {most}, and {per_second} for each second of the time limit"
            ))),
        }
    }

    /// Where the program said last that it was in the present activity.
    pub fn place(&self) -> Place {
        self.state().place.clone()
    }

    pub fn finish(&self) {
        self.state().allowance = Duration::ZERO;
        self.read_messages();
    }

    pub fn set_awaited(&self, awaited: Awaited) {
        let mut state = self.state();
        state.awaited = (awaited, state.awaited.1 + 1);
    }

    /// The number of what the program lets the tournament wait for, if that is something, and whether output has come that nobody has read
    /// yet: it may be the answer.
    fn awaited(&self) -> (Option<u64>, bool) {
        let (awaited, number) = self.state().awaited;
        match awaited {
            Awaited::Nothing => (None, false),
            Awaited::Room => (Some(number), false),
            Awaited::Answer => {
                let mut output = [PollFd::new(&self.output, PollFlags::IN)];
                let is_known = poll(&mut output, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok();
                (Some(number), is_known && output[0].revents().contains(PollFlags::IN))
            }
        }
    }

    /// What follows belongs to that turn of a round; turn 0 is before the first guess.
    pub fn set_turn(&self, round: u64, turn: usize) {
        self.state().moment = (round, turn);
    }

    fn moment(&self) -> String {
        match self.state().moment {
            (round, 0) => format!("round {round}: "),
            (round, turn) => format!("round {round}, turn {turn}: "),
        }
    }

    pub fn cpu_time(&self) -> Duration {
        self.contained.cpu_time()
    }

    /// The program has closed its input or output, whose name is that: how it exited, or the outcome if the watcher killed it or it lives on.
    /// Then it is killed.
    pub fn end(&self, closed: &str) -> Result<CrashCause, Outcome> {
        let (began, computed) = (Instant::now(), self.contained.usage().cpu);
        let (mut slept, mut last_check) = (Duration::ZERO, began);
        while began.elapsed() < LONGEST_END {
            let ended = self.contained.try_wait();
            if let Some(verdict) = self.state().verdict.clone() {
                return Err(verdict);
            }
            match ended {
                Ok(None) => {}
                Ok(Some(ended)) => {
                    self.read_messages();
                    return Ok(match ended {
                        Ended::Exit(code) => CrashCause::Exit(code),
                        Ended::Signal(number) => CrashCause::Signal(number),
                    });
                }
                Err(_) => break,
            }
            thread::sleep(Duration::from_millis(1));
            let usage = self.contained.usage();
            let elapsed = last_check.elapsed().min(LONGEST_CHECK);
            last_check = Instant::now();
            if self.contained.is_ending() {
                continue;
            }
            if !usage.running {
                slept += elapsed;
            }
            if slept + usage.cpu.saturating_sub(computed) > END_WAIT {
                break;
            }
        }
        self.kill();
        Err(Outcome::Failure(Fault::Protocol(format!("it closed its {closed}"))))
    }

    pub fn kill(&self) {
        self.state().is_over = true;
        self.contained.kill();
        self.read_messages();
    }

    /// The line of the program's standard error that says most of how it ended, and whether it names an error.
    pub fn telling_message(&self) -> (String, bool) {
        lock(&self.messages).telling_line()
    }

    pub fn note(&self, line: &str) {
        lock(&self.messages).note(&self.moment(), line);
    }

    fn read_messages(&self) {
        lock(&self.messages).read(&self.moment());
    }

    fn run(&self) {
        let (mut activity, mut last_check, mut last_cpu) = (0, Instant::now(), Duration::ZERO);
        let (mut waited, mut unread, mut awaited) = (WaitingTime::default(), WaitingTime::default(), None);
        while !self.state().is_over {
            thread::sleep(CHECK);
            let elapsed = last_check.elapsed().min(LONGEST_CHECK);
            last_check = Instant::now();
            // Reading its messages wakes a program that waits for that.
            let usage = self.contained.usage();
            self.read_messages();
            let (number, has_come) = self.awaited();
            let is_same = number.is_some() && number == awaited;
            awaited = number;
            let mut state = self.state();
            if state.activities != activity || state.allowance.is_zero() {
                (activity, waited, unread) = (state.activities, WaitingTime::default(), WaitingTime::default());
            } else if !is_same {
                // What had come was the answer.
                unread = WaitingTime::default();
            } else if !usage.running {
                unread.whole += elapsed;
                if usage.cpu.saturating_sub(last_cpu) > elapsed / 10 {
                    unread.busy += elapsed;
                }
            }
            if is_same && !has_come {
                // All that had come was read, and was no answer.
                waited.whole += unread.whole;
                waited.busy += unread.busy;
                state.waited += unread.whole;
                unread = WaitingTime::default();
            }
            last_cpu = usage.cpu;
            state.verdict = self.excess(&usage, &state, waited);
            if state.verdict.is_some() {
                drop(state);
                return self.contained.kill();
            }
        }
    }

    fn excess(&self, usage: &Usage, state: &WatchState, waited: WaitingTime) -> Option<Outcome> {
        let (allowance, used) = (state.allowance, usage.cpu.saturating_sub(state.start));
        if usage.memory >> 20 > self.memory_mb {
            Some(Outcome::Failure(Fault::Memory(self.memory_mb)))
        } else if usage.processes > MOST_PROCESSES {
            let cause = CrashCause::Other(format!("more than {MOST_PROCESSES} processes"));
            Some(Outcome::Failure(Fault::Crash(cause)))
        } else if allowance.is_zero() {
            None
        } else {
            let waited_too_long = waited.whole.saturating_sub(self.patience);
            Outcome::overtime(allowance, used, waited_too_long, waited.busy, &state.place)
        }
    }
}

/// Locks a mutex. No code panics while it holds one of these.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
