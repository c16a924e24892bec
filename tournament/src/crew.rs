//! Who plays the jobs: threads of this process, or processes of their own.

use crate::{
    job::{Job, Report},
    station::{LastPrepared, Station},
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

/// What is heard of a worker.
#[derive(Debug)]
pub enum Event {
    /// A worker reports.
    Report(usize, Report),
    /// A worker is gone, in that way; another one stands in its place.
    Gone(usize, String),
}

/// Workers that play jobs, one at a time each.
pub trait Crew {
    /// How many workers there are.
    fn size(&self) -> usize;

    /// Gives an idle worker a job.
    fn give(&mut self, worker: usize, job: &Job) -> io::Result<()>;

    /// Holds a worker back, which waits then with what it has to report, or lets it go on.
    fn hold(&mut self, _worker: usize, _hold: bool) {}

    /// Waits for the next event, for so long at the most.
    fn next(&mut self, wait: Duration) -> io::Result<Option<Event>>;
}

/// Threads of this process. A player that never returns, or that overflows its stack, takes the process with it: they
/// are for players that are trusted, and for tests.
#[derive(Debug)]
pub struct Threads {
    pool: ThreadPool,
    stations: Vec<Arc<Station>>,
    prepared: Arc<LastPrepared>,
    events: (Sender<Event>, Receiver<Event>),
}

impl Threads {
    pub fn new(workers: usize) -> io::Result<Threads> {
        let pool = ThreadPoolBuilder::new().num_threads(workers).build().map_err(io::Error::other)?;
        Ok(Threads {
            pool,
            stations: (0..workers).map(|_| Arc::default()).collect(),
            prepared: Arc::default(),
            events: mpsc::channel(),
        })
    }
}

impl Crew for Threads {
    fn size(&self) -> usize {
        self.stations.len()
    }

    fn give(&mut self, worker: usize, job: &Job) -> io::Result<()> {
        let (station, prepared) = (Arc::clone(&self.stations[worker]), Arc::clone(&self.prepared));
        let (events, job) = (self.events.0.clone(), job.clone());
        self.pool.spawn(move || {
            // Nobody listens any more when the tournament was given up: then the job is, too.
            let _ = station.play(&job, &prepared, |report| events.send(Event::Report(worker, report)));
        });
        Ok(())
    }

    fn next(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        Ok(self.events.1.recv_timeout(wait).ok())
    }
}
