//! The kinds of workers.

use crate::{pool::WorkerPool, processes::Processes, threads::Threads};
use std::{io, path::PathBuf};

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
