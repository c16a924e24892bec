//! The kinds of workers.

use crate::play::{
    processes::Processes,
    protocol::{Job, MatchSetup, Report},
    referee::CpuClock,
    runner::{JobRunner, PreparedPlayers},
};
use player_api::CrashCause;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    io,
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
    time::Duration,
};

/// Who plays the rounds of a tournament. The games and their records are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Workers {
    /// That many threads of this process. A player that never returns, or that overflows its stack, stops the whole process:
    /// threads are for trusted players and for tests. The CPU time of threads that a player starts is not counted.
    Threads(usize),
    /// Processes that run `PROGRAM worker`, at most that many at once. A player that crashes or never returns costs its own
    /// round only. Every match is played by processes of its own.
    Processes(PathBuf, usize),
}

impl Workers {
    /// The number of workers.
    #[must_use]
    pub const fn number(&self) -> usize {
        match self {
            Workers::Threads(number) | Workers::Processes(_, number) => *number,
        }
    }

    /// Workers of the same kind, but that many.
    pub(crate) fn with_number(&self, number: usize) -> Workers {
        match self {
            Workers::Threads(_) => Workers::Threads(number),
            Workers::Processes(program, _) => Workers::Processes(program.clone(), number),
        }
    }

    pub(crate) fn start(&self) -> io::Result<Box<dyn WorkerPool>> {
        Ok(match self {
            Workers::Threads(threads) => Box::new(Threads::new(*threads)?),
            Workers::Processes(program, processes) => Box::new(Processes::new(program.clone(), *processes)?),
        })
    }
}

/// What happened to a worker, which is given by its index.
#[derive(Debug)]
pub enum Event {
    /// The worker reports.
    Report(usize, Report),
    /// The process of the worker ended; another one takes its place.
    Exit(usize, CrashCause),
}

/// Workers that play jobs, one at a time each. They are given by their index.
pub trait WorkerPool {
    /// The number of workers.
    fn size(&self) -> usize;

    /// Gives an idle worker a job of a match.
    fn assign(&mut self, worker: usize, setup: &Arc<MatchSetup>, job: &Job) -> io::Result<()>;

    /// Pauses a worker, which then waits with its reports, or lets it go on.
    fn pause(&mut self, _worker: usize, _paused: bool) {}

    /// Ends the process of a worker that plays nothing, and what its player has started.
    fn end_process(&mut self, _worker: usize) {}

    /// Ends the processes of all workers, which play nothing, and waits until they have ended what they started. The next jobs are played
    /// by others.
    fn end_processes(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Waits for the next event, at most for that long.
    fn next_event(&mut self, wait: Duration) -> io::Result<Option<Event>>;
}

/// Threads of this process.
#[derive(Debug)]
pub struct Threads {
    pool: ThreadPool,
    runners: Vec<Arc<JobRunner>>,
    prepared: Arc<PreparedPlayers>,
    events: (Sender<Event>, Receiver<Event>),
}

impl Threads {
    /// Starts that many threads.
    pub fn new(workers: usize) -> io::Result<Threads> {
        let pool = ThreadPoolBuilder::new().num_threads(workers).build().map_err(io::Error::other)?;
        let runners = (0..workers).map(|_| Arc::new(JobRunner::new(CpuClock::Thread))).collect();
        Ok(Threads { pool, runners, prepared: Arc::new(PreparedPlayers::new(workers)), events: mpsc::channel() })
    }
}

impl WorkerPool for Threads {
    fn size(&self) -> usize {
        self.runners.len()
    }

    fn assign(&mut self, worker: usize, setup: &Arc<MatchSetup>, job: &Job) -> io::Result<()> {
        let (runner, prepared) = (Arc::clone(&self.runners[worker]), Arc::clone(&self.prepared));
        let (events, setup, job) = (self.events.0.clone(), Arc::clone(setup), job.clone());
        self.pool.spawn(move || {
            // The channel is closed when the tournament ended early; then the job ends, too.
            let _ = runner.play(&setup, &job, &prepared, |report| events.send(Event::Report(worker, report)));
        });
        Ok(())
    }

    fn next_event(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        Ok(self.events.1.recv_timeout(wait).ok())
    }
}
