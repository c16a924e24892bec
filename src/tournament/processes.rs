//! Workers that are processes of their own, so that no player can ruin a tournament: one that computes or sleeps
//! without end is stopped, and one that crashes takes only its own process with it.

use super::{
    crew::{Crew, Event},
    job::{Job, Report},
    wire,
};
use std::{
    io,
    os::{fd::OwnedFd, unix::net::UnixStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::Duration,
};

/// Processes that run the command `PROGRAM worker`.
#[derive(Debug)]
pub struct Processes {
    program: PathBuf,
    workers: Vec<Worker>,
    events: (Sender<Heard>, Receiver<Heard>),
}

/// One process, and the socket that is its standard input.
#[derive(Debug)]
struct Worker {
    child: Child,
    socket: UnixStream,
}

/// What the reader of a worker's socket has to say.
#[derive(Debug)]
enum Heard {
    Report(usize, Report),
    /// The worker is gone, and whether it had ever reported.
    End(usize, bool),
}

impl Processes {
    /// Starts that many workers.
    pub fn new(program: PathBuf, workers: usize) -> io::Result<Processes> {
        let mut crew = Processes { program, workers: Vec::new(), events: mpsc::channel() };
        for number in 0..workers {
            let worker = crew.start(number)?;
            crew.workers.push(worker);
        }
        Ok(crew)
    }

    /// Starts a worker, and a thread that hands on what it reports until it is gone.
    fn start(&self, number: usize) -> io::Result<Worker> {
        let (socket, theirs) = UnixStream::pair()?;
        // What a player prints is for its author to see, and must not get among our output.
        let child = Command::new(&self.program)
            .arg("worker")
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::from(io::stderr()))
            .stderr(Stdio::inherit())
            .spawn()?;
        let (events, mut reader) = (self.events.0.clone(), socket.try_clone()?);
        thread::Builder::new().name(format!("reader {number}")).spawn(move || {
            let mut ready = false;
            // A message that breaks off is as good as none.
            while let Ok(Some(report)) = wire::receive::<Report>(&mut reader) {
                ready = true;
                if events.send(Heard::Report(number, report)).is_err() {
                    return;
                }
            }
            let _ = events.send(Heard::End(number, ready));
        })?;
        Ok(Worker { child, socket })
    }
}

impl Crew for Processes {
    fn size(&self) -> usize {
        self.workers.len()
    }

    fn give(&mut self, worker: usize, job: &Job) -> io::Result<()> {
        match wire::send(&mut self.workers[worker].socket, job) {
            // It is gone already: that event is under way.
            Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }

    fn next(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        match self.events.1.recv_timeout(wait) {
            Ok(Heard::Report(number, report)) => Ok(Some(Event::Report(number, report))),
            Ok(Heard::End(number, ready)) => {
                let how = self.workers[number].child.wait()?.to_string();
                if !ready {
                    let program = self.program.display();
                    return Err(io::Error::other(format!("{program} ended at its start ({how})")));
                }
                self.workers[number] = self.start(number)?;
                Ok(Some(Event::Gone(number, how)))
            }
            Err(_) => Ok(None),
        }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            // One that plays would go on to the end of its job; one that is gone needs no signal.
            let _ = worker.child.kill();
            let _ = worker.child.wait();
        }
    }
}
