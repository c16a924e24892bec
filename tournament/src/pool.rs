//! The worker pool: workers that play jobs, one at a time each.

use crate::{
    protocol::{Job, Report},
    setup::MatchSetup,
};
use player_api::CrashCause;
use std::{io, sync::Arc, time::Duration};

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
