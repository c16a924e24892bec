//! Workers that are processes of their own, so that no player can ruin a tournament: one that computes or sleeps
//! without end is stopped, and one that crashes takes only its own process with it.

use crate::{
    crew::{Crew, Event},
    job::{Job, Report},
    wire,
};
use std::{
    io,
    os::{
        fd::OwnedFd,
        unix::{net::UnixStream, process::ExitStatusExt},
    },
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

/// How often a worker that is held back looks whether it still is.
const HOLD: Duration = Duration::from_millis(5);

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
    /// While it is held back, what it reports is not read, and so it waits.
    held: Arc<AtomicBool>,
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
        let held = Arc::new(AtomicBool::new(false));
        let (events, mut reader, hold) = (self.events.0.clone(), socket.try_clone()?, Arc::clone(&held));
        thread::Builder::new().name(format!("reader {number}")).spawn(move || {
            let mut ready = false;
            // A message that breaks off is as good as none.
            while let Ok(Some(report)) = wire::receive::<Report>(&mut reader) {
                ready = true;
                while hold.load(Ordering::Relaxed) {
                    thread::sleep(HOLD);
                }
                if events.send(Heard::Report(number, report)).is_err() {
                    return;
                }
            }
            let _ = events.send(Heard::End(number, ready));
        })?;
        Ok(Worker { child, socket, held })
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

    fn hold(&mut self, worker: usize, hold: bool) {
        self.workers[worker].held.store(hold, Ordering::Relaxed);
    }

    fn next(&mut self, wait: Duration) -> io::Result<Option<Event>> {
        match self.events.1.recv_timeout(wait) {
            Ok(Heard::Report(number, report)) => Ok(Some(Event::Report(number, report))),
            Ok(Heard::End(number, ready)) => {
                let how = described(self.workers[number].child.wait()?);
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

/// How a process ended, in the same words on every machine.
fn described(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (None, Some(code)) => format!("exit code {code}"),
        (None, None) => "no exit code".to_owned(),
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        for worker in &mut self.workers {
            worker.held.store(false, Ordering::Relaxed);
            // One that plays would go on to the end of its job; one that is gone needs no signal.
            let _ = worker.child.kill();
            let _ = worker.child.wait();
        }
    }
}
