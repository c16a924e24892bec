//! The watcher of a program: a thread that kills it when it exceeds a limit.

use crate::messages::Messages;
use player_api::{CrashCause, Fault, Limit, Outcome};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use sandbox::{Contained, Ended, Usage};
use std::{
    os::fd::OwnedFd,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The time between two checks.
const CHECK: Duration = Duration::from_millis(10);
/// The most that one check counts as waiting: when the watcher itself waited for a processor, so did the program.
const LONGEST_CHECK: Duration = Duration::from_millis(20);
/// What a program may compute or wait beyond its time before it is killed, so that a guess that is a little late is still recorded
/// as such.
const GRACE: Duration = Duration::from_millis(200);
/// How long a program that has closed its streams may compute and sleep until it ends. That it waits for a processor does not count.
const END_WAIT: Duration = Duration::from_millis(400);
/// How long the system may take to end it.
const LONGEST_END: Duration = Duration::from_secs(60);
/// The processes that a program may have at a time. An interpreter that a shell starts is a second one.
pub const MOST_PROCESSES: u32 = 64;

/// How a program ended that closed its input or output.
#[derive(Clone, Debug)]
pub enum Ending {
    /// The watcher killed it, with this outcome of the round.
    Killed(Outcome),
    /// It ended by itself.
    Exited(Ended),
    /// It closed the stream of that name and went on.
    Closed(&'static str),
}

impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Outcome {
        match ending {
            Ending::Killed(outcome) => outcome,
            Ending::Exited(Ended::Exit(code)) => Outcome::Failure(Fault::Crash(CrashCause::Exit(code))),
            Ending::Exited(Ended::Signal(number)) => Outcome::Failure(Fault::Crash(CrashCause::Signal(number))),
            Ending::Closed(stream) => Outcome::Failure(Fault::Protocol(format!("it closed its {stream}"))),
        }
    }
}

/// What the tournament waits for.
#[derive(Clone, Copy, Debug)]
pub enum Awaited {
    Nothing,
    /// That the program reads.
    Room,
    Answer,
}

/// What the program is doing, as its thread and the watcher share it.
#[derive(Debug)]
pub struct Watch {
    contained: Contained,
    /// The standard output of the program, to see whether it has answered.
    output: OwnedFd,
    messages: Mutex<Messages>,
    /// What is waited for, and the number of things that were waited for before.
    awaited: Mutex<(Awaited, u64)>,
    /// The number of activities begun: preparations and rounds.
    activities: AtomicU64,
    /// The CPU time in milliseconds that the present activity may take; 0 while there is none.
    allowance: AtomicU64,
    /// The CPU time at which the present activity began, in nanoseconds.
    start: AtomicU64,
    /// How long the program let the tournament wait so far, in nanoseconds.
    waited: AtomicU64,
    /// The number of the round.
    round: AtomicU64,
    memory_mb: u64,
    /// Why the watcher killed the program.
    verdict: Mutex<Option<Outcome>>,
    is_over: AtomicBool,
}

impl Watch {
    /// Starts to watch a program with this standard output, which may use that much memory.
    pub fn start(contained: Contained, output: OwnedFd, messages: Messages, memory_mb: u64) -> Arc<Watch> {
        let watch = Arc::new(Watch {
            contained,
            output,
            messages: Mutex::new(messages),
            awaited: Mutex::new((Awaited::Nothing, 0)),
            activities: AtomicU64::new(0),
            allowance: AtomicU64::new(0),
            start: AtomicU64::new(0),
            waited: AtomicU64::new(0),
            round: AtomicU64::new(0),
            memory_mb,
            verdict: Mutex::default(),
            is_over: AtomicBool::new(false),
        });
        let watched = Arc::clone(&watch);
        // Without a thread nothing would be limited, so that the program is ended at once.
        if thread::Builder::new().name("watcher".to_owned()).spawn(move || watched.run()).is_err() {
            watch.kill();
        }
        watch
    }

    /// An activity begins that may take this much CPU time.
    pub fn begin(&self, allowance: Duration) {
        self.start.store(self.cpu_time().as_nanos() as u64, Ordering::Relaxed);
        self.allowance.store((allowance.as_millis() as u64).max(1), Ordering::Relaxed);
        self.activities.fetch_add(1, Ordering::Relaxed);
    }

    /// The activity ends.
    pub fn finish(&self) {
        self.allowance.store(0, Ordering::Relaxed);
        self.read_messages();
    }

    /// What is waited for from now on.
    pub fn set_awaited(&self, awaited: Awaited) {
        let mut before = lock(&self.awaited);
        *before = (awaited, before.1 + 1);
    }

    /// The number of what the program lets the tournament wait for. `None` if that is nothing: an answer that nobody has read yet has
    /// come, too.
    fn awaited(&self) -> Option<u64> {
        let (awaited, number) = *lock(&self.awaited);
        let is_missing = match awaited {
            Awaited::Nothing => false,
            Awaited::Room => true,
            Awaited::Answer => {
                let mut output = [PollFd::new(&self.output, PollFlags::IN)];
                let is_known = poll(&mut output, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok();
                !(is_known && output[0].revents().contains(PollFlags::IN))
            }
        };
        is_missing.then_some(number)
    }

    /// What follows belongs to that round.
    pub fn set_round(&self, number: u64) {
        self.round.store(number, Ordering::Relaxed);
    }

    /// The CPU time of the program so far.
    pub fn cpu_time(&self) -> Duration {
        self.contained.cpu_time()
    }

    /// How long the program let the tournament wait so far.
    pub fn waited(&self) -> Duration {
        Duration::from_nanos(self.waited.load(Ordering::Relaxed))
    }

    /// The program has closed its input or output: how it ended. If it lives on, it is killed.
    pub fn end(&self, closed: &'static str) -> Ending {
        let (began, computed) = (Instant::now(), self.contained.usage().cpu);
        let (mut slept, mut last_check) = (Duration::ZERO, began);
        while began.elapsed() < LONGEST_END {
            let ended = self.contained.try_wait();
            if let Some(verdict) = lock(&self.verdict).clone() {
                return Ending::Killed(verdict);
            }
            match ended {
                Ok(None) => {}
                Ok(Some(ended)) => {
                    self.read_messages();
                    return Ending::Exited(ended);
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
        Ending::Closed(closed)
    }

    /// Kills the program, if it lives.
    pub fn kill(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.contained.kill();
        self.read_messages();
    }

    /// The last line that the program wrote to its standard error.
    pub fn last_message(&self) -> Option<String> {
        lock(&self.messages).last_line()
    }

    /// Adds a line to the messages of the program.
    pub fn note(&self, line: &str) {
        lock(&self.messages).note(self.round.load(Ordering::Relaxed), line);
    }

    fn read_messages(&self) {
        lock(&self.messages).read(self.round.load(Ordering::Relaxed));
    }

    fn run(&self) {
        let (mut activity, mut waited, mut last_check) = (0, Duration::ZERO, Instant::now());
        let mut awaited = None;
        while !self.is_over.load(Ordering::Relaxed) {
            thread::sleep(CHECK);
            let elapsed = last_check.elapsed().min(LONGEST_CHECK);
            last_check = Instant::now();
            // Reading its messages wakes a program that waits for that.
            let usage = self.contained.usage();
            self.read_messages();
            let awaited_before = std::mem::replace(&mut awaited, self.awaited());
            let number = self.activities.load(Ordering::Relaxed);
            let allowance = Duration::from_millis(self.allowance.load(Ordering::Relaxed));
            if number != activity || allowance.is_zero() {
                (activity, waited) = (number, Duration::ZERO);
            } else if !usage.running && awaited.is_some() && awaited == awaited_before {
                waited += elapsed;
                self.waited.fetch_add(elapsed.as_nanos() as u64, Ordering::Relaxed);
            }
            if let Some(outcome) = self.excess(&usage, allowance, waited) {
                *lock(&self.verdict) = Some(outcome);
                self.contained.kill();
                return;
            }
        }
    }

    /// The outcome of a program that exceeds a limit.
    fn excess(&self, usage: &Usage, allowance: Duration, waited: Duration) -> Option<Outcome> {
        let used = usage.cpu.saturating_sub(Duration::from_nanos(self.start.load(Ordering::Relaxed)));
        if usage.memory >> 20 > self.memory_mb {
            Some(Outcome::Failure(Fault::Memory(self.memory_mb)))
        } else if usage.processes > MOST_PROCESSES {
            let cause = CrashCause::Other(format!("more than {MOST_PROCESSES} processes"));
            Some(Outcome::Failure(Fault::Crash(cause)))
        } else if allowance.is_zero() {
            None
        } else if used > allowance + GRACE {
            Some(Outcome::Loss(Limit::Time))
        } else if waited > allowance + GRACE {
            Some(Outcome::Failure(Fault::Silence))
        } else {
            None
        }
    }
}

/// Locks a mutex. No code panics while it holds one of these.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
