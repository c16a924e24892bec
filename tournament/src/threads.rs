//! Workers that are threads of this process.

use crate::{
    clock::CpuClock,
    pool::{Event, WorkerPool},
    protocol::Job,
    runner::{JobRunner, PreparedPlayers},
    setup::MatchSetup,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    io,
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
    time::Duration,
};

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
