//! The watcher of a program: a thread that kills it when it exceeds a limit.

use crate::messages::Messages;
use player_api::{CrashCause, Fault, Limit, Outcome};
use sandbox::{Contained, Ended, Usage};
use std::{
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
/// How long a program that has closed its streams may take to end. The system takes a while when the machine is busy.
const END_WAIT: Duration = Duration::from_millis(400);
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

/// What the program is doing, as its thread and the watcher share it.
#[derive(Debug)]
pub struct Watch {
    contained: Contained,
    messages: Mutex<Messages>,
    /// The number of activities begun: preparations and rounds.
    activities: AtomicU64,
    /// The CPU time in milliseconds that the present activity may take; 0 while there is none.
    allowance: AtomicU64,
    /// The CPU time at which the present activity began, in nanoseconds.
    start: AtomicU64,
    /// The number of the round.
    round: AtomicU64,
    memory_mb: u64,
    /// Why the watcher killed the program.
    verdict: Mutex<Option<Outcome>>,
    is_over: AtomicBool,
}

impl Watch {
    /// Starts to watch a program that may use that much memory.
    pub fn start(contained: Contained, messages: Messages, memory_mb: u64) -> Arc<Watch> {
        let watch = Arc::new(Watch {
            contained,
            messages: Mutex::new(messages),
            activities: AtomicU64::new(0),
            allowance: AtomicU64::new(0),
            start: AtomicU64::new(0),
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

    /// What follows belongs to that round.
    pub fn set_round(&self, number: u64) {
        self.round.store(number, Ordering::Relaxed);
    }

    /// The CPU time of the program so far.
    pub fn cpu_time(&self) -> Duration {
        self.contained.cpu_time()
    }

    /// The program has closed its input or output: how it ended. If it lives on, it is killed.
    pub fn end(&self, closed: &'static str) -> Ending {
        if let Some(verdict) = lock(&self.verdict).clone() {
            return Ending::Killed(verdict);
        }
        let deadline = Instant::now() + END_WAIT;
        loop {
            match self.contained.try_wait() {
                Ok(Some(ended)) => {
                    self.read_messages();
                    return Ending::Exited(ended);
                }
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => break,
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

    fn read_messages(&self) {
        lock(&self.messages).read(self.round.load(Ordering::Relaxed));
    }

    fn run(&self) {
        let (mut activity, mut waited, mut last_check) = (0, Duration::ZERO, Instant::now());
        while !self.is_over.load(Ordering::Relaxed) {
            thread::sleep(CHECK);
            let elapsed = last_check.elapsed().min(LONGEST_CHECK);
            last_check = Instant::now();
            // Reading its messages wakes a program that waits for that.
            let usage = self.contained.usage();
            self.read_messages();
            let number = self.activities.load(Ordering::Relaxed);
            let allowance = Duration::from_millis(self.allowance.load(Ordering::Relaxed));
            if number != activity || allowance.is_zero() {
                (activity, waited) = (number, Duration::ZERO);
            } else if !usage.running {
                waited += elapsed;
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
